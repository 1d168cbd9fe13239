import * as vscode from 'vscode';
import { longestContext } from '../issues/limits.ts';
import { countCharacters } from '../triage/triage-questions.ts';

/**
 * Asks for context: what the person knows and the code does not say.
 * @param unsent what could not be sent the last time
 * @returns empty where nothing was added; undefined when the user would rather leave it
 */
export async function askContext(count: number, unsent: string): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: count === 1 ? vscode.l10n.t('Investigate') : vscode.l10n.t('Investigate {0} issues', count),
    prompt: vscode.l10n.t(
      'Add context (optional). Only a language model can use it, if one is connected. For several lines, use the details page.',
    ),
    placeHolder: vscode.l10n.t('Example: this runs behind a gateway that checks the address'),
    value: unsent,
    ignoreFocusOut: true,
    validateInput: (text) => countCharacters(text, longestContext),
  });
}
