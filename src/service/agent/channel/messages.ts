import type { Selectable } from 'kysely';
import type { ChatMessage } from '../../../api/contract/agent/chat-channel.ts';
import { type Core, instant, newId, stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ChatMessageTable } from '../../store/tables/chat-tables.ts';
import { counted } from './occurrence.ts';

/** Messages to the channel as they are kept, and how those that wait are given up. */

export const toMessage = (row: Selectable<ChatMessageTable>): ChatMessage => ({
  id: row.id,
  state: row.state,
  isTest: row.is_test === 1,
  counts: stored<ChatMessage['counts']>(row.counts),
  attempts: row.attempts,
  ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
  ...(row.next_attempt_at === null ? {} : { nextAttemptAt: row.next_attempt_at }),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/**
 * Stops sending, in the transaction that decides so. What still waits is given up and stays in the list, with the reason.
 * @param error what people are told of the channel; null where a person turned it off
 */
export async function turnOff(
  core: Pick<Core, 'now'>,
  db: Queries,
  organizationId: string,
  reason: string,
  error: string | null,
): Promise<void> {
  const at = instant(core);
  await db
    .updateTable('chat_channels')
    .set({ enabled: 0, error_message: error, updated_at: at })
    .where('organization_id', '=', organizationId)
    .execute();
  await giveUpWaiting(core, db, organizationId, reason);
}

/** Gives up what waits to be sent, with the reason. */
export async function giveUpWaiting(
  core: Pick<Core, 'now'>,
  db: Queries,
  organizationId: string,
  reason: string,
): Promise<void> {
  const at = instant(core);
  await db
    .updateTable('chat_messages')
    .set({ state: 'FAILED', body: null, next_attempt_at: null, error_message: reason, finished_at: at })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'WAITING')
    .execute();
  const events = await db
    .selectFrom('chat_events')
    .select('occurrence')
    .where('organization_id', '=', organizationId)
    .execute();
  if (events.length === 0) return;
  await db.deleteFrom('chat_events').where('organization_id', '=', organizationId).execute();
  await db
    .insertInto('chat_messages')
    .values({
      ...newMessage(organizationId, counted(events), at),
      state: 'FAILED',
      error_message: reason,
      finished_at: at,
    })
    .execute();
}

/** A message that waits for its first attempt. */
export const newMessage = (organizationId: string, counts: ChatMessage['counts'], at: string) => ({
  id: newId(),
  organization_id: organizationId,
  state: 'WAITING' as const,
  is_test: 0,
  counts: JSON.stringify(counts),
  body: null,
  next_attempt_at: null,
  error_message: null,
  created_at: at,
  finished_at: null,
});

/** Forgets messages that ended before an instant. */
export async function forgetOldChatMessages(db: Queries, before: string): Promise<void> {
  await db.deleteFrom('chat_messages').where('finished_at', '<', before).execute();
}
