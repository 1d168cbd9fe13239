import type { ContainerCall, Operations } from '../heap/container-call.ts';
import { emptyObject } from '../heap/heap.ts';
import { elements } from '../interpreter/loads.ts';
import type { ArgValue, Invocation, Machine } from '../interpreter/machine.ts';
import { dataLabels } from '../values/labels.ts';
import {
  type Callable,
  join,
  reference,
  tainted,
  unknown,
  type Value,
  withCallables,
} from '../values/values.ts';
import { plain } from './calls-of-elements.ts';
import { spreadOf } from './spread-arguments.ts';

/** Operations on functions and classes as values: given arguments beforehand, called, made an instance of. */
export const functionOperations: Operations<
  'bind' | 'callBound' | 'run' | 'apply' | 'instance' | 'mixed' | 'same' | 'given'
> = {
  bind,
  callBound({ machine, receiver, invocation }) {
    const [id] = receiver.refs;
    const object = id === undefined ? undefined : machine.object(id, invocation.site.frame.state);
    const fn = object?.fields.get('function');
    const given = [...(object?.fields ?? [])].flatMap(([name, value]): ArgValue[] =>
      name === 'function' ? [] : [{ ...plain(value), name: /^\d+$/.test(name) ? undefined : name }],
    );
    const call = { ...invocation, receiver: undefined, args: [...given, ...invocation.args] };
    return fn ? machine.call(fn, undefined, call) : unknown;
  },
  run: ({ machine, invocation }) => runGiven(machine, invocation),
  apply({ machine, api, receiver, args: [first, second], invocation }) {
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
  },
  instance: ({ machine, receiver, invocation }) =>
    machine.call(receiver, undefined, {
      ...invocation,
      receiver: undefined,
      receiverExpr: undefined,
      args: [],
      isNew: true,
    }),
  mixed: ({ receiver, args: [first] }) => (first ? join(receiver, first) : receiver),
  same: ({ receiver }) => receiver,
  given: ({ args: [first] }) => first ?? unknown,
};

/** `partial(run, a)`, `f.bind(null, a)`: the function with arguments that it has already. */
function bind({ machine, args, invocation }: ContainerCall): Value {
  const [first] = args;
  const bound = invocation.args.slice(1);
  const callables = (first?.callables ?? []).map(
    (callable): Callable =>
      callable.kind === 'function' ? { ...callable, bound: [...(callable.bound ?? []), ...bound] } : callable,
  );
  if (callables.length === 0 && first?.api !== undefined) return boundApi(machine, first, bound, invocation);
  return withCallables(
    tainted(callables.length > 0 ? [] : dataLabels(args.flatMap((arg) => arg.labels))),
    callables,
  );
}

/** `partial(subprocess.run, shell=True)`: a function of a library, and what it will be given. */
function boundApi(machine: Machine, fn: Value, bound: readonly ArgValue[], { site }: Invocation): Value {
  const fields = new Map([['function', fn]]);
  for (const [i, { name, value }] of bound.entries()) fields.set(name ?? String(i), value);
  const id = machine.allocate({ ...emptyObject, fields }, site.frame, site.node);
  return reference(id, 'functools.partial.bound');
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
  const keywords = args.find(({ name }) => name === 'kwargs')?.value;
  const given = target
    ? [
        ...(items?.map(plain) ?? (list ? [plain(elements(machine, list, site.frame))] : [])),
        ...(keywords ? [{ ...plain(keywords), spread: 'map' as const }] : []),
      ]
    : args.filter((arg) => arg !== fn);
  return machine.call(fn.value, undefined, {
    site,
    receiver: undefined,
    receiverExpr: undefined,
    args: given,
    isNew: false,
  });
}
