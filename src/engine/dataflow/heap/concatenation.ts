import { elements } from '../interpreter/loads.ts';
import type { CallSite, Machine } from '../interpreter/machine.ts';
import { join, reference, type Value } from '../values/values.ts';
import { emptyObject } from './heap.ts';

/**
 * `list.concat(other, one)`: a new list of the elements, in their order as long as that is known. What of an argument is not
 * known may be a list of any length.
 */
export function concatenated(machine: Machine, parts: readonly Value[], { frame, node }: CallSite): Value {
  const items: Value[] = [];
  let rest: Value | undefined;
  for (const part of parts) {
    const known = rest ? undefined : elementsOf(machine, part, frame.state);
    if (known) items.push(...known);
    else {
      const all = elements(machine, part, frame);
      rest = rest ? join(rest, all) : all;
    }
  }
  const object = rest
    ? { ...emptyObject, lead: items, rest: items.reduce(join, rest) }
    : { ...emptyObject, items };
  return reference(machine.allocate(object, frame, node), frame.fn.module.semantics.types.list);
}

/** The elements that are added for an argument: those of a list, or the argument where it is a constant or a record. */
function elementsOf(
  machine: Machine,
  part: Value,
  state: CallSite['frame']['state'],
): readonly Value[] | undefined {
  const [id, ...others] = part.refs;
  if (part.labels.length > 0 || others.length > 0) return undefined;
  if (id === undefined) return part.known ? [part] : undefined;
  const { items, rest, content, fields, api } = machine.object(id, state) ?? emptyObject;
  if (items) return rest || content ? undefined : items;
  return !rest && api === undefined && fields.size > 0 ? [part] : undefined;
}
