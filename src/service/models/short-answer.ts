import { tokensOf } from './budget.ts';
import type { ModelConnection, ModelTimes } from './connection.ts';
import { usualTimes } from './connection.ts';
import type { Usage } from './usage.ts';

const times: ModelTimes = { ...usualTimes, firstPieceMs: 60_000, longestWaitMs: 10_000 };
/** Characters of an answer that are looked at. */
const longestRead = 10_000;

export interface ShortQuestion {
  readonly instructions: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
}

/**
 * What a language model answers to one question, as text. It has no tools.
 * @param used counts what it took
 * @throws ModelFailure, or the signal's reason
 */
export async function shortAnswer(
  connection: ModelConnection,
  { instructions, prompt, maxOutputTokens }: ShortQuestion,
  used: Usage,
  signal: AbortSignal,
): Promise<string> {
  const [{ guardedFetch }, { languageModel }, { asFailure }, { streamText }] = await Promise.all([
    import('./guarded-fetch.ts'),
    import('./provider.ts'),
    import('./failure.ts'),
    import('ai'),
  ]);
  const guarded = guardedFetch(connection, { times });
  try {
    const model = await languageModel(connection, guarded.fetch);
    const { stream } = streamText({
      model,
      instructions,
      prompt,
      maxOutputTokens,
      abortSignal: signal,
      maxRetries: 0,
      onError: () => undefined,
    });
    let text = '';
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta' && text.length < longestRead) text += part.text;
      if (part.type === 'finish-step') {
        const { inputTokens = tokensOf(prompt), outputTokens = tokensOf(text) } = part.usage;
        used.asked(inputTokens, outputTokens);
      }
    }
    return text.slice(0, longestRead);
  } catch (error) {
    throw asFailure(error, signal);
  } finally {
    await guarded.close();
  }
}
