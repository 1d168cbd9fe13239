/** What was shown of data since somebody had it in hand. */
import type { Pattern } from '../../ir/ir.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { joinLabels, type Labels } from '../values/labels.ts';
import { everyClass, type Mask, maskOf } from '../values/masks.ts';

/** What a function's outcome may say of its argument. */
export const tested = everyClass.or(
  maskOf([
    'web-address',
    'no-first-slash',
    'no-way-up',
    'single-name',
    'not-loopback',
    'not-private',
    'not-link-local',
    'no-single-quote',
    'no-double-quote',
  ]),
);

/** The labels of what a pattern took out of a value: of all parts that have any. */
export function labelsIn(machine: Machine, target: Pattern, frame: Frame): Labels {
  if (target.k === 'var') return deepLabels(machine, machine.evaluate(target, frame), frame, 1);
  const parts =
    target.k === 'objectPattern'
      ? target.props.map((prop) => prop.target)
      : target.k === 'arrayPattern'
        ? target.items.flatMap((item) => (item ? [item.target] : []))
        : [];
  return parts.reduce<Labels>((all, part) => joinLabels(all, labelsIn(machine, part, frame)), []);
}

/** The classes for which every label of `before` is safe in `after` and was not yet; all, where no label is left. */
export function clearedSince(before: Labels, after: Labels): Mask {
  let mask = tested;
  for (const label of before) {
    const left = after.find((other) => other.origin === label.origin);
    mask = mask.and(left ? left.cleared : tested);
  }
  return mask;
}
