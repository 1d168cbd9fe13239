import type { Model } from '../../libraries/model.ts';
import { withdrawMoved } from '../guards/guard-facts.ts';
import { passesOn } from '../guards/middleware-checks.ts';
import { fillVariable, isFilledByOthers } from '../heap/filled-objects.ts';
import { isParameter, typesOf } from '../interpreter/loads.ts';
import type { ArgValue, Frame, Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedClass } from '../names/linking.ts';
import {
  type Callable,
  exact,
  join,
  unknown,
  type Value,
  withCallables,
  withClass,
} from '../values/values.ts';
import { takesSelf } from './binding.ts';
import { reportChosenMethod } from './chosen-methods.ts';
import { callFunctional, functionalMethod } from './functional-objects.ts';
import { construct } from './functions.ts';
import { methodsOf } from './methods.ts';
import { spreadOf } from './spread-arguments.ts';
import { rowsFrom } from './stored-calls.ts';
import { fetched } from './stored-columns.ts';
import { applyWithoutModel, isModule } from './unmodelled.ts';

const maximumTargets = 6;

/** See `Machine.call`: finds what is called, calls each possibility and joins the results. */
export function call(
  machine: Machine,
  callee: Value,
  name: string | undefined,
  invocation: Invocation,
): Value {
  const { site, receiver } = invocation;
  const { entry } = site.frame;
  if (entry.passing && callee.api === passesOn) entry.passing(site.frame, invocation.args);
  if (name === undefined && isParameter(callee)) entry.usesObjects = true;
  if (name !== undefined) withdrawMoved(site.frame, name, invocation.receiverExpr);
  if (name === undefined && callee.labels.length > 0) reportChosenMethod(machine, callee, site);
  // A caller may know what a method of a parameter is that has no written type.
  if (
    receiver &&
    isParameter(receiver) &&
    ((receiver.api === undefined && !receiver.cls) || isLambda(receiver))
  )
    entry.usesObjects = true;
  const bound =
    name === undefined || !receiver ? undefined : functionMethod(machine, receiver, name, invocation);
  if (bound) return bound;

  const methods = name === undefined || !receiver ? none : methodsOf(machine, receiver, name, site.frame);
  if (methods.length === 0 && receiver && name !== undefined && managed.has(name))
    return name === '__enter__' ? receiver : unknown;
  const own =
    callee.callables.length > 0 || name !== undefined ? callee.callables : calledObjects(machine, callee);
  const callables = own.length === 0 ? methods : methods.length === 0 ? own : [...own, ...methods];
  const made = callEach(machine, callables, callee, name, withFilled(machine, methods, invocation));
  const about = machine.hasEntities() ? rowsFrom(machine, made, name, invocation) : made;
  const value = name === undefined ? about : fetched(machine, name, invocation, about);
  site.frame.called = { node: site.node, callables, api: callee.api, receiver, args: invocation.args };
  return value;
}

/** `request.setSort("name")`: what a method writes to, the variable holds from then on. */
function withFilled(machine: Machine, methods: readonly Callable[], invocation: Invocation): Invocation {
  const { receiver, receiverExpr, site } = invocation;
  if (!receiver || !isFilledByOthers(receiver)) return invocation;
  const writes = methods.some(
    (method) => method.kind === 'function' && machine.summaryOf(method.fn)?.writesSelf,
  );
  return writes
    ? { ...invocation, receiver: fillVariable(machine, receiverExpr, receiver, site.frame) }
    : invocation;
}

/** What `with` asks of its object. Of a library's, entering gives most often the object itself, and leaving does nothing. */
const managed: ReadonlySet<string> = new Set(['__enter__', '__exit__']);

/** Python's objects with `__call__`. */
function calledObjects(machine: Machine, callee: Value): readonly Callable[] {
  const method = callee.cls?.module.semantics.classes.callMethod;
  if (!callee.cls || method === undefined) return none;
  const [fn] = machine.project.members.method(callee.cls, method);
  return fn ? [{ kind: 'function', fn, environment: undefined, self: callee }] : none;
}

/** Calls functions of the project and what the catalog knows by the name, else what nothing is known of. */
function callEach(
  machine: Machine,
  callables: readonly Callable[],
  callee: Value,
  name: string | undefined,
  invocation: Invocation,
): Value {
  const { site, receiver, args } = invocation;
  let result: Value | undefined;
  for (let i = 0; i < callables.length && i < maximumTargets; i++) {
    const callable = callables[i] as Callable;
    const makes = invocation.isNew && callable.kind === 'function';
    const value = makes
      ? construct(machine, callable, args, site)
      : machine.callCallable(callable, receiver, args, site);
    result = result ? join(result, value) : value;
  }

  const owners = name === undefined || !receiver ? nobody : ownersOf(machine, receiver, name, site.frame);
  for (const owner of owners) {
    const model = machine.catalog.member(owner, name as string);
    if (!model) continue;
    const made = machine.applyModel(model, `${owner}.${name}`, invocation);
    const cls = receiver && givenClass(machine, receiver, owner, name as string, made);
    const value = cls ? withClass(made, cls) : made;
    result = result ? join(result, value) : value;
  }
  if (name === undefined && callee.api !== undefined) {
    const model = machine.catalog.model(callee.api);
    if (model) {
      // A function that is an object too, like that which settles a promise, is its own receiver.
      const own = callee.refs.length > 0 && !receiver ? { ...invocation, receiver: callee } : invocation;
      const value = machine.applyModel(model, callee.api, own);
      result = result ? join(result, value) : value;
    }
  }
  // `Report.class.getMethod(name)`
  const { typeOfClasses } = site.frame.fn.module.semantics.classes;
  const ofClass =
    !result && name !== undefined && invocation.receiverExpr?.k === 'type' && typeOfClasses !== undefined
      ? machine.catalog.member(typeOfClasses, name)
      : undefined;
  if (ofClass) return machine.applyModel(ofClass, `${typeOfClasses}.${name}`, invocation);
  // `self.load(data)`, `LOADERS["json"](data)`: a function of a library that an object holds.
  if (!result && name !== undefined && receiver && receiver.refs.length > 0) {
    const api = heldApi(machine, receiver, name, site.frame);
    const model = api === undefined ? undefined : machine.catalog.model(api);
    const call = { ...invocation, receiver: undefined, receiverExpr: undefined };
    if (model && api !== undefined) result = machine.applyModel(model, api, call);
  }
  if (result) return result;
  if (invocation.isNew && callee.api !== undefined) return applyWithoutModel(machine, callee.api, invocation);
  if (receiver && owners.length === 0 && (isOwnField(invocation) || isCalledField(machine, name, invocation)))
    site.frame.entry.asksSelf = true;
  const wildcard =
    name === undefined || (receiver?.cls && owners.length === 0)
      ? undefined
      : machine.catalog.member('*', name);
  if (wildcard && !(owners.length > 0 && isModule(receiver) && isOfReceiver(wildcard)))
    return machine.applyModel(wildcard, `*.${name}`, invocation);
  // `new Worker(x).start()`: a thread of the project's runs its own method.
  if (name === 'start' && receiver && functionalMethod(machine, receiver, site.frame) === 'run')
    callFunctional(machine, receiver, 'run', unknown, site);
  const path = name === undefined ? callee.api : knownPath(machine, owners, name);
  return applyWithoutModel(machine, path, invocation);
}

/** What a library says that the method of an object of the project's class gives, or of the class itself. */
function givenClass(
  machine: Machine,
  receiver: Value,
  owner: string,
  name: string,
  made: Value,
): LinkedClass | undefined {
  const [first] = receiver.callables;
  const cls = receiver.cls ?? (first?.kind === 'class' ? first.cls : undefined);
  if (!cls) return undefined;
  for (const given of machine.project.hooks.givenClass) {
    const found = given(machine, cls, owner, name, made);
    if (found) return found;
  }
  return undefined;
}

/** The API that an object of the program's has under a name. */
function heldApi(machine: Machine, { refs }: Value, name: string, { state }: Frame): string | undefined {
  for (const id of refs) {
    const api = machine.object(id, state)?.fields.get(name)?.api;
    if (api !== undefined) return api;
  }
  return undefined;
}

/** Of a type of Java's whose one method a lambda stands for: which one, the caller knows. */
const isLambda = ({ api, cls }: Value): boolean =>
  (api !== undefined &&
    (api.startsWith('java.util.function.') ||
      api === 'java.util.concurrent.Callable' ||
      api === 'java.lang.Runnable')) ||
  (cls?.ir.kind === 'interface' && cls.methods.size === 1);

/** It tells only what becomes of the receiver. */
const isOfReceiver = ({ sinks, sanitizers, flows }: Model): boolean =>
  sinks.length === 0 &&
  [...sanitizers.flatMap(({ places }) => places), ...flows.flatMap(({ from }) => from)].some(
    ({ base }) => base.at === 'receiver',
  );

/** `self.repository.find(…)`, where nothing is known of the field. */
function isOwnField({ receiver, receiverExpr, site }: Invocation): boolean {
  if (!receiver || receiver.refs.length > 0 || receiver.cls || receiver.callables.length > 0) return false;
  let holder = receiverExpr;
  if (holder?.k !== 'field') return false;
  while (holder.k === 'field') holder = holder.object;
  if (holder.k === 'this') return true;
  const [first] = takesSelf(site.frame.fn) ? site.frame.fn.ir.params : [];
  return holder.k === 'var' && first?.target.k === 'var' && first.target.name === holder.name;
}

/** `self.load(data)`, where the constructor was given what to call. */
const isCalledField = (
  machine: Machine,
  name: string | undefined,
  { receiver, site: { frame } }: Invocation,
): boolean =>
  name !== undefined &&
  receiver?.cls !== undefined &&
  receiver.refs.some((id) => machine.object(id, frame.state)?.fields.has(name));

/** The path of a member that nothing is said of, where something is said of what lies below it. */
function knownPath(machine: Machine, owners: readonly string[], name: string): string | undefined {
  const [owner] = owners;
  return owner !== undefined && machine.catalog.knowsMember(owner, name) ? `${owner}.${name}` : undefined;
}

/** The APIs whose member a method call may mean. */
function ownersOf(machine: Machine, receiver: Value, name: string, frame: Frame): readonly string[] {
  const types = typesOf(machine, receiver, frame);
  if (types.length > 0 && !receiver.cls && receiver.callables.length === 0) return types;
  const { cls } = receiver;
  if (
    cls &&
    types.length + receiver.callables.length === 0 &&
    machine.project.members.apiBases(cls).length === 0
  )
    return inherited(machine, cls, name);
  const owners = [...types];
  if (receiver.cls) owners.push(...machine.project.members.apiBases(receiver.cls));
  for (const callable of receiver.callables) {
    if (callable.kind === 'class') owners.push(...machine.project.members.apiBases(callable.cls));
  }
  if (owners.length === 0 && receiver.refs.length === 0 && receiver.callables.length === 0 && !receiver.cls) {
    const known = exact(receiver);
    // A text literal, or something from outside that is most likely text.
    if (typeof known?.value === 'string' || receiver.known?.kind === 'prefix' || receiver.labels.length > 0) {
      const text = frame.fn.module.semantics.types.text;
      if (machine.catalog.member(text, name)) owners.push(text);
    }
  }
  // What every class inherits.
  return owners.length === 0 && receiver.cls ? inherited(machine, receiver.cls, name) : owners;
}

function inherited(machine: Machine, { module }: LinkedClass, name: string): readonly string[] {
  const { root } = module.semantics.classes;
  return root !== undefined && machine.catalog.member(root, name) ? [root] : nobody;
}

const none: readonly Callable[] = [];
const nobody: readonly string[] = [];

/** `f.call(self, a)`, `f.apply(self, list)`, `f.bind(self, a)` of JavaScript's functions. */
function functionMethod(
  machine: Machine,
  receiver: Value,
  name: string,
  invocation: Invocation,
): Value | undefined {
  if (receiver.callables.length === 0) return apiMethod(machine, receiver, name, invocation);
  for (const method of machine.project.hooks.functionMethod) {
    const result = method(machine, receiver, name, invocation);
    if (result) return result;
  }
  const { methods } = invocation.site.frame.fn.module.semantics.functions;
  if (!methods.has(name)) return undefined;
  const functions = receiver.callables.filter((callable) => callable.kind === 'function');
  if (functions.length === 0) return undefined;
  const [self, ...rest] = invocation.args;
  if (name === 'bind') {
    const holder = self && self.value.refs.length > 0 ? self.value : undefined;
    return holder || rest.length > 0
      ? withCallables(
          receiver,
          functions.map((callable) => ({
            ...callable,
            self: holder ?? callable.self,
            bound: [...(callable.bound ?? []), ...rest],
          })),
        )
      : receiver;
  }
  const args: readonly ArgValue[] = name === 'call' ? rest : spreadOf(machine, rest[0]?.value, invocation);
  let result: Value | undefined;
  for (const callable of functions.slice(0, maximumTargets)) {
    const value = machine.callCallable(callable, self?.value, args, invocation.site);
    result = result ? join(result, value) : value;
  }
  return result;
}

/** `exec.call(self, a)`, `exec.apply(self, list)` of a library's function; bound, it stays what it is. */
function apiMethod(
  machine: Machine,
  receiver: Value,
  name: string,
  invocation: Invocation,
): Value | undefined {
  const { methodsOfApis } = invocation.site.frame.fn.module.semantics.functions;
  if (!methodsOfApis.has(name) || receiver.api === undefined || !machine.catalog.model(receiver.api))
    return undefined;
  if (name === 'bind') return receiver;
  const [self, ...rest] = invocation.args;
  const args = name === 'call' ? rest : spreadOf(machine, rest[0]?.value, invocation);
  return callEach(machine, none, receiver, undefined, {
    ...invocation,
    receiver: self?.value,
    receiverExpr: self?.expr,
    args,
  });
}
