import { type Core, instant, stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import type { TriggerEventRow } from './automation-rows.ts';
import type { Told } from './event-summary.ts';
import { type Happening, merge } from './trigger-match.ts';

/** The history of triggers: its entries as they are added to, come to an end and are thinned out. */

const hourMs = 3_600_000;
/** Entries that are kept, of each trigger. */
export const historyKept = 500;

export function hourAgo(core: Pick<Core, 'now'>): string {
  return new Date(core.now().getTime() - hourMs).toISOString();
}

/** What an entry is about. */
export function told(event: TriggerEventRow): Told {
  return {
    happening: stored<Happening>(event.happening),
    repositoryId: event.repository_id,
    eventCount: event.event_count,
    occurredAt: event.occurred_at,
  };
}

/** Entries of a trigger about a repository, or about the organization as a whole. */
export function eventsOf(db: Queries, triggerId: string, repositoryId: string | null) {
  const query = db.selectFrom('agent_trigger_events').selectAll().where('trigger_id', '=', triggerId);
  return repositoryId === null
    ? query.where('repository_id', 'is', null)
    : query.where('repository_id', '=', repositoryId);
}

export function pendingEvent(db: Queries, id: string): Promise<TriggerEventRow | undefined> {
  return db
    .selectFrom('agent_trigger_events')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

/** Has an entry stand for more. */
export async function add(
  db: Queries,
  row: TriggerEventRow,
  happening: Happening,
  count: number,
  at: string,
): Promise<void> {
  await db
    .updateTable('agent_trigger_events')
    .set({
      happening: JSON.stringify(merge(stored<Happening>(row.happening), happening)),
      event_count: row.event_count + count,
      updated_at: at,
    })
    .where('id', '=', row.id)
    .execute();
}

export async function settle(
  db: Queries,
  event: TriggerEventRow,
  change: Partial<Omit<TriggerEventRow, 'seq'>>,
): Promise<void> {
  await db
    .updateTable('agent_trigger_events')
    .set({ due_at: null, ...change })
    .where('id', '=', event.id)
    .execute();
}

/** Says that no job is started, and why: one entry a repository, reason and hour, however much it was. */
export async function giveUp(
  core: Core,
  db: Queries,
  event: TriggerEventRow,
  status: 'DROPPED' | 'FAILED',
  reason: string,
): Promise<void> {
  const at = instant(core);
  const before = await eventsOf(db, event.trigger_id, event.repository_id)
    .where('status', '=', status)
    .where('reason', '=', reason)
    .where('occurred_at', '>', hourAgo(core))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (before) {
    await add(db, before, stored<Happening>(event.happening), event.event_count, at);
    await db.deleteFrom('agent_trigger_events').where('id', '=', event.id).execute();
    return;
  }
  await settle(db, event, { status, reason, updated_at: at });
  await thinOut(core, db, event.trigger_id);
}

/** Forgets all but the latest entries. Those of the last hour that started jobs stay: the limit counts them. */
export async function thinOut(core: Pick<Core, 'now'>, db: Queries, triggerId: string): Promise<void> {
  const oldest = await db
    .selectFrom('agent_trigger_events')
    .select('seq')
    .where('trigger_id', '=', triggerId)
    .orderBy('seq', 'desc')
    .offset(historyKept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom('agent_trigger_events')
    .where('trigger_id', '=', triggerId)
    .where('seq', '<=', oldest.seq)
    .where('status', '!=', 'PENDING')
    .where(({ eb, or }) => or([eb('started_at', 'is', null), eb('started_at', '<=', hourAgo(core))]))
    .execute();
}
