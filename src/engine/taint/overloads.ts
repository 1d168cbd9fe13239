import type { TypeRef } from '../ir/ir.ts';
import type { LinkedFunction } from './linking.ts';
import type { ArgValue, Machine } from './machine.ts';
import { unknown, type Value } from './values.ts';

/** Overloads are told apart by the number of arguments, and by which of them are text. */
export function matchesArity(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): boolean {
  if (fn.module.ir.language !== 'java' || !fn.cls) return true;
  const { params } = fn.ir;
  const takesMore = params.at(-1)?.rest === 'list';
  const fits = takesMore
    ? args.length >= params.length - 1
    : params.length === args.length &&
      params.every((param, i) => mayBe(machine, args[i]?.value ?? unknown, param.type, fn));
  if (fits) return true;
  const overloads = fn.cls.methods.get(fn.ir.kind === 'constructor' ? 'constructor' : fn.ir.name);
  return !overloads || overloads.length < 2;
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
