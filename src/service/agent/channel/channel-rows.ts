import type { ChatChannel, ChatEvent } from '../../../api/contract/agent/chat-channel.ts';
import { type Core, stored } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Outbound } from '../../core/outbound.ts';
import type { Sealer } from '../../core/sealed.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ChatChannelTable } from '../../store/tables/chat-tables.ts';
import { configOf } from '../config-row.ts';

/** The chat channel's rows, and how they are answered. */

export type Channeling = Core & { readonly outbound: Pick<Outbound, 'send'>; readonly sealer: Sealer };

/** What a sealed webhook is for: it opens for no other organization. */
export const webhookOf = (organizationId: string): string =>
  `webhook of the chat channel of ${organizationId}`;

export function channelRow(db: Queries, organizationId: string): Promise<ChatChannelTable | undefined> {
  return db
    .selectFrom('chat_channels')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** @throws Refusal 404 where none is set */
export async function requireChannel(db: Queries, organizationId: string): Promise<ChatChannelTable> {
  const row = await channelRow(db, organizationId);
  if (!row) throw notFound('chat channel');
  return row;
}

/** @param isAdmin whether it is shown to one who may change it */
export async function toChannel(db: Queries, row: ChatChannelTable, isAdmin: boolean): Promise<ChatChannel> {
  const { chatChannel } = await configOf(db, row.organization_id);
  const { tool, enabled, error_message: error, updated_at: updatedAt } = row;
  const off = error === null ? 'OFF' : 'FAILED';
  return {
    tool,
    name: chatChannel ?? '',
    state: enabled === 1 ? 'ON' : off,
    events: eventsOf(row),
    ...(isAdmin && {
      webhook: `${row.webhook_host}/…${row.webhook_end}`,
      repositoryIds: stored<string[]>(row.repository_ids),
    }),
    ...(isAdmin && error !== null && { errorMessage: error }),
    updatedAt,
  };
}

export const eventsOf = ({ events }: Pick<ChatChannelTable, 'events'>): ChatEvent[] =>
  stored<ChatEvent[]>(events);

/** Whether what happens in a repository (null: in the organization as a whole) is within the channel's scope. */
export function isInScope(
  row: Pick<ChatChannelTable, 'repository_ids'>,
  repositoryId: string | null,
): boolean {
  const ids = stored<string[]>(row.repository_ids);
  return ids.length === 0 || (repositoryId !== null && ids.includes(repositoryId));
}
