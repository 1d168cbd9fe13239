import type { Primitive } from '../../ir/ir.ts';
import type { ArgValue } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { joinLabels, type Labels, noLabels } from './labels.ts';

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

/** Every value is made here, so that all have one layout. (Of a literal, the runtime would put all into the old generation.) */
class OneValue implements Value {
  readonly labels: Labels;
  readonly known: Known | undefined;
  readonly refs: readonly number[];
  readonly callables: readonly Callable[];
  readonly api: string | undefined;
  readonly cls: LinkedClass | undefined;

  constructor(
    labels: Labels,
    known: Known | undefined,
    refs: readonly number[],
    callables: readonly Callable[],
    api: string | undefined,
    cls: LinkedClass | undefined,
  ) {
    this.labels = labels;
    this.known = known;
    this.refs = refs;
    this.callables = callables;
    this.api = api;
    this.cls = cls;
  }
}

const make = (
  labels: Labels,
  known: Known | undefined,
  refs: readonly number[],
  callables: readonly Callable[],
  api: string | undefined,
  cls: LinkedClass | undefined,
): Value => new OneValue(labels, known, refs, callables, api, cls);

export const unknown: Value = make(noLabels, undefined, none, none, undefined, undefined);

/** What a guard showed of an expression does not hold any longer. Told by its identity. */
export const noClaim: Value = make(noLabels, undefined, none, none, undefined, undefined);

const small = new Map<Primitive, Value>();

export const ofKnown = (known: Known | undefined): Value =>
  known ? make(noLabels, known, none, none, undefined, undefined) : unknown;

/** Texts are made anew: looking for one costs more. */
export function constant(value: Primitive): Value {
  if (typeof value === 'string') return ofKnown({ kind: 'exact', value });
  const cached = small.get(value);
  if (cached) return cached;
  const made = ofKnown({ kind: 'exact', value });
  if (small.size < 1_000) small.set(value, made);
  return made;
}

export const nothing = constant(undefined);

export const tainted = (labels: Labels): Value =>
  labels.length === 0 ? unknown : make(labels, undefined, none, none, undefined, undefined);
export const ofApi = (api: string | undefined): Value =>
  api === undefined ? unknown : make(noLabels, undefined, none, none, api, undefined);
export const ofClass = (cls: LinkedClass): Value => make(noLabels, undefined, none, none, undefined, cls);
export const reference = (id: number, api?: string, cls?: LinkedClass): Value =>
  make(noLabels, undefined, [id], none, api, cls);
export const ofCallable = (callable: Callable): Value =>
  make(noLabels, undefined, none, [callable], undefined, undefined);
export const withLabels = (value: Value, labels: Labels): Value =>
  labels === value.labels
    ? value
    : make(labels, value.known, value.refs, value.callables, value.api, value.cls);
export const withKnown = (value: Value, known: Known | undefined): Value =>
  known === value.known
    ? value
    : make(value.labels, known, value.refs, value.callables, value.api, value.cls);
export const withRefs = (value: Value, refs: readonly number[]): Value =>
  make(value.labels, value.known, refs, value.callables, value.api, value.cls);
export const withCallables = (value: Value, callables: readonly Callable[]): Value =>
  make(value.labels, value.known, value.refs, callables, value.api, value.cls);
export const withApi = (value: Value, api: string | undefined): Value =>
  api === value.api ? value : make(value.labels, value.known, value.refs, value.callables, api, value.cls);
export const withClass = (value: Value, cls: LinkedClass | undefined): Value =>
  make(value.labels, value.known, value.refs, value.callables, value.api, cls);

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
export const maximumCallables = 8;

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
  return make(
    joinLabels(a.labels, b.labels),
    joinKnown(a.known, b.known),
    union(a.refs, b.refs, sameRef, maximumRefs),
    union(a.callables, b.callables, sameCallable, maximumCallables),
    a.api ?? b.api,
    a.cls ?? b.cls,
  );
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
          label.restored === b.labels[i]?.restored &&
          label.stage === b.labels[i]?.stage &&
          label.merging === b.labels[i]?.merging,
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
