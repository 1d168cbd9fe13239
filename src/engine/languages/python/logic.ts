import type { Expr } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * Tests of a row as one. Halves are put together of halves: a row of any length is not nested deeper than what walks the IR
 * can follow.
 */
export function joined(node: SyntaxNode, op: '&&' | '||', tests: readonly Expr[]): Expr | undefined {
  if (tests.length < 2) return tests[0];
  const half = Math.ceil(tests.length / 2);
  const left = joined(node, op, tests.slice(0, half));
  const right = joined(node, op, tests.slice(half));
  return left && right && { k: 'logical', at: node.at, end: node.end, op, left, right };
}
