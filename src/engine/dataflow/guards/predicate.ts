import type { Expr, FunctionIR, Param } from '../../ir/ir.ts';
import { bindArguments, takesSelf } from '../calls/binding.ts';
import { openFrame, runBody } from '../interpreter/bodies.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { CallSite, Frame, Machine, Truth } from '../interpreter/machine.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { type Callable, exact, unknown, type Value } from '../values/values.ts';
import { type OutcomePart, partAt, truthAt } from './outcome-parts.ts';
import { clearedSince, labelsIn, tested } from './shown.ts';

/** See `Machine.predicate`: runs the body and looks at what is left of the parameters where it returned this truth. */
export function predicate(
  machine: Machine,
  callable: Callable,
  args: readonly Value[],
  /** Undefined where nobody asks: all ways on count. */
  truth: Truth | undefined,
  site: CallSite,
  part?: OutcomePart,
  around?: Map<string, Mask>,
): readonly Mask[] {
  if (callable.kind !== 'function') return [];
  const { fn } = callable;
  if (
    fn.scope.size > 120 ||
    fn.ir.params.some(({ target }) => target.k !== 'var' && target.k !== 'objectPattern') ||
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
    if (isOther(outcome.value, known, truth)) continue;
    frame.state = exit.state;
    const asked = known === undefined ? outcome.expr : undefined;
    if (asked && truth !== undefined && !machine.refine(asFound(asked, truth), truth !== false, frame))
      continue;
    if (around) noteAround(machine, frame, site.frame, around);
    args.forEach((arg, i) => {
      const target = paramOf(fn.ir, i + offset)?.target;
      const before = deepLabels(machine, arg, site.frame, 1);
      const left = target ? labelsIn(machine, target, frame) : deepLabels(machine, arg, frame, 1);
      const shown = target?.k === 'objectPattern' && left.length === 0 ? noClass : clearedSince(before, left);
      masks[i] = (masks[i] ?? tested).and(shown);
    });
  }
  site.frame.entry.stack.pop();
  return tells ? masks.map((mask) => mask ?? noClass) : [];
}

/** Whether what a function returned is surely not what is asked for. */
function isOther(value: Value, known: boolean | undefined, truth: Truth | undefined): boolean {
  const returned = exact(value);
  if (truth === 'present') return returned !== undefined && (returned.value ?? null) === null;
  return known !== undefined && truth !== undefined && known !== truth;
}

/** The test of whether there is something, or of its truth. */
const asFound = (expr: Expr, truth: Truth): Expr =>
  truth === 'present'
    ? {
        k: 'binary',
        op: '!=',
        left: expr,
        right: { k: 'const', value: null, at: expr.at, end: expr.at },
        at: expr.at,
        end: expr.end,
      }
    : expr;

/** What takes an argument: the last parameter all that are left, where it is a list of them. */
function paramOf({ params }: FunctionIR, i: number): Param | undefined {
  const last = params.at(-1);
  return i >= params.length && last?.rest === 'list' ? last : params[i];
}

const constantTruth = (value: Value): boolean | undefined => {
  const known = exact(value);
  return known && Boolean(known.value);
};

/** Notes what is left of the variables of the functions around, which the one that asks has in common with the one that tests. */
function noteAround(machine: Machine, frame: Frame, asking: Frame, around: Map<string, Mask>): void {
  for (const [name, binding] of frame.fn.scope.bindings) {
    if (binding.kind !== 'environment' || binding.owner === frame.fn.ir.index || binding.owner === 0)
      continue;
    const own = asking.fn.scope.bindings.get(name);
    if (own?.kind !== 'environment' || own.owner !== binding.owner) continue;
    const variable = { k: 'var', name, at: 0, end: 0 } as const;
    const before = labelsIn(machine, variable, asking);
    if (before.length === 0) continue;
    const shown = clearedSince(before, labelsIn(machine, variable, frame));
    around.set(name, (around.get(name) ?? tested).and(shown));
  }
}
