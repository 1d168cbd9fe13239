import type { FlowSource } from '../../finding.ts';
import { isOfTests } from '../../roles/path-roles.ts';
import type { Budget } from '../interpreter/budget.ts';
import type { Entry, Hit, PendingHit } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { clearedOnWay, continueLabel, type Label, type Origin, receiverIndex } from '../values/labels.ts';
import { bitOf, everyClass, type Mask, noClass } from '../values/masks.ts';
import { clearer, continued, type Merging } from '../values/merging.ts';
import { anchor, located } from '../values/positions.ts';
import { type Counting, isBuilt } from './counted-sources.ts';

/** Sinks that a summary holds for its callers; past them, the analysis is cut short. */
const maximumPending = 1024;

/** Origins whose data is told to reach one place: those of a library's callers, and all others. */
const maximumOrigins = 64;

/** Whether what was made of the data on its way makes it safe at this place. */
function isSafe({ vulnClass, judgedBy, despite, unless }: Hit, cleared: Mask): boolean {
  if (unless !== undefined && cleared.meets(bitOf(unless))) return true;
  if (!cleared.meets(bitOf(judgedBy ?? vulnClass)) && !isFileName(vulnClass, despite, cleared)) return false;
  return despite === undefined || !cleared.meets(bitOf(despite)) || cleared.covers(everyClass);
}

/** A name without separators is `..` at worst: a folder, which matters where others stand behind it, or where folders are meant. */
const isFileName = (vulnClass: string, despite: string | undefined, cleared: Mask): boolean =>
  vulnClass === 'path-traversal' &&
  despite !== 'single-name' &&
  cleared.meets(bitOf('single-name')) &&
  !cleared.meets(bitOf('inner-part'));

/** What only a test's own arguments make of the program's code: a key that it passes, a way that it chooses. */
const isOfTest = ({ fn }: Hit, entry: Entry): boolean =>
  fn.module !== entry.fn.module && isOfTests(entry.fn.module.ir.path) && !isOfTests(fn.module.ir.path);

/** What an analysis found: flows that are whole, and sinks that wait for what callers pass. */
export class Reports {
  readonly #budget: Budget;
  readonly #counted: Counting;
  /** Where what is found is put. */
  #hits: Hit[] = [];
  readonly #origins = new Map<LinkedFunction, Map<string, Origin>>();
  /** Numbers of classes and places where parameters may do harm. */
  readonly #places = new Map<LinkedFunction, Map<string, number>>();
  #nextPlace = 0;
  /** By place; those of a library's callers, who may be many, apart. */
  readonly #originsAt = { library: new Map<number, Set<Origin>>(), others: new Map<number, Set<Origin>>() };

  constructor(budget: Budget, counted: Counting) {
    this.#budget = budget;
    this.#counted = counted;
  }

  /** Puts what is found while this runs into a list of its own. */
  into<T>(hits: Hit[], run: () => T): T {
    const outer = this.#hits;
    this.#hits = hits;
    try {
      return run();
    } finally {
      this.#hits = outer;
    }
  }

  /** The one origin that stands for a source at a place. */
  origin(
    source: FlowSource,
    fn: LinkedFunction,
    node: { readonly at: number; readonly end: number },
  ): Origin {
    let own = this.#origins.get(fn);
    if (!own) {
      own = new Map();
      this.#origins.set(fn, own);
    }
    const place = anchor(fn, node);
    const key = `${source.threatModel} ${source.what} ${place.at} ${place.end}`;
    let origin = own.get(key);
    if (!origin) {
      origin = { kind: 'source', source, fn, ...place, harmless: this.#counted.harmless(source) };
      own.set(key, origin);
    }
    return origin;
  }

  /** What data of a client is once it was stored and read back: of the database, and known to be a client's. */
  stored(label: Label): Label {
    const { origin } = label;
    if (origin.kind !== 'source') return label;
    const { api, what } = origin.source;
    const source: FlowSource = {
      threatModel: 'database',
      api,
      what: `${what}, to be stored,`,
      isStored: true,
    };
    const stored = this.origin(source, origin.fn, located(origin.fn, origin));
    const harmless = stored.kind === 'source' ? stored.harmless : noClass;
    // Programs log what they have stored everywhere: where clients' text is logged, that is found where it comes in.
    return { ...label, origin: stored, cleared: label.cleared.or(harmless).or(bitOf('log-injection')) };
  }

  /** See `Machine.report`. */
  report(hit: Hit, entry: Entry): void {
    const { label } = hit;
    if (!label) {
      if (!isOfTest(hit, entry)) this.#hits.push(hit);
      return;
    }
    if (isSafe(hit, label.cleared)) return;
    if (label.origin.kind === 'source' && !hit.object) {
      if (this.#counted.takes(hit.vulnClass, label.origin.source, isBuilt(hit, label.cleared)))
        this.#hits.push(hit);
      return;
    }
    const { object } = hit;
    const place = this.#placeOf(hit);
    const holder = object?.origin.kind === 'parameter' ? `/${object.origin.index} ${object.stage}` : '';
    const key =
      label.origin.kind === 'parameter'
        ? object
          ? `${label.origin.index}${holder} ${place}`
          : keyOf(place, label.origin.index)
        : `${label.origin.fn.key}@${label.origin.at}${holder} ${place}`;
    if (this.#isNew(key, label.cleared, label.merging, entry))
      this.#wait(key, { ...hit, label, place }, entry);
  }

  /** See `Machine.pass`. */
  pass(hit: PendingHit, given: Label, entry: Entry): void {
    const cleared = clearedOnWay(given, hit.label);
    if (isSafe(hit, cleared)) return;
    const { origin } = given;
    if (origin.kind === 'source') {
      const takes = this.#counted.takes(hit.vulnClass, origin.source, isBuilt(hit, cleared));
      if (takes) this.#keep(hit, given, entry);
      return;
    }
    const key = keyOf(hit.place, origin.index);
    const merging = continued(given.merging, hit.label.merging);
    if (this.#isNew(key, cleared, merging, entry))
      this.#wait(key, { ...hit, label: continueLabel(given, hit.label) }, entry);
  }

  /** Whether a sink that waits for data of callers says more than what is known: that less was made safe, or that it is surer. */
  #isNew(key: string | number, cleared: Mask, merging: Merging, entry: Entry): boolean {
    const known = entry.pending.get(key)?.label;
    if (known)
      return (
        known.cleared.without(cleared) !== noClass ||
        (known.cleared === cleared && clearer(known.merging, merging) !== known.merging)
      );
    if (entry.pending.size < maximumPending) return this.#budget.keep(entry);
    entry.cutShort = true;
    return false;
  }

  /** Keeps a sink that waits, as sure as what was known of it where that was surer. */
  #wait(key: string | number, hit: PendingHit, entry: Entry): void {
    const known = entry.pending.get(key);
    const merging = known ? clearer(known.label.merging, hit.label.merging) : hit.label.merging;
    const isSurer = known?.label.merging === merging && known.label.cleared === hit.label.cleared;
    const { label } = isSurer ? known : hit;
    entry.pending.set(key, label.merging === merging ? hit : { ...hit, label: { ...label, merging } });
  }

  /** Keeps a hit of a function that is called, unless enough origins are known to reach its place. */
  #keep(hit: PendingHit, given: Label, entry: Entry): void {
    const { origin } = given;
    const isOfLibrary = origin.kind === 'source' && origin.source.threatModel === 'library';
    const originsAt = this.#originsAt[isOfLibrary ? 'library' : 'others'];
    let origins = originsAt.get(hit.place);
    if (!origins) {
      origins = new Set();
      originsAt.set(hit.place, origins);
    }
    if (origins.size >= maximumOrigins && !origins.has(origin)) return;
    origins.add(origin);
    if (this.#budget.keep(entry)) this.#hits.push({ ...hit, label: continueLabel(given, hit.label) });
  }

  #placeOf({ fn, vulnClass, at }: Hit): number {
    let own = this.#places.get(fn);
    if (!own) {
      own = new Map();
      this.#places.set(fn, own);
    }
    const name = `${vulnClass} ${at}`;
    let place = own.get(name);
    if (place === undefined) {
      place = this.#nextPlace++;
      own.set(name, place);
    }
    return place;
  }
}

/** A number for a parameter and a place; parameters past the sixtieth share one. */
const keyOf = (place: number, index: number): number => place * 64 + Math.min(index - receiverIndex, 63);
