import type { Expr, FunctionIR, Stmt } from '../ir/ir.ts';
import { dottedName, walk } from '../ir/walk.ts';
import { isAuthentication } from './authentication.ts';

/**
 * What a handler itself asks of the caller before it comes to an offset: `if (!req.user) return`, or an `if` around
 * the place that asks for a session.
 * @returns the names asked for, as written
 */
export function checksBefore(handler: FunctionIR, offset: number): readonly string[] {
  const found: string[] = [];
  for (const statement of handler.body) {
    walk(statement, (node) => {
      if (node.at > offset) return false;
      if (node.k !== 'if') return undefined;
      const holdsPlace = node.then.at <= offset && offset < node.then.end;
      const asked = identityIn(node.test);
      const isNegative = node.test.k === 'unary' && node.test.op === '!';
      if (asked !== undefined && (holdsPlace ? !isNegative : exits(node.then) && node.then.end <= offset))
        found.push(asked);
      return undefined;
    });
  }
  return found;
}

const identity =
  /(?:^|[._])(?:is_?authenticated|current_?user|session\.(?:user|userId|uid|get)|req(?:uest)?\.user)\b/i;

/** The name in a condition that stands for who the caller is. */
function identityIn(test: Expr): string | undefined {
  let found: string | undefined;
  walk(test, (node) => {
    const name = node.k === 'field' || node.k === 'call' ? dottedName(node) : undefined;
    if (
      name !== undefined &&
      (identity.test(name) || (node.k === 'call' && isAuthentication(lastPart(name))))
    )
      found ??= name;
    return found === undefined ? undefined : false;
  });
  return found;
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const exits = (statement: Stmt): boolean =>
  statement.k === 'block' ? statement.body.some(exits) : statement.k === 'return' || statement.k === 'throw';
