import type { AgentMessage } from '../../../api/contract/agent/message.ts';
import type { Queries } from '../../store/dialect.ts';
import { toMessage } from './rows.ts';

/** Messages, and characters of them, that an analyst is given of a conversation. */
const maximumMessages = 100;
const maximumCharacters = 400_000;

/** What was said so far, oldest first: the latest of it, as far as it fits. */
export async function historyOf(db: Queries, conversationId: string): Promise<AgentMessage[]> {
  const rows = await db
    .selectFrom('agent_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('state', '!=', 'streaming')
    .orderBy('seq', 'desc')
    .limit(maximumMessages)
    .execute();
  let characters = 0;
  const fitting = rows.filter((row, index) => {
    characters += row.parts.length + row.attachments.length;
    return index === 0 || characters <= maximumCharacters;
  });
  return fitting.reverse().map(toMessage);
}
