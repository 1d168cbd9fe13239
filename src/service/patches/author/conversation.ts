import type { JSONSchema7, ModelMessage, ToolSet } from 'ai';
import * as z from 'zod';
import { tokensOf } from '../../models/budget.ts';
import type { ModelConnection } from '../../models/connection.ts';
import { asFailure } from '../../models/failure.ts';
import { type Guarded, guardedFetch } from '../../models/guarded-fetch.ts';
import { resultPart } from '../../models/messages.ts';
import { languageModel } from '../../models/provider.ts';
import { listen } from '../../models/round.ts';
import type { AuthorLimits } from './author.ts';
import { type Answer, answerIn, proposalTools } from './proposal.ts';

export interface Asked {
  readonly answer: Answer;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What was answered, with what is said to that, for the next request. */
  readonly reply: (text: string) => ModelMessage[];
}

/** The requests to a model that is asked for a change, over connections of their own. */
export class Conversation implements AsyncDisposable {
  readonly #connection: ModelConnection;
  readonly #answerTokens: number;
  readonly #guarded: Guarded;

  constructor(connection: ModelConnection, answerTokens: number, { times, answerBytes }: AuthorLimits) {
    this.#connection = connection;
    this.#answerTokens = answerTokens;
    this.#guarded = guardedFetch(connection, { times, largestAnswer: answerBytes });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#guarded.close();
  }

  /** @throws ModelFailure, or the signal's reason */
  async ask(instructions: string, messages: readonly ModelMessage[], signal: AbortSignal): Promise<Asked> {
    const { streamText } = await import('ai');
    const model = await languageModel(this.#connection, this.#guarded.fetch);
    const tools = await toolsOf();
    let said = '';
    try {
      const { stream } = streamText({
        model,
        instructions,
        tools,
        messages: [...messages],
        maxOutputTokens: this.#answerTokens,
        maxRetries: 0,
        abortSignal: signal,
        onError: () => undefined,
      });
      const heard = listen(stream, tokensOf([instructions, ...messages]), signal);
      let next = await heard.next();
      while (next.done !== true) next = await heard.next();
      const { asked, inputTokens, outputTokens } = next.value;
      said = next.value.said;
      const [call] = asked;
      const answer = answerIn(said, asked);
      return {
        answer,
        inputTokens,
        outputTokens: Math.max(outputTokens, call ? 1 : 0),
        reply: (text) => {
          if (!call)
            return [
              { role: 'assistant', content: said === '' ? '(nothing)' : said },
              { role: 'user', content: text },
            ];
          const input = typeof call.input === 'object' && call.input !== null ? call.input : {};
          return [
            {
              role: 'assistant',
              content: [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input }],
            },
            { role: 'tool', content: [resultPart(call.id, call.name, text)] },
          ];
        },
      };
    } catch (error) {
      throw asFailure(error, signal);
    }
  }
}

async function toolsOf(): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    Object.entries(proposalTools).map(([name, { description, input }]) => {
      const schema = z.toJSONSchema(input, { io: 'input' });
      return [
        name,
        tool({ description, inputSchema: jsonSchema<Record<string, unknown>>(schema as JSONSchema7) }),
      ];
    }),
  );
}
