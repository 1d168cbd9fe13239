import type { Node } from '../../ir/ir.ts';
import type { LinkedFunction } from '../names/linking.ts';
import {
  blurredLabels,
  filedLabels,
  joinLabels,
  type Label,
  type Labels,
  lookedUp,
  noLabels,
  partLabels,
} from '../values/labels.ts';
import { type Value, withLabels } from '../values/values.ts';
import { type HeapObject, readField } from './heap.ts';

/** Fields past these are not told apart. */
const maximumPlaces = 8;

/**
 * Under which names an object holds data of a label, itself or in objects: `every` where all of its parts are such data.
 * @param lieDeeper whether objects in a field hold such data
 */
export function placesOf(
  object: HeapObject,
  { origin }: Label,
  lieDeeper: (field: Value) => boolean,
): readonly string[] | 'any' | 'every' {
  const has = ({ labels }: Value): boolean => labels.some((label) => label.origin === origin);
  const { items, rest, content, fields } = object;
  const inContent = content !== undefined && has(content);
  const inItems = items?.some(has) ?? false;
  // What it holds as a whole is its text. An object that is not seen being made has other fields.
  let isEvery = (fields.size > 0 && !object.open) || rest !== undefined || inItems || inContent;
  isEvery &&= (rest === undefined || has(rest)) && (items?.every(has) ?? true);
  const names: string[] = [];
  fields.forEach((value, name) => {
    const isHere = has(value);
    isEvery &&= isHere;
    if ((isHere || lieDeeper(value)) && names.length < maximumPlaces) names.push(name);
  });
  if (isEvery) return 'every';
  return rest || inItems || inContent || names.length === maximumPlaces ? 'any' : names;
}

/** A value as it is put under a key: under one that the program chooses and that is not known, nobody finds it for sure. */
export const under = (key: Value | undefined, value: Value): Value =>
  value.labels.length === 0 ||
  (key && (key.known?.kind === 'exact' || key.labels.some(({ origin }) => origin.kind === 'source')))
    ? value
    : withLabels(value, filedLabels(value.labels));

/** What an object has under a name: of what was put under keys that are not known, it may be something else. */
export function readEntry(
  target: HeapObject,
  name: string,
  fn: LinkedFunction,
  node: Node,
): Value | undefined {
  const { rest } = target;
  if (!rest || rest.labels.length === 0 || target.cls || isPlace(name)) return readField(target, name);
  // `{ ...given }`: what is not known of it is a part of what was given.
  const parts = target.open ? partLabels(rest.labels, name, fn, node) : rest.labels;
  const value = readField({ ...target, rest: withLabels(rest, parts) }, name);
  return value && withLabels(value, lookedUp(value.labels, fn, node, name));
}

const isPlace = (name: string): boolean => /^-?\d+$/.test(name);

/** The labels of an object's keys: of data that was used as keys, what is known of it there counts. */
export function labelsOfKeys({ keys, rest }: HeapObject): Labels {
  const used = keys?.labels ?? noLabels;
  const others = rest?.labels.filter(({ origin }) => !used.some((key) => key.origin === origin));
  return others ? joinLabels(others, used) : used;
}

/**
 * The labels of what stands under a key that is not known. Whoever chooses the key chooses what they put in; else it may be any
 * of what is there.
 */
export function labelsOfAny(
  target: HeapObject,
  labels: Labels,
  index: Value,
  fn: LinkedFunction,
  node: Node,
): Labels {
  if (labels.length === 0 || index.labels.some(({ origin }) => origin.kind === 'source')) return labels;
  // A list's elements are of one kind, and most often all of them are read.
  return labels.flatMap((label) => {
    const places = placesOf(target, label, ({ refs }) => refs.length > 0);
    return places === 'every' || places === 'any' || places.every(isPlace)
      ? lookedUp([label], fn, node)
      : blurredLabels([label], fn, node);
  });
}
