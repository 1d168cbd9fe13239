import type { IssueStatistics, TrendInterval } from '../../api/contract/stats.ts';
import { type IssueStatus, openStatuses, Severity } from '../../api/contract/vocabulary.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';
import type { Core } from '../core/context.ts';
import type { Reach } from '../core/reach.ts';
import { doublesOf, type IssueScope, issueCounts, oneAFinding } from './issue-counts.ts';
import type { MatchingIssues } from './issue-filter.ts';
import { asStored } from './issue-walk.ts';
import { byApplication, numbersOf } from './stats.ts';
import { historyOf } from './stats-history.ts';

const mostClasses = 10;

/**
 * The numbers of the issues that filters choose: those of `stats/summary` and `stats/history`, of these issues alone.
 * @param days that the trend and the times look back, today included
 * @param interval of the trend
 */
export async function issueStatistics(
  core: Core,
  reach: Reach,
  matching: MatchingIssues,
  { days, interval }: { readonly days: number; readonly interval: TrendInterval },
): Promise<IssueStatistics> {
  const isCounted = matching.condition;
  const scope: IssueScope = { reach, repositoryId: undefined, isOneBranch: false, isCounted, matching };
  const rows = await issueCounts(core.db, scope);
  const all = await byApplication(core, { reach, repositoryId: undefined, applicationIds: undefined }, rows);
  const history = await historyOf(core, scope, days);
  const resolved = Object.values(history.timeToRemediate);
  const resolutions = resolved.reduce((sum, one) => sum + one.resolutions, 0);
  const seconds = resolved.reduce((sum, one) => sum + one.resolutions * (one.meanSeconds ?? 0), 0);
  return {
    ...numbersOf(rows),
    issuesByApplication: all.filter((one) => one.open + one.resolved > 0),
    topVulnClasses: await topClasses(core, scope, matching),
    trend: interval === 'day' ? history.days : weeksOf(history.days),
    timeToRemediate: history.timeToRemediate,
    meanTimeToRemediate: {
      resolutions,
      meanSeconds: resolutions === 0 ? null : Math.round(seconds / resolutions),
    },
  };
}

/** Seven days each, counted back from today; the oldest may have fewer. */
function weeksOf(days: IssueStatistics['trend']): IssueStatistics['trend'] {
  const weeks: IssueStatistics['trend'] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const [first, last] = [week[0], week.at(-1)];
    if (!first || !last) continue;
    const sum = (of: 'opened' | 'resolved' | 'dismissed') => {
      const all = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
      for (const day of week) for (const severity of Severity.options) all[severity] += day[of][severity];
      return all;
    };
    weeks.unshift({
      date: first.date,
      open: last.open,
      opened: sum('opened'),
      resolved: sum('resolved'),
      dismissed: sum('dismissed'),
    });
  }
  return weeks;
}

const classAndStatus = ['issues.vuln_class', 'issues.status'] as const;

/** The classes with the most open issues, the most frequent first. */
async function topClasses(
  { db }: Core,
  scope: IssueScope,
  matching: MatchingIssues,
): Promise<IssueStatistics['topVulnClasses']> {
  const counts = new Map<string, { open: number; resolved: number }>();
  const add = (rows: readonly { vuln_class: string; status: IssueStatus; count: number }[]) => {
    for (const { vuln_class, status, count } of rows) {
      const known = counts.get(vuln_class) ?? { open: 0, resolved: 0 };
      if (openStatuses.includes(status)) known.open += Number(count);
      else if (status === 'RESOLVED') known.resolved += Number(count);
      counts.set(vuln_class, known);
    }
  };
  const doubles = await doublesOf(db, scope);
  for await (const slice of asStored(db, matching)) {
    const query = slice
      .where(matching.condition)
      .where('issues.repository_id', 'not in', [...doubles, ''])
      .select((eb) => [...classAndStatus, eb.fn.countAll<number>().as('count')]);
    add(await query.groupBy(classAndStatus).execute());
  }
  for await (const findings of oneAFinding(db, doubles, scope.isCounted)) {
    const query = findings.select((eb) => [...classAndStatus, eb.fn.countAll<number>().as('count')]);
    add(await query.groupBy(classAndStatus).execute());
  }
  return [...counts]
    .filter(([, { open, resolved }]) => open + resolved > 0)
    .toSorted(
      ([a, one], [b, other]) => other.open - one.open || other.resolved - one.resolved || (a < b ? -1 : 1),
    )
    .slice(0, mostClasses)
    .map(([vulnClass, count]) => ({
      vulnClass,
      title: weaknesses.find(({ id }) => id === vulnClass)?.title ?? vulnClass,
      ...count,
    }));
}
