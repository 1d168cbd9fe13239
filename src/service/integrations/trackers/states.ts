import { suppressedStatuses } from '../../../api/contract/vocabulary.ts';
import { instant, newId } from '../../core/context.ts';
import { addStatusChanges } from '../../core/event-outbox.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Queries } from '../../store/dialect.ts';
import { note, portOf, settingsOf, type TrackerRow, type Tracking, toTrackerIssue } from './connected.ts';
import type { TrackedIssue } from './tracker.ts';

/** How old the known state of a linked issue may be. */
const staleMs = 10 * 60_000;
/** Issues of one tracker that are asked for in a round, and the longest wait for all. */
const mostAsked = 100;
const longestMs = 60_000;

/** Faults that the next issue of the same tracker would meet as well. */
const ofTracker: ReadonlySet<ProviderFailure['fault']> = new Set([
  'credentials',
  'forbidden',
  'limited',
  'unreachable',
]);

/** Asks connected trackers how linked issues stand; one that does not answer leaves what is known. */
export async function askTrackers(core: Tracking): Promise<void> {
  // What nobody links any more need not be asked for.
  await core.db
    .deleteFrom('tracker_issues')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('issues')
            .select('issues.id')
            .whereRef('issues.tracker_issue_id', '=', 'tracker_issues.id'),
        ),
      ),
    )
    .execute();
  const rows = await core.db.selectFrom('trackers').selectAll().execute();
  const late = AbortSignal.timeout(longestMs);
  const asked = await Promise.allSettled(rows.map((row) => askOne(core, row, late)));
  for (const one of asked) if (one.status === 'rejected' && !late.aborted) throw one.reason;
}

async function askOne(core: Tracking, tracker: TrackerRow, signal: AbortSignal): Promise<void> {
  const stale = new Date(core.now().getTime() - staleMs).toISOString();
  const linked = await core.db
    .selectFrom('tracker_issues')
    .selectAll()
    .where('tracker_id', '=', tracker.id)
    .where('checked_at', '<', stale)
    .orderBy('checked_at')
    .limit(mostAsked)
    .execute();
  if (linked.length === 0) return;
  try {
    const port = await portOf(core, tracker);
    for (const { id, key } of linked) {
      const found = await port.read(key, signal).catch((error: unknown) => {
        if (error instanceof ProviderFailure && !ofTracker.has(error.fault)) return undefined;
        throw error;
      });
      await record(core, tracker, id, found);
    }
    await note(core, tracker.id, undefined);
    await noteAsked(core, tracker.id);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await note(core, tracker.id, error);
    await noteAsked(core, tracker.id);
  }
}

async function noteAsked(core: Tracking, trackerId: string): Promise<void> {
  await core.db
    .updateTable('trackers')
    .set({ checked_at: instant(core) })
    .where('id', '=', trackerId)
    .execute();
}

/** Asks how one linked issue stands, because its tracker said that it changed. What does not work now is asked again with the others. */
export async function askForState(core: Tracking, linkedId: string, signal: AbortSignal): Promise<void> {
  const linked = await core.db
    .selectFrom('tracker_issues')
    .select(['tracker_id', 'key'])
    .where('id', '=', linkedId)
    .executeTakeFirst();
  if (!linked) return;
  const tracker = await core.db
    .selectFrom('trackers')
    .selectAll()
    .where('id', '=', linked.tracker_id)
    .executeTakeFirst();
  if (!tracker) return;
  const late = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  try {
    await record(core, tracker, linkedId, await (await portOf(core, tracker)).read(linked.key, late));
    await note(core, tracker.id, undefined);
  } catch (error) {
    if (late.aborted) return;
    if (!(error instanceof ProviderFailure)) throw error;
    await note(core, tracker.id, error);
  }
}

/** @param found undefined where the tracker has no such issue (any more): what was known stays */
async function record(
  core: Tracking,
  tracker: TrackerRow,
  linkedId: string,
  found: TrackedIssue | undefined,
): Promise<void> {
  const at = instant(core);
  const isResolved = await core.db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('tracker_issues')
      .select('is_closed')
      .where('id', '=', linkedId)
      .executeTakeFirst();
    if (!before) return false;
    await transaction
      .updateTable('tracker_issues')
      .set({ checked_at: at, ...(found && { is_closed: Number(found.isClosed) }) })
      .where('id', '=', linkedId)
      .execute();
    if (!found) return false;
    const text = JSON.stringify(toTrackerIssue(found));
    await transaction
      .updateTable('issues')
      .set({ tracker: text, updated_at: at })
      .where('tracker_issue_id', '=', linkedId)
      .where('tracker', '!=', text)
      .execute();
    const wasClosedNow = found.isClosed && before.is_closed === 0;
    if (!wasClosedNow || !settingsOf(tracker).resolveWhenClosed) return false;
    return await resolve(transaction, linkedId, `${found.key} was closed in ${tracker.name}.`, at);
  });
  if (isResolved) core.happened();
}

/** What a person put aside stays as it is. */
async function resolve(db: Queries, linkedId: string, reason: string, at: string): Promise<boolean> {
  const open = await db
    .selectFrom('issues')
    .select(['id', 'status', 'organization_id', 'repository_id'])
    .where('tracker_issue_id', '=', linkedId)
    .where('status', 'not in', ['RESOLVED', ...suppressedStatuses])
    .execute();
  if (open.length === 0) return false;
  await db
    .updateTable('issues')
    .set({ status: 'RESOLVED', updated_at: at })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute();
  await db
    .insertInto('triage_history')
    .values(
      open.map((issue) => ({
        id: newId(),
        issue_id: issue.id,
        user_id: null,
        at,
        from_status: issue.status,
        to_status: 'RESOLVED' as const,
        disposition: null,
        reason,
      })),
    )
    .execute();
  await addStatusChanges(db, open, { to: 'RESOLVED', by: 'system', at });
  return true;
}
