import * as vscode from 'vscode';
import type { Answers } from './ask.ts';

/** A button that copies the name of what a patch needs, or all names. */
export function copyNames(names: readonly string[]): Answers {
  if (names.length === 0) return {};
  const title =
    names.length === 1 ? vscode.l10n.t('Copy {0}', names.join('')) : vscode.l10n.t('Copy the Names');
  return { [title]: () => vscode.env.clipboard.writeText(names.join('\n')) };
}
