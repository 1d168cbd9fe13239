import type { Frame, Machine } from '../interpreter/machine.ts';
import { implementersOf } from '../names/implementers.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { type Callable, unknown, type Value } from '../values/values.ts';
import { withBodies } from './class-members.ts';
import { readOfFunction } from './functions.ts';

const none: readonly Callable[] = [];

/** The functions of the project that a method call on this receiver may mean. */
export function methodsOf(
  machine: Machine,
  receiver: Value,
  name: string,
  frame: Frame,
): readonly Callable[] {
  const usual = usualMethodsOf(machine, receiver, name, frame);
  if (usual?.length === 0) {
    const put = putInto(machine, receiver, name, frame);
    return put.length > 0 ? put : implementations(machine, receiver, name);
  }
  if (usual) return usual;
  const found: Callable[] = [];
  let exactly = false;
  for (const id of receiver.refs) {
    const object = machine.object(id, frame.state);
    if (!object) continue;
    const field = object.fields.get(name);
    if (field) found.push(...field.callables);
    if (object.rest) found.push(...object.rest.callables);
    if (object.cls) {
      // The object that stands for any of a class may be one of a subclass: only a caller knows which.
      if (!object.open) exactly = true;
      else if (machine.project.members.overrides(object.cls, name).length > 0) frame.entry.asksSelf = true;
      found.push(...asCallables(machine, object.cls, name, frame));
    }
  }
  if (receiver.cls && !exactly) {
    found.push(...asCallables(machine, receiver.cls, name, frame));
    for (const fn of machine.project.members.overrides(receiver.cls, name)) {
      found.push({ kind: 'function', fn, environment: undefined, self: undefined });
    }
  }
  for (const callable of receiver.callables) {
    if (callable.kind === 'function') {
      found.push(...(readOfFunction(machine, callable, name, frame.state)?.callables ?? []));
      continue;
    }
    for (const fn of machine.project.members.method(callable.cls, name)) {
      found.push({ kind: 'function', fn, environment: callable.environment, self: undefined });
    }
    const value = machine.staticField(callable.cls, name, frame.state);
    if (value) found.push(...value.callables);
  }
  // A lambda is called by whatever name its functional interface gives to that.
  if (found.length === 0 && frame.fn.module.semantics.functions.implementInterfaces && !composing.has(name)) {
    found.push(...receiver.callables.filter((callable) => callable.kind === 'function'));
  }
  return distinct(withBodies(found));
}

/** Functions that the program put into an API's own object: `schema.statics.search = function …`. */
function putInto(machine: Machine, { api }: Value, name: string, { state }: Frame): readonly Callable[] {
  if (api === undefined || !machine.catalog.stores.has(api)) return none;
  return machine.object(machine.storeOf(api), state)?.fields.get(name)?.callables ?? none;
}

/** Classes that a type from elsewhere is looked for in: of one with more, which is meant cannot be told. */
const maximumImplementers = 6;

/** Of an interface that is declared elsewhere and that no model is about: what the project's own classes do that implement it. */
function implementations(machine: Machine, { api, refs }: Value, name: string): readonly Callable[] {
  const { project, catalog } = machine;
  if (api === undefined || refs.length > 0 || catalog.knows(api)) return none;
  const classes = implementersOf(project, api);
  if (classes.length === 0 || classes.length > maximumImplementers) return none;
  const methods = new Set(classes.flatMap((cls) => project.members.method(cls, name)));
  return [...methods]
    .filter(({ ir }) => !ir.isStatic && !ir.isAbstract)
    .map((fn) => ({ kind: 'function', fn, environment: undefined, self: undefined }));
}

/** The methods of a receiver that is just a class, or something of one that stands in no function, as most are. */
function usualMethodsOf(
  machine: Machine,
  { refs, cls, callables }: Value,
  name: string,
  { entry, state }: Frame,
): readonly Callable[] | undefined {
  const [first] = callables;
  if (first?.kind === 'class' && callables.length === 1 && !first.environment && refs.length === 0 && !cls) {
    const field = machine.staticField(first.cls, name, state);
    return field && field.callables.length > 0 ? undefined : machine.project.members.ofClass(first.cls, name);
  }
  if (callables.length > 0 || refs.length > 1) return undefined;
  const [id] = refs;
  if (id === undefined && !cls) return none;
  const object = id === undefined ? undefined : machine.object(id, state);
  const own = object ? object.cls : cls;
  if (own?.ir.parent !== 0 || (object && (own !== cls || object.rest || object.fields.has(name))))
    return undefined;
  const callees = machine.project.members.callees(own, name);
  if (callees.any.length === 0) return undefined;
  if (!object) return callees.any;
  if (!object.open) return callees.exactly;
  if (!callees.isOverridden) return callees.ofItself;
  entry.asksSelf = true;
  // A framework calls it on objects of any subclass.
  return isCalledFromOutside(machine, entry.fn) ? callees.any : callees.ofItself;
}

/** A method of a library's subclass, or one with a route of its own: nobody in the project says on which objects it is called. */
const isCalledFromOutside = (machine: Machine, fn: LinkedFunction): boolean =>
  fn.cls !== undefined &&
  (fn.ir.decorators.length > 0 || machine.project.members.apiBases(fn.cls).length > 0) &&
  machine.entryParameters(fn).some((value) => value !== unknown);

const composing = new Set(['andThen', 'compose', 'negate', 'and', 'or', 'identity']);

function asCallables(
  machine: Machine,
  cls: NonNullable<Value['cls']>,
  name: string,
  frame: Frame,
): readonly Callable[] {
  const methods = machine.project.members.method(cls, name);
  if (methods.length > 0) {
    const environment = cls.ir.parent === 0 ? undefined : environmentOf(cls, frame);
    return methods.map((fn) => ({ kind: 'function', fn, environment, self: undefined }));
  }
  const inField = machine.classField(cls, name)?.callables ?? none;
  // `self.form_class(request.POST)`: what Python's classes hold, their objects do too.
  return inField.length > 0 ? inField : (machine.staticField(cls, name, frame.state)?.callables ?? none);
}

/** A local or anonymous class sees the variables of the function around it, while that is the one running. */
const environmentOf = (
  cls: NonNullable<Value['cls']>,
  frame: Frame,
): Value['callables'][number]['environment'] =>
  cls.module === frame.fn.module ? frame.environment : undefined;

function distinct(callables: readonly Callable[]): readonly Callable[] {
  if (callables.length < 2) return callables;
  const seen = new Set<unknown>();
  return callables.filter((callable) => {
    const key = callable.kind === 'function' ? callable.fn : callable.cls;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
