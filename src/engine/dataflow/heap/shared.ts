import { dottedName } from '../../ir/walk.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import { mentionedIn } from '../names/mentions.ts';
import { filedLabels, joinLabels, type Label, type Labels, leftLabels } from '../values/labels.ts';
import { noClass } from '../values/masks.ts';
import {
  join,
  tainted,
  unknown,
  type Value,
  withCallables,
  withKnown,
  withLabels,
  withRefs,
} from '../values/values.ts';
import { emptyObject, type HeapObject, type Layer, writeField, writeKey, writeUnknown } from './heap.ts';

type Heap = Layer<number, HeapObject>;
/** Whose place it is: that of a module, of objects of a class, of what belongs to a request, or of something else. */
type Owner = LinkedModule | LinkedClass | 'request' | 'rows' | undefined;

/** Where something was left: of whom, or in an object that a variable or field of this name refers to. */
interface Place {
  readonly owner: Owner;
  readonly holder: string | undefined;
  /** Of what is stored: the functions that read it. */
  readonly rows?: ReadonlySet<LinkedFunction>;
}

/** What is known of what is stored and read back. */
interface Stored {
  /** What a label is once it was stored. */
  ofLabel(label: Label): Label;
  readersOf(rows: number, field: string): ReadonlySet<LinkedFunction>;
}

/** How deep in an object data is looked for. */
const maximumDepth = 3;
/** Past so many places nothing more is noted: a program that keeps so much keeps nothing in particular. */
const maximumPlaces = 400;

/**
 * Data of clients that functions leave in what outlives their call: variables of modules, static fields, fields of the
 * objects that stand for any of a class, and what these hold. It is put under all analyses, and whoever mentions the place is
 * analysed again.
 */
export class SharedState {
  readonly #heap: Heap;
  readonly #nameOf: (id: number) => string | undefined;
  readonly #ownerOf: (id: number) => Owner;
  readonly #left = new Map<LinkedFunction, string>();
  readonly #news = new Map<string, readonly Place[]>();
  /** Every place where something was left, by the name that it is mentioned under. */
  readonly #known = new Map<string, readonly Place[]>();
  readonly #stored: Stored;
  #places = 0;

  constructor(
    heap: Heap,
    nameOf: (id: number) => string | undefined,
    ownerOf: (id: number) => Owner,
    stored: Stored,
  ) {
    this.#stored = stored;
    this.#heap = heap;
    this.#nameOf = nameOf;
    this.#ownerOf = ownerOf;
  }

  /** What the function left at its last analysis, as a text that is equal where the same was left. */
  leftBy(fn: LinkedFunction): string {
    return this.#left.get(fn) ?? '';
  }

  /**
   * Notes what a function left in its heaps.
   * @param own its receiver's object
   * @returns whether some of it is its parameters', elsewhere than in the receiver: calls leave what they pass
   */
  note(fn: LinkedFunction, heaps: readonly Heap[], own: number | undefined): boolean {
    const changed = heaps.filter((heap) => !heap.isLike(this.#heap));
    if (changed.length === 0) {
      this.#left.delete(fn);
      return false;
    }
    const ids = new Set<number>();
    for (const heap of changed) heap.keysSince(this.#heap, ids);
    const left: string[] = [];
    let ofParameters = false;
    for (const id of ids) {
      const before = this.#heap.get(id);
      if (!before) continue;
      for (const heap of changed) {
        const after = heap.get(id);
        if (!after || after === before) continue;
        const look = (name: string | undefined, value: Value): void => {
          const labels = this.#labelsIn(value, heap, maximumDepth);
          if (labels.length === 0) return;
          ofParameters ||= id !== own && labels.some(isOfParameter);
          const data = labels.filter(isRemote);
          if (data.length === 0) return;
          left.push(`${id}.${name ?? '*'} ${data.map(digest).join()}`);
          this.#keep(id, name, value, data, { fn, heap });
        };
        for (const [name, value] of after.fields) if (value !== before.fields.get(name)) look(name, value);
        for (const item of after.items ?? []) look(undefined, item);
        if (after.rest) look(undefined, after.rest);
        if (after.keys && after.keys !== before.keys) {
          const used = after.keys.labels.filter(isRemote);
          if (used.length > 0) {
            left.push(`${id}[] ${used.map(digest).join()}`);
            this.#keepKeys(id, used);
          }
        }
      }
    }
    if (left.length > 0) this.#left.set(fn, left.join('\n'));
    else this.#left.delete(fn);
    return ofParameters;
  }

  #labelsIn(value: Value, heap: Heap, depth: number): Labels {
    let labels = value.labels;
    if (depth === 0) return labels;
    for (const id of value.refs) {
      // What is under all analyses is looked at by itself.
      const object = this.#heap.get(id) ? undefined : heap.get(id);
      if (!object) continue;
      const add = (part: Value): void => {
        if (part.labels.length + part.refs.length > 0)
          labels = joinLabels(labels, this.#labelsIn(part, heap, depth - 1));
      };
      for (const part of object.fields.values()) add(part);
      for (const part of object.items ?? []) add(part);
      if (object.rest) add(object.rest);
      if (object.content) add(object.content);
    }
    return labels;
  }

  #keep(
    id: number,
    name: string | undefined,
    value: Value,
    data: Labels,
    { fn, heap }: { readonly fn: LinkedFunction; readonly heap: Heap },
  ): void {
    const object = this.#heap.get(id);
    if (!object || this.#places >= maximumPlaces) return;
    const old = name === undefined ? object.rest : object.fields.get(name);
    const known = old ? this.#labelsKept(old, maximumDepth) : [];
    const isRow = this.#ownerOf(id) === 'rows';
    const arriving = isRow ? data.map((label) => this.#stored.ofLabel(label)) : data;
    // That data arrives there is news once, wherever it comes from.
    const isNew = ({ cleared }: Labels[number]): boolean =>
      !known.some((other) => other.cleared.without(cleared) === noClass);
    if (!arriving.some(isNew)) return;
    const owner = name === undefined ? undefined : (this.#ownerOf(id) ?? object.cls);
    // Of a map only what clients left is known: under another key there may be anything.
    const isMap = owner === undefined;
    // One object stands for all of a class: what others put into it is one of many values.
    const isOfOthers = name !== undefined && isClass(owner) && !(fn.cls && isFamily(fn.cls, owner));
    const asKept = (labels: Labels): Labels => (isOfOthers ? leftLabels(labels, fn, name) : labels);
    const copied = isRow ? tainted(arriving) : this.#copy(value, heap, asKept, maximumDepth);
    const kept = isMap ? withLabels(copied, filedLabels(copied.labels)) : copied;
    this.#places++;
    this.#heap.set(
      id,
      name === undefined
        ? writeUnknown({ ...object, items: undefined, rest: joined(object) }, kept)
        : writeField(object, name, join(old ?? unknown, kept), true),
    );
    const holder = owner === undefined ? this.#nameOf(id) : undefined;
    const rows = isRow && name !== undefined ? this.#stored.readersOf(id, name) : undefined;
    const mentioned = name ?? holder;
    // What has no name is not found again.
    if (mentioned === undefined || (owner === undefined && holder === undefined)) return;
    this.#mention(mentioned, { owner, holder, ...(rows && { rows }) });
  }

  /** Keys of a client's choice: who looks up whether a key is there learns nothing of it. */
  #keepKeys(id: number, used: Labels): void {
    const object = this.#heap.get(id);
    const holder = this.#nameOf(id);
    if (!object || holder === undefined || this.#places >= maximumPlaces) return;
    const kept = filedLabels(used);
    if (joinLabels(object.keys?.labels ?? [], kept) === object.keys?.labels) return;
    this.#places++;
    this.#heap.set(id, writeKey(object, kept));
    this.#mention(holder, { owner: undefined, holder });
  }

  #mention(name: string, place: Place): void {
    for (const places of [this.#news, this.#known]) places.set(name, [...(places.get(name) ?? []), place]);
  }

  #labelsKept(value: Value, depth: number): Labels {
    let labels = value.labels;
    if (depth === 0) return labels;
    for (const id of value.refs) {
      const object = this.#heap.get(id);
      for (const part of [...(object?.fields.values() ?? []), object?.rest, object?.content])
        if (part) labels = joinLabels(labels, this.#labelsKept(part, depth - 1));
    }
    return labels;
  }

  /** The value without what only its function knows: parameters and functions with their variables. */
  #copy(value: Value, heap: Heap, asKept: (labels: Labels) => Labels, depth: number): Value {
    for (const id of depth === 0 ? [] : value.refs) {
      const object = this.#heap.get(id) ? undefined : heap.get(id);
      if (!object) continue;
      const inner = (part: Value): Value => this.#copy(part, heap, asKept, depth - 1);
      const fields = new Map([...object.fields].map(([key, part]) => [key, inner(part)]));
      const rest = joined(object);
      this.#heap.set(id, {
        ...emptyObject,
        cls: object.cls,
        api: object.api,
        state: object.state,
        open: object.open,
        fields,
        rest: rest && inner(rest),
        keys: object.keys && inner(object.keys),
        content: object.content && inner(object.content),
      });
    }
    const data = withLabels(withKnown(value, undefined), asKept(value.labels.filter(isRemote)));
    return withCallables(depth === 0 ? withRefs(data, []) : data, []);
  }

  /** Of these modules' functions, those that mention a place where something was left since this was last asked. */
  takeReaders(modules: readonly LinkedModule[]): readonly LinkedFunction[] {
    if (this.#news.size === 0) return [];
    const news = new Map(this.#news);
    this.#news.clear();
    return modules.flatMap((module) => module.functions.filter((fn) => mentionsAny(fn, news)));
  }

  /** Whether the function mentions a place where something was left at any time. */
  isReader(fn: LinkedFunction): boolean {
    return this.#known.size > 0 && mentionsAny(fn, this.#known);
  }
}

/** What a program leaves of its settings and files is its own affair. */
const isRemote = ({ origin, stage }: Labels[number]): boolean =>
  origin.kind === 'source' && origin.source.threatModel === 'remote' && stage === 'data';

const isOfParameter = ({ origin }: Labels[number]): boolean =>
  origin.kind === 'parameter' && origin.index >= 0;

const joined = (object: HeapObject): Value | undefined =>
  (object.items ?? []).reduce<Value | undefined>((all, item) => (all ? join(all, item) : item), object.rest);

const digest = ({ origin, cleared, restored, trace }: Labels[number]): string => {
  const steps: string[] = [];
  for (let step = trace; step; step = step.previous) steps.push(`${step.fn.key}@${step.at}-${step.end}`);
  return `${origin.kind === 'source' ? `${origin.fn.key}@${origin.at}` : ''}/${cleared.key}-${restored.key}/${steps.join('<')}`;
};

/** What handlers call what belongs to a request. */
const handles = ['req', 'request', 'res', 'response', 'ctx', 'reply', 'g'];

function mentionsAny(fn: LinkedFunction, left: ReadonlyMap<string, readonly Place[]>): boolean {
  const names = mentionedIn(fn.ir);
  for (const [name, places] of left)
    if (
      places.some((place) => place.rows?.has(fn)) ||
      (names.has(name) && places.some((place) => mayMean(fn, place)))
    )
      return true;
  return false;
}

/** Whether a name in the function may be that of a place of the owner's: methods name the fields of their own classes. */
function mayMean(fn: LinkedFunction, { owner, holder }: Place): boolean {
  if (owner === 'rows') return false;
  if (owner === 'request') return handles.some((handle) => mentionedIn(fn.ir).has(handle));
  if (owner === undefined) return holder !== undefined && mentionedIn(fn.ir).has(holder);
  return !('bases' in owner) || fn.cls === undefined || isRelated(fn.cls, owner);
}

const isClass = (owner: Owner): owner is LinkedClass => typeof owner === 'object' && 'bases' in owner;

const isRelated = (a: LinkedClass, b: LinkedClass): boolean =>
  a === b ||
  a.module === b.module ||
  a.bases.some((base) => isRelated(base, b)) ||
  b.bases.some((base) => isRelated(a, base));

/** Whether a class is the other one, or extends a class that it extends. */
const isFamily = (a: LinkedClass, b: LinkedClass): boolean =>
  a === b || a.bases.some((base) => isFamily(base, b)) || b.bases.some((base) => isFamily(a, base));

const keepers =
  /(?:^|\.)(?:Service|Component|Repository|Controller|RestController|Injectable|Named|Singleton|Stateless|Stateful|ApplicationScoped|SessionScoped|RequestScoped|ManagedBean|Configuration)$/;

/** Whether a framework makes one object of a class for all who use it. */
export const isShared = ({ ir }: LinkedClass): boolean =>
  ir.decorators.some(({ expr }) => keepers.test(dottedName(expr) ?? ''));
