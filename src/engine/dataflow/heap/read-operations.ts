import { elements } from '../interpreter/loads.ts';
import { constant, join, unknown, type Value } from '../values/values.ts';
import type { ContainerCall, Operations } from './container-call.ts';
import { get } from './container-reads.ts';
import { bundle, load, setting } from './settings-files.ts';

/** Operations on one element, on one property, or on settings by their keys. */
export const readOperations: Operations<
  | 'get'
  | 'first'
  | 'last'
  | 'next'
  | 'entryKey'
  | 'entryValue'
  | 'getProperty'
  | 'setProperty'
  | 'defineProperty'
  | 'load'
  | 'bundle'
  | 'setting'
  | 'configuration'
> = {
  get: ({ machine, receiver, args: [first, second], invocation }) =>
    get(machine, receiver, first, second, invocation),
  first: ({ machine, receiver, invocation }) => get(machine, receiver, constant(0), undefined, invocation),
  last: ({ machine, receiver, invocation }) => get(machine, receiver, constant(-1), undefined, invocation),
  next: ({ machine, receiver, invocation }) => elements(machine, receiver, invocation.site.frame),
  entryKey: ({ machine, receiver, invocation: { site } }) =>
    machine.readField(receiver, '0', site.frame, site.node),
  entryValue: ({ machine, receiver, invocation: { site } }) =>
    machine.readField(receiver, '1', site.frame, site.node),
  getProperty: ({ machine, receiver, args: [first], invocation: { site } }) =>
    machine.readIndex(receiver, first ?? unknown, site.frame, site.node),
  setProperty({ machine, receiver, args: [first, second], invocation: { site } }) {
    machine.writeIndex(receiver, first ?? unknown, second ?? unknown, site.frame, site.node);
    return unknown;
  },
  defineProperty(call) {
    const { machine, receiver, args, invocation } = call;
    const { frame, node } = invocation.site;
    machine.writeIndex(receiver, args[0] ?? unknown, described(call), frame, node);
    return unknown;
  },
  load: ({ machine, receiver, invocation }) => load(machine, receiver, invocation),
  bundle: ({ machine, api, invocation }) => bundle(machine, api, invocation),
  setting: ({ machine, receiver, args: [first, second], invocation }) =>
    setting(machine, 'setting', receiver, first, second, invocation),
  configuration: ({ machine, receiver, args: [first, second], invocation }) =>
    setting(machine, 'configuration', receiver, first, second, invocation),
};

/** What a property holds by its descriptor: `{ value }`, or what `{ get() { … } }` gives. */
function described({ machine, receiver, args: [, descriptor], invocation: { site } }: ContainerCall): Value {
  if (!descriptor) return unknown;
  const value = machine.readField(descriptor, 'value', site.frame, site.node);
  const got = machine
    .readField(descriptor, 'get', site.frame, site.node)
    .callables.map((getter) => machine.callCallable(getter, receiver, [], site));
  return got.reduce(join, value);
}
