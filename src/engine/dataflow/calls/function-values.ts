import type { RowOf } from '../../libraries/rows.ts';
import { update } from '../heap/container-edits.ts';
import { emptyObject, writeField, writeUnknown } from '../heap/heap.ts';
import { fitted } from '../heap/schemas.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { elements } from '../interpreter/reading.ts';
import { dataLabels } from '../values/labels.ts';
import {
  type Callable,
  constant,
  exact,
  join,
  reference,
  tainted,
  unknown,
  type Value,
  withCallables,
} from '../values/values.ts';
import { newLabel } from './sources.ts';
import { spreadOf } from './spread-arguments.ts';
import { publish } from './subscribers.ts';

/** What arguments that are spread may put into any place. */
const others = ({ args }: Invocation): Value =>
  args.filter(({ spread }) => spread !== undefined).reduce((all, { value }) => join(all, value), unknown);

/**
 * Operations on functions as values: given arguments beforehand, handed to a thread or a promise, kept for an event.
 * @returns undefined for operations that are none of these
 */
export function applyToFunctions(
  machine: Machine,
  op: RowOf<'container'>['op'],
  api: string,
  invocation: Invocation,
): Value | undefined {
  const { frame, node } = invocation.site;
  const receiver = invocation.receiver ?? unknown;
  const args = invocation.args.map((arg) => arg.value);
  const [first, second] = args;
  switch (op) {
    case 'bind': {
      const bound = invocation.args.slice(1);
      const callables = (first?.callables ?? []).map(
        (callable): Callable =>
          callable.kind === 'function'
            ? { ...callable, bound: [...(callable.bound ?? []), ...bound] }
            : callable,
      );
      if (callables.length === 0 && first?.api !== undefined)
        return boundApi(machine, first, bound, invocation);
      return withCallables(
        tainted((first?.callables.length ?? 0) > 0 ? [] : dataLabels(args.flatMap((arg) => arg.labels))),
        callables,
      );
    }
    case 'promise': {
      const id = machine.allocate({ ...emptyObject, open: true }, frame, node);
      const resolver = {
        value: reference(id, 'Promise.resolver'),
        expr: undefined,
        name: undefined,
        spread: undefined,
      };
      for (const callable of first?.callables ?? [])
        machine.callCallable(callable, undefined, [resolver, resolver], invocation.site);
      // Promises are seen through.
      return machine.object(id, frame.state)?.rest ?? unknown;
    }
    case 'settle':
      update(machine, receiver, invocation, undefined, (object) => writeUnknown(object, first ?? unknown));
      return unknown;
    case 'state': {
      // Whatever it is set to, the component is run again with that.
      const id = machine.allocate({ ...emptyObject, open: true }, frame, node);
      const kept = join(first ?? unknown, reference(id));
      const setter = reference(id, `${api}.setter`);
      return reference(machine.allocate({ ...emptyObject, items: [kept, setter] }, frame, node), 'Array');
    }
    case 'setState': {
      const value = changedState(machine, invocation, elements(machine, receiver, frame));
      update(machine, receiver, invocation, undefined, (object) => writeUnknown(object, value));
      return unknown;
    }
    case 'mergeState': {
      const before = machine.readField(receiver, 'state', frame, node);
      const value = join(before, changedState(machine, invocation, before));
      machine.writeField(receiver, 'state', value, frame, node);
      return unknown;
    }
    case 'run':
      return runGiven(machine, invocation);
    case 'apply': {
      // `Reflect.apply(f, self, list)`; `Reflect.construct(f, list)` has no object to call it on.
      const isConstruct = api.endsWith('.construct');
      const list = isConstruct ? first : second;
      if (!list) return unknown;
      return machine.call(receiver, undefined, {
        ...invocation,
        receiver: undefined,
        receiverExpr: undefined,
        args: spreadOf(machine, list, invocation),
        isNew: isConstruct,
      });
    }
    case 'record': {
      const [id] = second?.refs ?? [];
      const listed = id === undefined ? undefined : machine.object(id, frame.state)?.items;
      const text = second && exact(second)?.value;
      const names =
        typeof text === 'string'
          ? text
              .split(/[\s,]+/)
              .filter(Boolean)
              .map(constant)
          : listed;
      if (!names) return unknown;
      return reference(machine.allocate({ ...emptyObject, items: names }, frame, node), `${api}.made`);
    }
    case 'newRecord': {
      const [id] = receiver.refs;
      const names = (id === undefined ? undefined : machine.object(id, frame.state)?.items) ?? [];
      const items = names.map((name, place) => {
        const written = exact(name)?.value;
        const given = invocation.args.filter((arg) => arg.name === undefined && arg.spread === undefined)[
          place
        ];
        return (
          given?.value ?? invocation.args.find((arg) => arg.name === written)?.value ?? others(invocation)
        );
      });
      const fields = new Map(
        names.map((name, place) => [String(exact(name)?.value), items[place] ?? unknown]),
      );
      return reference(machine.allocate({ ...emptyObject, items, fields }, frame, node));
    }
    case 'getter': {
      const keys = args.every((key) => exact(key) !== undefined) ? args : [];
      if (keys.length === 0) return unknown;
      return reference(machine.allocate({ ...emptyObject, items: keys }, frame, node), `${api}.made`);
    }
    case 'gotten': {
      const [id] = receiver.refs;
      const keys = (id === undefined ? undefined : machine.object(id, frame.state)?.items) ?? [];
      const found = keys.map((key) => machine.readIndex(first ?? unknown, key, frame, node));
      if (found.length === 1) return found[0] ?? unknown;
      return reference(machine.allocate({ ...emptyObject, items: found }, frame, node));
    }
    case 'replaced': {
      const [id] = first?.refs ?? [];
      const object =
        first?.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
      if (!object) return first ?? unknown;
      const given = invocation.args.flatMap(({ name, value }) =>
        name === undefined ? [] : [[name, value] as const],
      );
      const copied = given.reduce((all, [name, value]) => writeField(all, name, value, true), object);
      return reference(machine.allocate(copied, frame, node), first?.api, first?.cls);
    }
    case 'callBound': {
      const [id] = receiver.refs;
      const object = id === undefined ? undefined : machine.object(id, frame.state);
      const fn = object?.fields.get('function');
      const given = [...(object?.fields ?? [])].flatMap(([name, value]): ArgValue[] =>
        name === 'function' ? [] : [{ ...plain(value), name: /^\d+$/.test(name) ? undefined : name }],
      );
      const call = { ...invocation, receiver: undefined, args: [...given, ...invocation.args] };
      return fn ? machine.call(fn, undefined, call) : unknown;
    }
    case 'describe': {
      const fields = new Map([['schema', first ?? unknown]]);
      return reference(machine.allocate({ ...emptyObject, fields }, frame, node), receiver.api);
    }
    case 'serve':
      return serve(machine, receiver, first, invocation);
    case 'listen': {
      const name = first && exact(first)?.value;
      if (second && typeof name === 'string')
        update(machine, receiver, invocation, undefined, (object) =>
          writeField(object, listenerOf(name), second, false),
        );
      return receiver;
    }
    case 'publish':
      return publish(machine, invocation);
    case 'announce': {
      const name = first && exact(first)?.value;
      const known =
        typeof name === 'string' ? machine.readField(receiver, listenerOf(name), frame, node) : unknown;
      for (const callable of known.callables)
        machine.callCallable(callable, receiver, invocation.args.slice(1), invocation.site);
      return unknown;
    }
    default:
      return undefined;
  }
}

const plain = (value: Value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined });

/** `partial(subprocess.run, shell=True)`: a function of a library, and what it will be given. */
function boundApi(machine: Machine, fn: Value, bound: readonly ArgValue[], { site }: Invocation): Value {
  const fields = new Map([['function', fn]]);
  for (const [i, { name, value }] of bound.entries()) fields.set(name ?? String(i), value);
  const id = machine.allocate({ ...emptyObject, fields }, site.frame, site.node);
  return reference(id, 'functools.partial.bound');
}

/** What a state is set to: a value, or what a function makes of the state before. */
function changedState(machine: Machine, { args, site }: Invocation, before: Value): Value {
  const given = args[0]?.value ?? unknown;
  return given.callables
    .map((callable) => machine.callCallable(callable, undefined, [plain(before)], site))
    .reduce(join, withCallables(given, []));
}

/** `pool.submit(run, command)`, `Thread(target=run, args=(command,))`. */
function runGiven(machine: Machine, invocation: Invocation): Value {
  const { args, site } = invocation;
  const target = args.find(({ name }) => name === 'target');
  const fn = target ?? args.find(({ name }) => name === undefined);
  if (!fn) return unknown;
  const list = args.find(({ name }) => name === 'args')?.value;
  const [id] = list?.refs ?? [];
  const items = id === undefined ? undefined : machine.object(id, site.frame.state)?.items;
  const given = target
    ? (items?.map(plain) ?? (list ? [plain(elements(machine, list, site.frame))] : []))
    : args.filter((arg) => arg !== fn);
  return machine.call(fn.value, undefined, {
    site,
    receiver: undefined,
    receiverExpr: undefined,
    args: given,
    isNew: false,
  });
}

/** Where an emitter keeps those who listen for an event. */
const listenerOf = (event: string): string => `on ${event}`;

/** `procedure.input(schema).query(({ input }) => …)`: the function gets what clients send, as far as it fits. */
function serve(machine: Machine, procedure: Value, fn: Value | undefined, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const [id] = procedure.refs;
  const schema = id === undefined ? undefined : machine.object(id, frame.state)?.fields.get('schema');
  for (const callable of fn?.callables ?? []) {
    if (callable.kind !== 'function') continue;
    const place = callable.fn.ir.params[0] ?? callable.fn.ir;
    const origin = machine.origin(
      { kind: 'remote', api: undefined, what: 'the input of a procedure' },
      callable.fn,
      place,
    );
    const data = tainted([newLabel(origin)]);
    const input = schema ? fitted(machine, schema, data, invocation) : data;
    const object = { ...emptyObject, fields: new Map([['input', input]]), open: true };
    const given = plain(reference(machine.allocate(object, frame, node)));
    machine.callCallable(callable, undefined, [given], invocation.site);
  }
  return unknown;
}
