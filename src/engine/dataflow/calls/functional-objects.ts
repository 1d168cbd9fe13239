import type { ArgValue, Frame, Machine } from '../interpreter/machine.ts';
import { unknown, type Value } from '../values/values.ts';

/** The method by which a library calls an object of the project that it was given: `run` of a `Runnable`. */
export function functionalMethod(machine: Machine, value: Value, { fn }: Frame): string | undefined {
  const { interfaces } = fn.module.semantics.functions;
  if (interfaces.size === 0 || !value.cls) return undefined;
  for (const api of machine.project.members.apiBases(value.cls)) {
    const name = interfaces.get(api);
    if (name !== undefined && machine.project.members.method(value.cls, name).length > 0) return name;
  }
  return undefined;
}

/** Calls it so; each argument is what the library may pass on. */
export function callFunctional(
  machine: Machine,
  value: Value,
  name: string,
  given: Value,
  site: Parameters<Machine['callCallable']>[3],
): Value {
  const [method] = value.cls ? machine.project.members.method(value.cls, name) : [];
  const args = (method?.ir.params ?? []).map(
    (): ArgValue => ({ value: given, expr: undefined, name: undefined, spread: undefined }),
  );
  return machine.call(unknown, name, { site, receiver: value, receiverExpr: undefined, args, isNew: false });
}
