import * as vscode from 'vscode';
import type { IssueStore } from '../issue-store.ts';
import { sourceOf } from './diagnostics.ts';
import { issuesAt } from './hover.ts';
import { issueOffers } from './issue-offers.ts';

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
    if (context.diagnostics.length === 0) return [];
    // Several advisories of a package are ended by one upgrade.
    const offered = new Set<string>();
    return issuesAt(this.#store, document.uri, range).flatMap((known) => {
      const { issue } = known;
      const related = context.diagnostics.filter(
        ({ source, code }) =>
          source === sourceOf(issue) && typeof code === 'object' && code.value === issue.vulnClass,
      );
      if (related.length === 0) return [];
      const offers = issueOffers(known).filter(({ title }) => !issue.dependency || !offered.has(title));
      return offers.map(({ title, command, isFix }) => {
        offered.add(title);
        const one = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        one.diagnostics = related;
        one.command = { command, title, arguments: [issue.id] };
        if (isFix) one.isPreferred = true;
        return one;
      });
    });
  }
}
