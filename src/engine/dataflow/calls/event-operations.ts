import type { Operations } from '../heap/container-call.ts';
import { update } from '../heap/container-edits.ts';
import { emptyObject, writeField } from '../heap/heap.ts';
import { fitted } from '../heap/schemas.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { exact, reference, tainted, unknown, type Value } from '../values/values.ts';
import { plain } from './calls-of-elements.ts';
import { newLabel } from './sources.ts';
import { publish } from './subscribers.ts';

/** Operations that keep a function to call it later: for an event, or for the calls of a procedure. */
export const eventOperations: Operations<'listen' | 'announce' | 'publish' | 'describe' | 'serve'> = {
  listen({ machine, receiver, args: [first, second], invocation }) {
    const name = first && exact(first)?.value;
    if (second && typeof name === 'string')
      update(machine, receiver, invocation, undefined, (object) =>
        writeField(object, listenerOf(name), second, false),
      );
    return receiver;
  },
  announce({ machine, receiver, args: [first], invocation }) {
    const { frame, node } = invocation.site;
    const name = first && exact(first)?.value;
    const known =
      typeof name === 'string' ? machine.readField(receiver, listenerOf(name), frame, node) : unknown;
    for (const callable of known.callables)
      machine.callCallable(callable, receiver, invocation.args.slice(1), invocation.site);
    return unknown;
  },
  publish: ({ machine, invocation }) => publish(machine, invocation),
  describe({ machine, receiver, args: [first], invocation: { site } }) {
    const fields = new Map([['schema', first ?? unknown]]);
    return reference(machine.allocate({ ...emptyObject, fields }, site.frame, site.node), receiver.api);
  },
  serve: ({ machine, receiver, args: [first], invocation }) => serve(machine, receiver, first, invocation),
};

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
      { threatModel: 'remote', api: undefined, what: 'the input of a procedure' },
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
