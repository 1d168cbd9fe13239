import type { CallSite, Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { clearLabels, type Labels } from '../values/labels.ts';
import { tainted, unknown, type Value, withLabels } from '../values/values.ts';
import { clearedByField } from './checked.ts';

/** What a class's field holds of what was given for it, where the class refuses what does not fit. */
export function fittedToField(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  given: Value,
  site: CallSite,
): Value {
  if (given.labels.length === 0) return given;
  const fitting = clearLabels(given.labels, clearedByField(machine, cls, name));
  return withLabels(given, validated(machine, cls, name, fitting, site).labels);
}

const known = new WeakMap<LinkedClass, ReadonlyMap<string, readonly LinkedFunction[]>>();

/** What a model's own validators leave of the data that arrives in a field. */
export function validated(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  labels: Labels,
  site: CallSite,
): Value {
  const validators = validatorsOf(machine, cls).get(name);
  const { cleaned } = machine.project.hooks;
  let value = tainted(cleaned.reduce((left, clean) => clean(machine, cls, name, left, site), labels));
  for (const fn of validators ?? []) {
    const args = [{ value, expr: undefined, name: undefined, spread: undefined }];
    value = machine.callCallable(
      { kind: 'function', fn, environment: undefined, self: undefined },
      unknown,
      args,
      site,
    );
  }
  return value;
}

function validatorsOf(machine: Machine, cls: LinkedClass): ReadonlyMap<string, readonly LinkedFunction[]> {
  let found = known.get(cls);
  if (!found) {
    found = findValidators(machine, cls);
    known.set(cls, found);
  }
  return found;
}

function findValidators(machine: Machine, cls: LinkedClass): ReadonlyMap<string, readonly LinkedFunction[]> {
  const found = new Map<string, readonly LinkedFunction[]>();
  const { validators } = machine.project.hooks;
  if (validators.length === 0) return found;
  for (const base of cls.bases) for (const [name, fns] of validatorsOf(machine, base)) found.set(name, fns);
  for (const own of validators)
    for (const [name, fns] of own(cls)) found.set(name, [...(found.get(name) ?? []), ...fns]);
  return found;
}
