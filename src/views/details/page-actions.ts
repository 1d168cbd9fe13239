import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import type { Issue } from '../../api/contract/issue.ts';
import { codeColumn, uriOf } from '../issues/locations.ts';
import type { Undoable } from './details-view.ts';
import { openManifest } from './manifest.ts';
import type { Position } from './messages.ts';
import type { needFromPage } from './patch-messages.ts';

/** The commands that buttons of the page run. */
export const decisionCommands = {
  falsePositive: 'parapet.markFalsePositive',
  acceptRisk: 'parapet.acceptRisk',
  reopen: 'parapet.reopenIssue',
} as const;

/** The commands that undo what was done on the page. */
export const undoCommands = { patch: 'parapet.undoPatch', decision: 'parapet.undoTriage' } as const;

/** Has the palette's commands be about the issue that is shown. */
export function tellUndoable({ isPatched, decided }: Undoable): void {
  void vscode.commands.executeCommand('setContext', 'parapet.canUndoPatch', isPatched);
  void vscode.commands.executeCommand('setContext', 'parapet.canUndo', decided > 0);
}

/** Shows a line of a file of the issue's folder. */
export async function openPlace(folder: string, file: string, line: number): Promise<void> {
  const at = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uriOf(folder, file), {
    viewColumn: codeColumn(),
    preview: true,
    selection: at,
  });
}

/** Helps with what a patch needs; nothing is set or installed. */
export async function helpWithNeed(
  { action, name }: z.infer<typeof needFromPage>,
  folder: string | undefined,
): Promise<void> {
  if (action === 'copy') {
    await vscode.env.clipboard.writeText(name);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', name), 3_000);
    return;
  }
  await openManifest(folder);
}

/** Opens only what is safe to open, and the tracker's issue, which may be on a network of its own. */
export async function openLink(text: string, tracker: string | undefined): Promise<void> {
  const url = vscode.Uri.parse(text, true);
  if (url.scheme === 'https' || (text === tracker && url.scheme === 'http'))
    await vscode.env.openExternal(url);
}

/** Returns the text of a step of a flow, with its number. */
export function stepText({ codeFlows }: Issue, { flow, step }: Position): string {
  const steps = codeFlows[flow]?.steps ?? [];
  const message = (steps[step]?.message ?? '').replaceAll('`', '');
  return vscode.l10n.t('Step {0} of {1}: {2}', step + 1, steps.length, message);
}
