import type { FlowSource } from '../../finding.ts';
import { threats } from '../../threat-models.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { completed, everyClass, type Mask, noClass } from './masks.ts';
import { blurred, clearer, continued, filed, type Merging, partOf, whole, within } from './merging.ts';
import { anchor } from './positions.ts';

/** Where a label began: a source in the code (its place anchored), or, while a function is summarised, a parameter. */
export type Origin =
  | {
      readonly kind: 'source';
      readonly source: FlowSource;
      readonly fn: LinkedFunction;
      readonly at: number;
      readonly end: number;
      /** Classes that the data is no issue of, as the scan does not look for its threat model. */
      readonly harmless: Mask;
    }
  /** `index` is -1 for the receiver. */
  | { readonly kind: 'parameter'; readonly index: number };

/** The index of the receiver among parameters. */
export const receiverIndex = -1;

/**
 * `part`: a part is taken of a value that the data was merged into; `within`: by a function, of what is passed to it; `left`: in an
 * object that others have, too.
 */
export type StepKind =
  | 'source'
  | 'assign'
  | 'argument'
  | 'return'
  | 'part'
  | 'within'
  | 'guess'
  | 'left'
  | 'sink';

/** A step of a trace, the latest first. Places are anchored: see `positions.ts`. */
export interface Trace {
  readonly previous: Trace | undefined;
  readonly length: number;
  readonly kind: StepKind;
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
  /** The name of what the data went into, where it has one. */
  readonly name: string;
}

/** That a value is, or holds, data of an origin. */
export interface Label {
  readonly origin: Origin;
  /** Classes for which it has been made safe. */
  readonly cleared: Mask;
  /** Classes for which it was decoded on its way: for them, what was done to it before does not count any more. */
  readonly restored: Mask;
  /**
   * `prototype`: the value is what an attacker-chosen key looked up, so it may be an object's prototype. Carried by
   * plain copies only.
   */
  readonly stage: 'data' | 'prototype';
  readonly merging: Merging;
  readonly trace: Trace | undefined;
}

export type Labels = readonly Label[];
export const noLabels: Labels = [];

/** More labels than this on one value are not told apart any more: the worst stay, and of equal ones the first. */
export const maximumLabels = 6;
const maximumTrace = 24;

const rankOf = ({ origin }: Label): number =>
  origin.kind === 'source' ? threats[origin.source.threatModel].rank : -1;

export function joinLabels(a: Labels, b: Labels): Labels {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  let result: Label[] | undefined;
  for (const label of b) {
    const current = result ?? a;
    const at = current.findIndex((other) => other.origin === label.origin && other.stage === label.stage);
    const known = current[at];
    if (known) {
      const cleared = known.cleared.and(label.cleared);
      const restored = known.restored.or(label.restored);
      const merging = clearer(known.merging, label.merging);
      if (cleared === known.cleared && restored === known.restored && merging === known.merging) continue;
      result ??= [...a];
      result[at] =
        cleared === label.cleared && restored === label.restored && merging === label.merging
          ? label
          : {
              ...known,
              cleared,
              restored,
              merging,
              trace: (merging === known.merging ? known : label).trace,
            };
    } else if (current.length < maximumLabels) {
      result ??= [...a];
      result.push(label);
    } else {
      const lowest = Math.max(...current.map(rankOf));
      if (lowest <= rankOf(label)) continue;
      const least = current.findLastIndex((other) => rankOf(other) === lowest);
      result ??= [...a];
      result[least] = label;
    }
  }
  return result ?? a;
}

/** The same labels made safe for more classes; labels that are safe for all are dropped. */
export function clearLabels(labels: Labels, mask: Mask): Labels {
  if (labels.length === 0 || mask === noClass) return labels;
  const result: Label[] = [];
  for (const label of labels) {
    const cleared = completed(label.cleared.or(mask));
    if (!cleared.covers(everyClass))
      result.push(
        cleared === label.cleared ? label : { ...label, cleared, restored: label.restored.without(mask) },
      );
  }
  return result;
}

/** The same labels after a decoding: what they were made safe for before, they may harm again. */
export function restoreLabels(labels: Labels, mask: Mask): Labels {
  if (labels.length === 0 || mask === noClass) return labels;
  return labels.map((label) => ({
    ...label,
    cleared: label.cleared.without(mask),
    restored: label.restored.or(mask),
  }));
}

/** The classes for which data is safe that came in as `given` and went the way of `own`. */
export const clearedOnWay = (given: Label, own: Label): Mask =>
  completed(given.cleared.without(own.restored).or(own.cleared));

/** What is left when the value is computed with instead of copied. */
export function dataLabels(labels: Labels): Labels {
  return labels.some((label) => label.stage === 'prototype')
    ? labels.filter((label) => label.stage === 'data')
    : labels;
}

/** Looking up a key that an attacker chose may give a prototype; the key's text is not in the result. */
export const prototypeLabels = (labels: Labels): Labels =>
  labels.filter(({ stage }) => stage === 'data').map((label): Label => ({ ...label, stage: 'prototype' }));

export function step(
  previous: Trace | undefined,
  kind: StepKind,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name = '',
): Trace | undefined {
  // What is written nowhere is no step that could be shown.
  if (node.end === node.at || (previous && previous.length >= maximumTrace)) return previous;
  const { at, end } = anchor(fn, node);
  if (previous && previous.at === at && previous.fn === fn) return previous;
  return { previous, length: (previous?.length ?? 0) + 1, kind, fn, at, end, name };
}

/** Appends a step to each label's trace. */
export function traced(
  labels: Labels,
  kind: StepKind,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name?: string,
): Labels {
  if (labels.length === 0) return labels;
  return labels.map((label) => {
    const trace = step(label.trace, kind, fn, node, name);
    return trace === label.trace ? label : { ...label, trace };
  });
}

/** `before` followed by the steps of `after`: how a summary's trace continues its caller's. */
export function concatTraces(before: Trace | undefined, after: Trace | undefined): Trace | undefined {
  if (!before || !after) return after ?? before;
  const room = maximumTrace - before.length;
  let last: Trace | undefined = after;
  while (last && last.length > room) last = last.previous;
  return last ? new Continuation(before, last) : before;
}

/** A field of what may be a prototype is none; an element of a list that it is in may be one. */
const isField = ({ merging: { part } }: Label): boolean =>
  part !== undefined && part !== 'any' && !part.some((name) => /^\d+$/.test(name));

/** What was passed to a function, as it came to where the function's own label for it is. */
export const continueLabel = (given: Label, own: Label): Label => ({
  origin: given.origin,
  cleared: clearedOnWay(given, own),
  restored: given.restored.without(own.cleared).or(own.restored),
  stage: own.stage === 'prototype' || (given.stage === 'prototype' && !isField(own)) ? 'prototype' : 'data',
  merging: continued(given.merging, own.merging),
  trace: continuedTrace(given, own),
});

/** Where the function takes a part of what was passed with other data, the step into it says so. */
function continuedTrace({ trace, merging }: Label, own: Label): Trace | undefined {
  const loses = continued(merging, own.merging).hops > merging.hops + own.merging.hops;
  return concatTraces(
    loses && trace ? { ...trace, kind: 'within', previous: trace.previous } : trace,
    own.trace,
  );
}

/** The labels of a part of the value, by its name where that is known. */
export function partLabels(
  labels: Labels,
  name: string | undefined,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
): Labels {
  return mapMerging(labels, fn, node, name, ({ merging, origin }) =>
    partOf(merging, name, origin.kind === 'parameter'),
  );
}

/** The labels of something that may be the data as well as something else. */
export const blurredLabels = (
  labels: Labels,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name?: string,
): Labels => mapMerging(labels, fn, node, name, ({ merging }) => blurred(merging));

/** The labels of a result that may have been made of the data, as far as is known. */
export const guessed = (
  labels: Labels,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name: string,
): Labels => mapMerging(labels, fn, node, name, ({ merging }) => blurred(merging), 'guess');

/** The labels of something that was taken out of a value that may hold the data elsewhere. */
export const takenLabels = (
  labels: Labels,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name: string,
): Labels =>
  mapMerging(labels, fn, node, name, ({ merging }) => (merging.held ? blurred(merging) : merging), 'guess');

/** The labels of what a function leaves in an object that stands for others of its class, too. */
export const leftLabels = (labels: Labels, fn: LinkedFunction, name: string): Labels =>
  mapMerging(labels, fn, fn.ir, name, ({ merging }) => blurred(merging), 'left');

/** The labels of what is looked up under a key: of what was put under keys that are not known, it may be something else. */
export const lookedUp = (
  labels: Labels,
  fn: LinkedFunction,
  node: { readonly at: number; readonly end: number },
  name?: string,
): Labels =>
  mapMerging(labels, fn, node, name, ({ merging }) => (merging.filed ? blurred(merging) : merging));

/** The labels of what is put under a key that is not known. */
export const filedLabels = (labels: Labels): Labels =>
  mapMerging(labels, undefined, undefined, undefined, ({ merging }) => filed(merging));

/** The labels of a value that holds the data somewhere. */
export const heldLabels = (labels: Labels, names: readonly string[] | 'any'): Labels =>
  mapMerging(labels, undefined, undefined, undefined, ({ merging }) => within(merging, names));

/** The labels of a value that is the data. */
export const wholeLabels = (labels: Labels): Labels =>
  mapMerging(labels, undefined, undefined, undefined, ({ merging }) => whole(merging));

/** The labels in other states of merging, with a step where the data is less certain than before. */
function mapMerging(
  labels: Labels,
  fn: LinkedFunction | undefined,
  node: { readonly at: number; readonly end: number } | undefined,
  name: string | undefined,
  change: (label: Label) => Merging,
  kind: StepKind = 'part',
): Labels {
  let result: Label[] | undefined;
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as Label;
    const merging = change(label);
    if (merging === label.merging) continue;
    result ??= [...labels];
    const isLess = merging.hops > label.merging.hops && fn && node;
    result[i] = {
      ...label,
      merging,
      trace: isLess ? step(label.trace, kind, fn, node, name) : label.trace,
    };
  }
  return result ?? labels;
}

/** A trace that goes on where another ends. Most are never looked at: steps are put together when they are. */
class Continuation implements Trace {
  readonly length: number;
  readonly kind: StepKind;
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
  readonly name: string;
  readonly #before: Trace;
  readonly #rest: Trace | undefined;
  #previous: Trace | undefined;

  constructor(before: Trace, last: Trace) {
    this.length = before.length + last.length;
    this.kind = last.kind;
    this.fn = last.fn;
    this.at = last.at;
    this.end = last.end;
    this.name = last.name;
    this.#before = before;
    this.#rest = last.previous;
  }

  get previous(): Trace {
    this.#previous ??= this.#rest ? new Continuation(this.#before, this.#rest) : this.#before;
    return this.#previous;
  }
}
