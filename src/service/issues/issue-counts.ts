import { sql } from 'kysely';
import { inReach, type Reach } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';

export interface IssueScope {
  readonly reach: Reach;
  readonly repositoryId: string | undefined;
  readonly branch: string | undefined;
  readonly scanSeq: number | undefined;
  /** Only those of these applications of monorepos. */
  readonly applicationIds: readonly string[] | undefined;
}

/** What is counted by itself. */
const kinds = [
  'issues.repository_id',
  'issues.application_id',
  'issues.status',
  'issues.severity',
  'issues.validation',
] as const;

/** Numbers of issues by repository, application, status, severity and verdict; `changed` is the latest change of any. */
export async function issueCounts(db: Queries, scope: IssueScope) {
  const { reach, repositoryId, branch, scanSeq, applicationIds } = scope;
  let issues = db
    .selectFrom('issues')
    .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')));
  issues = issues.where('issues.hidden', '=', 0);
  if (repositoryId !== undefined) issues = issues.where('issues.repository_id', '=', repositoryId);
  if (applicationIds) issues = issues.where('issues.application_id', 'in', applicationIds);
  if (branch !== undefined) issues = issues.where('issues.branch', '=', branch);
  if (scanSeq !== undefined) {
    issues = issues.where('issues.seq', 'in', (eb) =>
      eb.selectFrom('scan_issues').select('issue_seq').where('scan_seq', '=', scanSeq),
    );
  } else issues = issues.where('issues.scan_kind', '!=', 'PR');
  const isOneBranch = branch !== undefined || scanSeq !== undefined;
  const doubles = isOneBranch ? [] : await onSeveralBranches(db, reach, repositoryId);
  const rows = await issues
    .select((eb) => [
      ...kinds,
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('issues.updated_at').as('changed'),
    ])
    .groupBy(kinds)
    .execute();
  if (doubles.length === 0) return rows;
  const once = await oneAFinding(db, doubles, applicationIds)
    .select((eb) => [...kinds, eb.fn.countAll<number>().as('count')])
    .groupBy(kinds)
    .execute();
  const changed =
    rows
      .map((row) => row.changed)
      .toSorted()
      .at(-1) ?? '';
  return [
    ...rows.filter((row) => !doubles.includes(row.repository_id)),
    ...once.map((row) => ({ ...row, changed })),
  ];
}

/** Repositories with issues of more than one branch: only there can a finding be an issue more than once. */
export async function onSeveralBranches(
  db: Queries,
  reach: Reach,
  repositoryId: string | undefined,
): Promise<readonly string[]> {
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
 * others, then the one that changed last.
 */
export function oneAFinding(
  db: Queries,
  repositoryIds: readonly string[],
  applicationIds: readonly string[] | undefined,
) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('issues')
        .innerJoin('repositories', 'repositories.id', 'issues.repository_id')
        .where('issues.repository_id', 'in', repositoryIds)
        .where('issues.scan_kind', '!=', 'PR')
        .where('issues.hidden', '=', 0)
        .$if(applicationIds !== undefined, (query) =>
          query.where('issues.application_id', 'in', applicationIds ?? []),
        )
        .select([
          ...kinds,
          'issues.id',
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
