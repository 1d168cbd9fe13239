import * as vscode from 'vscode';
import { diagnosticSource, onDemandSource } from './diagnostics.ts';
import { issuesAt } from './hover.ts';
import type { IssueStore } from './issue-store.ts';
import { isOnDemand } from './known-issue.ts';

/** The light bulb at an issue: what can be done about it from the editor. */
export class IssueActions implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix];
  readonly #store: IssueStore;

  constructor(store: IssueStore) {
    this.#store = store;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const ours = context.diagnostics.filter(
      ({ source }) => source === diagnosticSource || source === onDemandSource,
    );
    if (ours.length === 0) return [];
    return issuesAt(this.#store, document.uri, range).flatMap(({ issue }) => {
      const related = ours.filter(({ code }) => typeof code === 'object' && code.value === issue.vulnClass);
      const action = (title: string, command: string) => {
        const one = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        one.diagnostics = related;
        one.command = { command, title, arguments: [issue.id] };
        return one;
      };
      const show = action(vscode.l10n.t('Show details: {0}', issue.title), 'parapet.showDetails');
      if (isOnDemand(issue)) return [show];
      return [
        show,
        action(vscode.l10n.t('Mark as false positive…: {0}', issue.title), 'parapet.markFalsePositive'),
        action(vscode.l10n.t('Accept the risk…: {0}', issue.title), 'parapet.acceptRisk'),
      ];
    });
  }
}
