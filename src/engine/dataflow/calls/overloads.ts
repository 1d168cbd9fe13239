import type { TypeRef } from '../../ir/ir.ts';
import type { ArgValue, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { unknown, type Value } from '../values/values.ts';

/** Overloads are told apart by the number of arguments, and by which of them are text. */
export function matchesArity(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): boolean {
  if (!fn.module.semantics.classes.overload || !fn.cls) return true;
  if (fits(machine, fn, args)) return true;
  const overloads = fn.cls.methods.get(fn.ir.kind === 'constructor' ? 'constructor' : fn.ir.name);
  return !overloads || overloads.length < 2;
}

/** Of methods of one name, the one that takes the arguments; else one that takes as many, else the first. */
export function overloadFor(
  machine: Machine,
  methods: readonly LinkedFunction[],
  args: readonly ArgValue[],
): LinkedFunction | undefined {
  if (methods.length < 2) return methods[0];
  return (
    methods.find((fn) => fits(machine, fn, args)) ??
    methods.find((fn) => fn.ir.params.length === args.length) ??
    methods[0]
  );
}

function fits(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): boolean {
  const { params } = fn.ir;
  if (params.at(-1)?.rest === 'list') return args.length >= params.length - 1;
  if (params.length !== args.length) return false;
  for (let i = 0; i < args.length; i++)
    if (!mayBe(machine, args[i]?.value ?? unknown, params[i]?.type, fn)) return false;
  return true;
}

/** Whether a value may be of a declared type: no class is above or below text, so a text is nothing else. */
function mayBe(machine: Machine, value: Value, declared: TypeRef | undefined, fn: LinkedFunction): boolean {
  if (!declared || value.api === undefined) return true;
  const { text, aboveText } = fn.module.semantics.types;
  const type = declared.array ? 'array' : machine.project.typeOf(declared, fn.module);
  if (value.api === text) return typeof type === 'string' && aboveText.has(type);
  return type !== text || value.known !== undefined;
}
