import type { Model } from '../catalog/model.ts';
import { joinLabels } from './labels.ts';
import type { LinkedFunction } from './linking.ts';
import type { ArgValue, Frame, Invocation, Machine } from './machine.ts';
import { checksBefore } from './middleware-checks.ts';
import { valueAt } from './places.ts';
import { checksIn } from './route-checks.ts';
import { newLabel } from './sources.ts';
import { allLabels, callBack } from './unmodelled.ts';
import { type Callable, exact, join, unknown, type Value, withApi, withLabels } from './values.ts';

export function applyCallbacks(machine: Machine, model: Model, invocation: Invocation): Value | undefined {
  if (model.callbacks.length === 0)
    return callBack(machine, invocation, model.neutral ? [] : allLabels(machine, invocation));
  const { frame, node } = invocation.site;
  let result: Value | undefined;
  const checks = model.callbacks.some(registersHandlers) ? checksIn(machine, invocation) : [];
  const [registering] = model.callbacks.filter(registersHandlers);
  const before = registering
    ? checksBefore(
        machine,
        invocation.args.flatMap((arg) => handlersIn(machine, arg.value, invocation)),
        registering.params.map(({ type }) => type),
        invocation,
      )
    : undefined;
  for (const callback of model.callbacks) {
    const chosen = invocation.args.filter((_, i) =>
      callback.argument === 'any'
        ? true
        : callback.argument === 'last'
          ? i === invocation.args.length - 1
          : i === callback.argument,
    );
    for (const arg of chosen.flatMap((a) => handlersIn(machine, a.value, invocation))) {
      for (const callable of arg.callables) {
        if (callable.kind !== 'function') continue;
        const shown = [...checks, ...(before?.get(callable.fn) ?? [])];
        if (registering)
          for (const fn of handlersBehind(machine, callable, frame)) machine.noteChecks(fn, shown);
        const own = machine.entryParameters(callable.fn);
        const converted = convertedNames(callback.converted, invocation);
        const given = isShifted(machine, callable.fn, own, callback.params[0]?.type) ? [] : callback.params;
        const params = callable.fn.ir.params.map((_, i): Value => {
          let value: Value = own[i] ?? unknown;
          const param = given[i];
          if (!param) return value;
          if (param.type !== undefined) value = withApi(value, param.type);
          if (param.from !== undefined) value = join(value, placeValue(machine, param.from, invocation));
          const { target } = callable.fn.ir.params[i] ?? {};
          const isConverted = target?.k === 'var' && converted?.has(target.name) === true;
          if (param.source !== undefined && !isConverted) {
            const origin = machine.origin(
              param.source,
              'a parameter of a handler',
              callable.fn,
              callable.fn.ir.params[i] ?? callable.fn.ir,
            );
            value = withLabels(value, joinLabels(value.labels, [newLabel(origin)]));
          }
          return value;
        });
        const isEntry =
          !callable.fn.scope.closesOver &&
          !callable.self?.refs.length &&
          callback.params.every((param) => param.from === undefined);
        if (isEntry && !isContinuation(callback, frame)) {
          machine.registerEntry(callable.fn, params);
          frame.entry.dependsOn.add(callable.fn);
          continue;
        }
        const args = params.map(
          (value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined }),
        );
        const value = machine.callCallable(callable, undefined, args, { node, frame });
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

/** The value itself, and functions in a list of it: `app.get(path, [check, handler])`. */
function handlersIn(machine: Machine, value: Value, invocation: Invocation): readonly Value[] {
  const found = [value];
  for (const id of value.refs) {
    const object = machine.object(id, invocation.site.frame.state);
    for (const item of object?.items ?? []) found.push(item);
    const handler = object?.fields.get('handler');
    if (handler) found.push(handler);
  }
  return found;
}

function placeValue(machine: Machine, text: string, invocation: Invocation): Value {
  const places = machine.places(text);
  return places.map((place) => valueAt(machine, place, invocation) ?? unknown).reduce(join);
}
