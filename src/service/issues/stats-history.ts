import { type Expression, sql } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { SeverityCounts } from '../../api/contract/scans/scans.ts';
import type { StatsHistory } from '../../api/contract/stats.ts';
import { type IssueStatus, openStatuses, Severity } from '../../api/contract/vocabulary.ts';
import type { Caller, Core } from '../core/context.ts';
import { reachIn } from '../core/reach.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { secondsBetween } from '../store/dialect.ts';
import { type CountedIssues, countedIssues, type IssueScope, issueScope } from './issue-counts.ts';
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
  const since = `${dates[0]}T00:00:00.000Z`;
  const rows: Row[] = [];
  for (const counted of await countedIssues(core.db, scope))
    rows.push(...(await happened(core, counted, since)));
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

const dayOf = (at: Expression<string>) => sql<string>`substr(${at}, 1, 10)`;

async function happened({ db }: Core, { issues, once }: CountedIssues, since: string): Promise<Row[]> {
  const counted = db.with(
    (name) => (once ? name('counted').materialized() : name('counted').notMaterialized()),
    () => issues,
  );
  const rows = await counted
    .selectFrom('counted')
    .where('status', 'in', openStatuses)
    .select((eb) => [
      sql<IssueStatus | null>`null`.as('from_status'),
      sql<IssueStatus | null>`null`.as('to_status'),
      sql<string | null>`null`.as('date'),
      'severity',
      eb.fn.countAll<number>().as('count'),
      sql<number>`0`.as('seconds'),
    ])
    .groupBy('severity')
    .unionAll((eb) =>
      eb
        .selectFrom('counted')
        .where('first_seen_at', '>=', since)
        .select((first) => [
          sql<IssueStatus | null>`null`.as('from_status'),
          sql<IssueStatus | null>`null`.as('to_status'),
          dayOf(first.ref('first_seen_at')).as('date'),
          'severity',
          first.fn.countAll<number>().as('count'),
          sql<number>`0`.as('seconds'),
        ])
        .groupBy(({ ref }) => ['severity', dayOf(ref('first_seen_at'))]),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('triage_history')
        // Not an inner join: SQLite is to begin with the decisions of the period, of which there are fewer.
        .crossJoin('counted')
        .whereRef('counted.id', '=', 'triage_history.issue_id')
        .where('triage_history.at', '>=', since)
        .whereRef('from_status', '!=', 'to_status')
        .select((decided) => [
          'from_status',
          'to_status',
          dayOf(decided.ref('triage_history.at')).as('date'),
          'severity',
          decided.fn.countAll<number>().as('count'),
          decided.fn
            .sum<number>(secondsBetween(db, decided.ref('first_seen_at'), decided.ref('triage_history.at')))
            .as('seconds'),
        ])
        .groupBy(({ ref }) => ['severity', 'from_status', 'to_status', dayOf(ref('triage_history.at'))]),
    )
    .execute();
  return rows.flatMap(({ from_status, to_status, ...row }) => {
    const what = changeOf(row.date, from_status, to_status);
    const { count, seconds, date } = row;
    return what ? [{ ...row, what, date: date ?? '', count: Number(count), seconds: Number(seconds) }] : [];
  });
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
