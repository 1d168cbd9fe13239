import type { FlowSource } from '../../finding.ts';
import type { Model } from '../../libraries/model.ts';
import { firstParameter } from '../entries/parameter-sources.ts';
import { methodsIn } from '../entries/served-objects.ts';
import { type Before, checksBefore } from '../guards/middleware-checks.ts';
import { checksIn, type RouteCheck } from '../guards/route-checks.ts';
import { callForEach } from '../heap/repeated-calls.ts';
import { fittedToFields } from '../heap/schemas.ts';
import type { ArgValue, Frame, Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { joinLabels } from '../values/labels.ts';
import { type Callable, exact, join, unknown, type Value, withApi, withLabels } from '../values/values.ts';
import { valueAt } from './places.ts';
import { newLabel } from './sources.ts';
import { callBack, labelsInto } from './unmodelled.ts';

export function applyCallbacks(
  machine: Machine,
  model: Model,
  path: string,
  invocation: Invocation,
): Value | undefined {
  if (model.callbacks.length === 0)
    return callBack(machine, invocation, model.neutral ? [] : labelsInto(machine, model, path, invocation));
  const { frame, node } = invocation.site;
  let result: Value | undefined;
  const routes = routesIn(machine, model, invocation);
  if (routes) {
    for (const route of routes) applyCallbacks(machine, model, path, { ...invocation, args: [route] });
    return undefined;
  }
  const checks = model.callbacks.some(registersHandlers) ? checksIn(machine, invocation) : [];
  const [registering] = model.callbacks.filter(registersHandlers);
  const before = registering
    ? checksBefore(
        machine,
        invocation.args.map((arg) => handlersIn(machine, arg.value, invocation)),
        registering.params.map(({ type }) => type),
        invocation,
      )
    : undefined;
  for (const callback of model.callbacks) {
    if (isExempt(callback, invocation)) continue;
    const chosen = invocation.args.filter((_, i) =>
      callback.argument === 'any'
        ? true
        : callback.argument === 'last'
          ? i === invocation.args.length - 1
          : i === callback.argument,
    );
    const folded =
      callback.inTurn === undefined ? undefined : calledInTurn(machine, callback.inTurn, invocation);
    if (folded) {
      result = result ? join(result, folded) : folded;
      continue;
    }
    const { methods } = callback;
    const handlers =
      methods === undefined
        ? chosen.flatMap((a) => handlersIn(machine, a.value, invocation, 3, callback.fields))
        : chosen.flatMap((a) => methodsIn(machine, a.value, new RegExp(methods), frame));
    for (const arg of handlers) {
      for (const callable of arg.callables) {
        if (callable.kind !== 'function') continue;
        const shown = settled(checks, before?.get(callable.fn));
        if (registering)
          for (const fn of handlersBehind(machine, callable, frame)) machine.noteChecks(fn, shown);
        const params = parametersOf(machine, callback, callable, invocation);
        const isDescribed = fitToDescription(machine, callback, params, invocation);
        const isEntry =
          !isDescribed &&
          !callable.fn.scope.closesOver &&
          !callable.self?.refs.length &&
          callback.params.every((param) => param.from === undefined);
        if (isEntry && !isContinuation(callback, frame)) {
          machine.registerEntry(callable.fn, params);
          frame.entry.dependsOn.add(callable.fn);
          continue;
        }
        const args = params
          .slice(placesBefore(callable))
          .map((value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined }));
        const site = { node, frame };
        const element = elementParameter(callback);
        const value =
          element < 0
            ? machine.callCallable(callable, undefined, args, site)
            : callForEach(machine, callable, args, site, {
                element,
                list: invocation.receiver ?? unknown,
                folds: callback.inTurn !== undefined,
              });
        result = result ? join(result, value) : value;
      }
      if (arg.callables.length === 0 && callback.returnsTo !== undefined) {
        const value = passedOn(machine, arg, callback, invocation);
        result = result ? join(result, value) : value;
      }
    }
  }
  return result;
}

/** What a function gets in its parameters when it is called back. */
function parametersOf(
  machine: Machine,
  callback: Model['callbacks'][number],
  callable: Extract<Callable, { kind: 'function' }>,
  invocation: Invocation,
): Value[] {
  const { fn } = callable;
  const own = machine.entryParameters(fn);
  const converted = convertedNames(callback.converted, invocation);
  const given = isShifted(machine, fn, own, callback.params[0]?.type) ? [] : callback.params;
  const first = placesBefore(callable);
  return fn.ir.params.map((place, i): Value => {
    let value: Value = own[i] ?? unknown;
    const param = given[i - first];
    if (!param) return value;
    if (param.type !== undefined) value = withApi(value, param.type);
    if (param.from !== undefined) value = join(value, placeValue(machine, param.from, invocation));
    const isConverted = place.target.k === 'var' && converted?.has(place.target.name) === true;
    if (param.source === undefined || isConverted) return value;
    const source: FlowSource = {
      threatModel: param.source,
      api: undefined,
      what: 'a parameter of a handler',
      ...(param.alwaysFor && { alwaysFor: param.alwaysFor }),
    };
    const label = newLabel(machine.origin(source, fn, place));
    return withLabels(value, joinLabels(value.labels, [label]));
  });
}

/** A method of an object that is passed as it is has its object already. */
const placesBefore = ({ fn, self }: Extract<Callable, { kind: 'function' }>): number =>
  self ? firstParameter(fn) : 0;

/** `socket.on('close', …)`: what a library says of itself is no message. */
function isExempt({ unless }: Model['callbacks'][number], { args: [first] }: Invocation): boolean {
  const text = first && exact(first.value)?.value;
  return unless !== undefined && typeof text === 'string' && new RegExp(unless).test(text);
}

/** Whether a schema of the first parameter is seen; what it gets is then what fits. */
function fitToDescription(
  machine: Machine,
  { described }: Model['callbacks'][number],
  params: Value[],
  invocation: Invocation,
): boolean {
  const [data] = params;
  const schema = described === undefined ? unknown : placeValue(machine, described, invocation);
  if (!data || schema.refs.length === 0) return false;
  params[0] = fittedToFields(machine, schema, data, invocation);
  return true;
}

/** The checks of a route as its handler can rely on them: of those whose outcome somebody has asked for, nothing is pending. */
const settled = (
  checks: readonly (readonly RouteCheck[])[],
  before: Before | undefined,
): readonly RouteCheck[] => [
  ...checks.flatMap((own, argument) =>
    argument <= (before?.askedUpTo ?? -1) ? own.map((check) => ({ ...check, pending: false })) : own,
  ),
  ...(before?.checks ?? []),
];

/** The handler itself, or, where it is one that something was wrapped around, what it was wrapped around. */
function handlersBehind(
  machine: Machine,
  { fn, environment }: Extract<Callable, { kind: 'function' }>,
  frame: Frame,
): readonly LinkedFunction[] {
  if (!fn.scope.closesOver || !environment) return [fn];
  const captured = machine.object(environment.record, frame.state)?.fields.values() ?? [];
  return [...captured].flatMap(({ callables }) =>
    callables.flatMap((inner) => (inner.kind === 'function' && !inner.fn.scope.closesOver ? [inner.fn] : [])),
  );
}

/** `path('t/<int:number>/', view)`: what is not a number does not reach the view. */
function convertedNames(
  pattern: string | undefined,
  { args: [first] }: Invocation,
): ReadonlySet<string> | undefined {
  const route = first && exact(first.value)?.value;
  if (pattern === undefined || typeof route !== 'string') return undefined;
  return new Set(
    [...route.matchAll(new RegExp(pattern, 'g'))].flatMap(([, ...names]) => names.filter(Boolean)),
  );
}

const maximumTurns = 8;

/** `list.reduce((sum, item) => …, start)`, while the elements are known: what one call gives is given to the next. */
function calledInTurn(
  machine: Machine,
  from: 'first' | 'last',
  { site, receiver, args }: Invocation,
): Value | undefined {
  const [id, ...others] = receiver?.refs ?? [];
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, site.frame.state);
  const functions = args[0]?.value.callables ?? [];
  if (!object?.items || object.rest || object.items.length > maximumTurns || functions.length === 0)
    return undefined;
  const items = from === 'first' ? [...object.items] : object.items.toReversed();
  let value = args[1]?.value ?? items.shift() ?? unknown;
  for (const item of items) {
    const given = [value, item].map(
      (each): ArgValue => ({ value: each, expr: undefined, name: undefined, spread: undefined }),
    );
    value = functions.map((callable) => machine.callCallable(callable, undefined, given, site)).reduce(join);
  }
  return value;
}

/** Which parameter gets the elements of the receiver, one call for each; -1 where none does. */
const elementParameter = ({ params }: Model['callbacks'][number]): number =>
  params.findIndex(({ from }) => from === 'Receiver.Field[*]');

const registersHandlers = ({ params }: Model['callbacks'][number]): boolean => params[0]?.type !== undefined;

/** What a function makes of what it is called with when its code is not seen: `list.map(Number)`, `list.map(decode)`. */
function passedOn(
  machine: Machine,
  fn: Value,
  callback: Model['callbacks'][number],
  invocation: Invocation,
): Value {
  const args = callback.params.map((param): ArgValue => {
    const value = param.from === undefined ? unknown : placeValue(machine, param.from, invocation);
    return { value, expr: undefined, name: undefined, spread: undefined };
  });
  const { site } = invocation;
  return machine.call(fn, undefined, {
    site,
    receiver: undefined,
    receiverExpr: undefined,
    args,
    isNew: false,
  });
}

/** `connect(url, (error, client) => { db = client })` while a module is loaded: the rest of the module's loading. */
function isContinuation(callback: Model['callbacks'][number], frame: Frame): boolean {
  const [first] = callback.params;
  const isError = first !== undefined && first.type === undefined && first.source === undefined;
  return isError && frame.entry.fn.ir.index === 0;
}

/** A handler whose names say that what is usually passed first comes later: `(error, request, response, next)`. */
function isShifted(
  machine: Machine,
  fn: LinkedFunction,
  own: readonly Value[],
  first: string | undefined,
): boolean {
  if (first === undefined) return false;
  const at = fn.ir.params.findIndex((param, i) => {
    const written = param.type && machine.project.typeOf(param.type, fn.module);
    const api = own[i]?.api ?? (typeof written === 'string' ? written : undefined);
    return api !== undefined && machine.catalog.isA(api, first);
  });
  return at > 0;
}

/** Descriptions of several routes, `server.route([{ handler }, { handler }])`: what one checks says nothing of the others. */
function routesIn(
  machine: Machine,
  model: Model,
  { site, args: [only, ...others] }: Invocation,
): readonly ArgValue[] | undefined {
  if (!only || others.length > 0 || !model.callbacks.some(registersHandlers)) return undefined;
  const [id, ...more] = only.value.refs;
  const items =
    id === undefined || more.length > 0 ? [] : (machine.object(id, site.frame.state)?.items ?? []);
  const isRoute = ({ refs }: Value): boolean =>
    refs.some((ref) => handlerFields.some((name) => machine.object(ref, site.frame.state)?.fields.has(name)));
  return items.length > 1 && items.every(isRoute)
    ? items.map((value) => ({ value, expr: undefined, name: undefined, spread: undefined }))
    : undefined;
}

/** Where descriptions of routes have their handler, beside lists of either. */
const handlerFields = ['handler', 'options', 'config', 'eachMessage', 'eachBatch'];

/** The value itself, and functions in a list or a description of a route: `app.get(path, [check, handler])`. */
function handlersIn(
  machine: Machine,
  value: Value,
  invocation: Invocation,
  depth = 3,
  names: readonly string[] = [],
): readonly Value[] {
  if (value.refs.length === 0 || depth === 0) return [value];
  const found = [value];
  for (const id of value.refs) {
    const object = machine.object(id, invocation.site.frame.state);
    for (const item of [...(object?.items ?? []), ...(object?.rest ? [object.rest] : [])])
      found.push(...handlersIn(machine, item, invocation, depth - 1, names));
    for (const name of [...handlerFields, ...names]) {
      const inner = object?.fields.get(name);
      if (inner) found.push(...handlersIn(machine, inner, invocation, depth - 1, names));
    }
  }
  return found;
}

function placeValue(machine: Machine, text: string, invocation: Invocation): Value {
  const places = machine.places(text);
  return places.map((place) => valueAt(machine, place, invocation) ?? unknown).reduce(join);
}
