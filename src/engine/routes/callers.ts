import type { Expr } from '../ir/ir.ts';
import { isIdentity, isRequest } from './identity.ts';
import type { Scope } from './scope.ts';

/**
 * Whether a condition that came out so shows that the server knows who the caller is: a part of the identity that is there, or
 * Passport's `req.isAuthenticated()`. A session is there for everybody, and Django's `request.user` stands for nobody too.
 */
export function showsCaller(test: Expr, outcome: boolean, scope: Scope, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  const within = (inner: Expr, result: boolean): boolean => showsCaller(inner, result, scope, depth + 1);
  switch (test.k) {
    case 'unary':
      return test.op === '!' && within(test.operand, !outcome);
    case 'await':
      return within(test.value, outcome);
    case 'logical': {
      const [left, right] = [within(test.left, outcome), within(test.right, outcome)];
      return (test.op === '&&') === outcome ? left || right : left && right;
    }
    case 'binary': {
      if (test.op !== '==' && test.op !== '!=') return false;
      const isThere = (test.op === '!=') === outcome;
      return (
        isThere && [test.left, test.right].some(isNothing) && [test.left, test.right].some(isKnown(scope))
      );
    }
    case 'call':
      return (
        outcome &&
        test.callee.k === 'field' &&
        ((test.callee.name === 'isAuthenticated' && isRequest(test.callee.object, scope)) ||
          isKnown(scope)(test))
      );
    default:
      return outcome && isKnown(scope)(test);
  }
}

const maximumDepth = 6;

const isNothing = (value: Expr): boolean =>
  (value.k === 'const' && (value.value === null || value.value === undefined)) ||
  (value.k === 'var' && value.name === 'undefined');

const isKnown =
  (scope: Scope) =>
  (value: Expr): boolean => {
    const name = value.k === 'field' ? value.name : '';
    const isForAll = name === 'session' || (name === 'user' && scope.module.language === 'python');
    return !isForAll && value.k !== 'const' && isIdentity({ value, scope });
  };
