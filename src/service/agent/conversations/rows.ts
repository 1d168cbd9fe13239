import type { Selectable } from 'kysely';
import type { Conversation } from '../../../api/contract/agent/conversations.ts';
import type { AgentJob, AgentTrace } from '../../../api/contract/agent/job.ts';
import type { AgentMessage } from '../../../api/contract/agent/message.ts';
import { isConversationInReach, isOfPresentRepository } from '../../core/agent-access.ts';
import { stored } from '../../core/context.ts';
import type { Reach } from '../../core/reach.ts';
import type { Queries } from '../../store/dialect.ts';
import type {
  AgentConversationTable,
  AgentJobTable,
  AgentMessageTable,
} from '../../store/tables/agent-schema.ts';

/** The agent's rows, and how they are answered. What a repository that is gone hides is in none of these queries. */

export type ConversationRow = Selectable<AgentConversationTable> & {
  readonly active_job_id: string | null;
};
export type JobRow = Selectable<AgentJobTable> & { readonly repository_id: string | null };
export type MessageRow = Selectable<AgentMessageTable>;

export const activeStatuses = ['PENDING', 'RUNNING'] as const;

export function isActive({ status }: Pick<JobRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'RUNNING';
}

export function conversationRows(db: Queries) {
  return db
    .selectFrom('agent_conversations')
    .selectAll('agent_conversations')
    .select((eb) =>
      eb
        .selectFrom('agent_jobs')
        .select('agent_jobs.id')
        .whereRef('agent_jobs.conversation_id', '=', 'agent_conversations.id')
        .where('agent_jobs.status', 'in', activeStatuses)
        .limit(1)
        .as('active_job_id'),
    )
    .where(isOfPresentRepository);
}

/** One that is within reach. */
export function conversationInReach(
  db: Queries,
  reach: Reach,
  id: string,
): Promise<ConversationRow | undefined> {
  return conversationRows(db)
    .where('agent_conversations.id', '=', id)
    .where(isConversationInReach(reach))
    .executeTakeFirst();
}

export function conversationRow(db: Queries, id: string): Promise<ConversationRow | undefined> {
  return conversationRows(db).where('agent_conversations.id', '=', id).executeTakeFirst();
}

export function jobRows(db: Queries) {
  return db
    .selectFrom('agent_conversations')
    .innerJoin('agent_jobs', 'agent_jobs.conversation_id', 'agent_conversations.id')
    .selectAll('agent_jobs')
    .select('agent_conversations.repository_id as repository_id')
    .where(isOfPresentRepository);
}

/** One that is within reach. */
export function jobInReach(db: Queries, reach: Reach, id: string): Promise<JobRow | undefined> {
  return jobRows(db).where('agent_jobs.id', '=', id).where(isConversationInReach(reach)).executeTakeFirst();
}

export function jobRow(db: Queries, id: string): Promise<JobRow | undefined> {
  return jobRows(db).where('agent_jobs.id', '=', id).executeTakeFirst();
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    ...(row.issue_id === null ? {} : { issueId: row.issue_id }),
    title: row.title === '' ? 'New conversation' : row.title,
    source: row.source,
    messageCount: row.message_count,
    preview: row.preview,
    activeJobId: row.active_job_id,
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toJob(row: JobRow): AgentJob {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    status: row.status,
    trigger: row.trigger,
    triggerId: row.trigger_id,
    ...(row.stage === null ? {} : { stage: row.stage }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    trace: stored<AgentTrace>(row.trace),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

export function toMessage(row: MessageRow): AgentMessage {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    jobId: row.job_id,
    role: row.role,
    state: row.state,
    parts: stored(row.parts),
    attachments: stored(row.attachments),
    createdAt: row.created_at,
  };
}

export const noTrace: AgentTrace = {
  analyst: 'deterministic',
  steps: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  durationMs: 0,
  sent: [],
};
