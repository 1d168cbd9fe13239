import type { ModelMessage, ToolCallPart } from 'ai';
import { ModelFailure } from '../../../models/failure.ts';
import { outcome, resultPart } from '../../../models/messages.ts';
import type { Outgoing } from '../../../models/outgoing.ts';
import type { AskedCall } from '../../../models/round.ts';
import type { Toolbox, Turn } from '../analyst.ts';

/** Calls of one round that are made; others are not answered, and a model asks again. */
const mostAtOnce = 8;
/** Calls that a model may get wrong one after the other, and times that it may make the very same one. */
const mostMalformed = 4;
const mostRepeated = 3;

export type Made =
  | {
      readonly type: 'answered';
      readonly calls: readonly ToolCallPart[];
      readonly results: readonly ModelMessage[];
    }
  /** One waits for the person's consent. */
  | { readonly type: 'waits' }
  /** The same one, again and again. */
  | { readonly type: 'loops'; readonly name: string };

/** Makes the calls that a model asks for, over the rounds of a job. */
export class ModelCalls {
  readonly #tools: Toolbox;
  readonly #outgoing: Outgoing;
  readonly #longest: number;
  readonly #only: Turn['repository'];
  readonly #times = new Map<string, number>();
  #malformed = 0;

  /**
   * @param longest characters that the model is given of an answer
   * @param only the repository that may be looked at, where agreement is for one alone
   */
  constructor(tools: Toolbox, outgoing: Outgoing, longest: number, only: Turn['repository']) {
    this.#tools = tools;
    this.#outgoing = outgoing;
    this.#longest = longest;
    this.#only = only;
  }

  /** @throws ModelFailure where calls cannot be read again and again; the signal's reason */
  async make(asked: readonly AskedCall[], signal: AbortSignal): Promise<Made> {
    const calls: ToolCallPart[] = [];
    const results: ModelMessage[] = [];
    for (const { id, name, input, malformed } of asked.slice(0, mostAtOnce)) {
      const isObject = typeof input === 'object' && input !== null;
      calls.push({ type: 'tool-call', toolCallId: id, toolName: name, input: isObject ? input : {} });
      const answer =
        malformed === undefined ? await this.#answer(name, input, signal) : this.#wrong(malformed);
      if (typeof answer !== 'string') return answer;
      results.push({ role: 'tool', content: [resultPart(id, name, answer)] });
    }
    return { type: 'answered', calls, results };
  }

  #wrong(why: string): string {
    if (++this.#malformed < mostMalformed) return why;
    throw new ModelFailure(
      'The language model calls tools in a way that cannot be read, again and again. Connect another one.',
    );
  }

  async #answer(name: string, input: unknown, signal: AbortSignal): Promise<string | Made> {
    const key = JSON.stringify([name, input]);
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    if (times >= mostRepeated) return { type: 'loops', name };
    if (times > 1)
      return 'You called this before with the same input; its answer is above and has not changed.';
    if (this.#leadsElsewhere(name, input)) return elsewhere;
    const call = await this.#tools.invoke(name, input);
    signal.throwIfAborted();
    if (call.status === 'AWAITING_CONSENT') return { type: 'waits' };
    if (call.status !== 'FAILED') this.#malformed = 0;
    return await outcome(call, this.#outgoing, this.#longest);
  }

  /** Whether a call is about other repositories than the one that may be looked at. */
  #leadsElsewhere(name: string, input: unknown): boolean {
    const only = this.#only;
    if (only && name === 'list_repositories') return true;
    if (!only || typeof input !== 'object' || input === null || !('repository' in input)) return false;
    const { repository } = input;
    return typeof repository === 'string' && ![only.id, only.name].includes(repository.trim());
  }
}

const elsewhere =
  'Held back: the conversation is about one repository, and only that one may be looked at. Leave "repository" out.';
