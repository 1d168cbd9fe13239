/** Which of several functions of one name a call means, by the number and the types of its arguments. */
import type { TypeRef } from '../../ir/ir.ts';
import type { ArgValue, Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { unknown, type Value } from '../values/values.ts';
import { inherits } from './class-members.ts';

/** How well an argument fits a parameter. */
const fit = {
  /** A text where there is none, or the other way round. */
  never: 0,
  /** The two types are not known to have anything to do with each other. */
  unrelated: 1,
  /** As many arguments as the caller likes: only where no other takes them. */
  spread: 2,
  /** The type of the argument is not known, or above the parameter's. */
  perhaps: 3,
  /** It is of the parameter's type, or below it. */
  surely: 4,
} as const;

/** How well all arguments fit: that of the worst one, then all together. */
interface Fit {
  readonly worst: number;
  readonly sum: number;
}

/** Whether a function is the overload of its class, or one of several equally good ones, that takes the arguments. */
export function isOverloadFor(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): boolean {
  if (!fn.module.semantics.classes.overload || !fn.cls) return true;
  const overloads = fn.cls.methods.get(fn.ir.kind === 'constructor' ? 'constructor' : fn.ir.name);
  if (!overloads || overloads.length < 2) return true;
  const own = fitOf(machine, fn, args);
  return own !== undefined && overloads.every((other) => !isBetter(fitOf(machine, other, args), own));
}

/** Of methods of one name, the one that fits the arguments best; else one that takes as many, else the first. */
export function overloadFor(
  machine: Machine,
  methods: readonly LinkedFunction[],
  args: readonly ArgValue[],
): LinkedFunction | undefined {
  if (methods.length < 2) return methods[0];
  let best: LinkedFunction | undefined;
  let found: Fit | undefined;
  for (const fn of methods) {
    const own = fitOf(machine, fn, args);
    if (!isBetter(own, found)) continue;
    best = fn;
    found = own;
  }
  return best ?? methods.find((fn) => fn.ir.params.length === args.length) ?? methods[0];
}

const isBetter = (one: Fit | undefined, other: Fit | undefined): boolean =>
  one !== undefined &&
  (other === undefined || one.worst > other.worst || (one.worst === other.worst && one.sum > other.sum));

function fitOf(machine: Machine, fn: LinkedFunction, args: readonly ArgValue[]): Fit | undefined {
  const { params } = fn.ir;
  const hasRest = params.at(-1)?.rest === 'list';
  if (hasRest ? args.length < params.length - 1 : params.length !== args.length) return undefined;
  let worst: number = hasRest ? fit.spread : fit.surely;
  let sum = 0;
  for (let i = 0; i < args.length; i++) {
    const declared = hasRest && i >= params.length - 1 ? undefined : params[i]?.type;
    const one = fits(machine, args[i]?.value ?? unknown, declared, fn);
    if (one === fit.never) return undefined;
    worst = Math.min(worst, one);
    sum += one;
  }
  return { worst, sum };
}

function fits(machine: Machine, value: Value, declared: TypeRef | undefined, fn: LinkedFunction): number {
  if (!declared || (value.api === undefined && !value.cls)) return fit.perhaps;
  const { text, aboveText } = fn.module.semantics.types;
  const type = declared.array ? 'array' : machine.project.typeOf(declared, fn.module);
  // No class is above or below text, so a text is nothing else.
  if (value.api === text)
    return type === text
      ? fit.surely
      : typeof type === 'string' && aboveText.has(type)
        ? fit.perhaps
        : fit.never;
  if (type === text) return value.known === undefined ? fit.never : fit.perhaps;
  if (type === undefined || type === 'array' || type === fn.module.semantics.classes.root) return fit.perhaps;
  if (isBelow(machine, value.cls ?? value.api, type)) return fit.surely;
  return isBelow(machine, type, value.cls ?? value.api) ? fit.perhaps : fit.unrelated;
}

type Type = string | LinkedClass | undefined;

/** Whether a type is another or below it. */
function isBelow(machine: Machine, type: Type, above: Type): boolean {
  if (type === undefined || above === undefined) return false;
  if (typeof above !== 'string') return typeof type !== 'string' && inherits(type, above);
  if (typeof type === 'string') return type === above || machine.catalog.isA(type, above);
  return machine.project.members.apiBases(type).some((base) => machine.catalog.isA(base, above));
}
