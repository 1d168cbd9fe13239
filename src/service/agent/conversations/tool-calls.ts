import type { Selectable } from 'kysely';
import type { MessagePart, ToolCall } from '../../../api/contract/agent/message.ts';
import { stored } from '../../core/context.ts';
import type { Queries } from '../../store/dialect.ts';
import type { AgentToolCallTable } from '../../store/tables/agent-schema.ts';

/** Calls that waited for a person, as they stand in their messages. */

export type ToolCallRow = Selectable<AgentToolCallTable>;

export function toolCallRow(db: Queries, id: string): Promise<ToolCallRow | undefined> {
  return db.selectFrom('agent_tool_calls').selectAll().where('id', '=', id).executeTakeFirst();
}

export function callsAnsweredIn(db: Queries, jobId: string): Promise<ToolCallRow[]> {
  return db.selectFrom('agent_tool_calls').selectAll().where('answered_in', '=', jobId).execute();
}

export const doneByAnother = 'A later request for the same was agreed to and done.';

/**
 * Settles the calls of a conversation that wait for what another call has just done: the same tool with the same input.
 * @returns those calls as they stand now
 */
export async function settleAlike(
  db: Queries,
  done: ToolCallRow,
  { jobId, at }: { readonly jobId: string; readonly at: string },
): Promise<{ readonly row: ToolCallRow; readonly call: ToolCall }[]> {
  const waiting = await db
    .selectFrom('agent_tool_calls')
    .selectAll()
    .where('conversation_id', '=', done.conversation_id)
    .where('name', '=', done.name)
    .where('input', '=', done.input)
    .where('answered_in', 'is', null)
    .execute();
  const settled = waiting.map((row) => {
    const asked = stored<ToolCall>(row.call);
    return {
      row,
      call: { ...asked, status: 'DECLINED' as const, errorMessage: doneByAnother, finishedAt: at },
    };
  });
  for (const { row, call } of settled) {
    await db.updateTable('agent_tool_calls').set({ answered_in: jobId }).where('id', '=', row.id).execute();
    await recordCall(db, row, call);
  }
  return settled;
}

/** Has a call stand so from now on, in the message where it was made too. */
export async function recordCall(db: Queries, row: ToolCallRow, call: ToolCall): Promise<void> {
  await db
    .updateTable('agent_tool_calls')
    .set({ call: JSON.stringify(call) })
    .where('id', '=', row.id)
    .execute();
  const message = await db
    .selectFrom('agent_messages')
    .select('parts')
    .where('id', '=', row.message_id)
    .executeTakeFirst();
  if (!message) return;
  const parts = stored<MessagePart[]>(message.parts);
  parts[row.part] = { type: 'tool', call };
  await db
    .updateTable('agent_messages')
    .set({ parts: JSON.stringify(parts) })
    .where('id', '=', row.message_id)
    .execute();
}
