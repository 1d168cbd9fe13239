import { type Expression, sql } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { SeverityCounts } from '../../api/contract/scans/scans.ts';
import type { StatsHistory } from '../../api/contract/stats.ts';
import { type IssueStatus, openStatuses, Severity } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from '../core/context.ts';
import { inReach, reachIn } from '../core/reach.ts';
import { type Slice, slices } from '../core/slices.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { type Queries, secondsBetween } from '../store/dialect.ts';
import {
  type CountedIssues,
  countedColumns,
  countsOfBranches,
  doublesOf,
  type IssueScope,
  issueScope,
  oneAFinding,
} from './issue-counts.ts';
import { reopenDue } from './issue-triage.ts';

type Operation = typeof contract.stats.statsHistory;
type Day = ResponseOf<Operation>['days'][number];

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What became of issues day by day, worked out from what is open now and what was first seen and decided since: an issue counts
 * by the severity that it has now, and a finding that several branches have counts once.
 * @throws Refusal 404 for an unknown repository, 422 for an unknown application
 */
export async function statsHistory(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  await reopenDue(core);
  const repositoryId =
    request.repositoryId === undefined
      ? undefined
      : (await repositoryOf(core, caller, { organizationId, repositoryId: request.repositoryId })).id;
  const applicationIds =
    request.applicationIds &&
    (await applicationIdsIn(core.db, caller, organizationId, request.applicationIds));
  const scope = issueScope({
    reach,
    repositoryId,
    branch: request.branch,
    scanSeq: undefined,
    applicationIds,
  });
  return await historyOf(core, scope, request.days);
}

/** @param days back, today included */
export async function historyOf(core: Core, scope: IssueScope, days: number): Promise<StatsHistory> {
  const dates = lastDays(core.now(), days);
  const rows = await happened(core, scope, dates[0] ?? '');
  return { days: daysOf(dates, rows), timeToRemediate: timesOf(rows) };
}

/** UTC days, the oldest first. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(now.getTime() - (count - 1 - back) * dayMs).toISOString().slice(0, 10),
  );
}

/** So many issues of a severity that are open now, or that became something on a day. */
interface Row {
  readonly what: 'open' | 'opened' | 'resolved' | 'dismissed';
  readonly date: string;
  readonly severity: Severity;
  readonly count: number;
  /** From their first sighting on, together. */
  readonly seconds: number;
}

/** Entries of an index, and decisions of which each is looked up, that one query counts: about 20 and 50 ms. */
const sightingsAtOnce = 10_000;
const decisionsAtOnce = 5_000;

/** What is open now, and what was first seen and decided since a day; of repositories with several branches once a finding. */
async function happened({ db }: Core, scope: IssueScope, since: string): Promise<Row[]> {
  const doubles = await doublesOf(db, scope);
  const rows: Row[] = [];
  for await (const findings of oneAFinding(db, doubles, scope.isCounted))
    rows.push(...(await allOf(db, findings.select(countedColumns), since)));
  const isDouble = scope.repositoryId !== undefined && doubles.length > 0;
  return isDouble ? rows : [...rows, ...(await happenedAlone(db, scope, since, doubles))];
}

/** The same of the repositories that have one branch, or of one branch. Read in slices, or at once where one repository is meant. */
async function happenedAlone(
  db: Queries,
  scope: IssueScope,
  since: string,
  doubles: readonly string[],
): Promise<Row[]> {
  const { reach, repositoryId, isCounted } = scope;
  let issues = db.selectFrom('issues').where(isCounted);
  if (repositoryId !== undefined) return await allOf(db, issues.select(countedColumns), since);
  if (doubles.length > 0) issues = issues.where('issues.repository_id', 'not in', doubles);
  const alone = issues.select(countedColumns);
  const counts = await countsOfBranches(db, scope);
  const rows: Row[] = counts
    .filter((row) => openStatuses.includes(row.status) && !doubles.includes(row.repository_id))
    .map(({ severity, count }) => ({ what: 'open', date: '', severity, count: Number(count), seconds: 0 }));
  const sightings = slices(since, async (after = since) => {
    const row = await db
      .selectFrom('issues')
      .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
      .select('issues.first_seen_at')
      .where('issues.first_seen_at', '>', after)
      .orderBy('issues.first_seen_at')
      .offset(sightingsAtOnce)
      .limit(1)
      .executeTakeFirst();
    return row?.first_seen_at;
  });
  for await (const slice of sightings) rows.push(...(await opened(db, alone, slice)));
  const decisions = slices(since, async (after = since) => {
    const query = db.selectFrom('triage_history').select('at').where('at', '>', after).orderBy('at');
    return (await query.offset(decisionsAtOnce).limit(1).executeTakeFirst())?.at;
  });
  for await (const slice of decisions) rows.push(...(await decided(db, alone, slice)));
  return rows;
}

const dayOf = (at: Expression<string>) => sql<string>`substr(${at}, 1, 10)`;
const noStatus = sql<IssueStatus | null>`null`;

/** What is open of some issues, and what was first seen and decided of them. They are worked out once. */
async function allOf(db: Queries, issues: CountedIssues, since: string): Promise<Row[]> {
  const rows = await db
    .with(
      (name) => name('counted').materialized(),
      () => issues,
    )
    .selectFrom('counted')
    .where('status', 'in', openStatuses)
    .select((eb) => [
      noStatus.as('from_status'),
      noStatus.as('to_status'),
      sql<string | null>`null`.as('date'),
      'severity',
      eb.fn.countAll<number>().as('count'),
      sql<number>`0`.as('seconds'),
    ])
    .groupBy('severity')
    .unionAll((eb) =>
      eb
        .selectFrom('counted')
        .where('first_seen_at', '>', since)
        .select((first) => [
          noStatus.as('from_status'),
          noStatus.as('to_status'),
          dayOf(first.ref('first_seen_at')).as('date'),
          'severity',
          first.fn.countAll<number>().as('count'),
          sql<number>`0`.as('seconds'),
        ])
        .groupBy(({ ref }) => ['severity', dayOf(ref('first_seen_at'))]),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('counted')
        // Not an inner join: SQLite is to begin with the issues.
        .crossJoin('triage_history')
        .whereRef('counted.id', '=', 'triage_history.issue_id')
        .where('triage_history.at', '>', since)
        .whereRef('from_status', '!=', 'to_status')
        .select(({ ref, fn }) => [
          'from_status',
          'to_status',
          dayOf(ref('triage_history.at')).as('date'),
          'severity',
          fn.countAll<number>().as('count'),
          fn.sum<number>(secondsBetween(db, ref('first_seen_at'), ref('triage_history.at'))).as('seconds'),
        ])
        .groupBy(({ ref }) => ['severity', 'from_status', 'to_status', dayOf(ref('triage_history.at'))]),
    )
    .execute();
  return rows.flatMap(toRow);
}

async function opened(db: Queries, issues: CountedIssues, { after = '', to }: Slice): Promise<Row[]> {
  const rows = await db
    .selectFrom(issues.as('counted'))
    .where('first_seen_at', '>', after)
    .$if(to !== undefined, (query) => query.where('first_seen_at', '<=', to ?? ''))
    .select(({ ref, fn }) => [
      dayOf(ref('first_seen_at')).as('date'),
      'severity',
      fn.countAll<number>().as('count'),
    ])
    .groupBy(({ ref }) => ['severity', dayOf(ref('first_seen_at'))])
    .execute();
  return rows.map((row) => ({ ...row, what: 'opened', count: Number(row.count), seconds: 0 }));
}

async function decided(db: Queries, issues: CountedIssues, { after = '', to }: Slice): Promise<Row[]> {
  const rows = await db
    .with(
      (name) => name('counted').notMaterialized(),
      () => issues,
    )
    .selectFrom('triage_history')
    // Not an inner join: SQLite is to begin with the decisions, of which there are fewer.
    .crossJoin('counted')
    .whereRef('counted.id', '=', 'triage_history.issue_id')
    .where('triage_history.at', '>', after)
    .$if(to !== undefined, (query) => query.where('triage_history.at', '<=', to ?? ''))
    .whereRef('from_status', '!=', 'to_status')
    .select(({ ref, fn }) => [
      'from_status',
      'to_status',
      dayOf(ref('triage_history.at')).as('date'),
      'severity',
      fn.countAll<number>().as('count'),
      fn.sum<number>(secondsBetween(db, ref('first_seen_at'), ref('triage_history.at'))).as('seconds'),
    ])
    .groupBy(({ ref }) => ['severity', 'from_status', 'to_status', dayOf(ref('triage_history.at'))])
    .execute();
  return rows.flatMap(toRow);
}

interface Counted extends Omit<Row, 'what' | 'date'> {
  readonly date: string | null;
  readonly from_status: IssueStatus | null;
  readonly to_status: IssueStatus | null;
}

function toRow({ from_status, to_status, date, severity, count, seconds }: Counted): Row[] {
  const what = changeOf(date, from_status, to_status);
  return what ? [{ what, date: date ?? '', severity, count: Number(count), seconds: Number(seconds) }] : [];
}

/** What a row is about; undefined for a change between two statuses that are both open, or both not. */
function changeOf(
  date: string | null,
  from: IssueStatus | null,
  to: IssueStatus | null,
): Row['what'] | undefined {
  if (date === null) return 'open';
  if (from === null || to === null) return 'opened';
  const isOpen = openStatuses.includes(to);
  if (openStatuses.includes(from) === isOpen) return undefined;
  if (isOpen) return 'opened';
  return to === 'RESOLVED' ? 'resolved' : 'dismissed';
}

const none = (): SeverityCounts => ({ CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 });

/** From what is open now back to the oldest day. */
function daysOf(dates: readonly string[], rows: readonly Row[]): Day[] {
  const days = new Map<string, Omit<Day, 'open'>>();
  for (const date of dates) days.set(date, { date, opened: none(), resolved: none(), dismissed: none() });
  const now = none();
  for (const { date, severity, what, count } of rows) {
    const day = days.get(date);
    if (what === 'open') now[severity] += count;
    else if (day) day[what][severity] += count;
  }
  const found: Day[] = [];
  for (const day of [...days.values()].toReversed()) {
    found.push({ ...day, open: { ...now } });
    for (const severity of Severity.options) {
      const { opened, resolved, dismissed } = day;
      now[severity] = Math.max(
        0,
        now[severity] - opened[severity] + resolved[severity] + dismissed[severity],
      );
    }
  }
  return found.reverse();
}

function timesOf(rows: readonly Row[]): ResponseOf<Operation>['timeToRemediate'] {
  const of = (severity: Severity) => {
    const resolved = rows.filter((row) => row.what === 'resolved' && row.severity === severity);
    const resolutions = resolved.reduce((sum, { count }) => sum + count, 0);
    const seconds = resolved.reduce((sum, row) => sum + row.seconds, 0);
    return {
      resolutions,
      meanSeconds: resolutions === 0 ? null : Math.max(0, Math.round(seconds / resolutions)),
    };
  };
  return {
    CRITICAL: of('CRITICAL'),
    HIGH: of('HIGH'),
    MEDIUM: of('MEDIUM'),
    LOW: of('LOW'),
    INFO: of('INFO'),
  };
}
