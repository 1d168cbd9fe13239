import type { TextStreamPart, ToolSet } from 'ai';
import type { AnswerEvent } from './answer-event.ts';
import { tokensOf } from './budget.ts';
import { asFailure } from './failure.ts';
import { SafeOutput } from './safe-output.ts';

/** A call that a model asks for. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why it is none, in words for the model. */
  readonly malformed?: string;
}

/** What came of one request to a model. */
export interface Round {
  /** As the model said it, which is not what was shown. */
  readonly said: string;
  readonly asked: readonly AskedCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Shows what a model says as it says it, and gathers what it asks for.
 * @param sentTokens an estimate of what was sent, where the model does not count
 * @throws ModelFailure, or the signal's reason
 */
export async function* listen(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  sentTokens: number,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Round> {
  const output = new SafeOutput();
  const asked: AskedCall[] = [];
  let said = '';
  let inputTokens = sentTokens;
  let outputTokens: number | undefined;
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        said += part.text;
        const shown = output.add(part.text);
        if (shown !== '') yield { type: 'text', text: shown };
      } else if (part.type === 'tool-call') {
        const { toolCallId: id, toolName: name, input, invalid, error } = part;
        asked.push({ id, name, input, ...(invalid === true && { malformed: malformedWords(error) }) });
      } else if (part.type === 'finish-step') {
        inputTokens = part.usage.inputTokens ?? inputTokens;
        outputTokens = part.usage.outputTokens;
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
  return { said, asked, inputTokens, outputTokens: outputTokens ?? tokensOf(said) };
}

function malformedWords(error: unknown): string {
  const isUnknown =
    error instanceof Error && /unavailable|no such tool/i.test(`${error.name} ${error.message}`);
  return isUnknown
    ? 'There is no tool of this name. Use those that you were given.'
    : 'The arguments are no valid JSON object. Call it again with valid arguments.';
}
