import { constant, exact, join, reference, unknown, type Value } from '../values/values.ts';
import type { ContainerCall, Operations } from './container-call.ts';
import { emptyObject, writeField } from './heap.ts';

/** Operations on tuples whose places have names, and on functions that get what is under given keys. */
export const recordOperations: Operations<'record' | 'newRecord' | 'getter' | 'gotten' | 'replaced'> = {
  record(call) {
    const { machine, api, args, invocation } = call;
    const second = args[1];
    const [id] = second?.refs ?? [];
    const { frame, node } = invocation.site;
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
  },
  newRecord(call) {
    const { machine, invocation } = call;
    const names = itemsOf(call);
    const placed = invocation.args.filter((arg) => arg.name === undefined && arg.spread === undefined);
    // What arguments that are spread may put into any place.
    const spread = invocation.args
      .filter((arg) => arg.spread !== undefined)
      .reduce((all, { value }) => join(all, value), unknown);
    const items = names.map((name, place) => {
      const written = exact(name)?.value;
      return placed[place]?.value ?? invocation.args.find((arg) => arg.name === written)?.value ?? spread;
    });
    const fields = new Map(names.map((name, place) => [String(exact(name)?.value), items[place] ?? unknown]));
    const { frame, node } = invocation.site;
    return reference(machine.allocate({ ...emptyObject, items, fields }, frame, node));
  },
  getter({ machine, api, args, invocation: { site } }) {
    if (args.length === 0 || args.some((key) => exact(key) === undefined)) return unknown;
    const id = machine.allocate({ ...emptyObject, items: args }, site.frame, site.node);
    return reference(id, `${api}.made`);
  },
  gotten(call) {
    const { machine, args, invocation } = call;
    const { frame, node } = invocation.site;
    const found = itemsOf(call).map((key) => machine.readIndex(args[0] ?? unknown, key, frame, node));
    if (found.length === 1) return found[0] ?? unknown;
    return reference(machine.allocate({ ...emptyObject, items: found }, frame, node));
  },
  replaced({ machine, args: [first], invocation }) {
    const { frame, node } = invocation.site;
    const [id] = first?.refs ?? [];
    const object = first?.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
    if (!object) return first ?? unknown;
    const given = invocation.args.flatMap(({ name, value }) =>
      name === undefined ? [] : [[name, value] as const],
    );
    const copied = given.reduce((all, [name, value]) => writeField(all, name, value, true), object);
    return reference(machine.allocate(copied, frame, node), first?.api, first?.cls);
  },
};

/** What the receiver was made with: the names of a tuple's places, or the keys to get. */
function itemsOf({ machine, receiver, invocation }: ContainerCall): readonly Value[] {
  const [id] = receiver.refs;
  return (id === undefined ? undefined : machine.object(id, invocation.site.frame.state)?.items) ?? [];
}
