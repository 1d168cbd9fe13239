import type { ExpressionBuilder } from 'kysely';
import type { TriggerCondition } from '../../../api/contract/agent/triggers.ts';
import { type IssueStatus, openStatuses, Severity } from '../../../api/contract/vocabulary.ts';
import type { Occurrence } from '../../core/event-outbox.ts';
import { worstFirst } from '../../issues/issue-order.ts';
import type { Queries } from '../../store/dialect.ts';
import type { Schema } from '../../store/schema.ts';

/** What a trigger answers to: an occurrence as far as it meets the trigger's condition, or several in one. */
export type Happening =
  | { readonly kind: 'scanCompleted' | 'scanFailed'; readonly scanId: string }
  | ({ readonly kind: 'newIssue'; readonly scanId: string } & Issues)
  | ({
      readonly kind: 'issueStatusChanged';
      /** Undefined where they were or are not all alike. */
      readonly from?: IssueStatus | undefined;
      readonly to?: IssueStatus | undefined;
      readonly by?: 'person' | 'system' | undefined;
    } & Issues)
  | ({ readonly kind: 'patchReady' } & Issues)
  | { readonly kind: 'schedule' };

interface Issues {
  /** The worst first, at most `issuesNamed`. */
  readonly issueIds: readonly string[];
  readonly issueCount: number;
}

/** More issues than this are counted, not named. */
export const issuesNamed = 50;

/** What of an occurrence meets a condition; undefined where nothing does. */
export async function meet(
  db: Queries,
  condition: TriggerCondition,
  occurrence: Occurrence,
): Promise<Happening | undefined> {
  switch (occurrence.kind) {
    case 'scanCompleted':
    case 'scanFailed': {
      if (condition.kind !== occurrence.kind) return undefined;
      const scan = await scanOf(db, occurrence.scanId);
      if (!scan || !isOfBranch(condition, scan.branch)) return undefined;
      if (condition.kind === 'scanCompleted' && condition.withNewIssues && scan.new_issues === 0)
        return undefined;
      return { kind: occurrence.kind, scanId: occurrence.scanId };
    }
    case 'newIssue': {
      if (condition.kind !== 'newIssue') return undefined;
      const scan = await scanOf(db, occurrence.scanId);
      if (!scan || !isOfBranch(condition, scan.branch)) return undefined;
      // Counted at the end of a scan that came to its end.
      if (scan.status === 'COMPLETED' && scan.new_issues === 0) return undefined;
      let query = db
        .selectFrom('issues')
        .where('repository_id', '=', scan.repository_id)
        .where('branch', '=', scan.branch)
        .where('first_scan_id', '=', occurrence.scanId)
        .where('hidden', '=', 0)
        .where('status', 'in', openStatuses);
      if (condition.leastSeverity)
        query = query.where('severity', 'in', severitiesFrom(condition.leastSeverity));
      if (condition.categories) query = query.where('category', 'in', condition.categories);
      const others = await otherBranches(db, scan);
      if (others.length > 0) query = query.where((eb) => eb.not(eb.exists(knownIn(eb, others))));
      const issues = await worst(query);
      return issues && { kind: 'newIssue', scanId: occurrence.scanId, ...issues };
    }
    case 'issueStatusChanged': {
      if (condition.kind !== 'issueStatusChanged') return undefined;
      const { from, to, by } = occurrence;
      if (condition.to && !condition.to.includes(to)) return undefined;
      if (condition.by && condition.by !== by) return undefined;
      const issues = await worst(named(db, occurrence.issueIds, condition.leastSeverity));
      return issues && { kind: 'issueStatusChanged', from, to, by, ...issues };
    }
    case 'patchReady': {
      if (condition.kind !== 'patchReady') return undefined;
      const issues = await worst(named(db, [occurrence.issueId], condition.leastSeverity));
      return issues && { kind: 'patchReady', ...issues };
    }
  }
}

/** Two of one trigger and repository as one; of scans, the later one stands for both. */
export function merge(before: Happening, after: Happening): Happening {
  switch (after.kind) {
    case 'scanCompleted':
    case 'scanFailed':
    case 'schedule':
      return after;
    case 'newIssue':
    case 'patchReady':
      return before.kind === after.kind ? { ...after, ...joined(before, after) } : after;
    case 'issueStatusChanged': {
      if (before.kind !== 'issueStatusChanged') return after;
      return {
        kind: 'issueStatusChanged',
        from: before.from === after.from ? after.from : undefined,
        to: before.to === after.to ? after.to : undefined,
        by: before.by === after.by ? after.by : undefined,
        ...joined(before, after),
      };
    }
  }
}

export function severitiesFrom(least: Severity): readonly Severity[] {
  return Severity.options.slice(0, Severity.options.indexOf(least) + 1);
}

function joined(before: Issues, after: Issues): Issues {
  const all = [...new Set([...before.issueIds, ...after.issueIds])];
  const counted = before.issueCount + after.issueCount;
  const repeated = before.issueIds.length + after.issueIds.length - all.length;
  return { issueIds: all.slice(0, issuesNamed), issueCount: Math.max(all.length, counted - repeated) };
}

/** Branches of the repository that were scanned besides this one. */
async function otherBranches(
  db: Queries,
  scan: { readonly repository_id: string; readonly branch: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('scans')
    .select('branch')
    .distinct()
    .where('repository_id', '=', scan.repository_id)
    .where('branch', '!=', scan.branch)
    .where('kind', '!=', 'PR')
    .execute();
  return rows.map(({ branch }) => branch);
}

/** The same issue, known of another branch before: what a new branch has from the one it began at is not new. */
function knownIn(eb: ExpressionBuilder<Schema, 'issues'>, branches: readonly string[]) {
  return eb
    .selectFrom('issues as known')
    .select('known.id')
    .whereRef('known.repository_id', '=', 'issues.repository_id')
    .where('known.branch', 'in', branches)
    .whereRef('known.fingerprint', '=', 'issues.fingerprint')
    .whereRef('known.file', '=', 'issues.file')
    .whereRef('known.seq', '<', 'issues.seq');
}

function isOfBranch(condition: { readonly branch?: string | undefined }, branch: string): boolean {
  return condition.branch === undefined || condition.branch === branch;
}

function scanOf(db: Queries, id: string) {
  return db
    .selectFrom('scans')
    .select(['branch', 'repository_id', 'status', 'new_issues'])
    .where('id', '=', id)
    .executeTakeFirst();
}

function named(db: Queries, ids: readonly string[], least: Severity | undefined) {
  const query = db.selectFrom('issues').where('id', 'in', ids);
  return least ? query.where('severity', 'in', severitiesFrom(least)) : query;
}

async function worst(query: ReturnType<typeof named>): Promise<Issues | undefined> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return undefined;
  const rows = await query.select('id').orderBy(worstFirst).limit(issuesNamed).execute();
  return { issueIds: rows.map(({ id }) => id), issueCount: Number(count) };
}
