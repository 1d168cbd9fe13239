/** What a file of JSON, TOML or YAML says, in one shape, with the place of every key and value. */

/** Offsets of UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type LocatedValue = LocatedTable | LocatedList | LocatedText | LocatedLiteral;

/** What every value may have. */
interface Located extends Span {
  /** A tag of an application, `!Ref`: what the value stands for is computed from what is written. */
  readonly tag?: string;
}

export interface LocatedTable extends Located {
  readonly kind: 'table';
  /** Of a key that comes twice, the last one. */
  readonly members: ReadonlyMap<string, Member>;
}

export interface Member {
  readonly key: Span;
  readonly value: LocatedValue;
}

export interface LocatedList extends Located {
  readonly kind: 'list';
  readonly items: readonly LocatedValue[];
}

export interface LocatedText extends Located {
  readonly kind: 'text';
  readonly text: string;
}

/** A number, a Boolean, a date or null, as it is spelled. */
export interface LocatedLiteral extends Located {
  readonly kind: 'literal';
  readonly text: string;
}

/** A mistake in a file, and where it stands. */
export interface Fault {
  readonly offset: number;
  /** A sentence. */
  readonly message: string;
}

export interface Structured {
  readonly root: LocatedValue;
  readonly faults: readonly Fault[];
}

/** Tables and lists inside each other; deeper ones are refused with a RangeError, before the stack ends. */
export const maximumDepth = 200;
/** Mistakes of one file that are told. */
export const maximumFaults = 20;

const none: ReadonlyMap<string, Member> = new Map();

/** @returns the members of a table; none of anything else */
export const membersOf = (value: LocatedValue | undefined): ReadonlyMap<string, Member> =>
  value?.kind === 'table' ? value.members : none;

/** @returns the value under a path of keys */
export function valueAt(
  value: LocatedValue | undefined,
  ...keys: readonly string[]
): LocatedValue | undefined {
  let found = value;
  for (const key of keys) found = membersOf(found).get(key)?.value;
  return found;
}

/** @returns the items of a list; none of anything else */
export const itemsOf = (value: LocatedValue | undefined): readonly LocatedValue[] =>
  value?.kind === 'list' ? value.items : [];

/** @returns the text of a string; undefined for anything else */
export const textOf = (value: LocatedValue | undefined): string | undefined =>
  value?.kind === 'text' ? value.text : undefined;

/** @returns the text of a string, or a number as it is spelled: YAML takes `1.10` for one */
export const scalarOf = (value: LocatedValue | undefined): string | undefined =>
  value?.kind === 'text' || (value?.kind === 'literal' && /^[\d.+-]/.test(value.text))
    ? value.text
    : undefined;

export const isTrue = (value: LocatedValue | undefined): boolean =>
  value?.kind === 'literal' && value.text === 'true';
