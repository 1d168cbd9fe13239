import { deepLabels } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { joinLabels, type Label, type Labels, maximumLabels } from '../values/labels.ts';
import {
  type Environment,
  join,
  maximumCallables,
  prefixOf,
  unknown,
  type Value,
  withLabels,
} from '../values/values.ts';

/**
 * What goes into a function that closes over variables: its receiver, its arguments, and what those variables hold, which
 * are parameters of it as the others are.
 */
export type Inputs = readonly Input[];

interface Input {
  readonly value: Value;
  /** Of what it refers to, too. */
  readonly labels: Labels;
}

/** One run of such a function in place. */
interface Run {
  readonly inputs: Inputs;
  readonly result: Value;
}

/** Runs of a function that are told apart. */
const maximumRuns = 8;
/** Runs of a function in place, each for itself, once an entry has spent what it may on calls in place. */
const maximumLate = 3;
/** Runs of a function for all of its calls at once, each with more than the one before. */
const maximumWidened = 16;
/** How deep the objects are looked into that go in. */
const inputDepth = 2;

/**
 * What functions that close over variables came to while an entry was analysed. Their meaning depends on what was put into
 * the variables, so they are run where they are called; past the bounds, a call is what an earlier one was that had as much
 * go in.
 */
export class ClosureRuns {
  readonly #runs = new Map<LinkedFunction, Run[]>();
  readonly #late = new Map<LinkedFunction, number>();
  readonly #widened = new Map<LinkedFunction, { readonly run: Run; readonly count: number }>();

  keep(fn: LinkedFunction, inputs: Inputs, result: Value): void {
    const known = this.#runs.get(fn);
    if (!known) this.#runs.set(fn, [{ inputs, result }]);
    else if (known.length < maximumRuns) known.push({ inputs, result });
  }

  /** What a call comes to, by one that had all of this go in, or more. */
  find(fn: LinkedFunction, inputs: Inputs): Value | undefined {
    const same = this.#runs.get(fn)?.find((run) => coversAll(run, inputs, isAlike));
    if (same) return resultFor(inputs, same);
    const widened = this.#widened.get(fn)?.run;
    return widened && coversAll(widened, inputs, () => true) ? resultFor(inputs, widened) : undefined;
  }

  /** What went into earlier calls together with what goes into this one; undefined after too many of them. */
  widen(fn: LinkedFunction, inputs: Inputs): Inputs | undefined {
    const known = this.#widened.get(fn);
    if (!known) return inputs;
    if (known.count >= maximumWidened) return undefined;
    return inputs.map(({ value, labels }, i) => {
      const before = known.run.inputs[i];
      return before
        ? { value: join(before.value, value), labels: joinLabels(before.labels, labels) }
        : { value, labels };
    });
  }

  keepWidened(fn: LinkedFunction, inputs: Inputs, result: Value): Value {
    const known = this.#widened.get(fn);
    const joined = known ? join(known.run.result, result) : result;
    this.#widened.set(fn, { run: { inputs, result: joined }, count: (known?.count ?? 0) + 1 });
    return joined;
  }

  /** Takes one of the runs that a function has past the bounds. @returns whether there was one left */
  takeLate(fn: LinkedFunction): boolean {
    const count = this.#late.get(fn) ?? 0;
    this.#late.set(fn, count + 1);
    return count < maximumLate;
  }
}

/** What goes into a call of a function that closes over variables. */
export function inputsOf(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  frame: Frame,
): Inputs {
  const inputs: Input[] = [];
  const add = (value: Value): void => {
    inputs.push({ value, labels: deepLabels(machine, value, frame, inputDepth) });
  };
  add(self);
  for (const [name, binding] of fn.scope.bindings) {
    if (binding.kind !== 'environment' || binding.owner === 0 || binding.owner === fn.ir.index) continue;
    const outer = environmentOf(binding.owner, environment);
    add((outer && machine.object(outer.record, frame.state)?.fields.get(name)) ?? unknown);
  }
  for (const arg of args) add(arg ?? unknown);
  return inputs;
}

const environmentOf = (owner: number, innermost: Environment | undefined): Environment | undefined =>
  !innermost || innermost.owner === owner ? innermost : environmentOf(owner, innermost.parent);

/** What came out of a run, without the data that went into that one alone. */
function resultFor(inputs: Inputs, { inputs: before, result }: Run): Value {
  const holds = (some: Inputs, { origin }: Label): boolean =>
    some.some(({ labels }) => labels.some((label) => label.origin === origin));
  const labels = result.labels.filter((label) => holds(inputs, label) || !holds(before, label));
  return labels.length === result.labels.length ? result : withLabels(result, labels);
}

/** Whether a run tells of a call with such inputs. */
const coversAll = (run: Run, inputs: Inputs, alike: (before: Value, value: Value) => boolean): boolean =>
  inputs.every((given, i) => {
    const known = run.inputs[i];
    if (!known) return given.labels.length === 0 && given.value.callables.length === 0;
    return known.value === given.value || (alike(known.value, given.value) && covers(known, given));
  });

/** Whether two values are the same but for the data and the functions that they are. */
const isAlike = (before: Value, value: Value): boolean =>
  before.api === value.api &&
  before.cls === value.cls &&
  (before.known === undefined ||
    (before.known.kind === value.known?.kind && prefixOf(before) === prefixOf(value)));

/** Whether data and functions of a value are among those of another. Values that are full take in no more. */
function covers({ value: before, labels }: Input, given: Input): boolean {
  return (
    (before.callables.length >= maximumCallables ||
      given.value.callables.every((callable) =>
        before.callables.some((other) =>
          callable.kind === 'function'
            ? other.kind === 'function' && other.fn === callable.fn
            : other.kind === 'class' && other.cls === callable.cls,
        ),
      )) &&
    (labels.length >= maximumLabels ||
      given.labels.every((label) =>
        labels.some(
          (other) =>
            other.origin === label.origin &&
            other.stage === label.stage &&
            other.merging.hops <= label.merging.hops &&
            label.cleared.covers(other.cleared),
        ),
      ))
  );
}
