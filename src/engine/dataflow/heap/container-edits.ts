import { elements } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { noteWrite } from '../interpreter/noted-writes.ts';
import { taintInPlace } from '../interpreter/stores.ts';
import { dataLabels } from '../values/labels.ts';
import { asOperand, isEndOfOptions } from '../values/options.ts';
import { join, unknown, type Value, withRefs } from '../values/values.ts';
import { contents, emptyObject, type HeapObject, writeField, writeKey, writeUnknown } from './heap.ts';

const maximumItems = 64;

/** Replaces the receiver's objects; a receiver without any takes the value's labels itself. */
export function update(
  machine: Machine,
  receiver: Value,
  invocation: Invocation,
  added: Value | undefined,
  change: (object: HeapObject, strong: boolean) => HeapObject,
): void {
  const { frame } = invocation.site;
  if (holdsFirst(machine, receiver, invocation, change)) return;
  const strong = receiver.refs.length === 1;
  for (const id of receiver.refs) {
    const object = machine.object(id, frame.state);
    if (object) frame.state.heap.set(id, change(object, strong));
  }
  noteWrite(receiver, frame);
  if (receiver.refs.length === 0 && added && added.labels.length > 0 && invocation.receiverExpr) {
    taintInPlace(machine, invocation.receiverExpr, added, frame);
  }
}

/** An object that a framework made and that is written to for the first time. @returns whether it is one */
function holdsFirst(
  machine: Machine,
  receiver: Value,
  { receiverExpr, site: { frame, node } }: Invocation,
  change: (object: HeapObject, strong: boolean) => HeapObject,
): boolean {
  const isKept = receiver.refs.length === 0 && receiver.api !== undefined && receiverExpr?.k === 'var';
  if (!isKept || !machine.catalog.isHolder(receiver.api)) return false;
  const id = machine.allocate(change({ ...emptyObject, open: true }, true), frame, node);
  machine.assign(receiverExpr, withRefs(receiver, [id]), frame, node);
  return true;
}

export function append(object: HeapObject, value: Value): HeapObject {
  if (object.items && object.items.length < maximumItems)
    return { ...object, items: [...object.items, value] };
  const list = { ...object, lead: object.items ?? object.lead };
  const ends = isEndOfOptions(value) ? { ...list, areOperands: true } : list;
  return writeUnknown(ends, list.areOperands ? asOperand(value) : value);
}

export function insert(object: HeapObject, at: number, value: Value): HeapObject {
  if (!object.items || object.items.length >= maximumItems)
    return writeUnknown({ ...object, lead: undefined }, value);
  const items = [...object.items];
  items.splice(at, 0, value);
  return { ...object, items };
}

export function remove(object: HeapObject, at: number): HeapObject {
  if (!object.items) return { ...object, lead: undefined };
  const items = [...object.items];
  items.splice(at, 1);
  return { ...object, items };
}

export const forget = (object: HeapObject): HeapObject =>
  object.items
    ? {
        ...object,
        items: undefined,
        lead: undefined,
        rest: object.items.reduce(join, object.rest ?? unknown),
      }
    : { ...object, lead: undefined };

export function put(object: HeapObject, key: unknown, value: Value, strong: boolean): HeapObject {
  if (typeof key === 'number' && object.items && key >= 0 && key < object.items.length) {
    const items = [...object.items];
    items[key] = value;
    return { ...object, items };
  }
  if (typeof key === 'string' || typeof key === 'number') {
    const cleared = object.items?.length === 0 ? { ...object, items: undefined } : object;
    return writeField(cleared, String(key), value, strong);
  }
  return writeUnknown(object, value);
}

/** Of what is taken over with its keys: who chose the whole chose the keys, unless these were noted. */
const noteKeys = (object: HeapObject, from: HeapObject | undefined, all: Value): HeapObject =>
  writeKey(object, dataLabels((from?.keys ?? all).labels));

export function addAll(machine: Machine, receiver: Value, source: Value, invocation: Invocation): void {
  const { frame } = invocation.site;
  const [id] = source.refs;
  const from = source.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
  const all = from ? contents(from) : elements(machine, source, frame);
  update(machine, receiver, invocation, all, (object) => {
    if (from?.items && object.items && object.items.length + from.items.length <= maximumItems) {
      return { ...object, items: [...object.items, ...from.items] };
    }
    if (from && !from.items && from.fields.size > 0) {
      let result = object.items?.length === 0 ? { ...object, items: undefined } : object;
      for (const [name, value] of from.fields) result = writeField(result, name, value, true);
      return from.rest ? writeUnknown(noteKeys(result, from, from.rest), from.rest) : result;
    }
    return writeUnknown(noteKeys(object, from, all), all);
  });
}
