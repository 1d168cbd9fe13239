import { setImmediate } from 'node:timers/promises';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { slices } from '../core/slices.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { MatchingIssues } from './issue-filter.ts';
import { type IssueOrder, type Position, placeOf } from './issue-order.ts';

/**
 * Lists and counts over any number of issues, in queries that each look at few: others are answered between two of them. The
 * first of an order are found along its index. Where few of them match, all issues are looked at as they are stored, which costs a
 * sixth for each.
 */

/** How many issues one query looks at, and what is worth while. */
export interface WalkBounds {
  /** Along an index, each at another place of the disk. */
  readonly alongIndex: number;
  /** Along an index for one page, before all are looked at as they are stored. */
  readonly worthAlongIndex: number;
  /** As they are stored. */
  readonly asStored: number;
  /** Entries of the index of counts. */
  readonly counted: number;
  /** Repositories that are looked through one by one; of more, the whole organization is. */
  readonly oneByOne: number;
  /** Candidates for a page that are held before the later ones are dropped. */
  readonly held: number;
}

/** A query takes about 20, 10 or 3 ms. */
const usual: WalkBounds = {
  alongIndex: 4_000,
  worthAlongIndex: 40_000,
  asStored: 10_000,
  counted: 20_000,
  oneByOne: 50,
  held: 2_000,
};

interface Asked {
  readonly order: IssueOrder;
  /** Only those that come after it. */
  readonly after: Position | undefined;
  readonly limit: number;
}

interface Found {
  /** The `seq` of each, in the order that was asked for. */
  readonly seqs: readonly number[];
  /** How many match; undefined where they were not counted on the way. */
  readonly total: number | undefined;
}

/** The first issues that match; of a first page, how many match is found on the way where that costs no more. */
export async function findIssues(
  db: Queries,
  matching: MatchingIssues,
  asked: Asked,
  bounds = usual,
): Promise<Found> {
  const { order, after, limit } = asked;
  const isCountedAnyway = !after && !matching.isCountedByIndex && order.among === undefined;
  const worth = isCountedAnyway ? bounds.alongIndex : bounds.worthAlongIndex;
  const seqs: number[] = [];
  let looked = 0;
  for await (const { issues, size } of alongIndex(db, matching, order, after, bounds, 4 * limit)) {
    const rows = await issues.limit(limit - seqs.length).execute();
    seqs.push(...rows.map(({ seq }) => seq));
    if (seqs.length === limit) return { seqs, total: undefined };
    looked += size;
    if (looked >= worth) {
      const { or } = expressionBuilder<Schema, 'issues'>();
      const rest = after ? or(partsAfter(order, after)) : always;
      return await firstOfAll(db, matching, { order, limit, isMeant: rest }, bounds);
    }
  }
  return { seqs, total: after ? undefined : seqs.length };
}

/** The `seq` of all issues that match, in an order. */
export async function allIssues(
  db: Queries,
  matching: MatchingIssues,
  order: IssueOrder,
  bounds = usual,
): Promise<number[]> {
  // What changes meanwhile may be met twice.
  const seqs = new Set<number>();
  for await (const { issues } of alongIndex(db, matching, order, undefined, bounds))
    for (const { seq } of await issues.execute()) seqs.add(seq);
  return [...seqs];
}

/** How many issues match. */
export async function countIssues(db: Queries, matching: MatchingIssues, bounds = usual): Promise<number> {
  const { condition, organizationId, repositoryIds } = matching;
  let total = 0;
  if (!matching.isCountedByIndex) {
    for await (const slice of asStored(db, matching, always, bounds)) {
      const counted = slice.where(condition).select((eb) => eb.fn.countAll<number>().as('count'));
      total += Number((await counted.executeTakeFirstOrThrow()).count);
    }
    return total;
  }
  const issues = db.selectFrom('issues').where('issues.organization_id', '=', organizationId);
  const count = async (some: typeof issues) => {
    const counted = some.where(condition).select((eb) => eb.fn.countAll<number>().as('count'));
    total += Number((await counted.executeTakeFirstOrThrow()).count);
    await setImmediate();
  };
  for (const id of repositoryIds ?? []) await count(issues.where('issues.repository_id', '=', id));
  if (repositoryIds) return total;
  const repositories = slices<string>(undefined, async (after = '') => {
    const later = issues.select('issues.repository_id').where('issues.repository_id', '>', after);
    const row = await later
      .orderBy('issues.repository_id')
      .offset(bounds.counted)
      .limit(1)
      .executeTakeFirst();
    return row?.repository_id;
  });
  for await (const { after = '', to } of repositories) {
    const some = issues.where('issues.repository_id', '>', after);
    await count(to === undefined ? some : some.where('issues.repository_id', '<=', to));
  }
  return total;
}

/**
 * Queries over the issues that match, each over the next few of an index.
 * @param firstSize issues that the first query looks at; the following look at more
 */
async function* alongIndex(
  db: Queries,
  matching: MatchingIssues,
  order: IssueOrder,
  start: Position | undefined,
  bounds: WalkBounds,
  firstSize = bounds.alongIndex,
) {
  const [place] = placesOf(matching, 1);
  const inOrder = db
    .selectFrom('issues')
    .where(place.column, '=', place.value)
    .where(order.among ?? always)
    .orderBy(order.by);
  let parts = start ? partsAfter(order, start) : [always];
  for (let growing = firstSize; ; growing *= 4) {
    const size = Math.min(growing, bounds.alongIndex);
    let last: Position | undefined;
    for (const part of parts) {
      const next = inOrder.where(part);
      const issues = among(db, next.select('issues.seq').limit(size)).where(matching.condition);
      yield { issues: issues.select('issues.seq').orderBy(order.by), size };
      await setImmediate();
      last = await positionOf(next, order, size);
      if (last) break;
    }
    if (!last) return;
    parts = partsAfter(order, last);
  }
}

interface AskedOfAll {
  readonly order: Pick<IssueOrder, 'by' | 'among'>;
  readonly limit: number;
  /** Of a row of `issues`. */
  readonly isMeant?: Expression<SqlBool>;
}

/** The first issues that match in any order, and how many match. All are looked at. */
export async function firstOfAll(
  db: Queries,
  matching: MatchingIssues,
  { order, limit, isMeant = always }: AskedOfAll,
  bounds = usual,
): Promise<Found> {
  const firstOf = async (seqs: readonly number[]) => {
    if (seqs.length === 0) return [];
    const known = db.selectFrom('issues').select('issues.seq').where('issues.seq', 'in', seqs);
    return (await known.orderBy(order.by).limit(limit).execute()).map(({ seq }) => seq);
  };
  let held: number[] = [];
  let total = 0;
  for await (const slice of asStored(db, matching, order.among, bounds)) {
    const rows = await slice
      .where(matching.condition)
      .where(isMeant)
      .select(['issues.seq', (one) => one.fn.countAll<number>().over().as('count')])
      .orderBy(order.by)
      .limit(limit)
      .execute();
    total += Number(rows[0]?.count ?? 0);
    held.push(...rows.map(({ seq }) => seq));
    if (held.length > bounds.held) held = await firstOf(held);
  }
  return { seqs: await firstOf(held), total };
}

/** Queries over the issues that can match, by what they are in and then as they are stored. */
export async function* asStored(
  db: Queries,
  matching: MatchingIssues,
  amongThese: Expression<SqlBool> = always,
  bounds = usual,
): AsyncGenerator<StoredIssues> {
  for (const { column, value } of placesOf(matching, bounds.oneByOne)) {
    const stored = db
      .selectFrom('issues')
      .select('issues.seq')
      .where(column, '=', value)
      .where(amongThese)
      .orderBy('issues.seq');
    const ends = slices<number>(undefined, async (after = 0) => {
      const later = stored.where('issues.seq', '>', after);
      return (
        await later
          .offset(bounds.asStored - 1)
          .limit(1)
          .executeTakeFirst()
      )?.seq;
    });
    for await (const { after = 0, to } of ends) {
      const later = stored.where('issues.seq', '>', after).limit(bounds.asStored);
      yield among(db, to === undefined ? later : later.where('issues.seq', '<=', to));
    }
  }
}

/** Issues by their `seq`. A cross join is SQLite's way to be told the order: what is named comes first. */
const among = (db: Queries, seqs: ReturnType<typeof seqsOf>) =>
  db.selectFrom(seqs.as('named')).crossJoin('issues').whereRef('issues.seq', '=', 'named.seq');
export type StoredIssues = ReturnType<typeof among>;
const seqsOf = (db: Queries) => db.selectFrom('issues').select('issues.seq');

interface Place {
  readonly column: 'issues.organization_id' | 'issues.repository_id';
  readonly value: string;
}

/** Where the issues are that can match. */
function placesOf({ organizationId, repositoryIds }: MatchingIssues, most: number): [Place, ...Place[]] {
  const [first, ...others] = repositoryIds ?? [];
  if (first === undefined || others.length >= most)
    return [{ column: 'issues.organization_id', value: organizationId }];
  const placeOfRepository = (value: string): Place => ({ column: 'issues.repository_id', value });
  return [placeOfRepository(first), ...others.map(placeOfRepository)];
}

/** The rest of a list after a position, in parts that an index leads to the begin of. */
const partsAfter = (order: IssueOrder, position: Position): Expression<SqlBool>[] => [
  sql<SqlBool>`(issues.score = ${position.score} and ${order.isAfterOfScore(position)})`,
  sql<SqlBool>`issues.score < ${position.score}`,
];

/** Where the issue of a number, counted from one, stands; undefined where there are fewer. */
async function positionOf(
  inOrder: ReturnType<typeof anyIssues>,
  order: IssueOrder,
  number: number,
): Promise<Position | undefined> {
  const row = await inOrder
    .select(['issues.score', 'issues.vuln_class', 'issues.file', 'issues.start_line', 'issues.start_column'])
    .select(['issues.fingerprint', 'issues.seq', order.tie.as('tie')])
    .offset(number - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { score: row.score, tie: row.tie, place: [...placeOf(row)] };
}
const anyIssues = (db: Queries) => db.selectFrom('issues');

const always = sql<SqlBool>`1 = 1`;
