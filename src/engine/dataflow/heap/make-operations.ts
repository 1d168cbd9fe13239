import { calledWith } from '../calls/calls-of-elements.ts';
import { passing } from '../calls/passing.ts';
import { deepLabels, elements, keysOf } from '../interpreter/loads.ts';
import { knownKeys } from '../values/known-elements.ts';
import { clearLabels, dataLabels, joinLabels } from '../values/labels.ts';
import { ofObjects } from '../values/masks.ts';
import {
  exact,
  ofApi,
  reference,
  tainted,
  unknown,
  type Value,
  withApi,
  withKnown,
} from '../values/values.ts';
import { concatenated } from './concatenation.ts';
import type { ContainerCall, Operations } from './container-call.ts';
import { forget, put, update } from './container-edits.ts';
import { create, named, typeOf, unnamed } from './container-making.ts';
import { copy, joined, slice } from './container-reads.ts';
import { emptyObject, type HeapObject } from './heap.ts';

/** Operations that make a collection: of their arguments, or of the elements of another one. */
export const makeOperations: Operations<
  | 'newList'
  | 'newMap'
  | 'newMapOf'
  | 'mapOf'
  | 'zip'
  | 'enumerate'
  | 'values'
  | 'iterator'
  | 'keys'
  | 'entries'
  | 'map'
  | 'flatMap'
  | 'filter'
  | 'copy'
  | 'reordered'
  | 'slice'
  | 'concat'
  | 'join'
> = {
  newList: (call) => make('newList', call),
  newMap: (call) => make('newMap', call),
  /** `defaultdict(list)`: what is under a key that was not written is made then. */
  newMapOf({ machine, api, args: [first], invocation }) {
    const { frame, node } = invocation.site;
    // Of lists and sets each key has its own.
    const isOwn = first?.api === 'list' || first?.api === 'set';
    const made =
      first && !isOwn
        ? machine.call(first, undefined, { ...invocation, args: [], isNew: true })
        : ofApi(first?.api);
    const object = { ...emptyObject, api, rest: made };
    return reference(machine.allocate(object, frame, node), typeOf(machine, api));
  },
  mapOf({ machine, api, args, invocation }) {
    const { frame, node } = invocation.site;
    const pairs = args.flatMap((key, i) =>
      i % 2 === 0 ? [[exact(key)?.value, args[i + 1] ?? unknown] as const] : [],
    );
    const object = pairs.reduce<HeapObject>((map, [key, value]) => put(map, key, value, true), emptyObject);
    return reference(machine.allocate(object, frame, node), typeOf(machine, api));
  },
  zip: (call) =>
    listOfTuples(
      call,
      call.args.map((arg) => elements(call.machine, arg, call.invocation.site.frame)),
    ),
  enumerate(call) {
    const source = call.args[0] ?? call.receiver;
    return listOfTuples(call, [unknown, elements(call.machine, source, call.invocation.site.frame)]);
  },
  values: (call) => elementsAs(call.invocation.site.frame.fn.module.semantics.types.list, call),
  iterator: (call) => elementsAs(call.invocation.site.frame.fn.module.semantics.types.iterator, call),
  keys({ machine, receiver, invocation: { site } }) {
    const { frame, node } = site;
    const names = knownKeys(machine, receiver, frame);
    const content = names ? { items: names } : { rest: keysOf(machine, receiver, frame) };
    return reference(
      machine.allocate({ ...emptyObject, ...content }, frame, node),
      frame.fn.module.semantics.types.list,
    );
  },
  entries(call) {
    const { machine, receiver, invocation } = call;
    const { frame } = invocation.site;
    return listOfTuples(call, [keysOf(machine, receiver, frame), elements(machine, receiver, frame)]);
  },
  map: (call) => listOf(mapped(call), call),
  flatMap: (call) => listOf(elements(call.machine, mapped(call), call.invocation.site.frame), call),
  filter: ({ machine, receiver, args: [first, second], invocation }) =>
    invocation.receiver
      ? passing(machine, receiver, first, invocation)
      : passing(machine, second ?? unknown, first, invocation),
  copy({ machine, api, receiver, invocation }) {
    const given = invocation.args.find(({ name }) => name === undefined)?.value;
    const source = receiver.refs.length > 0 || receiver.labels.length > 0 || !given ? receiver : given;
    const made = copy(machine, source, invocation);
    // An object without a prototype, or with one that is not known, is a new one all the same.
    return api === 'Object.create' && made.refs.length === 0
      ? create(machine, 'newMap', 'Object', [], invocation)
      : made;
  },
  reordered({ machine, receiver, args: [first], invocation }) {
    const source = receiver.refs.length > 0 || receiver.labels.length > 0 || !first ? receiver : first;
    const made = copy(machine, source, invocation);
    update(machine, made, invocation, undefined, forget);
    return made;
  },
  slice: ({ machine, receiver, args, invocation }) => slice(machine, receiver, args, invocation),
  concat: ({ machine, receiver, args, invocation: { site } }) =>
    concatenated(machine, [receiver, ...args], site),
  join({ machine, receiver, args: [first], invocation }) {
    const { frame } = invocation.site;
    const list = receiver.refs.length > 0 ? receiver : (first ?? receiver);
    const other = list === receiver ? first : receiver;
    let labels = dataLabels(deepLabels(machine, list, frame, 2));
    if (other) labels = joinLabels(labels, dataLabels(other.labels));
    return withApi(
      withKnown(tainted(clearLabels(labels, ofObjects())), joined(machine, list, other, invocation)),
      frame.fn.module.semantics.types.text,
    );
  },
};

const make = (op: 'newList' | 'newMap', { machine, api, args, invocation }: ContainerCall): Value =>
  named(machine, create(machine, op, api, unnamed(op, args, invocation), invocation), op, invocation);

/** A list of which every element is a tuple of these. */
function listOfTuples({ machine, invocation }: ContainerCall, items: readonly Value[]): Value {
  const { frame, node } = invocation.site;
  const rest = reference(machine.allocate({ ...emptyObject, items }, frame, node));
  return reference(
    machine.allocate({ ...emptyObject, rest }, frame, node),
    frame.fn.module.semantics.types.list,
  );
}

function elementsAs(type: string | undefined, { machine, receiver, invocation }: ContainerCall): Value {
  const { frame, node } = invocation.site;
  const rest = elements(machine, receiver, frame);
  return reference(machine.allocate({ ...emptyObject, rest }, frame, node), type);
}

/** What a function gives for the elements: `map(f, list, …)` of Python's, or a method of the list. */
function mapped({ machine, receiver, args, invocation }: ContainerCall): Value {
  const lists = invocation.receiver ? [receiver] : args.slice(1);
  const given = lists.map((list) => elements(machine, list, invocation.site.frame));
  return calledWith(machine, args[0], given, invocation);
}

function listOf(rest: Value, { machine, receiver, invocation }: ContainerCall): Value {
  const { frame, node } = invocation.site;
  return reference(
    machine.allocate({ ...emptyObject, rest }, frame, node),
    invocation.receiver ? receiver.api : 'list',
  );
}
