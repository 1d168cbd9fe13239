/** One of so many parts of the tests: `2/3` is the second of three. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** @throws when the words are not those of a part: a number, a slash and a number that is not smaller. */
export function readShard(words: string): Shard {
  const [, part = 0, of = 0] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(words) ?? []).map(Number);
  if (part < 1 || part > of)
    throw new Error('--shard takes a part and their number: 2/3 is the second of three.');
  return { part, of };
}

/** The items that belong to a part: each belongs to exactly one, and neighbours to different ones. */
export function itemsOf<T>({ part, of }: Shard, items: readonly T[]): readonly T[] {
  return items.filter((_, index) => index % of === part - 1);
}
