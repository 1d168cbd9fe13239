import type { ArgValue } from './machine.ts';
import type { LinkedFunction } from './project.ts';
import { join, joinAll, type Value } from './values.ts';

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

/** Arguments by parameter: positions, keywords, `self`, rest parameters left to `bindParameters`. */
export function bindArguments(
  fn: LinkedFunction,
  self: Value,
  args: readonly ArgValue[],
): readonly (Value | undefined)[] {
  const { params } = fn.ir;
  const result: (Value | undefined)[] = Array.from({ length: arityOf(fn, args.length) }, () => undefined);
  const positional: Value[] = takesSelf(fn) ? [self] : [];
  let spread: Value | undefined;
  for (const arg of args) {
    if (arg.name !== undefined) {
      const at = params.findIndex((param) => param.target.k === 'var' && param.target.name === arg.name);
      const keywords = at >= 0 ? at : params.findIndex((param) => param.rest === 'map');
      if (keywords >= 0)
        result[keywords] = result[keywords] ? join(result[keywords] as Value, arg.value) : arg.value;
    } else if (arg.spread) spread = spread ? join(spread, arg.value) : arg.value;
    else positional.push(arg.value);
  }
  for (let i = params.length; i < result.length; i++) result[i] = positional[i];
  params.forEach((param, i) => {
    if (param.rest === 'list') {
      const rest = positional.slice(i);
      if (spread) rest.push(spread);
      if (rest.length > 0) result[i] = joinAll(rest);
    } else if (param.rest !== 'map' && i < positional.length) result[i] ??= positional[i];
    else if (spread && param.rest !== 'map') result[i] ??= spread;
  });
  return result;
}
