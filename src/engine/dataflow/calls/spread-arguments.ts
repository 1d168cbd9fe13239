import { elements } from '../interpreter/loads.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import type { Value } from '../values/values.ts';

/** The arguments that a list of them stands for: `f.apply(self, list)`. */
export function spreadOf(
  machine: Machine,
  list: Value | undefined,
  invocation: Invocation,
): readonly ArgValue[] {
  if (!list) return [];
  const object =
    list.refs.length === 1 ? machine.object(list.refs[0] as number, invocation.site.frame.state) : undefined;
  const plain = (value: Value, spread: 'list' | undefined): ArgValue => ({
    value,
    expr: undefined,
    name: undefined,
    spread,
  });
  if (object?.items) return object.items.map((item) => plain(item, undefined));
  return [plain(elements(machine, list, invocation.site.frame), 'list')];
}
