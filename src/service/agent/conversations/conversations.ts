import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization, isConversationInReach, visibleWithin } from '../../core/agent-access.ts';
import { type Caller, type Core, instant } from '../../core/context.ts';
import { conflict } from '../../core/errors.ts';
import { takePage } from '../../core/paging.ts';
import { type Reach, reachOf } from '../../core/reach.ts';
import { repositoryOf } from '../../repositories/repositories.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Queries } from '../../store/dialect.ts';
import { checkAttachments } from './attachments.ts';
import { endJobs } from './finish-job.ts';
import {
  type ConversationRow,
  conversationInReach,
  conversationRow,
  conversationRows,
  jobRow,
  jobRows,
  toConversation,
  toJob,
  toMessage,
} from './rows.ts';
import { insertConversation, insertTurn } from './start.ts';
import { hasText } from './texts.ts';

type Operations = typeof contract.agentConversations;

export async function createConversation(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['createConversation']>,
): Promise<ResponseOf<Operations['createConversation']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  const { repositoryId: asked, title, initialMessage, attachments, source } = request;
  if (asked !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId: asked });
  const answer = await core.db.transaction().execute(async (transaction) => {
    const { userId } = caller;
    const about = await checkAttachments(transaction, caller, organizationId, asked ?? null, attachments);
    const begun = { organizationId, ...about, title, source, userId };
    const conversationId = await insertConversation(core, transaction, begun);
    if (initialMessage === undefined) return { conversation: await present(transaction, conversationId) };
    const { jobId } = await insertTurn(core, transaction, {
      ...{ conversationId, organizationId, text: initialMessage, attachments, userId },
      trigger: source,
    });
    const job = await jobRow(transaction, jobId);
    return {
      conversation: await present(transaction, conversationId),
      ...(job && { job: toJob(job) }),
    };
  });
  core.work.wake();
  return answer;
}

async function present(db: Queries, conversationId: string) {
  return toConversation(
    await conversationRows(db).where('agent_conversations.id', '=', conversationId).executeTakeFirstOrThrow(),
  );
}

/** The one spoken in last first. One that is spoken in between two pages is on neither or on the first. */
export async function listConversations(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['listConversations']>,
): Promise<ResponseOf<Operations['listConversations']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const { cursor, limit, organizationId: _, ...filters } = request;
  const scope = { operation: 'agent.conversations', filters: { ...filters, organizationId } };
  const reach = await reachOf(core.db, caller, organizationId);
  let query = conversationRows(core.db)
    .where(isConversationInReach(reach))
    .where('agent_conversations.archived_at', filters.archived ? 'is not' : 'is', null)
    .orderBy('agent_conversations.updated_at', 'desc')
    .orderBy('agent_conversations.seq', 'desc')
    .limit(limit + 1);
  const { search, source, repositoryId, issueId } = filters;
  if (source !== undefined) query = query.where('agent_conversations.source', '=', source);
  if (repositoryId !== undefined) query = query.where('agent_conversations.repository_id', '=', repositoryId);
  if (issueId !== undefined) query = query.where('agent_conversations.issue_id', '=', issueId);
  if (search !== undefined && search !== '') query = query.where((eb) => hasText(core.db, eb, search));
  if (cursor !== undefined) {
    const [updatedAt, seq] = core.cursors.read(scope, cursor, z.tuple([z.string(), z.int()]));
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('agent_conversations.updated_at', 'agent_conversations.seq'), '<', tuple(updatedAt, seq)),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.updated_at,
    row.seq,
  ]);
  return { conversations: items.map(toConversation), ...end };
}

/** The latest messages; each further page has those before, all in the order they were said. */
export async function getConversation(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['getConversation']>,
): Promise<ResponseOf<Operations['getConversation']>> {
  const conversation = await visibleConversation(core, caller, request, 'AGENT_VIEW');
  const { cursor, limit } = request;
  const scope = { operation: 'agent.messages', filters: { conversationId: conversation.id } };
  let query = core.db
    .selectFrom('agent_messages')
    .selectAll()
    .where('conversation_id', '=', conversation.id)
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [seq] = core.cursors.read(scope, cursor, z.tuple([z.int()]));
    query = query.where('seq', '<', seq);
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.seq]);
  const active = cursor === undefined ? conversation.active_job_id : null;
  const jobIds = [...new Set([...items.map(({ job_id }) => job_id), active])].filter((id) => id !== null);
  const jobs =
    jobIds.length === 0
      ? []
      : await jobRows(core.db).where('agent_jobs.id', 'in', jobIds).orderBy('agent_jobs.seq').execute();
  return {
    conversation: toConversation(conversation),
    jobs: jobs.map(toJob),
    messages: items.reverse().map(toMessage),
    ...end,
  };
}

export async function sendMessage(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['sendMessage']>,
): Promise<ResponseOf<Operations['sendMessage']>> {
  const before = await visibleConversation(core, caller, request, 'AGENT_RUN');
  const { message: text, attachments } = request;
  const answer = await core.db.transaction().execute(async (transaction) => {
    const row = await conversationRow(transaction, before.id);
    refuseArchived(row ?? before);
    const organizationId = before.organization_id;
    const { repository_id: repositoryId } = before;
    const about = await checkAttachments(transaction, caller, organizationId, repositoryId, attachments);
    // The first message decides what a conversation that was begun without one is about.
    if (before.message_count === 0 && about.issueId !== undefined) {
      await transaction
        .updateTable('agent_conversations')
        .set({ issue_id: about.issueId, repository_id: about.repositoryId })
        .where('id', '=', before.id)
        .execute();
    }
    const { messageId, jobId } = await insertTurn(core, transaction, {
      ...{ conversationId: before.id, organizationId, text, attachments },
      ...{ trigger: before.source === 'chatTool' ? before.source : 'manual', userId: caller.userId },
    });
    const message = await transaction
      .selectFrom('agent_messages')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow();
    const job = await jobRows(transaction).where('agent_jobs.id', '=', jobId).executeTakeFirstOrThrow();
    return { message: toMessage(message), job: toJob(job) };
  });
  core.work.wake();
  return answer;
}

/** @throws Refusal 409 */
export function refuseArchived({ archived_at }: Pick<ConversationRow, 'archived_at'>): void {
  if (archived_at !== null)
    throw conflict('This conversation is archived. Take it out of the archive first.');
}

export async function archiveConversation(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['archiveConversation']>,
): Promise<ResponseOf<Operations['archiveConversation']>> {
  const row = await visibleConversation(core, caller, request, 'AGENT_RUN');
  if (row.archived_at === null) await setArchived(core, row, instant(core));
  // Whatever began until then; nothing begins afterwards.
  const { active_job_id } = (await conversationRow(core.db, row.id)) ?? row;
  if (active_job_id !== null) {
    const reason = 'Its conversation was archived.';
    await endJobs(core, [{ id: active_job_id }], { status: 'CANCELLED', reason });
  }
  return { conversation: await present(core.db, row.id) };
}

export async function unarchiveConversation(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['unarchiveConversation']>,
): Promise<ResponseOf<Operations['unarchiveConversation']>> {
  const row = await visibleConversation(core, caller, request, 'AGENT_RUN');
  if (row.archived_at !== null) await setArchived(core, row, null);
  return { conversation: await present(core.db, row.id) };
}

async function setArchived(core: Core, { id }: ConversationRow, at: string | null): Promise<void> {
  await core.db.updateTable('agent_conversations').set({ archived_at: at }).where('id', '=', id).execute();
}

/** @throws Refusal 404, 403 */
export async function visibleConversation(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly conversationId: string },
  permission: 'AGENT_VIEW' | 'AGENT_RUN',
): Promise<ConversationRow> {
  const find = (reach: Reach) => conversationInReach(core.db, reach, request.conversationId);
  return visibleWithin(core, caller, request, find, 'conversation', permission);
}
