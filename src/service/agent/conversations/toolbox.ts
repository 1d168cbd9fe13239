import * as z from 'zod';
import { type Tool, type ToolContext, ToolFailure } from '../../../agent/tool.ts';
import type { Consent, ToolCall, ToolResult } from '../../../api/contract/agent/message.ts';
import type { PatchStatusItem } from '../../../api/contract/patches.ts';
import { agentPermissions } from '../../core/agent-access.ts';
import { type Caller, type Core, instant, newId } from '../../core/context.ts';
import { Refusal } from '../../core/errors.ts';
import type { Toolbox } from '../analyst/analyst.ts';
import type { AgentSetup } from '../setup.ts';
import type { JobRecorder, Spot } from './recorder.ts';
import type { JobRow } from './rows.ts';
import { forRecord, resultForRecord } from './truncate.ts';

/** The tools of a job: each call is checked, recorded and, where it has an effect, asked for before anything happens. */

export interface ToolboxOptions {
  readonly core: Core;
  readonly setup: AgentSetup;
  readonly tools: readonly Tool[];
  readonly caller: Caller;
  readonly job: JobRow;
  readonly recorder: JobRecorder;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** What a call may come to when it ran. */
type Outcome =
  | { readonly status: 'COMPLETED'; readonly result: ToolResult }
  | { readonly status: 'FAILED'; readonly errorMessage: string };

const maximumInputCharacters = 200_000;

export const mayNotRun = 'The person it runs for may not run the agent in this organization any more.';

export class JobToolbox implements Toolbox {
  readonly all: readonly Tool[];
  readonly #options: ToolboxOptions;
  #calls = 0;
  #waiting = false;

  constructor(options: ToolboxOptions) {
    this.#options = options;
    this.all = options.tools;
  }

  async invoke(name: string, input: unknown): Promise<ToolCall> {
    const { recorder, setup, signal, core } = this.#options;
    signal.throwIfAborted();
    const tool = this.all.find((one) => one.name === name);
    const begun: ToolCall = {
      id: newId(),
      name: name.slice(0, 100),
      title: tool?.title ?? name.slice(0, 100),
      input: forRecord(input),
      effect: tool?.effect ?? 'none',
      status: 'RUNNING',
      startedAt: instant(core),
    };
    this.#calls++;
    recorder.trace.toolCalls = this.#calls;
    const spot = recorder.toolStarted(begun);
    const end = (outcome: Outcome): ToolCall => this.#completed(spot, begun, outcome);
    if (this.#calls > setup.limits.toolCalls)
      return end(failed(`A job may call tools ${setup.limits.toolCalls} times. Say what is known so far.`));
    if (!tool) return end(failed(`There is no tool of this name. There are: ${this.#names()}.`));
    if (JSON.stringify(input ?? null).length > maximumInputCharacters)
      return end(failed(`The input is over ${maximumInputCharacters} characters.`));
    const parsed = tool.input.safeParse(input ?? {});
    if (!parsed.success)
      return end(failed(`The input is not as the tool takes it. ${problems(parsed.error)}`));
    if (tool.effect === 'none') return end(await this.#run(tool, parsed.data));
    return this.#ask(tool, parsed.data, spot, begun);
  }

  /** Runs a call with an effect that a person agreed to, with the very input they were asked about. */
  async runAgreed(name: string, input: unknown): Promise<Outcome> {
    const tool = this.all.find((one) => one.name === name);
    if (!tool) return failed('The tool of this call is not there any more.');
    const parsed = tool.input.safeParse(input);
    if (!parsed.success)
      return failed(`The tool has changed since this was asked. ${problems(parsed.error)}`);
    return this.#run(tool, parsed.data);
  }

  /** Records what exactly would happen. Nothing of it does before a person agrees. */
  async #ask(tool: Tool, input: z.output<Tool['input']>, spot: Spot, begun: ToolCall): Promise<ToolCall> {
    const { recorder, job, core } = this.#options;
    if (this.#waiting) {
      const why = 'Another call waits for the person’s answer already; one at a time is asked for.';
      return this.#completed(spot, begun, failed(why));
    }
    this.#waiting = true;
    const asked = await this.#bounded(tool, false, (context) =>
      tool.consent ? tool.consent(input, context) : Promise.resolve(plainConsent(tool, input)),
    );
    if ('errorMessage' in asked) {
      this.#waiting = false;
      return this.#completed(spot, begun, asked);
    }
    const call: ToolCall = { ...begun, status: 'AWAITING_CONSENT', consent: asked.value };
    await recorder.together(
      (transaction) =>
        transaction
          .insertInto('agent_tool_calls')
          .values({
            id: call.id,
            conversation_id: job.conversation_id,
            job_id: job.id,
            message_id: spot.messageId,
            part: spot.part,
            name: tool.name,
            effect: tool.effect,
            input: JSON.stringify(input),
            call: JSON.stringify(call),
            answered_in: null,
            created_at: instant(core),
          })
          .execute(),
      { event: 'tool.completed', data: { ...spot, call } },
    );
    return call;
  }

  async #run(tool: Tool, input: z.output<Tool['input']>): Promise<Outcome> {
    const { recorder } = this.#options;
    const ready = new Map<string, { patch: PatchStatusItem; title: string }>();
    const mayChange = tool.effect !== 'none' || tool.derives === true;
    const ran = await this.#bounded(
      tool,
      mayChange,
      (context) => tool.run(input, context),
      (patch, title) => ready.set(patch.issueId, { patch, title }),
    );
    if ('errorMessage' in ran) return ran;
    // One that a tool looked at for the person is shown; of many it was only a list.
    if (ready.size === 1) for (const { patch, title } of ready.values()) recorder.patch(patch, title);
    return { status: 'COMPLETED', result: ran.value };
  }

  /** Does something of a tool within its time. @throws only the signal's reason */
  async #bounded<T>(
    tool: Tool,
    mayChange: boolean,
    work: (context: ToolContext) => Promise<T>,
    onPatch?: (patch: PatchStatusItem, title: string) => void,
  ): Promise<{ readonly value: T } | (Outcome & { readonly status: 'FAILED' })> {
    const { core, setup, caller, job, recorder, signal, onError } = this.#options;
    const organizationId = job.organization_id;
    // They may have lost it while the job runs.
    const permissions = await agentPermissions(core.db, organizationId, caller.userId);
    if (!permissions.includes('AGENT_RUN')) return failed(mayNotRun);
    const late = AbortSignal.timeout(setup.limits.toolMs);
    const bounded = AbortSignal.any([signal, late]);
    const context: ToolContext = {
      service: setup.calls(caller, { organizationId, mayChange, ...(onPatch && { onPatch }) }),
      organizationId,
      repositoryId: job.repository_id ?? undefined,
      signal: bounded,
      progress: (stage) => recorder.stage(stage.slice(0, 200)),
    };
    try {
      return { value: await untilAborted(work(context), bounded) };
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return failed(`${tool.title} took longer than ${setup.limits.toolMs / 1_000} s.`);
      if (error instanceof ToolFailure || error instanceof Refusal) return failed(error.message);
      if (error instanceof z.ZodError) return failed(`The tool asked wrongly. ${problems(error)}`);
      onError(error);
      return failed(`${tool.title} failed. The service's log has the details.`);
    }
  }

  #completed(spot: Spot, begun: ToolCall, outcome: Outcome): ToolCall {
    const { recorder, core } = this.#options;
    const call: ToolCall = { ...begun, ...outcome, finishedAt: instant(core) };
    recorder.tool('tool.completed', spot, shownCall(call));
    return call;
  }

  #names(): string {
    return this.all.map(({ name }) => name).join(', ');
  }
}

/** A call with no more of its result than is kept. */
export function shownCall(call: ToolCall): ToolCall {
  return call.result ? { ...call, result: resultForRecord(call.result) } : call;
}

function failed(errorMessage: string): Outcome & { readonly status: 'FAILED' } {
  return { status: 'FAILED', errorMessage: errorMessage.slice(0, 2_000) };
}

function problems(error: z.ZodError): string {
  return z.prettifyError(error).slice(0, 1_000);
}

/** For a tool that cannot say it in better words. */
function plainConsent({ title, description }: Tool, input: unknown): Consent {
  const text = JSON.stringify(forRecord(input), undefined, 2);
  return { title: `${title}?`, detail: `${description}\n\n\`\`\`json\n${text}\n\`\`\``, confirm: title };
}

/** What the work comes to, or the signal's reason as soon as it aborts, whether or not the work heeds it. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
