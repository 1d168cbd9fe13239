import type { RowOf } from '../../libraries/rows.ts';
import { applyToFunctions } from '../calls/function-values.ts';
import { passing } from '../calls/passing.ts';
import { askOutcome, outcomeOf } from '../guards/asked-results.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { deepLabels, elements, keysOf } from '../interpreter/reading.ts';
import { knownKeys } from '../values/known-elements.ts';
import { dataLabels, joinLabels } from '../values/labels.ts';
import {
  constant,
  exact,
  join,
  nothing,
  ofApi,
  reference,
  tainted,
  unknown,
  type Value,
  withApi,
  withKnown,
} from '../values/values.ts';
import { addAll, append, forget, insert, put, remove, update } from './container-edits.ts';
import { create, named, typeOf, unnamed } from './container-making.ts';
import { copy, get, joined, slice } from './container-reads.ts';
import { emptyObject, type HeapObject, writeUnknown } from './heap.ts';
import { fitted, listOf, matching, noteFitted, oneOf, shape } from './schemas.ts';
import { bundle, load, setting } from './settings-files.ts';

type Operation = RowOf<'container'>['op'];

/** An operation on a list or map, element by element while they are known. */
export function applyContainer(machine: Machine, op: Operation, api: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const receiver = invocation.receiver ?? unknown;
  const [subject, ...others] = invocation.args;
  // `Object.keys(x)`, `Object.assign(x, y)` are about their first argument.
  if (subject && isAboutArgument(op, receiver)) {
    const about = { ...invocation, receiver: subject.value, receiverExpr: subject.expr, args: others };
    const result = applyContainer(machine, op, api, about);
    return givesSubject.has(op) ? subject.value : result;
  }
  const made = applyToFunctions(machine, op, api, invocation);
  if (made) return made;
  const args = invocation.args.map((arg) => arg.value);
  const [first, second] = args;
  switch (op) {
    case 'newList':
    case 'newMap':
      return named(
        machine,
        create(machine, op, api, unnamed(op, args, invocation), invocation),
        op,
        invocation,
      );
    case 'newMapOf': {
      // `defaultdict(list)`: what is under a key that was not written is made then.
      // Of lists and sets each key has its own.
      const isOwn = first?.api === 'list' || first?.api === 'set';
      const made =
        first && !isOwn
          ? machine.call(first, undefined, { ...invocation, args: [], isNew: true })
          : ofApi(first?.api);
      const object = { ...emptyObject, api: 'dict', rest: made };
      return reference(machine.allocate(object, frame, node), typeOf(machine, api));
    }
    case 'zip': {
      const items = args.map((arg) => elements(machine, arg, frame));
      const rest = reference(machine.allocate({ ...emptyObject, items }, frame, node));
      return reference(
        machine.allocate({ ...emptyObject, rest }, frame, node),
        frame.fn.module.semantics.types.list,
      );
    }
    case 'enumerate': {
      const source = first ?? receiver;
      const pair = machine.allocate(
        { ...emptyObject, items: [unknown, elements(machine, source, frame)] },
        frame,
        node,
      );
      const rest = reference(pair);
      return reference(
        machine.allocate({ ...emptyObject, rest }, frame, node),
        frame.fn.module.semantics.types.list,
      );
    }
    case 'mapOf': {
      const pairs = args.flatMap((key, i) =>
        i % 2 === 0 ? [[exact(key)?.value, args[i + 1] ?? unknown] as const] : [],
      );
      const object = pairs.reduce<HeapObject>((map, [key, value]) => put(map, key, value, true), emptyObject);
      return reference(machine.allocate(object, frame, node), typeOf(machine, api));
    }
    case 'truncate':
      if (first && exact(first)?.value === 0)
        update(machine, receiver, invocation, undefined, (object, strong) =>
          strong ? { ...object, content: undefined } : object,
        );
      return unknown;
    case 'same':
      return receiver;
    case 'given':
      return first ?? unknown;
    case 'instance':
      return machine.call(receiver, undefined, {
        ...invocation,
        receiver: undefined,
        receiverExpr: undefined,
        args: [],
        isNew: true,
      });
    case 'mixed':
      return first ? join(receiver, first) : receiver;
    case 'shape':
      return shape(machine, typeOf(machine, api), invocation);
    case 'listOf':
      return listOf(machine, typeOf(machine, api), invocation);
    case 'oneOf':
      return oneOf(machine, api, first ?? unknown, invocation);
    case 'matching':
      return matching(receiver, typeOf(machine, api).replace(/\w+$/, 'Safe'), invocation, machine);
    case 'fitted':
    case 'fittedResult': {
      const value = fitted(machine, receiver, first ?? unknown, invocation);
      noteFitted(machine, receiver, subject?.expr, invocation);
      if (op === 'fitted') return value;
      const fields = new Map([
        ['value', value],
        ['data', value],
      ]);
      return reference(machine.allocate({ ...emptyObject, fields, open: true }, frame, node));
    }
    case 'fittedSecond':
      return fitted(machine, second ?? unknown, first ?? unknown, invocation);
    case 'outcome':
      return outcomeOf(machine, invocation);
    case 'askOutcome':
      return askOutcome(machine, api, invocation);
    case 'check': {
      const place = constant(api.slice(api.lastIndexOf('.') + 1));
      const fields = new Map([
        ['section', place],
        ['name', first ?? unknown],
      ]);
      return reference(machine.allocate({ ...emptyObject, fields }, frame, node), typeOf(machine, api));
    }
    case 'append':
      // `list.add(0, x)` of Java's.
      if (args.length === 2 && typeof (first && exact(first)?.value) === 'number')
        return applyContainer(machine, 'insert', api, invocation);
      for (const value of args)
        update(machine, receiver, invocation, value, (object) => append(object, value));
      return unknown;
    case 'push':
      for (const value of args)
        update(machine, receiver, invocation, value, (object) => append(object, value));
      return unknown;
    case 'reorder':
      update(machine, receiver, invocation, undefined, forget);
      return receiver;
    case 'reordered': {
      const source = receiver.refs.length > 0 || receiver.labels.length > 0 || !first ? receiver : first;
      const made = copy(machine, source, invocation);
      update(machine, made, invocation, undefined, forget);
      return made;
    }
    case 'splice': {
      const rest = elements(machine, receiver, frame);
      const added = args.slice(2).reduce(join, unknown);
      update(machine, receiver, invocation, added, (object) =>
        args.length > 2 ? writeUnknown(forget(object), added) : forget(object),
      );
      return reference(machine.allocate({ ...emptyObject, rest }, frame, node), 'Array');
    }
    case 'fill': {
      const value = first ?? unknown;
      update(machine, receiver, invocation, value, (object) => writeUnknown(forget(object), value));
      return receiver;
    }
    case 'appendEach':
      for (const value of args)
        update(machine, receiver, invocation, value, (object) => append(object, value));
      return unknown;
    case 'hold': {
      const before = elements(machine, receiver, frame);
      const value = first ?? unknown;
      update(machine, receiver, invocation, value, (object, strong) =>
        strong ? { ...object, items: [value], rest: undefined } : writeUnknown(object, value),
      );
      return before;
    }
    case 'prepend':
      for (const value of args)
        update(machine, receiver, invocation, value, (object) => insert(object, 0, value));
      return unknown;
    case 'insert': {
      const value = second ?? unknown;
      const at = first && exact(first)?.value;
      update(machine, receiver, invocation, value, (object) =>
        typeof at === 'number' ? insert(object, at, value) : writeUnknown(object, value),
      );
      return unknown;
    }
    case 'addAll':
    case 'putAll':
      for (const value of args) addAll(machine, receiver, value, invocation);
      return unknown;
    case 'getProperty':
      return machine.readIndex(receiver, first ?? unknown, frame, node);
    case 'setProperty':
      machine.writeIndex(receiver, first ?? unknown, second ?? unknown, frame, node);
      return unknown;
    case 'defineProperty':
      machine.writeIndex(
        receiver,
        first ?? unknown,
        described(machine, second, receiver, invocation),
        frame,
        node,
      );
      return unknown;
    case 'put': {
      const value = second ?? unknown;
      const key = first && exact(first);
      update(machine, receiver, invocation, value, (object, strong) => {
        const filled = put(object, key?.value, value, strong);
        if (!first || first.labels.length === 0) return filled;
        const used = tainted(dataLabels(first.labels));
        return { ...filled, keys: filled.keys ? join(filled.keys, used) : used };
      });
      return unknown;
    }
    case 'setdefault': {
      const value = second ?? unknown;
      const key = first && exact(first);
      update(machine, receiver, invocation, value, (object) => put(object, key?.value, value, false));
      return join(get(machine, receiver, first, second, invocation), value);
    }
    case 'compute': {
      const known = get(machine, receiver, first, undefined, invocation);
      if (known.refs.length > 0) return known;
      const made = (second?.callables ?? []).map((callable) =>
        machine.callCallable(callable, undefined, invocation.args.slice(0, 1), invocation.site),
      );
      const value = made.length > 0 ? made.reduce(join) : unknown;
      const key = first && exact(first);
      update(machine, receiver, invocation, value, (object, strong) =>
        put(object, key?.value, value, strong),
      );
      return known.labels.length > 0 ? join(known, value) : value;
    }
    case 'map':
    case 'flatMap': {
      // `map(f, list, …)` of Python's, or a method of the list.
      const lists = invocation.receiver ? [receiver] : args.slice(1);
      const given = lists.map((list) => elements(machine, list, frame));
      const mapped = calledWith(machine, first, given, invocation);
      const rest = op === 'flatMap' ? elements(machine, mapped, frame) : mapped;
      return reference(
        machine.allocate({ ...emptyObject, rest }, frame, node),
        invocation.receiver ? receiver.api : 'list',
      );
    }
    case 'filter':
      return invocation.receiver
        ? passing(machine, receiver, first, invocation)
        : passing(machine, second ?? unknown, first, invocation);
    case 'entryKey':
      return machine.readField(receiver, '0', frame, node);
    case 'entryValue':
      return machine.readField(receiver, '1', frame, node);
    case 'load':
      return load(machine, receiver, invocation);
    case 'bundle':
      return bundle(machine, api, invocation);
    case 'setting':
    case 'configuration':
      return setting(machine, op, receiver, first, second, invocation);
    case 'get':
      return get(machine, receiver, first, second, invocation);
    case 'removeAt': {
      const at = first && exact(first)?.value;
      const removed = get(machine, receiver, first, undefined, invocation);
      update(machine, receiver, invocation, undefined, (object) =>
        typeof at === 'number' ? remove(object, at) : forget(object),
      );
      return removed;
    }
    case 'pop':
    case 'shift': {
      const at = first && exact(first)?.value;
      const place = typeof at === 'number' ? at : op === 'pop' ? -1 : 0;
      const removed = get(
        machine,
        receiver,
        typeof at === 'string' ? first : constant(place),
        second,
        invocation,
      );
      update(machine, receiver, invocation, undefined, (object) => remove(object, place));
      return removed;
    }
    case 'first':
    case 'last':
      return get(machine, receiver, constant(op === 'first' ? 0 : -1), undefined, invocation);
    case 'clear':
      update(machine, receiver, invocation, undefined, (object, strong) =>
        strong
          ? { ...object, fields: new Map(), items: [], rest: undefined, keys: undefined, content: undefined }
          : object,
      );
      return nothing;
    case 'values':
    case 'iterator': {
      const { types } = frame.fn.module.semantics;
      const api = op === 'iterator' ? types.iterator : types.list;
      const all = elements(machine, receiver, frame);
      return reference(machine.allocate({ ...emptyObject, rest: all }, frame, node), api);
    }
    case 'next':
      return elements(machine, receiver, frame);
    case 'keys': {
      const names = knownKeys(machine, receiver, frame);
      const content = names ? { items: names } : { rest: keysOf(machine, receiver, frame) };
      return reference(
        machine.allocate({ ...emptyObject, ...content }, frame, node),
        frame.fn.module.semantics.types.list,
      );
    }
    case 'entries': {
      const pair = machine.allocate(
        { ...emptyObject, items: [keysOf(machine, receiver, frame), elements(machine, receiver, frame)] },
        frame,
        node,
      );
      const entry = reference(pair);
      return reference(
        machine.allocate({ ...emptyObject, rest: entry }, frame, node),
        frame.fn.module.semantics.types.list,
      );
    }
    case 'copy': {
      const given = invocation.args.find(({ name }) => name === undefined)?.value;
      const source = receiver.refs.length > 0 || receiver.labels.length > 0 || !given ? receiver : given;
      const made = copy(machine, source, invocation);
      // An object without a prototype, or with one that is not known, is a new one all the same.
      return api === 'Object.create' && made.refs.length === 0
        ? create(machine, 'newMap', 'Object', [], invocation)
        : made;
    }
    case 'slice':
      return slice(machine, receiver, args, invocation);
    case 'join': {
      const list = receiver.refs.length > 0 ? receiver : (first ?? receiver);
      const other = list === receiver ? first : receiver;
      let labels = dataLabels(deepLabels(machine, list, frame, 2));
      if (other) labels = joinLabels(labels, dataLabels(other.labels));
      return withApi(
        withKnown(tainted(labels), joined(machine, list, other, invocation)),
        frame.fn.module.semantics.types.text,
      );
    }
    default:
      return unknown;
  }
}

/** What a property holds by its descriptor: `{ value }`, or what `{ get() { … } }` gives. */
function described(
  machine: Machine,
  descriptor: Value | undefined,
  self: Value,
  { site }: Invocation,
): Value {
  if (!descriptor) return unknown;
  const value = machine.readField(descriptor, 'value', site.frame, site.node);
  const got = machine
    .readField(descriptor, 'get', site.frame, site.node)
    .callables.map((getter) => machine.callCallable(getter, self, [], site));
  return got.reduce(join, value);
}

/** What a function gives for each element; what is no function, or unknown, gives the element. */
function calledWith(
  machine: Machine,
  fn: Value | undefined,
  given: readonly Value[],
  { site }: Invocation,
): Value {
  const args = given.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined }));
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

/** Operations on an argument that give it back: `Object.assign(o, …)`. */
const givesSubject: ReadonlySet<Operation> = new Set(['putAll', 'defineProperty', 'reorder', 'fill']);

/** Operations of functions as well as of methods: `random.shuffle(list)`, `list.sort()`. */
const ofEither: ReadonlySet<Operation> = new Set(['reorder', 'fill', 'appendEach']);

/** Whether a call is about its first argument: one of a namespace's or a module's functions. */
function isAboutArgument(op: Operation, { refs, labels, callables, api }: Value): boolean {
  if (api === 'java.util.Arrays') return op !== 'newList';
  if (refs.length + labels.length > 0) return false;
  return (
    api === 'Object' || api === 'Reflect' || (ofEither.has(op) && callables.length === 0 && !isType(api))
  );
}

/** The name of a type whose instances are lists, as opposed to that of a module or a class of functions. */
const isType = (api: string | undefined): boolean =>
  api === 'Array' || api === 'list' || api === 'java.util.List';
