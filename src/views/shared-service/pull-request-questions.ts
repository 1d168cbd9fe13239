import * as vscode from 'vscode';

/**
 * Asks for the number of a branch's pull request and the branch it goes into.
 * @param bases the branches to choose from; one alone is not asked about
 * @returns undefined where the person gave up
 */
export async function askPullRequest(
  branch: string,
  bases: readonly string[],
): Promise<{ readonly number: number; readonly base: string } | undefined> {
  const title = vscode.l10n.t('Scan the pull request of {0}', branch);
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The number of the pull request or merge request'),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^#?[1-9]\d{0,8}$/.test(text.trim()) ? undefined : vscode.l10n.t('Enter a number, such as 7.'),
  });
  if (typed === undefined) return undefined;
  const number = Number(typed.trim().replace('#', ''));
  const [only, ...others] = bases;
  if (only !== undefined && others.length === 0) return { number, base: only };
  const base =
    only === undefined
      ? await vscode.window.showInputBox({
          title,
          prompt: vscode.l10n.t('The branch that it is to be merged into'),
          value: 'main',
          ignoreFocusOut: true,
        })
      : await vscode.window.showQuickPick(bases, {
          title,
          placeHolder: vscode.l10n.t('The branch that it is to be merged into'),
          ignoreFocusOut: true,
        });
  return base === undefined || base.trim() === '' ? undefined : { number, base: base.trim() };
}
