import * as vscode from 'vscode';
import type { IssueStore } from '../issue-store.ts';
import { keyOfUri } from '../locations.ts';
import { codeOf, sourceOf } from './diagnostics.ts';
import { issuesAt } from './hover.ts';
import { issueOffers } from './issue-offers.ts';
import { fewOfEachPackage, upgradeAllOffer } from './package-offers.ts';

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
    const offers = issuesAt(this.#store, document.uri, range).flatMap(({ issue, ...known }) => {
      const related = context.diagnostics.filter(
        ({ source, code }) =>
          source === sourceOf(issue) && typeof code === 'object' && code.value === codeOf(issue),
      );
      if (related.length === 0) return [];
      const all = issue.dependency && upgradeAllOffer(this.#store.ofFile(keyOfUri(document.uri)));
      const own = issueOffers({ ...known, issue });
      return [...own, ...(all ? [all] : [])].map((offer) => ({ offer, issue, related }));
    });
    // One upgrade ends all advisories of a package: it stands first, and once.
    const first = new Map(
      offers
        .filter(({ offer }) => offer.isFirst)
        .map((one) => [one.offer.title, one] as const)
        .reverse(),
    );
    const ordered = [...[...first.values()].reverse(), ...offers.filter(({ offer }) => !offer.isFirst)];
    return fewOfEachPackage(ordered).map(({ offer: { title, command, isFix }, issue, related }) => {
      const one = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      one.diagnostics = related;
      one.command = { command, title, arguments: [issue.id] };
      if (isFix) one.isPreferred = true;
      return one;
    });
  }
}
