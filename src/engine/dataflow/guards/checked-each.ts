/** What a loop or a comprehension shows of each element holds of the whole: `for (const x of list) if (!ok(x)) throw …`. */
import type { Expr, Pattern } from '../../ir/ir.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { tainted, type Value } from '../values/values.ts';
import { clear, clearByHost } from './barriers.ts';
import { clearedSince, labelsIn } from './shown.ts';

/** The classes for which an element was shown to be safe where the state is now; it is what a pattern took it into. */
export function shownOfEach(machine: Machine, element: Value, target: Pattern, frame: Frame): Mask {
  const before = deepLabels(machine, element, frame, 1);
  const after = labelsIn(machine, target, frame);
  return before.length === 0 || (after.length === 0 && target.k !== 'var')
    ? noClass
    : clearedSince(before, after);
}

/** Marks what is looked through as safe, and by the host of an address the address. */
export function clearWhole(machine: Machine, whole: Expr, element: Value, mask: Mask, frame: Frame): void {
  if (mask === noClass) return;
  clear(machine, whole, mask, frame);
  clearByHost(machine, tainted(deepLabels(machine, element, frame, 1)), mask, frame);
}
