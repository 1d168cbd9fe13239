import type { CallSite, Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import type { Labels } from '../values/labels.ts';
import { tainted, unknown, type Value } from '../values/values.ts';

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
