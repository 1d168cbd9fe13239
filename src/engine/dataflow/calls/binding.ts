import type { FunctionIR, Pattern, Stmt } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import { emptyObject } from '../heap/heap.ts';
import { elements } from '../interpreter/loads.ts';
import type { ArgValue, CallSite, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { exact, join, joinAll, reference, type Value } from '../values/values.ts';

/** Python's methods take the object as their first parameter. */
export const takesSelf = (fn: LinkedFunction): boolean =>
  fn.module.semantics.classes.selfParameter &&
  fn.cls !== undefined &&
  !fn.ir.isStatic &&
  fn.ir.kind !== 'lambda' &&
  fn.ir.parent === fn.cls.ir.parent;

/** How many values a call of a function is about: those past its parameters count where it reads `arguments`. */
export function arityOf(fn: LinkedFunction, given: number): number {
  const { length } = fn.ir.params;
  if (!fn.module.semantics.functions.readExtraArguments) return length;
  return fn.scope.bindings.get('arguments')?.kind === 'free' ? Math.max(length, given) : length;
}

/** What a call's `**map` holds. */
function openKeywords(
  machine: Machine,
  { frame }: CallSite,
  map: Value,
): ReadonlyMap<string, Value> | undefined {
  const [id] = map.refs;
  const object = id === undefined || map.refs.length > 1 ? undefined : machine.object(id, frame.state);
  return !object || object.rest || object.open || object.items || map.labels.length > 0
    ? undefined
    : object.fields;
}

/** The map that a function's `**rest` becomes. */
const keepKeywords = (
  machine: Machine,
  { frame, node }: CallSite,
  fields: ReadonlyMap<string, Value>,
  rest: Value | undefined,
): Value =>
  reference(
    machine.allocate({ ...emptyObject, fields, rest, sure: new Set(fields.keys()) }, frame, node),
    keywordMap,
  );

/** The same where a `**map` stands beside keywords: what is named is not what the map holds. */
function withKeywords(
  machine: Machine,
  site: CallSite,
  named: ReadonlyMap<string, Value>,
  map: Value,
): Value {
  const [id] = map.refs;
  const object = id === undefined ? undefined : machine.object(id, site.frame.state);
  const fields = new Map([...(object?.fields ?? []), ...named]);
  return keepKeywords(machine, site, fields, elements(machine, map, site.frame));
}

/** The type of a list of arguments that are known one by one. */
export const restList = 'arguments';

/** The type of a map of keywords whose names are known. */
export const keywordMap = 'dict';

/** Arguments by parameter: positions, keywords, `self`, rest parameters left to `runBody`. */
export function bindArguments(
  machine: Machine,
  fn: LinkedFunction,
  self: Value,
  given: readonly ArgValue[],
  site: CallSite,
): readonly (Value | undefined)[] {
  const { params } = fn.ir;
  const isPlain =
    given.every((arg) => arg.name === undefined && arg.spread === undefined) &&
    params.every((param) => param.rest === undefined);
  if (!isPlain) return bindEach(machine, fn, self, given, site);
  const offset = takesSelf(fn) ? 1 : 0;
  const arity = arityOf(fn, given.length);
  if (offset === 0 && arity === given.length) return given.map((arg) => arg.value);
  const result: (Value | undefined)[] = [];
  for (let i = 0; i < arity; i++) result.push(i < offset ? self : given[i - offset]?.value);
  return result;
}

function bindEach(
  machine: Machine,
  fn: LinkedFunction,
  self: Value,
  given: readonly ArgValue[],
  site: CallSite,
): readonly (Value | undefined)[] {
  const args = given.flatMap((arg) => spreadOut(machine, arg, site));
  const { params } = fn.ir;
  const arity = arityOf(fn, args.length);
  const result: (Value | undefined)[] = [];
  for (let i = 0; i < arity; i++) result.push(undefined);
  const positional: Value[] = takesSelf(fn) ? [self] : [];
  let spread: Value | undefined;
  let map: Value | undefined;
  const named = new Map<string, Value>();
  for (const arg of args) {
    if (arg.name !== undefined) {
      const at = params.findIndex((param) => param.target.k === 'var' && param.target.name === arg.name);
      if (at >= 0) result[at] = result[at] ? join(result[at] as Value, arg.value) : arg.value;
      else named.set(arg.name, arg.value);
    } else if (arg.spread === 'map') map = map ? join(map, arg.value) : arg.value;
    else if (arg.spread) spread = spread ? join(spread, arg.value) : arg.value;
    else positional.push(arg.value);
  }
  for (let i = params.length; i < result.length; i++) result[i] = positional[i];
  params.forEach((param, i) => {
    if (param.rest === 'list') {
      const rest = positional.slice(i);
      if (spread) rest.push(spread);
      // Functions are called one after the other: `(...steps) => steps.reduce(…)`; of a command line the first part says most.
      const isLine = rest.length > 1 && typeof (rest[0] && exact(rest[0])?.value) === 'string';
      const { restKeepsApart } = fn.module.semantics.functions;
      // Objects are told apart: `checked(param('id').isInt(), query('q').isString())`.
      const areObjects =
        rest.length > 1 && restKeepsApart === 'objects' && rest.every(({ refs }) => refs.length === 1);
      if (
        !spread &&
        (rest.some(({ callables }) => callables.length > 0) ||
          (restKeepsApart === 'texts' && isLine) ||
          (rest.length > 1 && passesOn(fn.ir, param.target)) ||
          areObjects)
      )
        result[i] = reference(
          machine.allocate({ ...emptyObject, items: rest }, site.frame, site.node),
          restList,
        );
      else if (rest.length > 0) result[i] = joinAll(rest);
    } else if (param.rest === 'map') {
      if (map) result[i] = named.size > 0 ? withKeywords(machine, site, named, map) : map;
      else if (named.size > 0) result[i] = keepKeywords(machine, site, named, undefined);
    } else if (i < positional.length) result[i] ??= positional[i];
    else if (spread) result[i] ??= spread;
    if (map && result[i] === undefined && param.rest === undefined && param.target.k === 'var')
      result[i] = machine.readField(map, param.target.name, site.frame, site.node);
  });
  return result;
}

const forwarding = new WeakMap<FunctionIR, boolean>();

/** `func(*args)`, `save(...args)`, `fn.apply(this, args)`: whoever is called gets each argument in its place. */
function passesOn(ir: FunctionIR, target: Pattern): boolean {
  if (target.k !== 'var') return false;
  let found = forwarding.get(ir);
  if (found === undefined) {
    found = ir.body.some((statement) => isPassedOn(statement, target.name));
    forwarding.set(ir, found);
  }
  return found;
}

function isPassedOn(statement: Stmt, name: string): boolean {
  let found = false;
  walk(statement, (node) => {
    if (node.k === 'call' || node.k === 'new') {
      const applies = node.k === 'call' && node.callee.k === 'field' && node.callee.name === 'apply';
      found ||= node.args.some(
        ({ value, spread }) => (spread === 'list' || applies) && value.k === 'var' && value.name === name,
      );
    }
    return !found;
  });
  return found;
}

/** `**{"a": x}` is `a=x`. */
function spreadOut(machine: Machine, arg: ArgValue, site: CallSite): readonly ArgValue[] {
  const fields = arg.spread === 'map' ? openKeywords(machine, site, arg.value) : undefined;
  if (!fields) return [arg];
  return [...fields].map(([name, value]) => ({ value, expr: undefined, name, spread: undefined }));
}
