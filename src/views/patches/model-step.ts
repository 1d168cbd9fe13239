import * as l10n from '@vscode/l10n';
import type { Patch } from '../../api/contract/patches.ts';
import type { PatchModel } from '../../connection/patch-api.ts';

/** What is next where rules know no patch, and a language model may know one. */
export type ModelStep =
  /** None is connected. */
  | { readonly kind: 'connect' }
  /** It is on another machine, and nobody agreed to send code of this repository there. */
  | { readonly kind: 'agree'; readonly model: string; readonly host: string }
  | { readonly kind: 'ask'; readonly model: string }
  /** It was asked: asking once more brings nothing. */
  | { readonly kind: 'asked'; readonly model: string };

/**
 * @param model null where none is connected; undefined where the service asks none
 * @returns undefined where no model could help
 */
export function modelStep(
  model: PatchModel | null | undefined,
  { trace }: Pick<Patch, 'trace'>,
): ModelStep | undefined {
  if (model === undefined) return undefined;
  if (model === null) return { kind: 'connect' };
  const { title, host, traceName, isAgreed } = model;
  if (!isAgreed) return { kind: 'agree', model: title, host };
  return { kind: trace?.model === traceName ? 'asked' : 'ask', model: title };
}

/** The label of the button that does it; empty where there is nothing to do. */
export function stepLabel(step: ModelStep | undefined): string {
  switch (step?.kind) {
    case 'connect':
      return l10n.t('Connect a Language Model…');
    case 'agree':
      return l10n.t('Ask {0}…', step.model);
    case 'ask':
      return l10n.t('Ask {0}', step.model);
    case 'asked':
    case undefined:
      return '';
  }
}
