import {
  type Expression,
  expressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { inReach, type Reach } from '../core/reach.ts';
import { type Slice, slices } from '../core/slices.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { IssueTable } from '../store/tables/issue-tables.ts';
import type { MatchingIssues } from './issue-filter.ts';
import { asStored, type StoredIssues } from './issue-walk.ts';

/** Which issues are counted. */
export interface IssueScope {
  readonly reach: Reach;
  readonly repositoryId: string | undefined;
  /** Whether they are of one branch, or one scan: no finding is an issue more than once there. */
  readonly isOneBranch: boolean;
  /** Of a row of `issues`. */
  readonly isCounted: Expression<SqlBool>;
  /** The same, where filters choose the issues. */
  readonly matching?: MatchingIssues;
}

interface ScopeParts {
  readonly reach: Reach;
  readonly repositoryId: string | undefined;
  readonly branch: string | undefined;
  readonly scanSeq: number | undefined;
  /** Only those of these applications of monorepos. */
  readonly applicationIds: readonly string[] | undefined;
}

export function issueScope(parts: ScopeParts): IssueScope {
  const { reach, repositoryId, branch, scanSeq, applicationIds } = parts;
  const eb = expressionBuilder<Schema, 'issues'>();
  const all: Expression<SqlBool>[] = [
    inReach(reach, eb.ref('issues.organization_id'), eb.ref('issues.repository_id')),
    eb('issues.hidden', '=', 0),
  ];
  if (repositoryId !== undefined) all.push(eb('issues.repository_id', '=', repositoryId));
  if (applicationIds) all.push(eb('issues.application_id', 'in', [...applicationIds]));
  if (branch !== undefined) all.push(eb('issues.branch', '=', branch));
  if (scanSeq === undefined) all.push(eb('issues.scan_kind', '!=', 'PR'));
  else {
    const seen = eb.selectFrom('scan_issues').select('issue_seq').where('scan_seq', '=', scanSeq);
    all.push(eb('issues.seq', 'in', seen));
  }
  const isOneBranch = branch !== undefined || scanSeq !== undefined;
  return { reach, repositoryId, isOneBranch, isCounted: eb.and(all) };
}

/** What is counted by itself. */
const kinds = [
  'issues.repository_id',
  'issues.application_id',
  'issues.status',
  'issues.severity',
  'issues.validation',
] as const;

/** Entries of an index that one query counts: about 20 ms. */
const countedAtOnce = 10_000;
/** Rows that one query sorts by what is one finding: about 50 ms. */
const comparedAtOnce = 5_000;

/**
 * Numbers of issues by repository, application, status, severity and verdict; `changed` is the latest change of any. Counted in
 * slices.
 */
export async function issueCounts(db: Queries, scope: IssueScope) {
  const rows = await countsOfBranches(db, scope);
  const doubles = await doublesOf(db, scope);
  if (doubles.length === 0) return rows;
  const changed =
    rows
      .map((row) => row.changed)
      .toSorted()
      .at(-1) ?? '';
  const found = rows.filter((row) => !doubles.includes(row.repository_id));
  for await (const findings of oneAFinding(db, doubles, scope.isCounted)) {
    const once = await findings
      .select((eb) => [...kinds, eb.fn.countAll<number>().as('count')])
      .groupBy(kinds)
      .execute();
    found.push(...once.map((row) => ({ ...row, changed })));
  }
  return found;
}

/** The same, a finding counted on each branch that has it. */
export async function countsOfBranches(db: Queries, scope: IssueScope) {
  const { reach, repositoryId, matching } = scope;
  if (matching && !matching.isCountedByIndex) return await countsAsStored(db, matching);
  const counts = db
    .selectFrom('issues')
    .where(scope.isCounted)
    .select((eb) => [
      ...kinds,
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('issues.updated_at').as('changed'),
    ])
    .groupBy(kinds);
  if (repositoryId !== undefined) return await counts.execute();
  const repositories = slices<string>(undefined, async (after) => {
    let query = db
      .selectFrom('issues')
      .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
      .select('issues.repository_id')
      .orderBy('issues.repository_id');
    if (after !== undefined) query = query.where('issues.repository_id', '>', after);
    const row = await query.offset(countedAtOnce).limit(1).executeTakeFirst();
    return row?.repository_id;
  });
  const rows: Awaited<ReturnType<typeof counts.execute>> = [];
  for await (const { after, to } of repositories) {
    let query = counts;
    if (after !== undefined) query = query.where('issues.repository_id', '>', after);
    if (to !== undefined) query = query.where('issues.repository_id', '<=', to);
    rows.push(...(await query.execute()));
  }
  return rows;
}

async function countsAsStored(db: Queries, matching: MatchingIssues) {
  const countsOf = (slice: StoredIssues) =>
    slice
      .where(matching.condition)
      .select((eb) => [
        ...kinds,
        eb.fn.countAll<number>().as('count'),
        eb.fn.max('issues.updated_at').as('changed'),
      ])
      .groupBy(kinds)
      .execute();
  const rows: Awaited<ReturnType<typeof countsOf>> = [];
  for await (const slice of asStored(db, matching)) rows.push(...(await countsOf(slice)));
  return rows;
}

/** Repositories with issues of more than one branch: only there can a finding be an issue more than once. */
export async function doublesOf(
  db: Queries,
  { reach, repositoryId, isOneBranch }: IssueScope,
): Promise<readonly string[]> {
  if (isOneBranch) return [];
  const rows = await db
    .selectFrom('scans')
    .select('repository_id')
    .where(({ ref }) => inReach(reach, ref('scans.organization_id'), ref('scans.repository_id')))
    .where('kind', '!=', 'PR')
    .$if(repositoryId !== undefined, (query) => query.where('repository_id', '=', repositoryId ?? ''))
    .groupBy('repository_id')
    .having((eb) => eb.fn.count('branch').distinct(), '>', 1)
    .execute();
  return rows.map(({ repository_id }) => repository_id);
}

/**
 * Of the issues that are one finding on several branches, one: unresolved before resolved, of the default branch before
 * others, then the one that changed last. A query for each slice of each repository.
 */
export async function* oneAFinding(
  db: Queries,
  repositoryIds: readonly string[],
  isCounted: Expression<SqlBool>,
) {
  for (const repositoryId of repositoryIds) {
    const branches = await db
      .selectFrom('scans')
      .select('branch')
      .distinct()
      .where('repository_id', '=', repositoryId)
      .where('kind', '!=', 'PR')
      .execute();
    const fingerprints = slices<string>(undefined, async (after) => {
      const ends: string[] = [];
      for (const { branch } of branches) {
        let query = db
          .selectFrom('issues')
          .select('fingerprint')
          .where('repository_id', '=', repositoryId)
          .where('branch', '=', branch)
          .orderBy('fingerprint');
        if (after !== undefined) query = query.where('fingerprint', '>', after);
        const row = await query.offset(comparedAtOnce).limit(1).executeTakeFirst();
        if (row) ends.push(row.fingerprint);
      }
      return ends.toSorted()[0];
    });
    for await (const slice of fingerprints) yield firstOfEach(db, repositoryId, isCounted, slice);
  }
}

function firstOfEach(
  db: Queries,
  repositoryId: string,
  isCounted: Expression<SqlBool>,
  { after, to }: Slice,
) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('issues')
        .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
        .where('issues.repository_id', '=', repositoryId)
        .$if(after !== undefined, (query) => query.where('issues.fingerprint', '>', after ?? ''))
        .$if(to !== undefined, (query) => query.where('issues.fingerprint', '<=', to ?? ''))
        .where(isCounted)
        .select([
          ...kinds,
          'issues.id',
          'issues.vuln_class',
          'issues.first_seen_at',
          sql<number>`row_number() over (
            partition by issues.repository_id, issues.fingerprint, issues.file
            order by case when issues.status = 'RESOLVED' then 1 else 0 end,
              case when issues.branch = repositories.default_branch then 0 else 1 end,
              issues.updated_at desc, issues.seq desc)`.as('place'),
        ])
        .as('issues'),
    )
    .where('issues.place', '=', 1);
}

/** What is asked of issues that are counted one by one. */
export const countedColumns = [
  'issues.id',
  'issues.severity',
  'issues.status',
  'issues.first_seen_at',
  'issues.vuln_class',
] as const;

export type CountedIssues = SelectQueryBuilder<
  Schema,
  'issues',
  Pick<Selectable<IssueTable>, 'id' | 'severity' | 'status' | 'first_seen_at' | 'vuln_class'>
>;
