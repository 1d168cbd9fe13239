import type { JSONSchema7, ModelMessage, ToolSet } from 'ai';
import * as z from 'zod';
import type { Analyst, AnalystEvent, Turn } from '../analyst.ts';
import { fitting, longestResultIn, tokensOf } from './budget.ts';
import { type ModelConnection, type ModelTimes, traceName, usualTimes } from './connection.ts';
import { asFailure, ModelFailure } from './failure.ts';
import { type Guarded, guardedFetch } from './guarded-fetch.ts';
import { instructionsOf } from './instructions.ts';
import { modelMessages, outcome, resultPart } from './messages.ts';
import { Outgoing } from './outgoing.ts';
import { languageModel } from './provider.ts';
import { SafeOutput } from './safe-output.ts';

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
): AsyncGenerator<AnalystEvent, void> {
  const waits: string[] = [];
  const guarded = guardedFetch(
    options.connection.baseUrl,
    { mayBePrivate: options.connection.mayBePrivate, times: options.times ?? usualTimes },
    (seconds) => waits.push(`The language model asks to wait ${seconds} s`),
  );
  try {
    yield* converse(options, turn, signal, guarded, waits);
  } finally {
    await guarded.close();
  }
}

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why it is no call at all. */
  readonly malformed?: string;
}

/** Calls that a model may get wrong one after the other, and times that it may make the very same one. */
const mostMalformed = 4;
const mostRepeated = 3;

async function* converse(
  { connection, contextTokens, mayRead, limits = usualModelLimits }: ModelAnalystOptions,
  turn: Turn,
  signal: AbortSignal,
  guarded: Guarded,
  waits: string[],
): AsyncGenerator<AnalystEvent, void> {
  const outgoing = new Outgoing(mayRead);
  const system = outgoing.text(instructionsOf(turn));
  const model = await languageModel(connection, guarded.fetch);
  const { jsonSchema, streamText, tool } = await import('ai');
  // The toolbox checks inputs: what is wrong with one is told to the model in its words.
  const tools: ToolSet = {};
  for (const { name, description, input } of turn.tools.all) {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    tools[name] = tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(schema as JSONSchema7),
    });
  }
  const answerTokens = Math.min(limits.answerTokens, Math.floor(contextTokens / 6));
  const room = Math.max(1_000, contextTokens - answerTokens - tokensOf(system) - tokensOf(schemasOf(turn)));
  const longest = longestResultIn(room);
  const messages = await modelMessages(turn.history, turn.answered, outgoing, longest);
  const made = new Map<string, number>();
  let used = 0;
  let malformed = 0;
  for (let step = 1; ; step++) {
    yield* outgoing.takeSent();
    yield { type: 'stage', stage: step === 1 ? 'Asking the language model' : 'The language model goes on' };
    const output = new SafeOutput();
    const asked: Asked[] = [];
    const sending = fitting(messages, room);
    let said = '';
    let shownTokens = { in: tokensOf(system) + tokensOf(sending), out: 0 };
    const stream = streamText({
      model,
      instructions: system,
      messages: sending,
      tools,
      maxOutputTokens: answerTokens,
      abortSignal: signal,
      maxRetries: 0,
      onError: () => undefined,
    });
    try {
      for await (const part of stream.stream) {
        for (const stage of waits.splice(0)) yield { type: 'stage', stage };
        if (part.type === 'text-delta') {
          said += part.text;
          const shown = output.add(part.text);
          if (shown !== '') yield { type: 'text', text: shown };
        } else if (part.type === 'tool-call') {
          const { toolCallId: id, toolName: name, input } = part;
          asked.push({
            id,
            name,
            input,
            ...(part.invalid === true && { malformed: malformedWords(part.error) }),
          });
        } else if (part.type === 'finish-step') {
          shownTokens = {
            in: part.usage.inputTokens ?? shownTokens.in,
            out: part.usage.outputTokens ?? tokensOf(said),
          };
        } else if (part.type === 'error') {
          throw part.error;
        }
      }
    } catch (error) {
      throw asFailure(error, signal);
    }
    signal.throwIfAborted();
    const rest = output.end();
    if (rest !== '') yield { type: 'text', text: rest };
    yield { type: 'usage', inputTokens: shownTokens.in, outputTokens: shownTokens.out };
    used += shownTokens.in + shownTokens.out;
    if (asked.length === 0) {
      if (said.trim() === '')
        yield { type: 'text', text: 'The language model gave no answer. Ask again, or in other words.' };
      break;
    }
    const text = said.trim() === '' ? [] : [{ type: 'text' as const, text: said }];
    const results: ModelMessage[] = [];
    const calls: {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
    }[] = [];
    for (const { id, name, input, malformed: wrong } of asked.slice(0, mostAtOnce)) {
      const isObject = typeof input === 'object' && input !== null;
      calls.push({ type: 'tool-call', toolCallId: id, toolName: name, input: isObject ? input : {} });
      if (wrong !== undefined) {
        malformed++;
        results.push({ role: 'tool', content: [resultPart(id, name, wrong)] });
        if (malformed >= mostMalformed)
          throw new ModelFailure(
            'The language model calls tools in a way that cannot be read, again and again. Connect another one.',
          );
        continue;
      }
      const key = JSON.stringify([name, input]);
      const times = (made.get(key) ?? 0) + 1;
      made.set(key, times);
      if (times >= mostRepeated) {
        yield {
          type: 'text',
          text: `\n\nI stop here: the language model called \`${name}\` with the same input again and again.`,
        };
        yield* ending(outgoing);
        return;
      }
      const call = times > 1 ? undefined : await turn.tools.invoke(name, input);
      signal.throwIfAborted();
      if (call?.status === 'AWAITING_CONSENT') {
        if (said.trim() === '') yield { type: 'text', text: 'This needs your consent.' };
        yield* ending(outgoing);
        return;
      }
      if (call && call.status !== 'FAILED') malformed = 0;
      const value = call
        ? await outcome(call, outgoing, longest)
        : 'You called this before with the same input; its answer is above and has not changed.';
      results.push({ role: 'tool', content: [resultPart(id, name, value)] });
    }
    messages.push({ role: 'assistant', content: [...text, ...calls] }, ...results);
    if (said.trim() !== '' && !said.endsWith('\n')) yield { type: 'text', text: '\n\n' };
    if (step >= limits.steps || used >= limits.tokens) {
      const bound =
        step >= limits.steps ? `${limits.steps} rounds` : `${limits.tokens.toLocaleString('en')} tokens`;
      yield {
        type: 'text',
        text: `I stop here, after ${bound}: that is what one question may take. Ask on from what is above.`,
      };
      break;
    }
  }
  yield* ending(outgoing);
}

/** Calls of one round; others are not answered, and a model asks again. */
const mostAtOnce = 8;

function* ending(outgoing: Outgoing): Generator<AnalystEvent, void> {
  yield* outgoing.takeSent();
  if (outgoing.notice !== '') yield { type: 'text', text: `\n\n${outgoing.notice}` };
}

function schemasOf({ tools }: Turn): unknown {
  return tools.all.map(({ name, description, input }) => [
    name,
    description,
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  ]);
}

function malformedWords(error: unknown): string {
  const isUnknown =
    error instanceof Error && /unavailable|no such tool/i.test(`${error.name} ${error.message}`);
  return isUnknown
    ? 'There is no tool of this name. Use those that you were given.'
    : 'The arguments are no valid JSON object. Call it again with valid arguments.';
}
