import type { Primitive } from '../ir/ir.ts';
import { joinLabels, type Labels, noLabels } from './labels.ts';
import type { LinkedClass, LinkedFunction } from './linking.ts';
import type { ArgValue } from './machine.ts';

/** What is known of a value's text: all of it, or how it begins. */
export type Known =
  | { readonly kind: 'exact'; readonly value: Primitive }
  | { readonly kind: 'prefix'; readonly text: string };

/** The record of variables that functions inside a function share with it. */
export interface Environment {
  /** The heap object whose fields are the variables. */
  readonly record: number;
  /** Index of the function it belongs to, in its module. */
  readonly owner: number;
  readonly parent: Environment | undefined;
}

/** A function value with what it closes over, or a class value. */
export type Callable =
  | {
      readonly kind: 'function';
      readonly fn: LinkedFunction;
      readonly environment: Environment | undefined;
      /** `this` of a bound method or an arrow function. */
      readonly self: Value | undefined;
      /** Arguments given before those of a call: `partial(f, a)`. */
      readonly bound?: readonly ArgValue[];
    }
  | { readonly kind: 'class'; readonly cls: LinkedClass; readonly environment: Environment | undefined };

/** An abstract value: everything the solver knows of what an expression may be. Immutable. */
export interface Value {
  readonly labels: Labels;
  readonly known: Known | undefined;
  /** Heap objects it may refer to. */
  readonly refs: readonly number[];
  readonly callables: readonly Callable[];
  /** The API it is, or the external type it is an instance of. */
  readonly api: string | undefined;
  /** The project's class it is an instance of. */
  readonly cls: LinkedClass | undefined;
}

const none: readonly never[] = [];

export const unknown: Value = {
  labels: noLabels,
  known: undefined,
  refs: none,
  callables: none,
  api: undefined,
  cls: undefined,
};

const small = new Map<Primitive, Value>();

/** Texts are made anew: looking for one costs more. */
export function constant(value: Primitive): Value {
  if (typeof value === 'string') return { ...unknown, known: { kind: 'exact', value } };
  const cached = small.get(value);
  if (cached) return cached;
  const made: Value = { ...unknown, known: { kind: 'exact', value } };
  if (small.size < 1_000) small.set(value, made);
  return made;
}

export const nothing = constant(undefined);

export const tainted = (labels: Labels): Value => (labels.length === 0 ? unknown : { ...unknown, labels });
export const ofApi = (api: string | undefined): Value => (api === undefined ? unknown : { ...unknown, api });
export const reference = (id: number, api?: string, cls?: LinkedClass): Value => ({
  ...unknown,
  refs: [id],
  api,
  cls,
});
export const ofCallable = (callable: Callable): Value => ({ ...unknown, callables: [callable] });
export const withLabels = (value: Value, labels: Labels): Value =>
  labels === value.labels ? value : { ...value, labels };

export const exact = (value: Value): { readonly value: Primitive } | undefined =>
  value.known?.kind === 'exact' ? value.known : undefined;

/** The known beginning of the value's text, '' when nothing is known of it. */
export function prefixOf(value: Value): string {
  if (!value.known) return '';
  if (value.known.kind === 'prefix') return value.known.text;
  const primitive = value.known.value;
  return primitive === undefined || primitive === null ? '' : String(primitive);
}

const maximumRefs = 8;
const maximumCallables = 8;

function union<T>(
  a: readonly T[],
  b: readonly T[],
  same: (x: T, y: T) => boolean,
  most: number,
): readonly T[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  let result: T[] | undefined;
  for (const item of b) {
    const current = result ?? a;
    if (current.length >= most || current.some((other) => same(other, item))) continue;
    result ??= [...a];
    result.push(item);
  }
  return result ?? a;
}

const sameRef = (a: number, b: number): boolean => a === b;
const sameCallable = (a: Callable, b: Callable): boolean =>
  a.kind === 'function'
    ? b.kind === 'function' && a.fn === b.fn && a.environment?.record === b.environment?.record
    : b.kind === 'class' && a.cls === b.cls;

function joinKnown(a: Known | undefined, b: Known | undefined): Known | undefined {
  if (a === b) return a;
  if (!a || !b) return undefined;
  if (a.kind === 'exact' && b.kind === 'exact') {
    if (a.value === b.value) return a;
    if (typeof a.value !== 'string' || typeof b.value !== 'string') return undefined;
  }
  const left = a.kind === 'exact' ? a.value : a.text;
  const right = b.kind === 'exact' ? b.value : b.text;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length === 0 ? undefined : { kind: 'prefix', text: left.slice(0, length) };
}

export function join(a: Value, b: Value): Value {
  if (a === b) return a;
  if (a === unknown && b.refs.length + b.callables.length + b.labels.length === 0 && !b.api && !b.cls)
    return unknown;
  return {
    labels: joinLabels(a.labels, b.labels),
    known: joinKnown(a.known, b.known),
    refs: union(a.refs, b.refs, sameRef, maximumRefs),
    callables: union(a.callables, b.callables, sameCallable, maximumCallables),
    api: a.api ?? b.api,
    cls: a.cls ?? b.cls,
  };
}

export const joinAll = (values: readonly Value[]): Value =>
  values.length === 0 ? nothing : values.reduce(join);

/** Whether two values say the same: what decides that a loop needs no further pass. */
export function same(a: Value, b: Value): boolean {
  return (
    a === b ||
    (a.labels.length === b.labels.length &&
      a.refs.length === b.refs.length &&
      a.callables.length === b.callables.length &&
      a.api === b.api &&
      a.cls === b.cls &&
      a.labels.every(
        (label, i) =>
          label.origin === b.labels[i]?.origin &&
          label.cleared === b.labels[i]?.cleared &&
          label.stage === b.labels[i]?.stage,
      ) &&
      a.refs.every((ref, i) => ref === b.refs[i]) &&
      prefixOf(a) === prefixOf(b) &&
      a.known?.kind === b.known?.kind)
  );
}

/** JavaScript's truthiness of a constant; undefined when it is not known. Python agrees on all but empty containers. */
export function truthOf(value: Value): boolean | undefined {
  if (value.known?.kind === 'exact') return Boolean(value.known.value);
  if (value.known?.kind === 'prefix') return value.known.text.length > 0 ? true : undefined;
  return value.callables.length > 0 && value.labels.length === 0 ? true : undefined;
}
