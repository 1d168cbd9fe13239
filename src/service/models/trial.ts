import { type ModelConnection, type ModelTimes, usualTimes } from './connection.ts';
import { asFailure } from './failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { languageModel } from './provider.ts';

const trialTimes: ModelTimes = { ...usualTimes, idleMs: 30_000, longestWaitMs: 5_000 };

/**
 * Tries a model with one short request that has nothing of the code in it.
 * @throws ModelFailure with the reason why it does not answer
 */
export async function tryModel(connection: ModelConnection, times = trialTimes): Promise<void> {
  const guarded = guardedFetch(connection, { times });
  const unused = new AbortController().signal;
  try {
    const model = await languageModel(connection, guarded.fetch);
    const { streamText } = await import('ai');
    const { stream } = streamText({
      model,
      prompt: 'Answer with the word: ready',
      maxOutputTokens: 32,
      maxRetries: 0,
      onError: () => undefined,
    });
    let isAnswer = false;
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish-step') isAnswer = true;
    }
    if (!isAnswer) throw new Error('The stream ended without an end.');
  } catch (error) {
    throw asFailure(error, unused);
  } finally {
    await guarded.close();
  }
}
