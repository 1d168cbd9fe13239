import type { Expr } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';

/** `Path(x)`, `PurePosixPath(x)`, `path.normalize(x)`: of these, `x` has as many ways up. */
export const takenAsPath = (expr: Expr): Expr =>
  (expr.k === 'call' || expr.k === 'new') &&
  expr.args.length === 1 &&
  expr.args[0] &&
  isPathOf.test(nameOf(expr.callee))
    ? expr.args[0].value
    : expr;

const isPathOf = /(?:^|\.)(?:(?:Pure)?(?:Posix|Windows)?Path|Paths\.get|Path\.of|File)$/;

const nameOf = (callee: Expr): string =>
  callee.k === 'type' ? (callee.type.candidates[0] ?? '') : (dottedName(callee) ?? '');
