import type { ArgValue, CallSite, Machine } from '../interpreter/machine.ts';
import { knownElements } from '../values/known-elements.ts';
import { type Callable, type Environment, join, same, unknown, type Value } from '../values/values.ts';

type FunctionValue = Extract<Callable, { kind: 'function' }>;

/** Environments around a function whose variables it may have written. */
const maximumEnvironments = 4;

export interface Turns {
  /** The parameter that gets the elements of the list. */
  readonly element: number;
  readonly list: Value;
  /** What one call gives is the first argument of the next, as with `reduce`. */
  readonly folds: boolean;
}

/**
 * Calls a function that is called for each element: for a few constants in turn, else with what any of them may be, and a
 * second time with what that left in the variables that it closes over, as `loop` does with a body.
 */
export function callForEach(
  machine: Machine,
  callable: FunctionValue,
  args: readonly ArgValue[],
  site: CallSite,
  { element, list, folds }: Turns,
): Value {
  const { at, end } = callable.fn.ir;
  const inTurn = folds ? undefined : knownElements(machine, list, 'values', end - at, site.frame);
  if (inTurn)
    return inTurn
      .map((value) =>
        machine.callCallable(
          callable,
          undefined,
          args.map((arg, i) => (i === element ? { ...arg, value } : arg)),
          site,
        ),
      )
      .reduce(join);
  const before = variablesAround(machine, callable.environment, site);
  const first = machine.callCallable(callable, undefined, args, site);
  const [total, ...rest] = args;
  const next = folds && total ? join(total.value, first) : undefined;
  const goesAround = total !== undefined && next !== undefined && carriesMore(total.value, next);
  if (!goesAround && !wroteAround(machine, before, site)) return first;
  const given = goesAround ? [{ ...total, value: next }, ...rest] : args;
  return join(first, machine.callCallable(callable, undefined, given, site));
}

type Variables = ReadonlyMap<string, Value> | undefined;

function variablesAround(
  machine: Machine,
  environment: Environment | undefined,
  { frame }: CallSite,
): ReadonlyMap<number, Variables> {
  const found = new Map<number, Variables>();
  for (let at = environment; at && found.size < maximumEnvironments; at = at.parent)
    found.set(at.record, machine.object(at.record, frame.state)?.fields);
  return found;
}

/** Whether variables hold data or objects now that they did not hold before. */
function wroteAround(machine: Machine, before: ReadonlyMap<number, Variables>, { frame }: CallSite): boolean {
  for (const [record, variables] of before) {
    const fields = machine.object(record, frame.state)?.fields;
    if (!fields || fields === variables) continue;
    for (const [name, value] of fields) if (carriesMore(variables?.get(name) ?? unknown, value)) return true;
  }
  return false;
}

const carriesMore = (before: Value, after: Value): boolean =>
  before !== after && after.labels.length + after.refs.length > 0 && !same(before, after);
