import type { Arg, Expr } from '../ir/ir.ts';

/** The texts that an argument is: a constant, or a list of constants. */
export function textsOf(value: Expr | undefined): readonly string[] {
  if (value?.k === 'const' && typeof value.value === 'string') return [value.value];
  if (value?.k === 'array') return value.items.flatMap((item) => textsOf(item.value));
  return value?.k === 'regexp' ? [value.source] : [];
}

export const named = (args: readonly Arg[], name: string): Expr | undefined =>
  args.find((arg) => arg.name === name)?.value;

/** A value of an object literal under a constant key. */
export function property(value: Expr | undefined, ...keys: readonly string[]): Expr | undefined {
  if (value?.k !== 'object') return undefined;
  return value.props.find(({ key }) => typeof key === 'string' && keys.includes(key))?.value;
}
