import type { Call, Expr } from '../ir/ir.ts';
import { isRequest } from './identity.ts';
import { isBearerParameter } from './injected.ts';
import { libraryName } from './referenced.ts';
import type { Scope } from './scope.ts';
import { onlyValueOf } from './settings.ts';

/**
 * Whether a condition that came out so shows that the request has a bearer token in its `Authorization` header (RFC 6750 §2.1).
 * A browser adds cookies and Basic credentials by itself, but never such a token, so no other site can have it send one.
 */
export function showsBearer(test: Expr, outcome: boolean, scope: Scope, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  const within = (inner: Expr, result: boolean): boolean => showsBearer(inner, result, scope, depth + 1);
  switch (test.k) {
    case 'unary':
      return test.op === '!' && within(test.operand, !outcome);
    case 'logical': {
      const [left, right] = [within(test.left, outcome), within(test.right, outcome)];
      return (test.op === '&&') === outcome ? left || right : left && right;
    }
    case 'binary': {
      if (test.op !== '==' && test.op !== '!=') return false;
      const isScheme = isBearerText(test.left) || isBearerText(test.right);
      const isHeader = isAuthorization(test.left, scope) || isAuthorization(test.right, scope);
      return isScheme && isHeader && (test.op === '==') === outcome;
    }
    case 'call':
      return outcome && beginsWithScheme(test, scope);
    default:
      return false;
  }
}

const maximumDepth = 6;

const isBearerText = (value: Expr): boolean =>
  value.k === 'const' && typeof value.value === 'string' && /^bearer ?$/i.test(value.value);

/** `header.startsWith('Bearer ')` */
const beginsWithScheme = ({ callee, args }: Call, scope: Scope): boolean =>
  callee.k === 'field' &&
  /^starts_?with$/i.test(callee.name) &&
  args[0] !== undefined &&
  isBearerText(args[0].value) &&
  isAuthorization(callee.object, scope);

/** Whether an expression verifies a token of the `Authorization` header, and throws if it is none. */
export function verifiesBearer(value: Expr, scope: Scope): boolean {
  if (value.k === 'await' || value.k === 'assign') return verifiesBearer(value.value, scope);
  if (value.k !== 'call' || !verifying.has(libraryName(value.callee, scope.module) ?? '')) return false;
  const [token, key, ...others] = value.args;
  return (
    token !== undefined &&
    key !== undefined &&
    // With a callback the outcome is told there; options of PyJWT's may switch the verification off.
    others.every(({ name, value: other }) =>
      name === undefined
        ? other.k === 'object' || other.k === 'array'
        : name === 'algorithms' || name === 'audience' || name === 'issuer',
    ) &&
    isAuthorization(token.value, scope)
  );
}

const verifying = new Set(['jsonwebtoken.verify', 'jose.jwtVerify', 'jwt.decode', 'jose.jwt.decode']);

/** The header, or a part of it; no value that may come from elsewhere. */
function isAuthorization(value: Expr, scope: Scope, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  const within = (inner: Expr): boolean => isAuthorization(inner, scope, depth + 1);
  switch (value.k) {
    case 'var': {
      const set = onlyValueOf(value.name, scope);
      if (!set && isBearerParameter(value.name, scope)) return true;
      return set !== undefined && set.key !== undefined
        ? set.key === 'authorization' && isHeaders(set.init, scope)
        : set !== undefined && within(set.init);
    }
    case 'field':
      return (/^authorization$/i.test(value.name) && isHeaders(value.object, scope)) || within(value.object);
    case 'index':
      return within(value.object);
    case 'logical':
      return within(value.left) && (value.right.k === 'const' || within(value.right));
    case 'call':
      return value.callee.k === 'field' && (isHeaderCall(value, scope) || within(value.callee.object));
    default:
      return false;
  }
}

/** `req.get('authorization')`, `request.headers.get("Authorization")`, `request.getHeader("Authorization")` */
function isHeaderCall({ callee, args }: Call, scope: Scope): boolean {
  const [name] = args;
  if (callee.k !== 'field' || name?.value.k !== 'const' || !/^authorization$/i.test(String(name.value.value)))
    return false;
  return reading.has(callee.name) && (isRequest(callee.object, scope) || isHeaders(callee.object, scope));
}

const reading = new Set(['get', 'header', 'getHeader']);

const isHeaders = (value: Expr, scope: Scope): boolean =>
  value.k === 'field' &&
  value.name === 'headers' &&
  (isRequest(value.object, scope) || libraryName(value.object, scope.module) === 'flask.request');
