import type { Expression, SqlBool } from 'kysely';
import type { Queries } from '../store/dialect.ts';
import { organizationTerm } from '../store/terms.ts';
import { countWithWords, type endpointWords, rowsWithWords, type WordQuery } from '../store/word-index.ts';
import { corrected, type Wanted } from './query.ts';
import type { Weighed } from './relevance.ts';

/** Rows that are looked at one by one. */
export const maximumCandidates = 400;
/** Up to here, rows with a word are counted; a word that more have is a common one. */
const countedUpTo = 5_000;

export interface Candidates {
  readonly seqs: readonly number[];
  /** What was asked for, as far as anything has it, and how rare each is. */
  readonly asked: readonly Weighed[];
}

const asWords = ({ terms, related, isPrefix }: Wanted): WordQuery[number] => ({
  words: isPrefix ? terms : [...terms, ...related],
  isPrefix,
});

/**
 * The rows that may answer best: those with all that is asked for, then those with all but the most common thing, and so on.
 * Each step asks the index for a bounded number of rows.
 */
export async function candidatesOf(
  db: Queries,
  index: typeof endpointWords,
  wanted: readonly Wanted[],
  { organizationId, among }: { readonly organizationId: string; readonly among: Expression<SqlBool> },
): Promise<Candidates> {
  const own: WordQuery[number] = { words: [organizationTerm(organizationId)], isPrefix: false };
  const asked: Weighed[] = [];
  const counts = new Map<Wanted, number>();
  for (const one of wanted) {
    let used = one;
    let count = await countWithWords(db, index, [own, asWords(used)], countedUpTo);
    if (count === 0) {
      used = corrected(one);
      count = await countWithWords(db, index, [own, asWords(used)], countedUpTo);
    }
    counts.set(used, count);
    asked.push({ wanted: used, weight: 1 + Math.log10((countedUpTo + 1) / (count + 1)) / 2 });
  }
  const rarest = asked
    .map(({ wanted: one }) => one)
    .filter((one) => (counts.get(one) ?? 0) > 0)
    .toSorted((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0));
  const seqs = new Set<number>();
  const ask = async (some: readonly Wanted[]): Promise<void> => {
    const limit = maximumCandidates - seqs.size;
    if (limit <= 0) return;
    for (const seq of await rowsWithWords(db, index, [own, ...some.map(asWords)], {
      among,
      limit: limit + seqs.size,
    }))
      seqs.add(seq);
  };
  for (let kept = rarest.length; kept > 0; kept--) await ask(rarest.slice(0, kept));
  for (const one of rarest.slice(1)) await ask([one]);
  return { seqs: [...seqs], asked };
}
