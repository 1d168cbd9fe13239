import type { JSONSchema7, ToolSet } from 'ai';
import * as z from 'zod';
import type { AnswerEvent } from '../../../models/answer-event.ts';
import { fitting, longestResultIn, tokensOf } from '../../../models/budget.ts';
import { type ModelConnection, type ModelTimes, traceName, usualTimes } from '../../../models/connection.ts';
import { type Guarded, guardedFetch } from '../../../models/guarded-fetch.ts';
import { modelMessages } from '../../../models/messages.ts';
import { Outgoing } from '../../../models/outgoing.ts';
import { languageModel } from '../../../models/provider.ts';
import { listen } from '../../../models/round.ts';
import type { Analyst, Turn } from '../analyst.ts';
import { ModelCalls } from './calls.ts';
import { instructionsOf } from './instructions.ts';

export interface ModelLimits {
  /** Rounds of the model in a job. */
  readonly steps: number;
  /** Tokens in and out that a job may use, as the model counts them, or as they are estimated where it does not. */
  readonly tokens: number;
  /** Tokens of one round's answer. */
  readonly answerTokens: number;
}

export const usualModelLimits: ModelLimits = { steps: 16, tokens: 600_000, answerTokens: 4_096 };

export interface ModelAnalystOptions {
  readonly connection: ModelConnection;
  readonly contextTokens: number;
  /** Whether a scan of the conversation's repository reads a file; what it does not read goes to no model. */
  readonly mayRead: (path: string) => Promise<boolean>;
  /** Keeps to the conversation's repository, where it was agreed that code of that one goes to a model elsewhere. */
  readonly keepsToRepository?: boolean;
  readonly limits?: ModelLimits;
  readonly times?: ModelTimes;
}

/** Lets a language model answer with the tools: it asks for calls, the toolbox makes them or asks the person. */
export function modelAnalyst(options: ModelAnalystOptions): Analyst {
  const { connection } = options;
  return {
    kind: 'model',
    model: traceName(connection),
    answer: (turn, signal) => answer(options, turn, signal),
  };
}

async function* answer(
  options: ModelAnalystOptions,
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { connection, times = usualTimes } = options;
  const guarded = guardedFetch(connection, { times });
  try {
    yield* converse(options, turn, signal, guarded);
  } finally {
    await guarded.close();
  }
}

async function* converse(
  { connection, contextTokens, mayRead, keepsToRepository, limits = usualModelLimits }: ModelAnalystOptions,
  turn: Turn,
  signal: AbortSignal,
  guarded: Guarded,
): AsyncGenerator<AnswerEvent, void> {
  const outgoing = new Outgoing(mayRead);
  const instructions = outgoing.text(instructionsOf(turn));
  const model = await languageModel(connection, guarded.fetch);
  const { streamText } = await import('ai');
  const { tools, tokens: toolTokens } = await toolsOf(turn);
  const maxOutputTokens = Math.min(limits.answerTokens, Math.floor(contextTokens / 6));
  const fixed = tokensOf(instructions) + toolTokens;
  const room = Math.max(1_000, contextTokens - maxOutputTokens - fixed);
  const longest = longestResultIn(room);
  const messages = await modelMessages(turn.history, turn.answered, outgoing, longest);
  const calls = new ModelCalls(
    turn.tools,
    outgoing,
    longest,
    keepsToRepository ? turn.repository : undefined,
  );
  let used = 0;
  for (let step = 1; ; step++) {
    yield* outgoing.takeSent();
    yield { type: 'stage', stage: step === 1 ? 'Asking the language model' : 'The language model goes on' };
    const sending = fitting(messages, room);
    const options = { model, instructions, tools, maxOutputTokens, maxRetries: 0, onError: () => undefined };
    const { stream } = streamText({ ...options, messages: sending, abortSignal: signal });
    const { said, asked, inputTokens, outputTokens } = yield* listen(
      stream,
      fixed + tokensOf(sending),
      signal,
    );
    yield { type: 'usage', inputTokens, outputTokens };
    used += inputTokens + outputTokens;
    const isSilent = said.trim() === '';
    if (asked.length === 0) {
      if (isSilent) yield say('The language model gave no answer. Ask again, or in other words.');
      break;
    }
    const made = await calls.make(asked, signal);
    if (made.type === 'waits') {
      if (isSilent) yield say('This needs your consent.');
      break;
    }
    if (made.type === 'loops') {
      yield say(
        `\n\nI stop here: the language model called \`${made.name}\` with the same input again and again.`,
      );
      break;
    }
    const text = isSilent ? [] : [{ type: 'text' as const, text: said }];
    messages.push({ role: 'assistant', content: [...text, ...made.calls] }, ...made.results);
    if (!isSilent && !said.endsWith('\n')) yield say('\n\n');
    if (step >= limits.steps || used >= limits.tokens) {
      const bound =
        step >= limits.steps ? `${limits.steps} rounds` : `${limits.tokens.toLocaleString('en')} tokens`;
      yield say(
        `I stop here, after ${bound}: that is what one question may take. Ask on from what is above.`,
      );
      break;
    }
  }
  yield* outgoing.takeSent();
  if (outgoing.notice !== '') yield say(`\n\n${outgoing.notice}`);
}

const say = (text: string): AnswerEvent => ({ type: 'text', text });

/** The tools as a model is told of them. The toolbox checks inputs, so that what is wrong is said in its words. */
async function toolsOf({ tools }: Turn): Promise<{ readonly tools: ToolSet; readonly tokens: number }> {
  const { jsonSchema, tool } = await import('ai');
  const told: ToolSet = {};
  let tokens = 0;
  for (const { name, description, input } of tools.all) {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    told[name] = tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(schema as JSONSchema7),
    });
    tokens += tokensOf([name, description, schema]);
  }
  return { tools: told, tokens };
}
