import { type Expression, expressionBuilder } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { IssueStatus, openStatuses, ScanStatus, Severity } from '../../api/contract/vocabulary.ts';
import { grouped } from '../../engine/grouped.ts';
import type { Caller, Core } from '../core/context.ts';
import { inReach, type Reach, reachIn } from '../core/reach.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { scanRow } from '../scans/scans.ts';
import type { Schema } from '../store/schema.ts';
import { issueCounts, issueScope } from './issue-counts.ts';
import { reopenDue } from './issue-triage.ts';

type Operation = typeof contract.stats.statsSummary;

/**
 * Counts of the issues that a scan saw, or a branch, a repository or the organization has, and of the scans behind them.
 * @throws Refusal 404 for an unknown scan or repository, 422 for an unknown application
 */
export async function statsSummary(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  await reopenDue(core);
  const applicationIds =
    request.applicationIds &&
    (await applicationIdsIn(core.db, caller, organizationId, request.applicationIds));
  const scan =
    request.scanId === undefined
      ? undefined
      : await scanRow(core, caller, { organizationId, id: request.scanId });
  const repositoryId =
    scan?.repository_id ??
    (request.repositoryId === undefined
      ? undefined
      : (await repositoryOf(core, caller, { organizationId, repositoryId: request.repositoryId })).id);

  const issueRows = await issueCounts(
    core.db,
    issueScope({ reach, repositoryId, branch: request.branch, scanSeq: scan?.seq, applicationIds }),
  );
  let scans = core.db
    .selectFrom('scans')
    .where(({ ref }) => inReach(reach, ref('scans.organization_id'), ref('scans.repository_id')))
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.max('finished_at').as('last')])
    .groupBy('status');
  if (repositoryId !== undefined) scans = scans.where('repository_id', '=', repositoryId);
  if (request.branch !== undefined) scans = scans.where('branch', '=', request.branch);
  if (scan) scans = scans.where('id', '=', scan.id);
  const scanRows = await scans.execute();
  const workAt = await lastWork(core, reach, repositoryId);
  const changed = [...issueRows.map((row) => row.changed), ...workAt].toSorted();
  const finished = scanRows.flatMap((row) => (row.last === null ? [] : [row.last])).sort();
  return {
    ...numbersOf(issueRows),
    issuesChangedAt: changed.at(-1) ?? null,
    issuesByApplication: await byApplication(core, { reach, repositoryId, applicationIds }, issueRows),
    scanActivity: {
      total: total(scanRows),
      byStatus: counts(ScanStatus.options, (status) => scanRows.filter((row) => row.status === status)),
      lastFinishedAt: finished.at(-1) ?? null,
    },
  };
}

type Rows = Awaited<ReturnType<typeof issueCounts>>;

/** What follows from the counts alone. */
export function numbersOf(rows: Rows) {
  const open = rows.filter(isOpen);
  return {
    issuesByStatus: counts(IssueStatus.options, (status) => rows.filter((row) => row.status === status)),
    issuesBySeverity: counts(Severity.options, (severity) => open.filter((row) => row.severity === severity)),
    openIssues: total(open),
    resolvedIssues: total(rows.filter(isResolved)),
    reachableExploitableIssues: total(open.filter((row) => row.validation === 'CONFIRMED')),
  };
}

const isOpen = ({ status }: Rows[number]): boolean => openStatuses.includes(status);
const isResolved = ({ status }: Rows[number]): boolean => status === 'RESOLVED';

interface Where {
  readonly reach: Reach;
  readonly repositoryId: string | undefined;
  readonly applicationIds: readonly string[] | undefined;
}

/** Every repository in question as a whole, each followed by its applications. */
export async function byApplication(
  { db }: Core,
  { reach, repositoryId, applicationIds }: Where,
  rows: Rows,
): Promise<ResponseOf<Operation>['issuesByApplication']> {
  const applications = await db
    .selectFrom('applications')
    .select(['id', 'name', 'repository_id'])
    .where(({ ref }) =>
      inReach(reach, ref('applications.organization_id'), ref('applications.repository_id')),
    )
    .$if(repositoryId !== undefined, (query) => query.where('repository_id', '=', repositoryId ?? ''))
    .$if(applicationIds !== undefined, (query) => query.where('id', 'in', applicationIds ?? []))
    .orderBy('path')
    .execute();
  const ofRepository = grouped(applications, ({ repository_id }) => repository_id);
  const repositories = await db
    .selectFrom('repositories')
    .select(['id', 'name'])
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .$if(repositoryId !== undefined, (query) => query.where('id', '=', repositoryId ?? ''))
    .$if(applicationIds !== undefined, (query) => query.where('id', 'in', [...ofRepository.keys()]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const openIn = totals(rows.filter(isOpen));
  const resolvedIn = totals(rows.filter(isResolved));
  return repositories.flatMap(({ id, name }) => {
    const repository = { repositoryId: id, repositoryName: name };
    return [
      { ...repository, open: openIn(id), resolved: resolvedIn(id) },
      ...(ofRepository.get(id) ?? []).map((application) => ({
        ...repository,
        applicationId: application.id,
        applicationName: application.name,
        open: openIn(application.id),
        resolved: resolvedIn(application.id),
      })),
    ];
  });
}

/** Numbers of issues by the repository, and by the application, that they are of. */
function totals(rows: Rows): (id: string) => number {
  const counted = new Map<string, number>();
  for (const { repository_id, application_id, count } of rows)
    for (const id of [repository_id, application_id])
      if (id !== null) counted.set(id, (counted.get(id) ?? 0) + Number(count));
  return (id) => counted.get(id) ?? 0;
}

/** When investigations and patches were last asked for, and came to an end: what is between is for those who follow them. */
async function lastWork(
  { db }: Core,
  reach: Reach,
  repositoryId: string | undefined,
): Promise<readonly string[]> {
  // Of each of these, its issue is looked up: there are far fewer of them than issues.
  const eb = expressionBuilder<Schema, never>();
  const isMeant = (issueId: Expression<string>) =>
    eb.exists(
      eb
        .selectFrom('issues')
        .select('issues.seq')
        .where('issues.id', '=', issueId)
        .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
        .$if(repositoryId !== undefined, (query) =>
          query.where('issues.repository_id', '=', repositoryId ?? ''),
        ),
    );
  const rows = [
    await db
      .selectFrom('investigations')
      .where(({ ref }) => isMeant(ref('investigations.issue_id')))
      .select((eb) => [
        eb.fn.max('created_at').as('asked'),
        eb.fn.max('updated_at').filterWhere('status', 'not in', ['QUEUED', 'RUNNING']).as('ended'),
      ])
      .executeTakeFirst(),
    await db
      .selectFrom('patches')
      .where(({ ref }) => isMeant(ref('patches.issue_id')))
      .select((eb) => [
        eb.fn.max('created_at').as('asked'),
        eb.fn
          .max('updated_at')
          .filterWhere('status', 'not in', ['QUEUED', 'GENERATING', 'VALIDATING'])
          .as('ended'),
      ])
      .executeTakeFirst(),
  ];
  return rows.flatMap((row) => [row?.asked, row?.ended]).filter((moment) => typeof moment === 'string');
}

interface Counted {
  readonly count: number;
}

function total(rows: readonly Counted[]): number {
  return rows.reduce((sum, row) => sum + Number(row.count), 0);
}

function counts<Name extends string>(
  names: readonly Name[],
  rowsOf: (name: Name) => readonly Counted[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, total(rowsOf(name))])) as Record<Name, number>;
}
