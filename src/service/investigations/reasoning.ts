import { asData, dataRule } from '../../agent/data.ts';
import { withoutSecrets } from '../../agent/secrets.ts';
import type { Core } from '../core/context.ts';
import { traceName } from '../models/connection.ts';
import type { ModelRegistry } from '../models/model-registry.ts';
import { mayAsk } from '../models/models.ts';
import { safeLine } from '../models/safe-output.ts';
import { shortAnswer } from '../models/short-answer.ts';
import { usage } from '../models/usage.ts';
import type { Reason } from './investigation-execution.ts';

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
    const prompt = withoutSecrets('message', said);
    const question = { instructions, prompt, maxOutputTokens: 600 };
    const text = await shortAnswer(connection, question, used, ending).catch(() => '');
    signal.throwIfAborted();
    return { text: safeLine(text, longest), trace: used.trace(performance.now() - startedAt) };
  };
}
