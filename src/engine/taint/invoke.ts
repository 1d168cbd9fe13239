import type { Decorator, TypeRef } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import { bindArguments, keywordMap, keywordsAt, takesSelf } from './binding.ts';
import { decides } from './deciding.ts';
import { typed } from './evaluate.ts';
import { executeAll } from './execute.ts';
import { emptyObject, joinObjects, Layer, mergeLayers } from './heap.ts';
import { instantiate } from './instantiate.ts';
import { concatTraces, joinLabels, type Label, type Labels, traced } from './labels.ts';
import type { LinkedFunction } from './linking.ts';
import type { ArgValue, CallSite, Frame, Machine, PendingHit, Summary } from './machine.ts';
import { reportMapped } from './mapped.ts';
import { bitOf, everyClass } from './masks.ts';
import { deepLabels } from './reading.ts';
import {
  type Callable,
  type Environment,
  exact,
  join,
  joinAll,
  nothing,
  reference,
  unknown,
  type Value,
  withLabels,
} from './values.ts';

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
  const self = callable.self ?? receiver ?? unknown;
  if (!matchesArity(machine, fn, args)) return unknown;
  return machine.invoke(
    fn,
    callable.environment,
    self,
    bindArguments(fn, self, args, keywordsAt(machine, site)),
    site,
  );
}

/** Overloads are told apart by the number of arguments, and by which of them are text. */
function matchesArity(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): boolean {
  if (fn.module.ir.language !== 'java' || !fn.cls) return true;
  const overloads = fn.cls.methods.get(fn.ir.kind === 'constructor' ? 'constructor' : fn.ir.name);
  if (!overloads || overloads.length < 2) return true;
  const { params } = fn.ir;
  const last = params.at(-1);
  if (last?.rest === 'list') return args.length >= params.length - 1;
  return (
    params.length === args.length &&
    params.every((param, i) => mayBe(machine, args[i]?.value ?? unknown, param.type, fn))
  );
}

const text = 'java.lang.String';
const aboveText = new Set([
  text,
  'java.lang.Object',
  'java.lang.CharSequence',
  'java.lang.Comparable',
  'java.io.Serializable',
]);

/** Whether a value may be of a declared type: no class is above or below text, so a text is nothing else. */
function mayBe(machine: Machine, value: Value, declared: TypeRef | undefined, fn: LinkedFunction): boolean {
  if (!declared || value.api === undefined) return true;
  const type = declared.array ? 'array' : machine.project.typeOf(declared, fn.module);
  if (value.api === text) return typeof type === 'string' && aboveText.has(type);
  return type !== text || value.known !== undefined;
}

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
  entry.uncalled.delete(fn.key);
  // What is declared without a body may do and return anything of its type.
  if (fn.ir.isAbstract) {
    reportMapped(machine, fn, args, site);
    return typed(machine, unknown, fn.ir.returnType, { ...site.frame, fn });
  }
  if (isRunning(entry, fn) || depth >= maximumDepth || entry.exhausted) {
    const known = fn.scope.closesOver || entry.exhausted ? undefined : machine.summaryOf(fn);
    // One that runs already is looked into; one that is called too deep down is not.
    if (!known && !isRunning(entry, fn)) entry.cutShort = true;
    return known
      ? applySummary(machine, known, fn, self, args, site)
      : passThrough(machine, self, args, site.frame);
  }
  const mayInline = entry.inlined < maximumInlined;
  if (fn.scope.closesOver && !mayInline) entry.cutShort = true;
  if (fn.scope.closesOver)
    return mayInline
      ? inline(machine, fn, environment, self, args, site)
      : passThrough(machine, self, args, site.frame);
  const summary = machine.summaryOf(fn);
  if (!summary) return passThrough(machine, self, args, site.frame);
  // What a module does while it is loaded it does to what everything else finds there.
  const loads = entry.fn.ir.index === 0;
  if (mayInline && (loads || needsValues(machine, fn, summary, self, args, site.frame))) {
    return inline(machine, fn, environment, self, args, site);
  }
  return applySummary(machine, summary, fn, self, args, site);
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
  if (!fn.cls && fn.scope.usesThis && self.refs.length > 0) return true;
  const shallow = frame.depth < symbolicDepth;
  const short = fn.scope.size <= smallFunction;
  const { usesObjects } = summary;
  if (usesObjects && args.some((arg) => arg && arg.callables.length > 0)) return true;
  // The callee's own analysis began with this very object: what is in it has been followed there.
  const known = machine.isPrototype(self, fn.cls, frame.state);
  const carried = carriedLabels(machine, known ? unknown : self, args, frame);
  if ((shallow || short) && decides(summary.deciding, args)) return true;
  const untyped = (arg: Value, i: number): boolean => {
    const declared = fn.ir.params[i]?.type;
    return declared ? isMoreThan(machine, arg, declared, fn) : isHandle(arg);
  };
  if (usesObjects && args.some((arg, i) => arg && untyped(arg, i))) return true;
  if (carried === 'source' || (carried === 'parameter' && shallow && short)) {
    if (summary.returnsObjects) return true;
    if ((summary.writesSelf || summary.asksSelf) && self.refs.length > 0) return true;
    if (!known && self.refs.length > 0 && deepLabels(machine, self, frame, 2).some(isSource)) return true;
    return usesObjects && args.some((arg) => arg && arg.refs.length > 0);
  }
  return shallow && short && (summary.returnsObjects || (summary.writesSelf && self.refs.length > 0));
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
  let found: 'parameter' | undefined;
  for (const value of [self, ...args]) {
    if (!value) continue;
    const labels = deepLabels(machine, value, frame, 3);
    if (labels.some(isSource)) return 'source';
    if (labels.length > 0 && value !== self) found = 'parameter';
  }
  return found;
}

/** Something of an API whose properties matter, like a request: labels alone do not say what a function makes of it. */
const isHandle = (value: Value): boolean =>
  value.api !== undefined && value.labels.length === 0 && value.known === undefined;

/** Runs the body in a frame of its own over the caller's heap. */
export function inline(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { entry } = site.frame;
  const before = entry.steps;
  const frame = openFrame(machine, fn, environment, self, args, site.frame);
  entry.inlines.add(fn);
  entry.stack.push(fn);
  runBody(machine, frame);
  entry.stack.pop();
  entry.inlined += entry.steps - before;
  mergeLayers(
    site.frame.state.heap,
    frame.exits.map((exit) => exit.state.heap),
    site.frame.state.heap,
    joinObjects,
  );
  const result = resultOf(machine, frame, site.frame);
  return withLabels(result, traced(result.labels, 'return', site.frame.fn, site.node, fn.ir.name));
}

export function openFrame(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  caller: Pick<Frame, 'entry' | 'depth' | 'state'>,
): Frame {
  const frame: Frame = {
    fn,
    entry: caller.entry,
    depth: caller.depth + 1,
    self,
    environment,
    args,
    state: { variables: new Layer(), heap: new Layer(caller.state.heap) },
    exits: [],
    targets: [],
    yielded: undefined,
    refined: false,
    keysOf: new Map(),
    stopped: false,
  };
  if (fn.scope.captured.size === 0 || fn.ir.index === 0) return frame;
  const record = machine.allocate({ ...emptyObject, open: true }, frame, fn.ir);
  return { ...frame, environment: { record, owner: fn.ir.index, parent: environment } };
}

/** Binds parameters and runs the body; what leaves it is in `frame.exits`. */
export function runBody(machine: Machine, frame: Frame): void {
  const { params } = frame.fn.ir;
  params.forEach((param, i) => {
    let value = frame.args[i];
    if (param.default && (!value || exact(value)?.value === undefined)) {
      const fallback = machine.evaluate(param.default, frame);
      value = value && !exact(value) ? join(value, fallback) : fallback;
    }
    value ??= param.rest ? unknown : nothing;
    const isKept = param.rest === 'map' && value.refs.length === 1 && value.api === keywordMap;
    if (param.rest && !isKept) {
      const object = { ...emptyObject, rest: value };
      value = {
        ...reference(machine.allocate(object, frame, param), param.rest === 'list' ? 'Array' : 'dict'),
        labels: value.labels,
      };
    }
    machine.assign(
      param.target,
      typed(machine, value, param.rest ? undefined : param.type, frame),
      frame,
      param,
    );
  });
  const alive = executeAll(machine, frame.fn.ir.body, frame);
  if (alive) frame.exits.push({ value: nothing, state: frame.state, expr: undefined });
  machine.respond(frame);
}

/** `@contextmanager`: who enters gets what is yielded. */
const yieldsOnce = (decorator: Decorator): boolean =>
  /(?:^|\.)(?:async)?contextmanager$/.test(dottedName(decorator.expr) ?? '');

/** @param holder the frame on whose heap a generator's elements are kept */
export function resultOf(machine: Machine, frame: Frame, holder = frame): Value {
  const { ir } = frame.fn;
  if (ir.isGenerator) {
    const rest = frame.yielded ?? unknown;
    if (ir.decorators.some(yieldsOnce)) return rest;
    const id = machine.allocate({ ...emptyObject, rest }, holder, ir);
    return reference(id, 'Array');
  }
  if (frame.exits.length === 0) return unknown;
  const returns = frame.exits.filter((exit) => exit.expr !== undefined);
  const value = joinAll((returns.length > 0 ? returns : frame.exits).map((exit) => exit.value));
  const mixed = returns.length > 0 && returns.length < frame.exits.length;
  const result = mixed ? { ...value, known: undefined } : value;
  return typed(machine, result, ir.returnType, frame);
}

/** The result of a call that is not looked into: it may be anything that went in. */
export function passThrough(
  machine: Machine,
  self: Value,
  args: readonly (Value | undefined)[],
  frame: Frame,
): Value {
  let labels: Labels = self.labels;
  for (const arg of args) if (arg) labels = joinLabels(labels, deepLabels(machine, arg, frame, 1));
  return { ...unknown, labels };
}

/** Puts the caller's labels in the place of the parameters'. */
export function applySummary(
  machine: Machine,
  summary: Summary,
  fn: LinkedFunction,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { frame, node } = site;
  const labelsOf = new Map<number, Labels>();
  const incoming = (index: number): Labels => {
    let labels = labelsOf.get(index);
    if (!labels) {
      const value = index < 0 ? self : args[index];
      labels = value
        ? traced(deepLabels(machine, value, frame, index < 0 ? 0 : 2), 'argument', frame.fn, node, fn.ir.name)
        : [];
      labelsOf.set(index, labels);
    }
    return labels;
  };
  for (const hit of summary.pending) reportPending(machine, hit, incoming, frame);
  let labels: Labels = [];
  for (const label of summary.result.labels) labels = joinLabels(labels, substitute(label, incoming));
  return { ...summary.result, labels };
}

function substitute(label: Label, incoming: (index: number) => Labels): Labels {
  if (label.origin.kind === 'source') return [label];
  return incoming(label.origin.index).map((given) => ({
    origin: given.origin,
    cleared: given.cleared | label.cleared,
    stage: label.stage === 'prototype' || given.stage === 'prototype' ? 'prototype' : 'data',
    trace: concatTraces(given.trace, label.trace),
  }));
}

function reportPending(
  machine: Machine,
  hit: PendingHit,
  incoming: (index: number) => Labels,
  frame: Frame,
): void {
  for (const label of substitute(hit.label, incoming)) {
    if (!hit.object) {
      machine.report({ ...hit, label }, frame.entry);
      continue;
    }
    for (const object of substitute(hit.object, incoming)) {
      if (object.stage !== 'prototype' && object.origin.kind === 'source') continue;
      if ((object.cleared & bitOf(hit.vulnClass)) !== 0) continue;
      const { object: _, ...rest } = hit;
      const done = object.stage === 'prototype' && object.origin.kind === 'source';
      machine.report(done ? { ...rest, label } : { ...rest, label, object }, frame.entry);
    }
  }
}

/** See `Machine.predicate`: runs the body and looks at what is left of the parameters where it returned this truth. */
export function predicate(
  machine: Machine,
  callable: Callable,
  args: readonly Value[],
  truth: boolean,
  site: CallSite,
): readonly number[] {
  if (callable.kind !== 'function') return [];
  const { fn } = callable;
  if (
    fn.scope.size > 120 ||
    fn.ir.params.some((param) => param.target.k !== 'var') ||
    site.frame.entry.stack.includes(fn)
  )
    return [];
  const self = callable.self ?? unknown;
  const bound = bindArguments(
    fn,
    self,
    args.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined })),
  );
  const frame = openFrame(machine, fn, callable.environment, self, bound, site.frame);
  site.frame.entry.dependsOn.add(fn);
  site.frame.entry.inlines.add(fn);
  site.frame.entry.stack.push(fn);
  runBody(machine, frame);
  const offset = takesSelf(fn) ? 1 : 0;
  const masks: (number | undefined)[] = args.map(() => undefined);
  for (const exit of frame.exits) {
    const known = exact(exit.value);
    if (known && Boolean(known.value) !== truth) continue;
    frame.state = exit.state;
    if (!known && exit.expr && !machine.refine(exit.expr, truth, frame)) continue;
    args.forEach((arg, i) => {
      const target = fn.ir.params[i + offset]?.target;
      const left = target?.k === 'var' ? machine.evaluate(target, frame) : arg;
      const before = deepLabels(machine, arg, site.frame, 1);
      masks[i] = (masks[i] ?? everyClass) & clearedSince(before, deepLabels(machine, left, frame, 1));
    });
  }
  site.frame.entry.stack.pop();
  return masks.map((mask) => mask ?? 0);
}

/** The classes for which every label of `before` is safe in `after` and was not yet; all, where no label is left. */
function clearedSince(before: Labels, after: Labels): number {
  let mask = everyClass;
  for (const label of before) {
    const left = after.find((other) => other.origin === label.origin);
    mask &= left ? left.cleared : everyClass;
  }
  return mask;
}
