import { randomUUID } from 'node:crypto';
import type { ServiceCalls, Tool, ToolContext } from '../../../../../src/agent/tool.ts';
import { toolset } from '../../../../../src/agent/toolset.ts';
import type {
  AgentMessage,
  Attachment,
  MessagePart,
  ToolCall,
} from '../../../../../src/api/contract/agent/message.ts';
import type { Analyst, Toolbox } from '../../../../../src/service/agent/analyst/analyst.ts';
import type { AnswerEvent } from '../../../../../src/service/models/answer-event.ts';
import type { Harness } from '../../support/harness.ts';

export interface Said {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly events: readonly AnswerEvent[];
}

/** A conversation with an analyst over the real tools, without jobs: what it says, and what it would do. */
export class Conversation {
  readonly history: AgentMessage[] = [];
  readonly ran: string[] = [];
  readonly #analyst: Analyst;
  readonly #context: Omit<ToolContext, 'signal'>;
  readonly #tools: readonly Tool[];
  readonly #repository: { id: string; name: string } | undefined;
  instructions = '';
  memories: string[] = [];
  #waiting: { call: ToolCall; input: unknown } | undefined;

  constructor(
    harness: Harness,
    analyst: Analyst,
    options: { repositoryId?: string; tools?: readonly Tool[] } = {},
  ) {
    this.#analyst = analyst;
    const service: ServiceCalls = { call: (endpoint, request) => harness.call(endpoint, request) };
    this.#context = { service, repositoryId: options.repositoryId, progress: () => undefined };
    this.#tools = options.tools ?? toolset;
    this.#repository =
      options.repositoryId === undefined ? undefined : { id: options.repositoryId, name: 'project' };
  }

  async ask(
    prompt: string,
    attachments: readonly Attachment[] = [],
    signal = new AbortController().signal,
  ): Promise<Said> {
    this.history.push(message('user', [{ type: 'text', text: prompt }], attachments));
    return await this.#turn(prompt, attachments, undefined, signal);
  }

  /** Agrees to the call that waits, or declines it. */
  async decide(approved: boolean): Promise<Said> {
    const waiting = this.#waiting;
    if (!waiting) throw new Error('no call waits for consent');
    this.#waiting = undefined;
    const answered: ToolCall = approved
      ? await this.#run(waiting.call, waiting.input, new AbortController().signal)
      : { ...waiting.call, status: 'DECLINED' };
    const last = this.history.at(-1);
    const part = last?.parts.find((each) => each.type === 'tool' && each.call.id === answered.id);
    if (part?.type === 'tool') part.call = answered;
    return await this.#turn('', [], answered, new AbortController().signal);
  }

  async #turn(
    prompt: string,
    attachments: readonly Attachment[],
    answered: ToolCall | undefined,
    signal: AbortSignal,
  ): Promise<Said> {
    const parts: MessagePart[] = [];
    const events: AnswerEvent[] = [];
    const tools: Toolbox = {
      all: this.#tools,
      invoke: async (name, input) => {
        const call = await this.#invoke(name, input, signal);
        parts.push({ type: 'tool', call });
        return call;
      },
    };
    const turn = {
      history: this.history,
      prompt: prompt === '' ? this.#lastPrompt() : prompt,
      attachments,
      ...(answered && { answered }),
      ...(this.#repository && { repository: this.#repository }),
      instructions: this.instructions,
      memories: this.memories,
      tools,
    };
    for await (const event of this.#analyst.answer(turn, signal)) {
      events.push(event);
      if (event.type !== 'text') continue;
      const last = parts.at(-1);
      if (last?.type === 'text') last.text += event.text;
      else parts.push({ type: 'text', text: event.text });
    }
    this.history.push(message('assistant', parts, []));
    return {
      text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      calls: parts.flatMap((part) => (part.type === 'tool' ? [part.call] : [])),
      events,
    };
  }

  #lastPrompt(): string {
    const part = this.history.findLast(({ role }) => role === 'user')?.parts[0];
    return part?.type === 'text' ? part.text : '';
  }

  async #invoke(name: string, input: unknown, signal: AbortSignal): Promise<ToolCall> {
    const tool = this.#tools.find((each) => each.name === name);
    const call: ToolCall = {
      id: randomUUID(),
      name,
      title: tool?.title ?? name,
      input: JSON.parse(JSON.stringify(input ?? null)),
      effect: tool?.effect ?? 'none',
      status: 'RUNNING',
      startedAt: new Date().toISOString(),
    };
    const parsed = tool?.input.safeParse(input);
    if (!tool || !parsed?.success) {
      return { ...call, status: 'FAILED', errorMessage: parsed?.error?.message ?? 'There is no such tool.' };
    }
    if (tool.effect === 'none') return await this.#run(call, parsed.data, signal);
    try {
      const consent = await tool.consent?.(parsed.data, { ...this.#context, signal });
      this.#waiting = { call, input: parsed.data };
      return { ...call, status: 'AWAITING_CONSENT', ...(consent && { consent }) };
    } catch (error) {
      return { ...call, status: 'FAILED', errorMessage: (error as Error).message };
    }
  }

  async #run(call: ToolCall, input: unknown, signal: AbortSignal): Promise<ToolCall> {
    const tool = this.#tools.find((each) => each.name === call.name);
    if (!tool) throw new Error(`no tool ${call.name}`);
    this.ran.push(call.name);
    const workspace = { applyPatch: async () => 'Applied in the editor.' };
    try {
      const result = await tool.run(input as never, { ...this.#context, workspace, signal });
      return { ...call, status: 'COMPLETED', result };
    } catch (error) {
      return { ...call, status: 'FAILED', errorMessage: (error as Error).message };
    }
  }
}

function message(
  role: 'user' | 'assistant',
  parts: MessagePart[],
  attachments: readonly Attachment[],
): AgentMessage {
  return {
    id: randomUUID(),
    conversationId: randomUUID(),
    jobId: null,
    role,
    state: 'complete',
    parts,
    attachments: [...attachments],
    createdAt: new Date().toISOString(),
  };
}
