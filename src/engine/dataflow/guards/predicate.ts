import { bindArguments, takesSelf } from '../calls/binding.ts';
import { openFrame, runBody } from '../interpreter/bodies.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { CallSite, Machine } from '../interpreter/machine.ts';
import type { Labels } from '../values/labels.ts';
import { everyClass, type Mask, maskOf, noClass } from '../values/masks.ts';
import { type Callable, exact, unknown, type Value } from '../values/values.ts';
import { type OutcomePart, partAt, truthAt } from './outcome-parts.ts';

/** What a function's outcome may say of its argument. */
const tested = everyClass.or(
  maskOf([
    'web-address',
    'no-first-slash',
    'no-way-up',
    'single-name',
    'not-loopback',
    'not-private',
    'not-link-local',
  ]),
);

/** See `Machine.predicate`: runs the body and looks at what is left of the parameters where it returned this truth. */
export function predicate(
  machine: Machine,
  callable: Callable,
  args: readonly Value[],
  truth: boolean,
  site: CallSite,
  part?: OutcomePart,
): readonly Mask[] {
  if (callable.kind !== 'function') return [];
  const { fn } = callable;
  if (
    fn.scope.size > 120 ||
    fn.ir.params.some((param) => param.target.k !== 'var') ||
    site.frame.entry.stack.includes(fn)
  )
    return [];
  const self = callable.self ?? unknown;
  const bound = bindArguments(
    machine,
    fn,
    self,
    args.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined })),
    site,
  );
  const frame = openFrame(machine, fn, callable.environment, self, bound, site.frame);
  site.frame.entry.dependsOn.add(fn);
  site.frame.entry.inlines.add(fn);
  site.frame.entry.stack.push(fn);
  runBody(machine, frame);
  const offset = takesSelf(fn) ? 1 : 0;
  const masks: (Mask | undefined)[] = args.map(() => undefined);
  // A part that no way out says anything of is no outcome.
  let tells = part === undefined;
  for (const exit of frame.exits) {
    const outcome = part ? partAt(machine, exit, part) : exit;
    const known = part ? truthAt(outcome.value) : constantTruth(outcome.value);
    tells ||= known !== undefined || outcome.expr !== undefined;
    if (known !== undefined && known !== truth) continue;
    frame.state = exit.state;
    if (known === undefined && outcome.expr && !machine.refine(outcome.expr, truth, frame)) continue;
    args.forEach((arg, i) => {
      const target = fn.ir.params[i + offset]?.target;
      const left = target?.k === 'var' ? machine.evaluate(target, frame) : arg;
      const before = deepLabels(machine, arg, site.frame, 1);
      masks[i] = (masks[i] ?? tested).and(clearedSince(before, deepLabels(machine, left, frame, 1)));
    });
  }
  site.frame.entry.stack.pop();
  return tells ? masks.map((mask) => mask ?? noClass) : [];
}

const constantTruth = (value: Value): boolean | undefined => {
  const known = exact(value);
  return known && Boolean(known.value);
};

/** The classes for which every label of `before` is safe in `after` and was not yet; all, where no label is left. */
function clearedSince(before: Labels, after: Labels): Mask {
  let mask = tested;
  for (const label of before) {
    const left = after.find((other) => other.origin === label.origin);
    mask = mask.and(left ? left.cleared : tested);
  }
  return mask;
}
