import type { AgentMessage, Attachment, ToolCall } from '../../../api/contract/agent/message.ts';
import { agentPermissions } from '../../core/agent-access.ts';
import { type Caller, instant, stored } from '../../core/context.ts';
import { seesRepository } from '../../core/reach.ts';
import type { AnswerEvent } from '../../models/answer-event.ts';
import { storeFailureText } from '../../store/errors.ts';
import type { Analyst, Turn } from '../analyst/analyst.ts';
import { configOf } from '../config-row.ts';
import type { AgentCore } from '../setup.ts';
import { addJobEvents } from './events.ts';
import { endJob } from './finish-job.ts';
import { historyOf } from './history.ts';
import type { ConsentAnswer } from './jobs.ts';
import { JobIsOver, JobRecorder } from './recorder.ts';
import { withoutWords } from './redact-error.ts';
import { isActive, type JobRow, jobRow, noTrace } from './rows.ts';
import { recordCall, toolCallRow } from './tool-calls.ts';
import { JobToolbox, mayNotRun, shownCall, untilAborted } from './toolbox.ts';
import { resultForRecord } from './truncate.ts';

const seesNoMore = 'The person on whose behalf it runs does not see the repository any more.';

/** A reason that the person who asked can do something about. */
class JobFailure extends Error {}

/**
 * Has an analyst answer, and records what it says and does. `signal` aborts when the job was cancelled (its row says so
 * already) or the service stops: then the next start settles it.
 */
export async function executeAgentJob(
  core: AgentCore,
  id: string,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const onError = (error: unknown): void => report(withoutWords(error));
  const job = await jobRow(core.db, id);
  if (!job || !isActive(job) || !(await begin(core, job))) return;
  const recorder = new JobRecorder(core, job, { ...noTrace, sent: [] });
  const { jobMs } = core.agent.limits;
  const late = AbortSignal.timeout(jobMs);
  const bounded = AbortSignal.any([signal, late, recorder.broken]);
  try {
    await answer({ core, job, recorder, signal: bounded, onError });
    await recorder.flush();
    await endJob(core, id, { status: 'COMPLETED' });
  } catch (error) {
    await recorder.flush().catch(() => undefined);
    const cause = recorder.broken.aborted ? recorder.broken.reason : error;
    if (signal.aborted || cause instanceof JobIsOver) return;
    const reason = late.aborted
      ? `It took longer than ${Math.round(jobMs / 60_000)} minutes. Ask for less at once.`
      : reasonOf(cause);
    if (!(cause instanceof JobFailure) && !late.aborted) onError(cause);
    await endJob(core, id, { status: 'FAILED', reason });
  }
}

interface Running {
  readonly core: AgentCore;
  readonly job: JobRow;
  readonly recorder: JobRecorder;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** @returns false where it was cancelled before it began. */
async function begin(core: AgentCore, { id }: JobRow): Promise<boolean> {
  const begun = await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('agent_jobs')
      .set((eb) => ({
        status: 'RUNNING',
        started_at: instant(core),
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .where('status', 'in', ['PENDING', 'RUNNING'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await addJobEvents(transaction, id, [{ event: 'job.status', data: { jobId: id, status: 'RUNNING' } }]);
    return true;
  });
  core.channel.announce(id);
  return begun;
}

async function answer(running: Running): Promise<void> {
  const { core, job, recorder, signal, onError } = running;
  const { organization_id: organizationId } = job;
  // Only the organization of the conversation, whatever else the person has access to.
  const caller: Caller = {
    userId: job.user_id,
    credential: { kind: 'agent', organizationId },
    agentJobId: job.id,
  };
  const permissions = await agentPermissions(core.db, organizationId, caller.userId);
  if (!permissions.includes('AGENT_RUN')) throw new JobFailure(mayNotRun);
  const { repository_id } = job;
  const repository = repository_id !== null && { organization_id: organizationId, repository_id };
  if (repository && !(await seesRepository(core.db, caller, repository))) throw new JobFailure(seesNoMore);
  const all = await core.agent.tools();
  const tools = new JobToolbox({
    core,
    setup: core.agent,
    tools: all,
    caller,
    job,
    recorder,
    signal,
    onError,
  });
  const answered = await goOn(running, tools);
  const analyst = await untilAborted(core.agent.chooseAnalyst(organizationId, job.repository_id), signal);
  recorder.trace.analyst = analyst.kind;
  if (analyst.model !== undefined) recorder.trace.model = analyst.model;
  const turn = await turnOf(running, tools, answered);
  await listen(running, analyst, turn);
  if (analyst.kind === 'deterministic') recorder.trace.steps = recorder.trace.toolCalls;
}

async function turnOf(
  { core, job }: Running,
  tools: JobToolbox,
  answered: ToolCall | undefined,
): Promise<Turn> {
  const history = await historyOf(core.db, job.conversation_id);
  const asked = history.findLast(({ role }) => role === 'user');
  const { globalInstructions } = await configOf(core.db, job.organization_id);
  const repository =
    job.repository_id === null
      ? undefined
      : await core.db
          .selectFrom('repositories')
          .select(['id', 'name'])
          .where('id', '=', job.repository_id)
          .executeTakeFirst();
  return {
    history,
    prompt: asked ? promptOf(asked) : '',
    attachments: (asked?.attachments ?? []) as readonly Attachment[],
    ...(answered && { answered }),
    ...(repository && { repository }),
    instructions: globalInstructions,
    memories: await core.agent.memories(core.db, job.organization_id, job.repository_id),
    tools,
  };
}

function promptOf({ parts }: AgentMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Hears the analyst to its end, within the limits. An analyst that does not heed the signal is left behind. */
async function listen({ core, recorder, signal }: Running, analyst: Analyst, turn: Turn): Promise<void> {
  const { limits } = core.agent;
  const said = analyst.answer(turn, signal)[Symbol.asyncIterator]();
  let steps = 0;
  try {
    for (;;) {
      const next = await untilAborted(said.next(), signal);
      if (next.done === true) return;
      const event = next.value;
      if (event.type !== 'text' && ++steps > limits.steps)
        throw new JobFailure(
          `It took more than ${limits.steps} steps and came to no end. Ask for less at once.`,
        );
      hear(recorder, event);
      if (recorder.characters > limits.answerCharacters)
        throw new JobFailure(`The answer grew over ${limits.answerCharacters} characters and was cut off.`);
    }
  } catch (error) {
    said.return?.().catch(() => undefined);
    throw error;
  }
}

function hear(recorder: JobRecorder, event: AnswerEvent): void {
  const { trace } = recorder;
  switch (event.type) {
    case 'text':
      recorder.text(event.text);
      return;
    case 'stage':
      recorder.stage(event.stage.slice(0, 200));
      return;
    case 'usage':
      trace.steps++;
      trace.inputTokens += event.inputTokens;
      trace.outputTokens += event.outputTokens;
      return;
    case 'sent': {
      const before = trace.sent.find(({ path }) => path === event.path);
      if (before) before.bytes += event.bytes;
      else trace.sent.push({ path: event.path, bytes: event.bytes });
      return;
    }
  }
}

/** Where the job goes on from a call that a person answered: runs it, or takes what they say of it. */
async function goOn({ core, job, recorder }: Running, tools: JobToolbox): Promise<ToolCall | undefined> {
  if (job.answer === null) return undefined;
  const said = stored<ConsentAnswer>(job.answer);
  const row = await toolCallRow(core.db, said.toolCallId);
  if (!row) throw new JobFailure('The call that was answered is gone.');
  const spot = { messageId: row.message_id, part: row.part };
  const asked = stored<ToolCall>(row.call);
  const tell = async (event: 'tool.started' | 'tool.completed', call: ToolCall): Promise<void> => {
    const shown = shownCall(call);
    await recorder.together((transaction) => recordCall(transaction, row, shown), {
      event,
      data: { ...spot, call: shown },
    });
  };
  const finish = async (call: ToolCall): Promise<ToolCall> => {
    const finished = { ...call, finishedAt: instant(core) };
    await tell('tool.completed', finished);
    if (call.status === 'COMPLETED') await recorder.settleAlike(row);
    return finished;
  };
  if (!said.approved) return finish({ ...asked, status: 'DECLINED' });
  if (row.effect === 'workspace') {
    const { errorMessage = 'The client could not run it.' } = said;
    const result = said.result && resultForRecord(said.result);
    return finish(
      result ? { ...asked, status: 'COMPLETED', result } : { ...asked, status: 'FAILED', errorMessage },
    );
  }
  // Written down before it runs: should the service die in between, it is never run a second time.
  const begun: ToolCall = { ...asked, status: 'RUNNING', startedAt: instant(core) };
  recorder.trace.toolCalls++;
  await tell('tool.started', begun);
  return finish({ ...begun, ...(await tools.runAgreed(row.name, stored(row.input))) });
}

function reasonOf(error: unknown): string {
  const ofStore = storeFailureText(error);
  if (ofStore !== undefined) return ofStore;
  return error instanceof Error && error.message !== ''
    ? error.message.slice(0, 2_000)
    : 'The agent failed for an unknown reason.';
}
