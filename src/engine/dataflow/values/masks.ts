import { together, traits } from '../../libraries/traits.ts';
import { weaknesses } from '../../weaknesses/index.ts';

/** Bits in one word of a mask. */
const wordBits = 32;

/**
 * A set of weaknesses, and of traits: a label's says for which of them it has been made safe. There is one object for each set,
 * so sets are equal where they are the same, and what two of them make together is looked up.
 */
export class Mask {
  /** Equal for equal sets, in any process of the same version. */
  readonly key: string;
  readonly #words: readonly number[];
  readonly #or = new Map<Mask, Mask>();
  readonly #and = new Map<Mask, Mask>();
  readonly #without = new Map<Mask, Mask>();

  private constructor(words: readonly number[], key: string) {
    this.#words = words;
    this.key = key;
  }

  static readonly #known = new Map<string, Mask>();

  static #of(words: readonly number[]): Mask {
    const last = words.findLastIndex((word) => word !== 0);
    const key = words
      .slice(0, last + 1)
      .map((word) => (word >>> 0).toString(36))
      .join('.');
    let mask = Mask.#known.get(key);
    if (!mask) {
      mask = new Mask(words.slice(0, last + 1), key);
      Mask.#known.set(key, mask);
    }
    return mask;
  }

  /** The set of the one element with this number. */
  static single(index: number): Mask {
    const words = new Array<number>(Math.floor(index / wordBits) + 1).fill(0);
    words[words.length - 1] = 1 << (index % wordBits);
    return Mask.#of(words);
  }

  static readonly none: Mask = Mask.#of([]);

  /** What is in either. */
  or(other: Mask): Mask {
    if (this === other || other === noClass) return this;
    if (this === noClass) return other;
    let result = this.#or.get(other);
    if (!result) {
      result = this.#with(other, (a, b) => a | b);
      this.#or.set(other, result);
    }
    return result;
  }

  /** What is in both. */
  and(other: Mask): Mask {
    if (this === other || this === noClass) return this;
    if (other === noClass) return other;
    let result = this.#and.get(other);
    if (!result) {
      result = this.#with(other, (a, b) => a & b);
      this.#and.set(other, result);
    }
    return result;
  }

  /** What is in this one and not in the other. */
  without(other: Mask): Mask {
    if (this === noClass || other === noClass) return this;
    let result = this.#without.get(other);
    if (!result) {
      result = this.#with(other, (a, b) => a & ~b);
      this.#without.set(other, result);
    }
    return result;
  }

  /** Whether anything is in both. */
  meets(other: Mask): boolean {
    return this.and(other) !== noClass;
  }

  /** Whether everything that is in the other is in this one. */
  covers(other: Mask): boolean {
    return this.and(other) === other;
  }

  #with(other: Mask, word: (a: number, b: number) => number): Mask {
    const length = Math.max(this.#words.length, other.#words.length);
    return Mask.#of(Array.from({ length }, (_, i) => word(this.#words[i] ?? 0, other.#words[i] ?? 0)));
  }
}

export const noClass = Mask.none;

/** One bit for each weakness that is found by flows, and for each trait. */
const bits = new Map<string, Mask>();
for (const { id, found } of weaknesses) if (found !== 'place') bits.set(id, Mask.single(bits.size));

export const everyClass = [...bits.values()].reduce((all, bit) => all.or(bit), noClass);

for (const trait of traits) bits.set(trait, Mask.single(bits.size));

/** What data may do that people ask about: each stands for one rule of theirs while that is followed. */
export const askedClasses: readonly string[] = Array.from({ length: 32 }, (_, i) => `asked-${i}`);

for (const asked of askedClasses) bits.set(asked, Mask.single(bits.size));

/** The set of one weakness or trait; empty for one that no flow leads to. */
export const bitOf = (name: string): Mask => bits.get(name) ?? noClass;

/** The set of several; `*` is every weakness. */
export const maskOf = (names: readonly string[]): Mask =>
  names.reduce((mask, name) => mask.or(name === '*' ? everyClass : bitOf(name)), noClass);

/** What only an object can do harm with: a text that was put together, or taken out of another one, is none. */
export const ofObjects = (): Mask => maskOf(['nosql-injection', 'mass-assignment']);

const combinations = together.map(({ facts, safeFor }) => ({
  facts: maskOf(facts),
  safeFor: bitOf(safeFor),
}));
const combined = combinations.reduce((all, { facts }) => all.or(facts), noClass);

/** A set with the weaknesses for which its traits make a text safe together. */
export const completed = (mask: Mask): Mask =>
  mask.meets(combined)
    ? combinations.reduce((all, { facts, safeFor }) => (mask.covers(facts) ? all.or(safeFor) : all), mask)
    : mask;

/** A set with the traits that would make a text safe for what is in it: what is decoded loses them, too. */
export const withFacts = (mask: Mask): Mask =>
  combinations.reduce((all, { facts, safeFor }) => (mask.meets(safeFor) ? all.or(facts) : all), mask);
