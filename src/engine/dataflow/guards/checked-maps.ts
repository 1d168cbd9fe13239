import { emptyObject } from '../heap/heap.ts';
import type { CallSite, Machine } from '../interpreter/machine.ts';
import type { LinkedClass } from '../names/linking.ts';
import { clearLabels, type Labels } from '../values/labels.ts';
import { type Mask, noClass } from '../values/masks.ts';
import { reference, tainted, type Value, withApi } from '../values/values.ts';
import { clearedByChecks, declarationOf } from './checked.ts';

/** Returns what arrives in a field `Map<@Pattern(…) String, V>`, whose keys or values are checked; undefined for any other. */
export function checkedMap(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  labels: Labels,
  { node, frame }: CallSite,
): Value | undefined {
  if (labels.length === 0) return undefined;
  const declared = declarationOf(cls, name);
  const types = declared?.field.type?.args;
  if (!declared || types?.length !== 2 || !types.some(({ decorators }) => decorators)) return undefined;
  const { checksField } = machine.project.hooks;
  const [ofKeys = noClass, ofValues = noClass] = types.map(({ decorators = [] }): Mask => {
    const checks = decorators.filter((one) =>
      checksField.every((isLookedAt) => isLookedAt(machine, cls, one)),
    );
    return clearedByChecks(machine, { decorators: checks }, declared.owner.module);
  });
  const keys = tainted(clearLabels(labels, ofKeys));
  const rest = tainted(clearLabels(labels, ofValues));
  const map = reference(machine.allocate({ ...emptyObject, keys, rest }, frame, node));
  const type = declared.field.type && machine.project.typeOf(declared.field.type, declared.owner.module);
  return typeof type === 'string' ? withApi(map, type) : map;
}
