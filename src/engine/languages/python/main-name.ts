import type { Expr, Stmt } from '../../ir/ir.ts';

/** Whether a module's own statements ask whether it is run by itself: `if __name__ == '__main__'`. */
export const comparesMainName = (body: readonly Stmt[]): boolean =>
  body.some((statement) => statement.k === 'if' && isMainTest(statement.test));

function isMainTest(test: Expr): boolean {
  if (test.k === 'logical') return isMainTest(test.left) || isMainTest(test.right);
  if (test.k !== 'binary' || test.op !== '==') return false;
  const sides = [test.left, test.right];
  return (
    sides.some((side) => side.k === 'var' && side.name === '__name__') &&
    sides.some((side) => side.k === 'const' && side.value === '__main__')
  );
}
