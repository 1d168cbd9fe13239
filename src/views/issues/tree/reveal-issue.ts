import * as vscode from 'vscode';
import type { KnownIssue } from '../known-issue.ts';
import type { FilterState } from './filter-state.ts';
import type { IssuesView } from './issues-view.ts';

/** Selects an issue in the Issues view; where the filter leaves it out, offers to clear the filter. */
export async function revealIssue(known: KnownIssue, view: IssuesView, filter: FilterState): Promise<void> {
  if (await view.reveal(known)) return;
  if (!filter.isActive) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The settings of severity and category leave this issue out of the view.'),
    );
    return;
  }
  const clear = vscode.l10n.t('Clear Filter');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('The filter leaves this issue out of the view.'),
    clear,
  );
  if (picked !== clear) return;
  filter.clear();
  await view.reveal(known);
}
