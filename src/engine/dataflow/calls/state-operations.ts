import type { Operations } from '../heap/container-call.ts';
import { update } from '../heap/container-edits.ts';
import { emptyObject, writeUnknown } from '../heap/heap.ts';
import { elements } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { join, reference, unknown, type Value, withCallables } from '../values/values.ts';
import { plain } from './calls-of-elements.ts';

/** Operations on what a function sets later: the value of a promise, the state of a component. */
export const stateOperations: Operations<'promise' | 'settle' | 'state' | 'setState' | 'mergeState'> = {
  promise({ machine, args: [first], invocation: { site } }) {
    const id = machine.allocate({ ...emptyObject, open: true }, site.frame, site.node);
    const resolver = plain(reference(id, 'Promise.resolver'));
    for (const callable of first?.callables ?? [])
      machine.callCallable(callable, undefined, [resolver, resolver], site);
    // Promises are seen through.
    return machine.object(id, site.frame.state)?.rest ?? unknown;
  },
  settle({ machine, receiver, args: [first], invocation }) {
    update(machine, receiver, invocation, undefined, (object) => writeUnknown(object, first ?? unknown));
    return unknown;
  },
  state({ machine, api, args: [first], invocation: { site } }) {
    // Whatever it is set to, the component is run again with that.
    const id = machine.allocate({ ...emptyObject, open: true }, site.frame, site.node);
    const kept = join(first ?? unknown, reference(id));
    const setter = reference(id, `${api}.setter`);
    const items = [kept, setter];
    return reference(machine.allocate({ ...emptyObject, items }, site.frame, site.node), 'Array');
  },
  setState({ machine, receiver, invocation }) {
    const before = elements(machine, receiver, invocation.site.frame);
    const value = changedState(machine, invocation, before);
    update(machine, receiver, invocation, undefined, (object) => writeUnknown(object, value));
    return unknown;
  },
  mergeState({ machine, receiver, invocation }) {
    const { frame, node } = invocation.site;
    const before = machine.readField(receiver, 'state', frame, node);
    const value = join(before, changedState(machine, invocation, before));
    machine.writeField(receiver, 'state', value, frame, node);
    return unknown;
  },
};

/** What a state is set to: a value, or what a function makes of the state before. */
function changedState(machine: Machine, { args, site }: Invocation, before: Value): Value {
  const given = args[0]?.value ?? unknown;
  return given.callables
    .map((callable) => machine.callCallable(callable, undefined, [plain(before)], site))
    .reduce(join, withCallables(given, []));
}
