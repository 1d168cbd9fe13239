import * as l10n from '@vscode/l10n';
import type { ModelTrace } from '../../api/contract/model-trace.ts';
import type { Patch } from '../../api/contract/patches.ts';

/** Who thought out a patch, in one sentence; empty where the service does not say. */
export function originText({ madeBy, trace }: Pick<Patch, 'madeBy' | 'trace'>): string {
  if (madeBy === 'rules') return l10n.t('Made by rules, without a language model.');
  if (madeBy !== 'model') return '';
  return trace
    ? l10n.t('Proposed by the language model {0}, and held to the same proof as any other.', trace.model)
    : l10n.t('Proposed by a language model, and held to the same proof as any other.');
}

/** What a language model took for something: how often it was asked, tokens, time, and what of the code it was sent. */
export function traceText({
  model,
  rounds,
  inputTokens,
  outputTokens,
  durationMs,
  sent,
}: ModelTrace): string {
  const seconds = Math.max(0.1, durationMs / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 });
  const tokens = (inputTokens + outputTokens).toLocaleString();
  const took =
    rounds === 1
      ? l10n.t('{0} was asked once: {1} tokens, {2} s.', model, tokens, seconds)
      : l10n.t('{0} was asked {1} times: {2} tokens, {3} s.', model, rounds, tokens, seconds);
  if (sent.length === 0) return `${took} ${l10n.t('No code was sent to it.')}`;
  const kilobytes = (sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000).toLocaleString(undefined, {
    maximumFractionDigits: 1,
  });
  const [first, ...others] = sent;
  const files =
    others.length === 0 ? (first?.path ?? '') : l10n.t('{0} and {1} more', first?.path ?? '', others.length);
  return `${took} ${l10n.t('It was sent {0} kB of code: {1}.', kilobytes, files)}`;
}
