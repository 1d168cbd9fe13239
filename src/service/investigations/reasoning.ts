import { asData, dataRule } from '../../agent/data.ts';
import { withoutSecrets } from '../../agent/secrets.ts';
import type { Core } from '../core/context.ts';
import { tokensOf } from '../models/budget.ts';
import { type ModelConnection, type ModelTimes, traceName, usualTimes } from '../models/connection.ts';
import type { ModelRegistry } from '../models/model-registry.ts';
import { mayAsk } from '../models/models.ts';
import { safeLine } from '../models/safe-output.ts';
import { type Usage, usage } from '../models/usage.ts';
import type { Reason } from './investigation-execution.ts';

const times: ModelTimes = { ...usualTimes, firstPieceMs: 60_000, longestWaitMs: 10_000 };
const longestMs = 90_000;
const longest = 1_500;
/** Characters of an answer that are looked at: white space among them is not kept. */
const longestRead = 10_000;

const instructions = [
  'You judge one finding of a security analysis. You are given the facts that the analysis gathered, what each speaks for, and its verdict.',
  'Say in at most 120 words, as plain text without Markdown, what follows from these facts: whether you agree with the verdict, what decides it, and what is still open. Use no fact that is not given. Do not repeat the facts.',
  dataRule,
].join('\n\n');

/**
 * What a language model makes of the facts of an investigation. It is asked only where one is connected and may be sent
 * the repository; it is given the facts alone, without code, and its words decide nothing.
 */
export function reasoner(core: Pick<Core, 'db'>, models: ModelRegistry): Reason {
  return async (investigated, signal, asked) => {
    const { organizationId, repositoryId, context, evidence, ...finding } = investigated;
    const known = await mayAsk(core, models, organizationId, repositoryId);
    if (!known) return undefined;
    const { connection } = known;
    asked();
    const facts = evidence.map(({ speaks, text }) => `- (${speaks}) ${text}`).join('\n');
    const said = [
      asData(JSON.stringify(finding), 'finding and verdict'),
      asData(facts, 'facts'),
      context === null ? '' : asData(context, 'what the person who asked knows'),
    ].join('\n\n');
    const used = usage(traceName(connection));
    const startedAt = performance.now();
    const ending = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    const text = await answered(connection, withoutSecrets('message', said), used, ending).catch(() => '');
    signal.throwIfAborted();
    return { text: safeLine(text, longest), trace: used.trace(performance.now() - startedAt) };
  };
}

/** @throws ModelFailure, or the signal's reason */
async function answered(
  connection: ModelConnection,
  prompt: string,
  used: Usage,
  signal: AbortSignal,
): Promise<string> {
  const [{ guardedFetch }, { languageModel }, { asFailure }, { streamText }] = await Promise.all([
    import('../models/guarded-fetch.ts'),
    import('../models/provider.ts'),
    import('../models/failure.ts'),
    import('ai'),
  ]);
  const guarded = guardedFetch(connection, { times });
  try {
    const model = await languageModel(connection, guarded.fetch);
    const { stream } = streamText({
      model,
      instructions,
      prompt,
      maxOutputTokens: 600,
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
