import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { join, unknown, type Value } from '../values/values.ts';

/** An argument of which only the value is known: no expression of the program gives it. */
export const plain = (value: Value): ArgValue => ({
  value,
  expr: undefined,
  name: undefined,
  spread: undefined,
});

/** What a function gives for each element; what is no function, or unknown, gives the element. */
export function calledWith(
  machine: Machine,
  fn: Value | undefined,
  given: readonly Value[],
  { site }: Invocation,
): Value {
  const args = given.map(plain);
  if (fn && fn.callables.length === 0 && fn.api !== undefined)
    return machine.call(fn, undefined, {
      site,
      receiver: undefined,
      receiverExpr: undefined,
      args,
      isNew: false,
    });
  const made = (fn?.callables ?? []).map((callable) => machine.callCallable(callable, undefined, args, site));
  return made.length > 0 ? made.reduce(join) : given.reduce(join, unknown);
}
