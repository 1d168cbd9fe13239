import type { Expr } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { everyClass, type Mask } from '../values/masks.ts';
import { clear } from './barriers.ts';

/** `FILES.includes(`${folder}/${name}`)`: a text of the program's own, and so is each part that it is put together of. */
export function clearListed(machine: Machine, item: Expr, frame: Frame, mask: Mask = everyClass): void {
  for (const part of partsOf(item)) clear(machine, part, mask, frame);
}

const partsOf = (expr: Expr): readonly Expr[] =>
  expr.k === 'template' && expr.tag === undefined
    ? expr.parts
    : expr.k === 'binary' && expr.op === '+'
      ? [...partsOf(expr.left), ...partsOf(expr.right)]
      : [expr];
