import type { Expr } from '../../ir/ir.ts';
import { isSmall } from '../../ir/size.ts';
import type { Context } from './context.ts';

/** An expression that stands in two places. */
export interface Repeatable {
  readonly first: Expr;
  /** For every other place. */
  readonly again: Expr;
}

/** An expression for several places: itself where it is small, else kept in a variable by the first of them. */
export function repeatable(value: Expr, context: Context): Repeatable {
  if (isSmall(value)) return { first: value, again: value };
  const { at, end } = value;
  // No name of Python's has a space.
  const kept = { k: 'var', at, end, name: `value ${at}` } as const;
  context.frame.hoisted.add(kept.name);
  return { first: { k: 'assign', at, end, target: kept, value }, again: kept };
}
