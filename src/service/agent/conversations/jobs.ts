import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolCall, ToolResult } from '../../../api/contract/agent/message.ts';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { agentOrganization, isConversationInReach, visibleWithin } from '../../core/agent-access.ts';
import { type Caller, type Core, stored } from '../../core/context.ts';
import { conflict, impossible, notFound } from '../../core/errors.ts';
import { takePage } from '../../core/paging.ts';
import { type Reach, reachOf } from '../../core/reach.ts';
import type { ServiceCore } from '../../service-core.ts';
import { refuseArchived, visibleConversation } from './conversations.ts';
import { endJobs } from './finish-job.ts';
import { isActive, type JobRow, jobInReach, jobRow, jobRows, toJob, toMessage } from './rows.ts';
import { insertJob } from './start.ts';
import { toolCallRow } from './tool-calls.ts';

type Operations = typeof contract.agentJobs;

const lastWordsMs = 3_000;

/** What a person said to a call that waited, as the job that goes on from it has it. */
export interface ConsentAnswer {
  readonly toolCallId: string;
  readonly approved: boolean;
  readonly result?: ToolResult | undefined;
  readonly errorMessage?: string | undefined;
}

export async function listJobs(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['listJobs']>,
): Promise<ResponseOf<Operations['listJobs']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const { cursor, limit, status, trigger, conversationId } = request;
  const filters = { organizationId, status, trigger, conversationId };
  const scope = { operation: 'agent.jobs', filters };
  const reach = await reachOf(core.db, caller, organizationId);
  let query = jobRows(core.db)
    .where('agent_jobs.organization_id', '=', organizationId)
    .where(isConversationInReach(reach))
    .orderBy('agent_jobs.seq', 'desc')
    .limit(limit + 1);
  if (status !== undefined) query = query.where('agent_jobs.status', '=', status);
  if (trigger !== undefined) query = query.where('agent_jobs.trigger', '=', trigger);
  if (conversationId !== undefined) query = query.where('agent_jobs.conversation_id', '=', conversationId);
  if (cursor !== undefined) {
    const [seq] = core.cursors.read(scope, cursor, z.tuple([z.int()]));
    query = query.where('agent_jobs.seq', '<', seq);
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.seq]);
  return { jobs: items.map(toJob), ...end };
}

export async function getJob(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['getJob']>,
): Promise<ResponseOf<Operations['getJob']>> {
  const row = await visibleJob(core, caller, request, 'AGENT_VIEW');
  const messages = await core.db
    .selectFrom('agent_messages')
    .selectAll()
    .where('job_id', '=', row.id)
    .orderBy('seq')
    .execute();
  return { job: toJob(row), messages: messages.map(toMessage) };
}

/** Cancels at once; what was said so far stays. Cancelling it again answers the same. */
export async function cancelJob(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelJob']>,
): Promise<ResponseOf<Operations['cancelJob']>> {
  const before = await visibleJob(core, caller, request, 'AGENT_RUN');
  if (isActive(before)) await endJobs(core, [before], { status: 'CANCELLED' });
  const after = await jobRow(core.db, before.id);
  if (!after) throw notFound('job');
  if (after.status !== 'CANCELLED')
    throw conflict(`This job has ended (${after.status}) and cannot be cancelled.`);
  return { job: toJob(after) };
}

/** Records the answer of a person and has a new job go on from it. Of several answers, the first counts. */
export async function answerToolCall(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['answerToolCall']>,
): Promise<ResponseOf<Operations['answerToolCall']>> {
  const asking = await visibleJob(core, caller, request, 'AGENT_RUN');
  const { organization_id, conversation_id } = asking;
  const { toolCallId, approved, result, errorMessage } = request;
  const conversation = await visibleConversation(
    core,
    caller,
    { organizationId: organization_id, conversationId: conversation_id },
    'AGENT_RUN',
  );
  refuseArchived(conversation);
  await whenEnded(core, asking.id);
  const jobId = await core.db.transaction().execute(async (transaction) => {
    const call = await toolCallRow(transaction, toolCallId);
    if (!call || call.job_id !== asking.id) throw notFound('call of this job that waits for an answer');
    if (call.answered_in !== null)
      throw conflict(`This call was answered already (${stored<ToolCall>(call.call).status}).`);
    refuseUnfit(call.effect === 'workspace', request);
    const answer: ConsentAnswer = { toolCallId, approved, result, errorMessage };
    const id = await insertJob(core, transaction, {
      conversationId: conversation_id,
      organizationId: organization_id,
      trigger: asking.trigger,
      triggerId: asking.trigger_id ?? undefined,
      userId: caller.userId,
      answer: JSON.stringify(answer),
    });
    await transaction
      .updateTable('agent_tool_calls')
      .set({ answered_in: id })
      .where('id', '=', toolCallId)
      .execute();
    return id;
  });
  core.work.wake();
  const row = await jobRow(core.db, jobId);
  if (!row) throw notFound('job');
  return { job: toJob(row) };
}

/** The job that asks still has its last words to say when it is answered fast: they come first. */
async function whenEnded(core: Core, jobId: string): Promise<void> {
  for (const until = performance.now() + lastWordsMs; performance.now() < until; await sleep(25)) {
    const job = await jobRow(core.db, jobId);
    if (!job || !isActive(job)) return;
  }
}

/** A call in the person's workspace is run by the client, which says how it went; any other is run here. */
function refuseUnfit(
  inWorkspace: boolean,
  {
    approved,
    result,
    errorMessage,
  }: Pick<ParsedRequestOf<Operations['answerToolCall']>, 'approved' | 'result' | 'errorMessage'>,
): void {
  const said = [result, errorMessage].filter((one) => one !== undefined).length;
  if (!approved && said > 0)
    throw impossible('approved', 'A call that was declined has no result and no error.');
  if (approved && inWorkspace && said !== 1)
    throw impossible('result', 'This call is run by the client: give its result, or errorMessage.');
  if (approved && !inWorkspace && said > 0)
    throw impossible('result', 'This call is run by the service: leave result and errorMessage out.');
}

/** @throws Refusal 404, 403 */
export async function visibleJob(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly jobId: string },
  permission: 'AGENT_VIEW' | 'AGENT_RUN',
): Promise<JobRow> {
  const find = (reach: Reach) => jobInReach(core.db, reach, request.jobId);
  return visibleWithin(core, caller, request, find, 'job', permission);
}
