import { elements } from '../interpreter/loads.ts';
import { dataLabels } from '../values/labels.ts';
import { constant, exact, join, nothing, reference, unknown, type Value } from '../values/values.ts';
import type { ContainerCall, Operations } from './container-call.ts';
import { addAll, append, forget, insert, put, remove, update } from './container-edits.ts';
import { get } from './container-reads.ts';
import { emptyObject, type HeapObject, writeKey, writeUnknown } from './heap.ts';
import { under } from './parts.ts';

/** Operations that change what a collection holds. */
export const editOperations: Operations<
  | 'append'
  | 'push'
  | 'appendEach'
  | 'prepend'
  | 'insert'
  | 'addAll'
  | 'putAll'
  | 'put'
  | 'setdefault'
  | 'compute'
  | 'hold'
  | 'fill'
  | 'splice'
  | 'reorder'
  | 'removeAt'
  | 'pop'
  | 'shift'
  | 'clear'
  | 'truncate'
> = {
  append(call) {
    const [first] = call.args;
    // `list.add(0, x)` of Java's.
    if (call.args.length === 2 && typeof (first && exact(first)?.value) === 'number')
      return editOperations.insert(call);
    return addEach(call, append);
  },
  push: (call) => addEach(call, append),
  appendEach: (call) => addEach(call, append),
  prepend: (call) => addEach(call, (object, value) => insert(object, 0, value)),
  insert({ machine, receiver, args: [first, second], invocation }) {
    const value = second ?? unknown;
    const at = first && exact(first)?.value;
    update(machine, receiver, invocation, value, (object) =>
      typeof at === 'number' ? insert(object, at, value) : writeUnknown(object, value),
    );
    return unknown;
  },
  addAll: putEach,
  putAll: putEach,
  put({ machine, receiver, args: [first, second], invocation }) {
    const value = second ?? unknown;
    const key = first && exact(first);
    update(machine, receiver, invocation, value, (object, strong) => {
      const filled = put(object, key?.value, under(first, value), strong);
      return noteKey(filled, first);
    });
    return unknown;
  },
  setdefault({ machine, receiver, args: [first, second], invocation }) {
    const value = second ?? unknown;
    const key = first && exact(first);
    update(machine, receiver, invocation, value, (object) =>
      noteKey(put(object, key?.value, under(first, value), false), first),
    );
    return join(get(machine, receiver, first, second, invocation), value);
  },
  compute({ machine, receiver, args: [first, second], invocation }) {
    const known = get(machine, receiver, first, undefined, invocation);
    if (known.refs.length > 0) return known;
    const made = (second?.callables ?? []).map((callable) =>
      machine.callCallable(callable, undefined, invocation.args.slice(0, 1), invocation.site),
    );
    const value = made.length > 0 ? made.reduce(join) : unknown;
    const key = first && exact(first);
    update(machine, receiver, invocation, value, (object, strong) =>
      noteKey(put(object, key?.value, under(first, value), strong), first),
    );
    return known.labels.length > 0 ? join(known, value) : value;
  },
  hold({ machine, receiver, args: [first], invocation }) {
    const before = elements(machine, receiver, invocation.site.frame);
    const value = first ?? unknown;
    update(machine, receiver, invocation, value, (object, strong) =>
      strong ? { ...object, items: [value], rest: undefined } : writeUnknown(object, value),
    );
    return before;
  },
  fill({ machine, receiver, args: [first], invocation }) {
    const value = first ?? unknown;
    update(machine, receiver, invocation, value, (object) => writeUnknown(forget(object), value));
    return receiver;
  },
  splice({ machine, receiver, args, invocation }) {
    const { frame, node } = invocation.site;
    const rest = elements(machine, receiver, frame);
    const added = args.slice(2).reduce(join, unknown);
    update(machine, receiver, invocation, added, (object) =>
      args.length > 2 ? writeUnknown(forget(object), added) : forget(object),
    );
    return reference(machine.allocate({ ...emptyObject, rest }, frame, node), 'Array');
  },
  reorder({ machine, receiver, invocation }) {
    update(machine, receiver, invocation, undefined, forget);
    return receiver;
  },
  removeAt({ machine, receiver, args: [first], invocation }) {
    const at = first && exact(first)?.value;
    const removed = get(machine, receiver, first, undefined, invocation);
    update(machine, receiver, invocation, undefined, (object) =>
      typeof at === 'number' ? remove(object, at) : forget(object),
    );
    return removed;
  },
  pop: (call) => takeOut(call, -1),
  shift: (call) => takeOut(call, 0),
  clear({ machine, receiver, invocation }) {
    update(machine, receiver, invocation, undefined, (object, strong) =>
      strong
        ? { ...object, fields: new Map(), items: [], rest: undefined, keys: undefined, content: undefined }
        : object,
    );
    return nothing;
  },
  truncate({ machine, receiver, args: [first], invocation }) {
    if (first && exact(first)?.value === 0)
      update(machine, receiver, invocation, undefined, (object, strong) =>
        strong ? { ...object, content: undefined } : object,
      );
    return unknown;
  },
};

const noteKey = (object: HeapObject, key: Value | undefined): HeapObject =>
  key && (key.labels.length > 0 || !exact(key)) ? writeKey(object, dataLabels(key.labels)) : object;

function addEach(
  { machine, receiver, args, invocation }: ContainerCall,
  add: (object: HeapObject, value: Value) => HeapObject,
): Value {
  for (const value of args) update(machine, receiver, invocation, value, (object) => add(object, value));
  return unknown;
}

function putEach({ machine, receiver, args, invocation }: ContainerCall): Value {
  for (const value of args) addAll(machine, receiver, value, invocation);
  return unknown;
}

/** Removes the element at one end, or at the place that is given; a text is the key of a map. */
function takeOut(
  { machine, receiver, args: [first, second], invocation }: ContainerCall,
  end: 0 | -1,
): Value {
  const at = first && exact(first)?.value;
  const place = typeof at === 'number' ? at : end;
  const key = typeof at === 'string' ? first : constant(place);
  const removed = get(machine, receiver, key, second, invocation);
  update(machine, receiver, invocation, undefined, (object) => remove(object, place));
  return removed;
}
