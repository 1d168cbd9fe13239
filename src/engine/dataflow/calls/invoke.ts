import type { TypeRef } from '../../ir/ir.ts';
import { decides } from '../guards/deciding.ts';
import { isShared } from '../heap/shared.ts';
import { inline } from '../interpreter/bodies.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { ArgValue, CallSite, Frame, Machine, Summary } from '../interpreter/machine.ts';
import { noteWrite } from '../interpreter/noted-writes.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { inputsOf } from '../summaries/closure-runs.ts';
import { applySummary, passThrough } from '../summaries/summaries.ts';
import { type Label, traced } from '../values/labels.ts';
import { typed } from '../values/typing.ts';
import {
  type Callable,
  type Environment,
  unknown,
  type Value,
  withClass,
  withLabels,
  withRefs,
} from '../values/values.ts';
import { bindArguments } from './binding.ts';
import { inherits } from './class-members.ts';
import { instantiate } from './instantiate.ts';
import { isOverloadFor } from './overloads.ts';

const maximumDepth = 7;

/** Steps that one entry may spend in inlined calls; past them, calls are applied by their summaries. */
const maximumInlined = 12_000;

/** See `Machine.callCallable`. */
export function callCallable(
  machine: Machine,
  callable: Callable,
  receiver: Value | undefined,
  args: readonly ArgValue[],
  site: CallSite,
): Value {
  if (callable.kind === 'class') return instantiate(machine, callable.cls, callable.environment, args, site);
  const { fn } = callable;
  const self = narrowed(callable.self ?? receiver ?? unknown, fn);
  if (callable.bound) {
    const { bound, ...free } = callable;
    return callCallable(machine, free, receiver, [...bound, ...args], site);
  }
  if (!isOverloadFor(machine, fn, args)) return unknown;
  return machine.invoke(fn, callable.environment, self, bindArguments(machine, fn, self, args, site), site);
}

/** What a subclass's override is called on is of that subclass: its own methods are meant, not those of its siblings. */
const narrowed = (self: Value, { cls, ir }: LinkedFunction): Value =>
  cls && self.cls && cls !== self.cls && !ir.isStatic && inherits(cls, self.cls)
    ? withClass(self, cls)
    : self;

/** See `Machine.invoke`: by summary where labels are all that matters, inlined where values do. */
export function invoke(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { entry, depth } = site.frame;
  entry.dependsOn.add(fn);
  if (entry.uncalled.size > 0) entry.uncalled.delete(fn.key);
  // What is declared without a body may do and return anything of its type.
  if (fn.ir.isAbstract) {
    for (const called of machine.project.hooks.calledWithoutBody) called(machine, fn, args, site);
    return typed(machine, unknown, fn.ir.returnType, { fn });
  }
  if (fn.scope.closesOver) return invokeClosure(machine, fn, environment, self, args, site);
  if (isRunning(entry, fn) || depth >= maximumDepth || entry.exhausted) {
    const known = entry.exhausted ? undefined : machine.summaryOf(fn);
    // One that runs already is looked into; one that is called too deep down is not.
    if (!known && !isRunning(entry, fn)) entry.cutShort = true;
    return known
      ? applySummary(machine, known, fn, self, args, site)
      : passThrough(machine, self, args, site.frame);
  }
  const mayInline = entry.inlined < maximumInlined;
  const summary = machine.summaryOf(fn);
  if (!summary) return passThrough(machine, self, args, site.frame);
  const receiver = summary.writesSelf ? sharedReceiver(machine, self) : self;
  if (mayInline && (loads(site.frame) || needsValues(machine, fn, summary, receiver, args, site.frame))) {
    const holder = anyReceiver(machine, fn, receiver);
    return inline(machine, fn, environment, holder, passedTo(fn, args, site), site);
  }
  // What a callee writes to an object that its caller was given, the caller writes to it.
  if (summary.writesSelf) noteWrite(self, site.frame);
  return applySummary(machine, summary, fn, self, args, site);
}

/** A function that closes over variables is run where it is called; past the bounds, its earlier runs tell what it comes to. */
function invokeClosure(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { entry, depth } = site.frame;
  if (isRunning(entry, fn)) return passThrough(machine, self, args, site.frame);
  if (entry.exhausted) {
    entry.cutShort = true;
    return passThrough(machine, self, args, site.frame);
  }
  const inputs = inputsOf(machine, fn, environment, self, args, site.frame);
  if (depth >= maximumDepth || entry.inlined >= maximumInlined) {
    const known = entry.closures.find(fn, inputs);
    if (known) return known;
    if (!entry.closures.takeLate(fn)) {
      const [receiver, ...given] = entry.closures.widen(fn, inputs) ?? [];
      if (!receiver) {
        entry.cutShort = true;
        return passThrough(machine, self, args, site.frame);
      }
      const wide = given.slice(given.length - args.length).map(({ value }) => value);
      const result = inline(machine, fn, environment, receiver.value, wide, site);
      return entry.closures.keepWidened(fn, [receiver, ...given], result);
    }
  }
  const result = inline(machine, fn, environment, self, args, site);
  entry.closures.keep(fn, inputs, result);
  return result;
}

/** The arguments, with the step into the function that a summary would tell of: which of both it is, nobody shall see. */
const passedTo = (
  fn: LinkedFunction,
  args: readonly (Value | undefined)[],
  { frame, node }: CallSite,
): readonly (Value | undefined)[] =>
  args.map((arg) =>
    arg && arg.labels.length > 0
      ? withLabels(arg, traced(arg.labels, 'argument', frame.fn, node, fn.ir.name))
      : arg,
  );

/** Calls in each other while a class of Java's is set up that are followed to all that they do. */
const maximumLoading = 3;

/** What a module does while it is loaded it does to what everything else finds there. Java's classes mostly set up themselves. */
const loads = ({ entry: { fn }, depth }: Frame): boolean =>
  fn.ir.index === 0 && (depth < maximumLoading || fn.module.semantics.modules.run);

/** A service that a framework hands to all its users is one object: what one leaves in it, the others find. */
function sharedReceiver(machine: Machine, self: Value): Value {
  if (self.refs.length > 0 || !self.cls || !isShared(self.cls)) return self;
  const id = machine.prototypeOf(self.cls);
  return id === undefined ? self : withRefs(self, [id]);
}

/** A service of which only the interface is known: its fields hold what the framework put into the one object of its class. */
function anyReceiver(machine: Machine, { cls, ir }: LinkedFunction, self: Value): Value {
  if (!cls || !isShared(cls) || ir.isStatic || self.refs.length > 0 || self.callables.length > 0) return self;
  const id = machine.prototypeOf(cls);
  return id === undefined ? self : withClass(withRefs(self, [id]), cls);
}

/** A function that closes over variables has no summary: it is run inside itself once, to see what it does to them. */
function isRunning(entry: Frame['entry'], fn: LinkedFunction): boolean {
  const first = entry.stack.indexOf(fn);
  return first >= 0 && (!fn.scope.closesOver || entry.stack.lastIndexOf(fn) !== first);
}

/** Steps deep in inlined calls that are followed for parameters' labels alone. */
const symbolicDepth = 1;

const smallFunction = 120;

/** Whether a call has to be run with its values, because its summary in terms of labels would lose something. */
function needsValues(
  machine: Machine,
  fn: LinkedFunction,
  summary: Summary,
  self: Value,
  args: readonly (Value | undefined)[],
  frame: Frame,
): boolean {
  if (summary.returnsFunctions) return true;
  if (!fn.cls && fn.scope.usesThis && (self.refs.length > 0 || isHandle(self))) return true;
  const shallow = frame.depth < symbolicDepth;
  const short = fn.scope.size <= smallFunction;
  const { usesObjects } = summary;
  if (usesObjects && args.some((arg) => arg && arg.callables.length > 0)) return true;
  if ((shallow || short) && decides(summary.deciding, args, fn.ir.params)) return true;
  if (usesObjects && args.some((arg, i) => arg && saysMore(machine, arg, fn, i))) return true;
  const asksObjects = usesObjects && args.some((arg) => arg && arg.refs.length > 0);
  // The callee's own analysis began with this very object: what is in it has been followed there.
  const known = machine.isPrototype(self, fn.cls, frame.state);
  const hasOther = !known && self.refs.length > 0;
  const changes = (summary.writesSelf || summary.asksSelf) && self.refs.length > 0;
  const lets = summary.returnsObjects || summary.leaves || changes;
  if (!lets && !asksObjects)
    return (
      hasOther &&
      (holdsRequest(machine, self, frame) ||
        deepLabels(machine, self, frame, 2).some((label) => isSource(label) || (shallow && short)))
    );
  const carried = carriedLabels(machine, known ? unknown : self, args, frame);
  if (carried === 'source' || (carried === 'parameter' && shallow && short)) return true;
  if (shallow && short) return summary.returnsObjects || (summary.writesSelf && self.refs.length > 0);
  return frame.depth < maximumBuilding && summary.writesSelf && buildsOf(fn, self, args);
}

/** Calls in each other that are followed to see objects put together: `return Service(Repository(connection))`. */
const maximumBuilding = 4;
const smallConstructor = 40;

/** Whether a constructor puts other objects into its own. */
const buildsOf = (fn: LinkedFunction, self: Value, args: readonly (Value | undefined)[]): boolean =>
  (fn.ir.name === '__init__' || fn.ir.kind === 'constructor') &&
  fn.scope.size <= smallConstructor &&
  self.refs.length > 0 &&
  args.some((arg) => arg !== undefined && arg !== self && arg.refs.length > 0);

/** Whether of an argument more is known than its parameter's type, which is what the summary was made with. */
function saysMore(machine: Machine, arg: Value, fn: LinkedFunction, index: number): boolean {
  const declared = fn.ir.params[index]?.type;
  return declared ? isMoreThan(machine, arg, declared, fn) : isHandle(arg);
}

/** Whether a value is of a more special type than the parameter says, for which the summary was made. */
function isMoreThan(machine: Machine, arg: Value, declared: TypeRef, fn: LinkedFunction): boolean {
  if (arg.api === undefined || arg.labels.some(isSource)) return false;
  const type = machine.project.typeOf(declared, fn.module);
  return typeof type === 'string' && arg.api !== type && machine.catalog.isA(arg.api, type);
}

const isSource = (label: Label): boolean => label.origin.kind === 'source';

/** What goes into a call: data of a source, only what a parameter of the entry may hold, or neither. */
function carriedLabels(
  machine: Machine,
  self: Value,
  args: readonly (Value | undefined)[],
  frame: Frame,
): 'source' | 'parameter' | undefined {
  if (self !== unknown && deepLabels(machine, self, frame, 3).some(isSource)) return 'source';
  let found: 'parameter' | undefined;
  for (const value of args) {
    if (!value || value === unknown) continue;
    const labels = deepLabels(machine, value, frame, 3);
    if (labels.some(isSource) || holdsStored(machine, value, frame, 2)) return 'source';
    if (labels.length > 0 && value !== self) found = 'parameter';
  }
  return found;
}

/** Whether a value is a row, or a list of rows, into which data was put. */
function holdsStored(machine: Machine, { refs }: Value, frame: Frame, depth: number): boolean {
  return refs.some((id) => {
    const object = machine.object(id, frame.state);
    if (!object) return false;
    if (!machine.isRow(id))
      return depth > 0 && object.rest !== undefined && holdsStored(machine, object.rest, frame, depth - 1);
    for (const field of object.fields.values()) if (field.labels.length > 0) return true;
    return false;
  });
}

/** `new Job(request).run()`: an object that keeps a request, of which its methods take what they need. */
function holdsRequest(machine: Machine, { refs }: Value, { state }: Frame): boolean {
  return refs.some((id) => {
    for (const field of machine.object(id, state)?.fields.values() ?? [])
      if (field.api !== undefined && isHandle(field) && machine.catalog.givesRemoteData(field.api))
        return true;
    return false;
  });
}

/** Something of an API whose properties matter, like a request: labels alone do not say what a function makes of it. */
const isHandle = (value: Value): boolean =>
  value.api !== undefined && value.known === undefined && !value.labels.some(isSource);
