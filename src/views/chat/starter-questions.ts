import * as l10n from '@vscode/l10n';

/** Returns what a new conversation offers to ask. Each has an answer also where no language model is connected. */
export function starterQuestions(): readonly string[] {
  return [
    l10n.t('What should I fix first?'),
    l10n.t('What is new since the last scan?'),
    l10n.t('Which issues can be fixed with a patch?'),
    l10n.t('What was not analysed?'),
    l10n.t('Which dependencies are vulnerable?'),
  ];
}
