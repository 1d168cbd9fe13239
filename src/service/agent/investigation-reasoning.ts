import { asData, dataRule, visible } from '../../agent/data.ts';
import { withoutSecrets } from '../../agent/secrets.ts';
import type { Core } from '../domain/context.ts';
import type { Reason } from '../domain/investigation-execution.ts';
import { type ModelConnection, type ModelTimes, traceName, usualTimes } from './analyst/model/connection.ts';
import type { ModelRegistry } from './model-registry.ts';
import { isAgreed } from './models.ts';

const times: ModelTimes = { ...usualTimes, firstPieceMs: 60_000, longestWaitMs: 10_000 };
const longestMs = 90_000;
const longest = 1_500;

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
    const known = models.of(organizationId);
    if (!known || !(await isAgreed(core, organizationId, repositoryId, known.model))) return undefined;
    const { connection } = known;
    asked();
    const facts = evidence.map(({ speaks, text }) => `- (${speaks}) ${text}`).join('\n');
    const said = [
      asData(JSON.stringify(finding), 'finding and verdict'),
      asData(facts, 'facts'),
      context === null ? '' : asData(context, 'what the person who asked knows'),
    ].join('\n\n');
    const text = await answered(
      connection,
      withoutSecrets('message', said),
      AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    );
    const words = visible(text).replace(/[\s]+/g, ' ').trim().slice(0, longest);
    return words === '' ? undefined : { model: traceName(connection), text: words };
  };
}

async function answered(connection: ModelConnection, prompt: string, signal: AbortSignal): Promise<string> {
  const [{ guardedFetch }, { languageModel }, { asFailure }, { SafeOutput }, { streamText }] =
    await Promise.all([
      import('./analyst/model/guarded-fetch.ts'),
      import('./analyst/model/provider.ts'),
      import('./analyst/model/failure.ts'),
      import('./analyst/model/safe-output.ts'),
      import('ai'),
    ]);
  const { mayBePrivate, baseUrl } = connection;
  const guarded = guardedFetch(baseUrl, { mayBePrivate, times });
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
    const output = new SafeOutput();
    let text = '';
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += output.add(part.text);
    }
    return text + output.end();
  } catch (error) {
    throw asFailure(error, signal);
  } finally {
    await guarded.close();
  }
}
