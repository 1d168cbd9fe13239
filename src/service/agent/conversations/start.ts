import type { Attachment } from '../../../api/contract/agent/message.ts';
import type { AgentSource } from '../../../api/contract/agent/vocabulary.ts';
import { type Core, instant, newId } from '../../core/context.ts';
import { conflict, Refusal } from '../../core/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Queries } from '../../store/dialect.ts';
import { storeFailure } from '../../store/errors.ts';
import { requireEnabled } from '../config-row.ts';
import { addJobEvents } from './events.ts';
import { noTrace } from './rows.ts';
import { indexConversationText, previewOf, titleOf } from './texts.ts';

/** Conversations and jobs as they begin, for people, schedules and events alike. */

/** Jobs of an organization that may wait at the same time. */
export const maximumWaitingJobs = 200;

export interface NewConversation {
  readonly organizationId: string;
  readonly repositoryId: string | null;
  readonly issueId?: string | undefined;
  readonly title?: string | undefined;
  readonly source: AgentSource;
  /** Who began it, or on whose behalf it began. */
  readonly userId: string;
}

export interface NewTurn {
  readonly conversationId: string;
  readonly organizationId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly trigger: AgentSource;
  readonly triggerId?: string | undefined;
  /** With whose permissions the job runs. */
  readonly userId: string;
}

/**
 * Begins a conversation and the job that answers what is asked in it, in the transaction given: call `core.work.wake()`
 * when that is committed.
 * @throws Refusal 409 where the agent is switched off, 429 where too many jobs wait
 */
export async function startJob(
  core: Core,
  db: Queries,
  asked: NewConversation & {
    readonly prompt: string;
    readonly attachments?: readonly Attachment[];
    /** The schedule or event trigger that started it. */
    readonly triggerId?: string | undefined;
  },
): Promise<{ readonly conversationId: string; readonly jobId: string }> {
  const conversationId = await insertConversation(core, db, asked);
  const { jobId } = await insertTurn(core, db, {
    conversationId,
    organizationId: asked.organizationId,
    text: asked.prompt,
    attachments: asked.attachments ?? [],
    trigger: asked.source,
    triggerId: asked.triggerId,
    userId: asked.userId,
  });
  return { conversationId, jobId };
}

/** @throws Refusal 409 where the agent is switched off */
export async function insertConversation(core: Core, db: Queries, asked: NewConversation): Promise<string> {
  await requireEnabled(db, asked.organizationId);
  const id = newId();
  const at = instant(core);
  await db
    .insertInto('agent_conversations')
    .values({
      id,
      organization_id: asked.organizationId,
      repository_id: asked.repositoryId,
      issue_id: asked.issueId ?? null,
      title: asked.title ?? '',
      source: asked.source,
      created_by: asked.userId,
      archived_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  if (asked.title !== undefined) await indexConversationText(db, id, 'title', asked.title);
  return id;
}

/**
 * Records what a person, a schedule or an event says, and the job that is to answer it.
 * @throws Refusal 409 where the agent is switched off or the conversation has a job already, 429 where too many wait
 */
export async function insertTurn(
  core: Core,
  db: Queries,
  turn: NewTurn,
): Promise<{ readonly messageId: string; readonly jobId: string }> {
  const jobId = await insertJob(core, db, { ...turn, answer: null });
  const messageId = newId();
  const at = instant(core);
  await db
    .insertInto('agent_messages')
    .values({
      id: messageId,
      conversation_id: turn.conversationId,
      job_id: jobId,
      role: 'user',
      state: 'complete',
      parts: JSON.stringify([{ type: 'text', text: turn.text }]),
      attachments: JSON.stringify(turn.attachments),
      created_at: at,
    })
    .execute();
  await indexConversationText(db, turn.conversationId, 'message', turn.text);
  const { title } = await db
    .updateTable('agent_conversations')
    .set((eb) => ({
      message_count: eb('message_count', '+', 1),
      preview: previewOf(turn.text),
      updated_at: at,
    }))
    .where('id', '=', turn.conversationId)
    .returning('title')
    .executeTakeFirstOrThrow();
  if (title === '') {
    const words = titleOf(turn.text);
    await db
      .updateTable('agent_conversations')
      .set({ title: words })
      .where('id', '=', turn.conversationId)
      .execute();
    await indexConversationText(db, turn.conversationId, 'title', words);
  }
  return { messageId, jobId };
}

/** Puts a job of a conversation into the queue. */
export async function insertJob(
  core: Core,
  db: Queries,
  job: Omit<NewTurn, 'text' | 'attachments'> & { readonly answer: string | null },
): Promise<string> {
  await requireEnabled(db, job.organizationId);
  await refuseTooMany(db, job.organizationId);
  const id = newId();
  const at = instant(core);
  await db
    .insertInto('agent_jobs')
    .values({
      id,
      conversation_id: job.conversationId,
      organization_id: job.organizationId,
      user_id: job.userId,
      status: 'PENDING',
      trigger: job.trigger,
      trigger_id: job.triggerId ?? null,
      stage: null,
      error_message: null,
      trace: JSON.stringify(noTrace),
      answer: job.answer,
      created_at: at,
      started_at: null,
      finished_at: null,
    })
    .execute()
    .catch((error: unknown) => {
      if (storeFailure(error) !== 'conflict') throw error;
      throw conflict(
        'The agent is still answering in this conversation. Wait for it, or cancel its job first.',
      );
    });
  await enqueue(db, { id: newId(), kind: 'agent', subjectId: id, at });
  await addJobEvents(db, id, [{ event: 'job.status', data: { jobId: id, status: 'PENDING' } }]);
  return id;
}

async function refuseTooMany(db: Queries, organizationId: string): Promise<void> {
  const { waiting } = await db
    .selectFrom('agent_jobs')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  if (Number(waiting) < maximumWaitingJobs) return;
  throw new Refusal(
    429,
    `${waiting} jobs of the agent are waiting already; at most ${maximumWaitingJobs} may.`,
    {
      retryAfter: 30,
    },
  );
}
