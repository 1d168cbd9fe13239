import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { joinLabels, type Labels, noLabels } from '../values/labels.ts';
import { everyClass } from '../values/masks.ts';
import { join, noClaim, tainted, unknown, type Value } from '../values/values.ts';

export interface Making {
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
}

/** An object, list, map or record of variables. Immutable: a write puts a new one in its place. */
export interface HeapObject {
  readonly cls: LinkedClass | undefined;
  readonly api: string | undefined;
  /** The type it has become since it was made. */
  readonly state: string | undefined;
  /** Where a constructor of the catalog's made it, anchored in its function. */
  readonly made: Making | undefined;
  /** Values under keys that are known. */
  readonly fields: ReadonlyMap<string, Value>;
  /** A list's elements, while each of them is known by its place. */
  readonly items: readonly Value[] | undefined;
  /** The first elements of a list whose others are not known by their place. They are in `rest`, too. */
  readonly lead?: readonly Value[] | undefined;
  /** Of such a list: what is added next stands after a `--`, where programs read no options. */
  readonly areOperands?: boolean | undefined;
  /** What was written under keys or at places that are not known. */
  readonly rest: Value | undefined;
  /** Keys that were written after that: `{ ...given, path: '.' }`. */
  readonly sure: ReadonlySet<string> | undefined;
  /** What was used as a key that is not known; undefined where that was not noted of all of `rest`. */
  readonly keys: Value | undefined;
  /** The text it holds as a whole: a string builder's, a stream's. */
  readonly content: Value | undefined;
  /** Whether there may be fields that were never seen written (a parameter's object, an external one). */
  readonly open: boolean;
  /** What flows out with it, kept once it was asked for. A copy of another object may still have that one's. */
  held: Held | undefined;
}

const noFields: ReadonlyMap<string, Value> = new Map();

export const emptyObject: HeapObject = {
  cls: undefined,
  api: undefined,
  state: undefined,
  made: undefined,
  fields: noFields,
  items: undefined,
  lead: undefined,
  areOperands: undefined,
  rest: undefined,
  keys: undefined,
  sure: undefined,
  content: undefined,
  open: false,
  held: undefined,
};

const joinOptional = (a: Value | undefined, b: Value | undefined): Value | undefined =>
  a && b ? join(a, b) : (a ?? b);

export function joinObjects(a: HeapObject, b: HeapObject): HeapObject {
  if (a === b) return a;
  let items: Value[] | undefined;
  let rest = joinOptional(a.rest, b.rest);
  if (a.items && b.items && a.items.length === b.items.length) {
    items = a.items.map((item, i) => join(item, (b.items as readonly Value[])[i] as Value));
  } else if (a.items || b.items) {
    for (const item of [...(a.items ?? []), ...(b.items ?? [])]) rest = joinOptional(rest, item);
  }
  return {
    cls: a.cls ?? b.cls,
    api: a.api ?? b.api,
    state: a.state === b.state ? a.state : undefined,
    made: a.made ?? b.made,
    fields: joinFields(a.fields, b.fields),
    items,
    lead: items ? undefined : commonLead(a.items ?? a.lead, b.items ?? b.lead),
    areOperands: a.areOperands && b.areOperands,
    rest,
    keys: joinOptional(a.keys, b.keys),
    sure: surelyWritten(a, b),
    content: joinOptional(a.content, b.content),
    open: a.open || b.open,
    held: undefined,
  };
}

/** Keys that were written on both ways, or on one where what else the object holds on the other does no harm. */
function surelyWritten(a: HeapObject, b: HeapObject): ReadonlySet<string> | undefined {
  const onOne = (one: HeapObject, other: HeapObject): readonly string[] =>
    [...(one.sure ?? [])].filter((name) => other.sure?.has(name) || isHarmless(other.rest));
  const names = [...onOne(a, b), ...onOne(b, a)];
  return names.length === 0 ? undefined : new Set(names);
}

const isHarmless = (rest: Value | undefined): boolean =>
  rest !== undefined &&
  rest.refs.length === 0 &&
  rest.labels.every(({ cleared }) => cleared.covers(everyClass));

/** The runtime's own way (`new Map(fields)`) makes a pair of each field first, and takes nearly twice as long. */
function copyOf(fields: ReadonlyMap<string, Value>): Map<string, Value> {
  const copy = new Map<string, Value>();
  fields.forEach((value, name) => {
    copy.set(name, value);
  });
  return copy;
}

/** The elements that two lists begin with. */
function commonLead(
  a: readonly Value[] | undefined,
  b: readonly Value[] | undefined,
): readonly Value[] | undefined {
  if (!a || !b) return undefined;
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length === 0 ? undefined : a.slice(0, length);
}

/** Most often both were made of one object, and few of its fields were written since: they are copied when one differs. */
function joinFields(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  if (a === b || b.size === 0) return a;
  let fields: Map<string, Value> | undefined;
  b.forEach((value, name) => {
    const other = a.get(name);
    if (other === value) return;
    const joined = other ? join(other, value) : value;
    if (joined === other) return;
    fields ??= copyOf(a);
    fields.set(name, joined);
  });
  return fields ?? a;
}

/** A map over another one: what a branch writes stays its own until the branches are joined. */
export class Layer<K, V> {
  readonly parent: Layer<K, V> | undefined;
  #own: Map<K, V> | undefined;
  constructor(parent?: Layer<K, V>) {
    this.parent = parent;
  }

  get(key: K): V | undefined {
    for (let layer: Layer<K, V> | undefined = this; layer; layer = layer.parent) {
      const value = layer.#own?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: K, value: V): void {
    this.#own ??= new Map();
    this.#own.set(key, value);
  }

  /** Whether nothing was written since `base`. */
  isLike(base: Layer<K, V>): boolean {
    for (let layer: Layer<K, V> | undefined = this; layer && layer !== base; layer = layer.parent)
      if (layer.#own && layer.#own.size > 0) return false;
    return true;
  }

  /** Keys written in this very layer. */
  ownKeys(): Iterable<K> {
    return this.#own?.keys() ?? [];
  }

  /** Writes what is in another layer itself. */
  take(other: Layer<K, V>): void {
    other.#own?.forEach((value, key) => {
      this.set(key, value);
    });
  }

  forget(key: K): void {
    this.#own?.delete(key);
  }

  /** Keys written in this layer or in those between it and `base`. */
  keysSince(base: Layer<K, V>, into: Set<K>): void {
    for (let layer: Layer<K, V> | undefined = this; layer && layer !== base; layer = layer.parent) {
      if (layer.#own) for (const key of layer.#own.keys()) into.add(key);
    }
  }
}

export interface State {
  readonly variables: Layer<string, Value>;
  readonly heap: Layer<number, HeapObject>;
}

/** What a guard showed of an expression that is no variable is kept under such a name: it holds only if all ways showed it. */
const isClaim = (name: string): boolean => name.startsWith('?');

export const fork = (state: State): State => ({
  variables: new Layer(state.variables),
  heap: new Layer(state.heap),
});

/**
 * Writes into `target` what holds after any of the `exits`.
 * @param common the state that all exits and the target were forked from
 */
export function mergeInto(target: State, exits: readonly State[], common: State = target): void {
  const [only] = exits;
  if (!only) return;
  if (exits.length === 1) {
    takeAll(target.variables, only.variables, common.variables);
    takeAll(target.heap, only.heap, common.heap);
    return;
  }
  mergeLayers(
    target.variables,
    exits.map((exit) => exit.variables),
    common.variables,
    join,
    isClaim,
    noClaim,
  );
  mergeLayers(
    target.heap,
    exits.map((exit) => exit.heap),
    common.heap,
    joinObjects,
  );
}

/** Where there is one way on, what it wrote holds. */
function takeAll<K, V>(target: Layer<K, V>, exit: Layer<K, V>, common: Layer<K, V>): void {
  if (exit === target || exit.isLike(common)) return;
  if (exit.parent === common) {
    target.take(exit);
    return;
  }
  for (const key of keysWritten([exit], common)) target.set(key, exit.get(key) as V);
}

function keysWritten<K, V>(exits: readonly Layer<K, V>[], common: Layer<K, V>): Iterable<K> {
  const keys = new Set<K>();
  for (const exit of exits) exit.keysSince(common, keys);
  return keys;
}

export function mergeLayers<K, V>(
  target: Layer<K, V>,
  exits: readonly Layer<K, V>[],
  common: Layer<K, V>,
  combine: (a: V, b: V) => V,
  neededEverywhere: ((key: K) => boolean) | undefined = undefined,
  withdrawn?: V,
): void {
  const [only] = exits;
  if (only && exits.length === 1) return takeAll(target, only, common);
  // Most often nothing was written, or on one way only.
  let writer: Layer<K, V> | undefined;
  let writers = 0;
  for (const exit of exits) {
    if (exit.isLike(common)) continue;
    writer ??= exit;
    writers++;
  }
  if (!writer) return;
  const keys = writers === 1 && writer.parent === common ? writer.ownKeys() : keysWritten(exits, common);
  for (const key of keys) {
    if (withdrawn !== undefined && exits.some((exit) => exit.get(key) === withdrawn)) {
      target.set(key, withdrawn);
      continue;
    }
    if (neededEverywhere?.(key) && exits.some((exit) => exit.get(key) === undefined)) {
      target.forget(key);
      continue;
    }
    let merged: V | undefined;
    for (const exit of exits) {
      const value = exit.get(key);
      if (value === undefined) continue;
      merged = merged === undefined ? value : combine(merged, value);
    }
    if (merged !== undefined) target.set(key, merged);
  }
}

/** The value of a field; `undefined` when the object has no such field and cannot have one that was not seen. */
export function readField(object: HeapObject, name: string): Value | undefined {
  const value = object.fields.get(name);
  if (value) return object.rest && !object.cls && !object.sure?.has(name) ? join(value, object.rest) : value;
  if (object.items) {
    if (name === 'length') return undefined;
    const index = Number(name);
    // From the end, one that is not known may be meant.
    const isKnown = Number.isInteger(index) && (index >= 0 || !object.rest);
    const item = isKnown ? object.items.at(index) : undefined;
    if (item) return item;
  }
  return object.rest;
}

interface Held {
  readonly of: HeapObject;
  /** Labels of its parts themselves. */
  readonly labels: Labels;
  /** Parts that refer to objects. */
  readonly objects: readonly Value[];
  /** Parts that a document store takes as values, whatever they look like. */
  readonly operands: readonly Value[];
}

/** Operators of a document store under which a value stands, and no condition with operators of its own. */
const valueOperators: ReadonlySet<string> = new Set(
  '$eq $ne $gt $gte $lt $lte $in $nin $all $regex $options $search $size $exists $type $mod $near $geometry'.split(
    ' ',
  ),
);

const noParts: readonly Value[] = [];

/** What flows out with an object. Objects do not change, and many are asked again and again. */
export function heldBy(object: HeapObject): Held {
  let found = object.held;
  if (found?.of !== object) {
    let labels = object.content?.labels ?? noLabels;
    let objects: Value[] | undefined;
    const add = (part: Value): void => {
      if (part.labels.length > 0) labels = joinLabels(labels, part.labels);
      if (part.refs.length === 0) return;
      if (objects) objects.push(part);
      else objects = [part];
    };
    if (object.rest) add(object.rest);
    let operands: Value[] | undefined;
    object.fields.forEach((field, name) => {
      if (!valueOperators.has(name)) add(field);
      else if (field.labels.length + field.refs.length > 0) operands = [...(operands ?? []), field];
    });
    if (object.items) for (const item of object.items) add(item);
    found = { of: object, labels, objects: objects ?? noParts, operands: operands ?? noParts };
    object.held = found;
  }
  return found;
}

/** Everything in it: the union of all elements and values, and its text. */
export function contents(object: HeapObject): Value {
  let result = object.rest ?? unknown;
  if (object.content) result = join(result, object.content);
  for (const value of object.fields.values()) result = join(result, value);
  if (object.items) for (const item of object.items) result = join(result, item);
  return result;
}

export function writeField(object: HeapObject, name: string, value: Value, strong: boolean): HeapObject {
  const fields = copyOf(object.fields);
  const old = strong ? undefined : fields.get(name);
  fields.set(name, old ? join(old, value) : value);
  if (!strong || !object.rest) return { ...object, fields };
  return { ...object, fields, sure: new Set([...(object.sure ?? []), name]) };
}

/** Notes what was used as a key that is not known: that some was, where it is nobody's data. */
export const writeKey = (object: HeapObject, labels: Labels): HeapObject => {
  const keys = joinOptional(object.keys, tainted(labels));
  return keys === object.keys ? object : { ...object, keys };
};

export const writeUnknown = (object: HeapObject, value: Value): HeapObject => ({
  ...object,
  sure: undefined,
  items: undefined,
  rest: (object.items ?? []).reduce(join, object.rest ? join(object.rest, value) : value),
});
