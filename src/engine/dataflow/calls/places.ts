import type { Place } from '../../libraries/access-paths.ts';
import { contents, type HeapObject, readField as readObjectField } from '../heap/heap.ts';
import { deepLabels, isParameter } from '../interpreter/loads.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { dataLabels, joinLabels, type Labels, partLabels } from '../values/labels.ts';
import { ofObjects } from '../values/masks.ts';
import { join, tainted, unknown, type Value } from '../values/values.ts';

/** The values at a place of a call; none where the call has no such argument or the object no such field. */
export function valuesAt(machine: Machine, place: Place, invocation: Invocation): readonly Value[] {
  let values = baseValues(machine, place, invocation);
  place.fields.forEach((field, i) => {
    const isLast = i === place.fields.length - 1;
    values = values.flatMap((value) => below(machine, value, field, invocation, isLast));
  });
  return values;
}

function baseValues(machine: Machine, place: Place, invocation: Invocation): readonly Value[] {
  const { base } = place;
  switch (base.at) {
    case 'receiver':
      return invocation.receiver ? [invocation.receiver] : [];
    case 'return':
      return [];
    case 'anyArgument':
      return invocation.args.map((arg) => arg.value);
    case 'keyword':
      return keyword(machine, invocation, base.name);
    case 'argument':
      return positional(invocation.args, base.index, base.andAfter);
  }
}

/** The argument of this name, or what a spread map has under it. */
function keyword(machine: Machine, invocation: Invocation, name: string): readonly Value[] {
  return invocation.args.flatMap((arg) => {
    if (arg.name === name) return [arg.value];
    return arg.spread === 'map' ? below(machine, arg.value, name, invocation, true) : [];
  });
}

function positional(args: readonly ArgValue[], index: number, andAfter: boolean): readonly Value[] {
  const found: Value[] = [];
  let at = 0;
  for (const arg of args) {
    if (arg.name !== undefined || arg.spread === 'map') continue;
    if (arg.spread === 'list') {
      // It may fill any place from here on.
      if (at <= index || andAfter) found.push(arg.value);
      break;
    }
    if (at === index || (andAfter && at > index)) found.push(arg.value);
    at++;
  }
  return found;
}

function below(
  machine: Machine,
  value: Value,
  field: string,
  invocation: Invocation,
  isLast: boolean,
): readonly Value[] {
  const { frame } = invocation.site;
  const found: Value[] = [];
  for (const id of value.refs) {
    const object = machine.object(id, frame.state);
    if (!object) continue;
    if (field === '*') {
      found.push(...object.fields.values(), ...(object.items ?? []));
      if (object.rest) found.push(object.rest);
      // What lies deeper is not what a further field is looked up in.
      if (isLast) found.push(tainted(deepLabels(machine, contents(object), frame, 3)));
      else if (object.content) found.push(tainted(object.content.labels));
    } else {
      const inside = /^\d+$/.test(field) ? itemAt(object, field) : readObjectField(object, field);
      if (inside) found.push(inside);
    }
  }
  // A wholly attacker-made object has every field, a text no operator.
  const labels = field.startsWith('$')
    ? value.labels.filter(({ cleared }) => !cleared.covers(ofObjects()))
    : value.labels;
  if (labels.length > 0) found.push(tainted(partLabels(labels, field, frame.fn, invocation.site.node)));
  if (isParameter(value)) frame.entry.usesObjects = true;
  return found;
}

/** An element that is known to stand at this place: of a list in disorder, none is. */
const itemAt = (object: HeapObject, index: string): Value | undefined =>
  object.items?.[Number(index)] ?? object.fields.get(index);

/** Whether the argument or field is there; undefined when that cannot be told. */
export function isPresent(machine: Machine, place: Place, invocation: Invocation): boolean | undefined {
  const base = baseValues(machine, place, invocation);
  if (base.length === 0) return invocation.args.some((arg) => arg.spread !== undefined) ? undefined : false;
  if (place.fields.length === 0) return true;
  let values: readonly Value[] = base;
  for (const field of place.fields) {
    const next: Value[] = [];
    for (const value of values) {
      if (value.refs.length === 0) return undefined;
      for (const id of value.refs) {
        const object = machine.object(id, invocation.site.frame.state);
        if (!object) return undefined;
        const inside = object.fields.get(field);
        if (inside) next.push(inside);
        else if (object.open || object.rest) return undefined;
      }
    }
    if (next.length === 0) return false;
    values = next;
  }
  return true;
}

/** The labels at a place: of the text itself, and of what its object holds when it is written out. */
export function labelsAt(machine: Machine, place: Place, invocation: Invocation): Labels {
  let labels: Labels = [];
  for (const value of valuesAt(machine, place, invocation)) {
    labels = joinLabels(labels, dataLabels(deepLabels(machine, value, invocation.site.frame, 2)));
  }
  return labels;
}

/** Everything known at a place, joined. */
export function valueAt(machine: Machine, place: Place, invocation: Invocation): Value | undefined {
  const values = valuesAt(machine, place, invocation);
  return values.length === 0 ? undefined : values.reduce(join, values[0] ?? unknown);
}
