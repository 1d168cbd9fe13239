import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { inReach, type OrganizationReach, seesAll } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { organizationTerm } from '../store/terms.ts';
import { countWithWords, type endpointWords, rowsWithWords, type WordQuery } from '../store/word-index.ts';
import { corrected, type Wanted } from './query.ts';
import type { Weighed } from './relevance.ts';

/** Rows that are looked at one by one. */
export const maximumCandidates = 400;
/** Up to here, rows with a word are counted; a word that more have is a common one. */
const countedUpTo = 1_000;
/** With so many rows, those that have one common thing alone are not asked for. */
const enough = 150;
/** Of a word that nothing has; it does not tell answers apart. */
const weightOfMissing = 0.3;

export interface Candidates {
  readonly seqs: readonly number[];
  /** What was asked for, with how much each counts. */
  readonly asked: readonly Weighed[];
}

interface Places {
  readonly reach: OrganizationReach;
  readonly among: Expression<SqlBool>;
  /** What holds of rows of repositories that the query names; they are asked for first. */
  readonly named: Expression<SqlBool> | undefined;
}

/**
 * The rows that may answer best: those with all that is asked for, then those with all but the most common thing, and so on.
 * Each step asks the index for a bounded number of rows.
 */
export async function candidatesOf(
  db: Queries,
  index: typeof endpointWords,
  wanted: readonly Wanted[],
  { reach, among, named }: Places,
): Promise<Candidates> {
  const own: WordQuery = (await isOnlyOne(db))
    ? []
    : [{ words: [organizationTerm(reach.organizationId)], isPrefix: false }];
  // How rare a word is shows in the relevance: for who does not see every repository, the others do not count.
  const seen = seesAll(reach) ? undefined : seenRows(reach, index);
  const count = (one: Wanted): Promise<number> =>
    countWithWords(db, index, [...own, asWords(one)], countedUpTo, seen);
  const found: { readonly one: Wanted; readonly rows: number }[] = [];
  for (const one of wanted) {
    // What most questions could say is common.
    const rows = one.weight < 1 && wanted.length > 1 ? countedUpTo : await count(one);
    if (rows > 0) found.push({ one, rows });
    else {
      const other = corrected(one, index.table);
      found.push({ one: other, rows: await count(other) });
    }
  }
  const rarest = found.filter(({ rows }) => rows > 0).toSorted((left, right) => left.rows - right.rows);
  const seqs = new Set<number>();
  const ask = async (words: WordQuery, where: Expression<SqlBool>): Promise<void> => {
    const limit = maximumCandidates - seqs.size;
    if (limit <= 0) return;
    // Rows that are known already do not count.
    for (const seq of await rowsWithWords(db, index, [...own, ...words], {
      among: where,
      limit: limit + seqs.size,
    }))
      seqs.add(seq);
  };
  for (const where of named === undefined ? [among] : [sql<SqlBool>`${among} and ${named}`, among]) {
    for (let kept = rarest.length; kept > 0; kept--)
      await ask(
        rarest.slice(0, kept).map(({ one }) => asWords(one)),
        where,
      );
    for (const { one } of rarest.slice(1)) if (seqs.size < enough) await ask([asWords(one)], where);
    for (const { one } of found)
      if (one.near.length > 0 && seqs.size < enough) await ask([{ words: one.near, isPrefix: false }], where);
  }
  return {
    seqs: [...seqs],
    asked: found.map(({ one, rows }) => ({ wanted: one, weight: weightOf(one, rows) })),
  };
}

/** With one organization alone, rows need not be told apart by it, which costs as much as the rest. */
const isOnlyOne = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').limit(2).execute()).length === 1;

function seenRows(reach: OrganizationReach, { table }: typeof endpointWords): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, typeof table>();
  return inReach(reach, eb.ref(`${table}.organization_id`), eb.ref(`${table}.repository_id`));
}

const asWords = ({ terms, related, isPrefix }: Wanted): WordQuery[number] => ({
  words: isPrefix ? terms : [...terms, ...related],
  isPrefix,
});

/** The rarer, the more. */
const weightOf = ({ weight }: Wanted, rows: number): number =>
  weight * (rows === 0 ? weightOfMissing : 1 + Math.log10((countedUpTo + 1) / (rows + 1)) / 2);

/** Ids of the repositories in reach that have one of some names. */
export async function repositoriesNamed(
  db: Queries,
  reach: OrganizationReach,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const eb = expressionBuilder<Schema, 'repositories'>();
  const rows = await db
    .selectFrom('repositories')
    .select('id')
    .where(inReach(reach, eb.ref('repositories.organization_id'), eb.ref('repositories.id')))
    .where(sql<string>`lower(name)`, 'in', names)
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}
