import { emptyObject } from './heap.ts';
import type { LinkedFunction } from './linking.ts';
import type { ArgValue, CallSite, Machine } from './machine.ts';
import { join, joinAll, reference, type Value } from './values.ts';

/** Python's methods take the object as their first parameter. */
export const takesSelf = (fn: LinkedFunction): boolean =>
  fn.module.ir.language === 'python' &&
  fn.cls !== undefined &&
  !fn.ir.isStatic &&
  fn.ir.kind !== 'lambda' &&
  fn.ir.parent === fn.cls.ir.parent;

/** How many values a call of a function is about: those past its parameters count where it reads `arguments`. */
export function arityOf(fn: LinkedFunction, given: number): number {
  const { length } = fn.ir.params;
  return fn.scope.bindings.get('arguments')?.kind === 'free' ? Math.max(length, given) : length;
}

/** Keywords on the heap: what a call's `**map` holds, and the map that a function's `**rest` becomes. */
export interface Keywords {
  open(map: Value): ReadonlyMap<string, Value> | undefined;
  keep(fields: ReadonlyMap<string, Value>): Value;
}

export const keywordsAt = (machine: Machine, { frame, node }: CallSite): Keywords => ({
  open(map) {
    const [id] = map.refs;
    const object = id === undefined || map.refs.length > 1 ? undefined : machine.object(id, frame.state);
    return !object || object.rest || object.open || object.items || map.labels.length > 0
      ? undefined
      : object.fields;
  },
  keep: (fields) => reference(machine.allocate({ ...emptyObject, fields }, frame, node), keywordMap),
});

/** The type of a map of keywords whose names are known. */
export const keywordMap = 'dict';

/** Arguments by parameter: positions, keywords, `self`, rest parameters left to `bindParameters`. */
export function bindArguments(
  fn: LinkedFunction,
  self: Value,
  given: readonly ArgValue[],
  keywords?: Keywords,
): readonly (Value | undefined)[] {
  const args = keywords ? given.flatMap((arg) => spreadOut(arg, keywords)) : given;
  const { params } = fn.ir;
  const arity = arityOf(fn, args.length);
  const result: (Value | undefined)[] = [];
  for (let i = 0; i < arity; i++) result.push(undefined);
  const positional: Value[] = takesSelf(fn) ? [self] : [];
  let spread: Value | undefined;
  const named = new Map<string, Value>();
  for (const arg of args) {
    if (arg.name !== undefined) {
      const at = params.findIndex((param) => param.target.k === 'var' && param.target.name === arg.name);
      if (at >= 0) result[at] = result[at] ? join(result[at] as Value, arg.value) : arg.value;
      else named.set(arg.name, arg.value);
    } else if (arg.spread) spread = spread ? join(spread, arg.value) : arg.value;
    else positional.push(arg.value);
  }
  for (let i = params.length; i < result.length; i++) result[i] = positional[i];
  params.forEach((param, i) => {
    if (param.rest === 'list') {
      const rest = positional.slice(i);
      if (spread) rest.push(spread);
      if (rest.length > 0) result[i] = joinAll(rest);
    } else if (param.rest === 'map') {
      const all = spread ? [...named.values(), spread] : [...named.values()];
      if (all.length > 0) result[i] = keywords && !spread ? keywords.keep(named) : joinAll(all);
    } else if (i < positional.length) result[i] ??= positional[i];
    else if (spread) result[i] ??= spread;
  });
  return result;
}

/** `**{"a": x}` is `a=x`. */
function spreadOut(arg: ArgValue, keywords: Keywords): readonly ArgValue[] {
  const fields = arg.spread === 'map' ? keywords.open(arg.value) : undefined;
  if (!fields) return [arg];
  return [...fields].map(([name, value]) => ({ value, expr: undefined, name, spread: undefined }));
}
