/** Names of fields, in order; `any` where they are not known or too many. */
type Names = readonly string[] | 'any';

/**
 * How well a label's data is told apart from what else is in its value. The engine merges data where it cannot follow fields: a
 * lookup in a store that is not seen, an object that goes into a call. That costs certainty once a part is taken out again,
 * which may be another part than the data. Each such place is a hop.
 *
 * There is one object for each state, so states are equal where they are the same.
 */
export class Merging {
  /** Places where the data was taken out of something that it was merged with. */
  readonly hops: number;
  /** Where in the value the data is; undefined where the value is the data, with all of its parts. */
  readonly held: Names | undefined;
  /** Of data of a parameter: which part of it this is, as what callers pass may only hold data. */
  readonly part: Names | undefined;
  /** It was put under a key that is not known: what is under a certain key may be something else. */
  readonly filed: boolean;
  readonly key: string;
  /** What passing it on and joining it gave before: both are asked all the time. */
  readonly #continued = new Map<Merging, Merging>();
  readonly #clearer = new Map<Merging, Merging>();

  private constructor(
    key: string,
    hops: number,
    held: Names | undefined,
    part: Names | undefined,
    filed: boolean,
  ) {
    this.key = key;
    this.hops = hops;
    this.held = held;
    this.part = part;
    this.filed = filed;
  }

  /** What was passed to a function, as the function goes on with it. */
  continuedBy(own: Merging): Merging {
    let result = this.#continued.get(own);
    if (!result) {
      result = compose(this, own);
      this.#continued.set(own, result);
    }
    return result;
  }

  /** Of data that came on two ways, what is certain on either. */
  or(other: Merging): Merging {
    let result = this.#clearer.get(other);
    if (!result) {
      result = surer(this, other);
      this.#clearer.set(other, result);
    }
    return result;
  }

  static readonly #known = new Map<string, Merging>();

  static of(hops: number, held: Names | undefined, part: Names | undefined, filed: boolean): Merging {
    const key = `${Math.min(hops, maximumHops)} ${held ?? '-'} ${part ?? '-'} ${filed ? 'filed' : ''}`;
    let merging = Merging.#known.get(key);
    if (!merging) {
      merging = new Merging(key, Math.min(hops, maximumHops), held, part, filed);
      Merging.#known.set(key, merging);
    }
    return merging;
  }
}

/** Hops past these say nothing more. */
export const maximumHops = 3;
/** Fields that are told apart. */
const maximumNames = 4;

/** Data that is the whole value. */
export const apart = Merging.of(0, undefined, undefined, false);

const named = (names: readonly string[]): Names =>
  names.length > maximumNames ? 'any' : [...new Set(names)].toSorted();

/** The data is somewhere in a value, under these names. */
export const within = (merging: Merging, names: readonly string[] | 'any'): Merging =>
  Merging.of(merging.hops, names === 'any' ? names : named(names), merging.part, false);

/** The value is the data. */
export const whole = (merging: Merging): Merging =>
  merging.held ? Merging.of(merging.hops, undefined, merging.part, merging.filed) : merging;

/** The data was put under a key that is not known. */
export const filed = (merging: Merging): Merging =>
  merging.filed ? merging : Merging.of(merging.hops, merging.held, merging.part, true);

/** It cannot be told whether what was read is the data. */
export const blurred = (merging: Merging): Merging =>
  Merging.of(merging.hops + 1, undefined, merging.part, false);

/** Whether one of the names that are asked for is one of those under which the data is. */
const meets = (held: Names, asked: Names): boolean =>
  held !== 'any' && asked !== 'any' && asked.some((name) => held.includes(name));

/**
 * What is left when a part is taken of the value.
 * @param name undefined where it is not known
 * @param isSymbolic whether the data is a parameter's, of which callers know more
 */
export function partOf(merging: Merging, name: string | undefined, isSymbolic: boolean): Merging {
  const { hops, held, part } = merging;
  const asked = name === undefined ? 'any' : [name];
  if (held) return meets(held, asked) ? Merging.of(hops, undefined, part, false) : blurred(merging);
  return isSymbolic && !part ? Merging.of(hops, undefined, asked, false) : merging;
}

/** What was passed to a function, as the function goes on with it. */
export const continued = (given: Merging, own: Merging): Merging =>
  own === apart ? given : given === apart ? own : given.continuedBy(own);

function compose(given: Merging, own: Merging): Merging {
  const hops = given.hops + own.hops;
  if (!own.part) return Merging.of(hops, own.held ?? given.held, given.part, own.filed);
  if (!given.held) return Merging.of(hops, own.held, given.part ?? own.part, own.filed);
  return Merging.of(hops + (meets(given.held, own.part) ? 0 : 1), own.held, given.part, own.filed);
}

/** Of data that came on two ways, what is certain on either. */
export const clearer = (a: Merging, b: Merging): Merging => (a === b ? a : a.or(b));

function surer(a: Merging, b: Merging): Merging {
  if (a.hops !== b.hops) return a.hops < b.hops ? a : b;
  return Merging.of(a.hops, either(a.held, b.held), either(a.part, b.part), a.filed && b.filed);
}

const either = (a: Names | undefined, b: Names | undefined): Names | undefined => {
  if (!a || !b) return undefined;
  return a === 'any' || b === 'any' ? 'any' : named([...a, ...b]);
};
