import { instant, newId } from '../../core/context.ts';
import { twinsOf } from '../../issues/issue-branches.ts';
import type { Queries } from '../../store/dialect.ts';
import { type Tracking, toTrackerIssue } from './connected.ts';
import type { TrackedIssue } from './tracker.ts';

/** An issue with those that are the same finding on other branches. */
export async function onEveryBranch(db: Queries, issueId: string): Promise<readonly string[]> {
  return [issueId, ...(await twinsOf(db, [issueId])).map(({ id }) => id)];
}

/** Records that issues are followed up in one of a connected tracker. Belongs into a transaction. */
export async function recordLink(
  core: Pick<Tracking, 'now'>,
  db: Queries,
  {
    issueIds,
    trackerId,
    found,
  }: {
    readonly issueIds: readonly string[];
    readonly trackerId: string;
    readonly found: TrackedIssue;
  },
): Promise<void> {
  const at = instant(core);
  const state = { is_closed: Number(found.isClosed), checked_at: at };
  const { id } = await db
    .insertInto('tracker_issues')
    .values({ id: newId(), tracker_id: trackerId, key: found.key, ...state })
    .onConflict((on) => on.columns(['tracker_id', 'key']).doUpdateSet(state))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('issues')
    .set({ tracker: JSON.stringify(toTrackerIssue(found)), tracker_issue_id: id, updated_at: at })
    .where('id', 'in', issueIds)
    .execute();
}
