import * as vscode from 'vscode';
import type { KnownIssue } from '../issues/known-issue.ts';
import { type Answers, ask } from './ask.ts';
import { type ModelStep, stepLabel } from './model-step.ts';
import type { PatchState } from './patch-words.ts';

/** Says why issues have no patch, with what can be done about it. @param step before a language model is asked */
export async function offerMore(
  log: vscode.LogOutputChannel,
  text: string,
  known: readonly KnownIssue[],
  state: PatchState,
  step: ModelStep | undefined,
): Promise<void> {
  const ids = known.map(({ issue }) => issue.id);
  const [first] = ids;
  const details = { [vscode.l10n.t('Details')]: () => run('showDetails', first) };
  const model = stepLabel(step);
  const asked: Answers = model === '' ? {} : { [model]: () => run('askModelForPatch', first) };
  switch (state) {
    case 'busy':
      return await ask(log, text, {
        [vscode.l10n.t('Cancel the Patch')]: () => run('cancelPatch', first, ids),
        ...details,
      });
    case 'unpatchable':
      return await ask(log, text, {
        [vscode.l10n.t('How to Fix')]: () => run('howToFix', first),
        ...asked,
      });
    default:
      return await ask(log, text, {
        ...asked,
        [vscode.l10n.t('Try Anyway')]: () => run('forcePatch', first, ids),
        ...details,
      });
  }
}

/** Through the command, so that a failure is told with what can be done about it. */
export async function run(command: string, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`parapet.${command}`, ...args);
}
