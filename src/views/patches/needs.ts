import * as l10n from '@vscode/l10n';
import type { Patch, PatchNeed } from '../../api/contract/patches.ts';

/** What a patch needs before the program works with it, and how a person is helped to provide it. */
export interface NeedView {
  /** Names of the code stand between backticks. */
  readonly text: string;
  /** The variable, package or setting. */
  readonly name: string;
  readonly kind: 'environment' | 'package' | 'setting';
}

export function needViews({ needs = [] }: Pick<Patch, 'needs'>): NeedView[] {
  return needs.flatMap((need) => viewOf(need) ?? []);
}

function viewOf({ environment, package: library, setting, text }: PatchNeed): NeedView | undefined {
  if (environment !== undefined)
    return {
      kind: 'environment',
      name: environment,
      text: l10n.t('Before it runs: set the environment variable `{0}`. {1}', environment, text),
    };
  if (library !== undefined)
    return {
      kind: 'package',
      name: library,
      text: l10n.t('Before it runs: install the package `{0}`. {1}', library, text),
    };
  return setting === undefined
    ? undefined
    : {
        kind: 'setting',
        name: setting,
        text: l10n.t('Before it runs: change the setting `{0}`. {1}', setting, text),
      };
}

/** The names of what patches need together, each once. */
export function neededNames(patches: readonly Pick<Patch, 'needs'>[]): readonly string[] {
  return [...new Set(patches.flatMap(needViews).map(({ name }) => name))];
}

/** What patches need together, in one sentence; empty where they need nothing. */
export function needSentence(patches: readonly Pick<Patch, 'needs'>[]): string {
  const names = neededNames(patches);
  if (names.length === 0) return '';
  return names.length === 1
    ? l10n.t('It needs {0} where the program runs.', names.join(''))
    : l10n.t('Together they need {0} where the program runs.', names.join(', '));
}
