import type { AgentTrace } from '../../../api/contract/agent/job.ts';
import type { MessagePart, ToolCall } from '../../../api/contract/agent/message.ts';
import type { LogChannel } from '../../core/channel.ts';
import { type Core, instant, stored } from '../../core/context.ts';
import { dropJobs } from '../../jobs/queue.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import type { Queries } from '../../store/dialect.ts';
import { collectFinishedJob } from '../channel/occurrence.ts';
import { addJobEvents, type JobEvent, storedParts } from './events.ts';
import { type JobRow, jobRow, type MessageRow, toMessage } from './rows.ts';
import { indexConversationText, previewOf, textOf } from './texts.ts';
import { callsAnsweredIn, recordCall } from './tool-calls.ts';

/** How jobs end, whoever ends them: all at once, in one transaction, after which nothing is added. */

export type Ending =
  | { readonly status: 'COMPLETED' }
  | { readonly status: 'FAILED' | 'CANCELLED'; readonly reason?: string };

type Ended = Core & { readonly channel: LogChannel };

/**
 * Ends a job that is pending or running. What it said so far becomes its message.
 * @returns whether it did: false where it had ended before, or is gone.
 */
export async function endJob(core: Ended, jobId: string, ending: Ending): Promise<boolean> {
  const ended = await core.db.transaction().execute((transaction) => end(core, transaction, jobId, ending));
  if (ended) {
    core.channel.announce(jobId);
    core.happened();
  }
  return ended;
}

/** Ends jobs and stops those that run in this process. */
export async function endJobs(
  core: Ended & { readonly work: ScanWork },
  jobs: readonly Pick<JobRow, 'id'>[],
  ending: Ending,
): Promise<void> {
  for (const { id } of jobs) {
    await endJob(core, id, ending);
    core.work.abort(id);
  }
}

async function end(core: Core, db: Queries, jobId: string, ending: Ending): Promise<boolean> {
  const at = instant(core);
  const reason = 'reason' in ending ? ending.reason : undefined;
  const { numUpdatedRows } = await db
    .updateTable('agent_jobs')
    .set({ status: ending.status, stage: null, error_message: reason ?? null, finished_at: at })
    .where('id', '=', jobId)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst();
  const job = numUpdatedRows > 0n ? await jobRow(db, jobId) : undefined;
  if (!job) return false;
  await dropJobs(db, [jobId]);
  const trace: AgentTrace = { ...stored<AgentTrace>(job.trace), durationMs: durationOf(job) };
  await db
    .updateTable('agent_jobs')
    .set({ trace: JSON.stringify(trace) })
    .where('id', '=', jobId)
    .execute();
  const broken = brokenOff(ending, reason, at);
  const events: JobEvent[] = [
    ...(await endAnsweredCalls(db, job, broken)),
    ...(await endMessages(db, job, ending, broken)),
  ];
  const told = reason === undefined ? {} : { errorMessage: reason };
  if (ending.status === 'FAILED' && reason !== undefined)
    events.push({ event: 'error', data: { message: reason } });
  events.push(
    { event: 'job.status', data: { jobId, status: ending.status, ...told } },
    { event: 'done', data: { jobId, status: ending.status, ...told, trace } },
  );
  await addJobEvents(db, jobId, events);
  if (ending.status !== 'CANCELLED') await collectFinishedJob(core, db, job);
  return true;
}

function durationOf({ started_at, finished_at }: JobRow): number {
  if (started_at === null || finished_at === null) return 0;
  return Math.max(0, Date.parse(finished_at) - Date.parse(started_at));
}

type BrokenOff = (call: ToolCall) => ToolCall;

/** A call that was running can only have been broken off. */
function brokenOff(ending: Ending, reason: string | undefined, at: string): BrokenOff {
  const why = ending.status === 'CANCELLED' ? 'It was cancelled.' : (reason ?? 'It was broken off.');
  const careful = 'Look whether it took effect before you try again.';
  return (call) =>
    call.status === 'RUNNING'
      ? {
          ...call,
          status: 'FAILED',
          errorMessage: call.effect === 'none' ? why : `${why} ${careful}`,
          finishedAt: at,
        }
      : call;
}

async function endAnsweredCalls(db: Queries, job: JobRow, broken: BrokenOff): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for (const row of await callsAnsweredIn(db, job.id)) {
    const before = stored<ToolCall>(row.call);
    if (before.status === 'AWAITING_CONSENT') {
      // The job never came to it: it can be answered again.
      await db.updateTable('agent_tool_calls').set({ answered_in: null }).where('id', '=', row.id).execute();
      continue;
    }
    const call = broken(before);
    if (call === before) continue;
    await recordCall(db, row, call);
    events.push({ event: 'tool.completed', data: { messageId: row.message_id, part: row.part, call } });
  }
  return events;
}

async function endMessages(db: Queries, job: JobRow, ending: Ending, broken: BrokenOff): Promise<JobEvent[]> {
  const rows = await db
    .selectFrom('agent_messages')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('state', '=', 'streaming')
    .orderBy('seq')
    .execute();
  const events: JobEvent[] = [];
  for (const row of rows) {
    const said = await storedParts(db, job.id, row.id);
    const parts = said.map(
      (part): MessagePart => (part.type === 'tool' ? { type: 'tool', call: broken(part.call) } : part),
    );
    const state = ending.status === 'COMPLETED' ? 'complete' : 'stopped';
    const whole: MessageRow = { ...row, state, parts: JSON.stringify(parts) };
    await db
      .updateTable('agent_messages')
      .set({ state, parts: whole.parts })
      .where('id', '=', row.id)
      .execute();
    await countMessage(db, job, textOf(parts));
    events.push({ event: 'message.completed', data: { message: toMessage(whole) } });
  }
  return events;
}

async function countMessage(db: Queries, job: JobRow, text: string): Promise<void> {
  await indexConversationText(db, job.conversation_id, 'message', text);
  const preview = previewOf(text);
  await db
    .updateTable('agent_conversations')
    .set((eb) => ({
      message_count: eb('message_count', '+', 1),
      ...(preview === '' ? {} : { preview }),
      ...(job.finished_at === null ? {} : { updated_at: job.finished_at }),
    }))
    .where('id', '=', job.conversation_id)
    .execute();
}
