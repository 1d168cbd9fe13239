import * as vscode from 'vscode';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { isUnderWay } from '../investigation/words.ts';
import { canBePatched, patchState } from '../patches/patch-words.ts';
import { sourceOf } from './diagnostics.ts';
import { issuesAt } from './hover.ts';
import type { IssueStore } from './issue-store.ts';
import { isOnDemand } from './known-issue.ts';
import { isResolved } from './ranking.ts';

interface Offer {
  readonly title: string;
  readonly command: string;
  /** Whether it is what the editor's “auto fix” does. */
  readonly isFix?: boolean;
}

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
    return issuesAt(this.#store, document.uri, range).flatMap(({ issue }) => {
      const related = context.diagnostics.filter(
        ({ source, code }) =>
          source === sourceOf(issue) && typeof code === 'object' && code.value === issue.vulnClass,
      );
      if (related.length === 0) return [];
      return offers(issue).map(({ title, command, isFix }) => {
        const one = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        one.diagnostics = related;
        one.command = { command, title, arguments: [issue.id] };
        if (isFix) one.isPreferred = true;
        return one;
      });
    });
  }
}

function offers(issue: IssueListItem): readonly Offer[] {
  const show: Offer = {
    title: vscode.l10n.t('Show details: {0}', issue.title),
    command: 'parapet.showDetails',
  };
  if (isOnDemand(issue) || isResolved(issue.status)) return [show];
  return [
    ...patchOffers(issue),
    show,
    isUnderWay(issue.investigation?.status)
      ? {
          title: vscode.l10n.t('Cancel the investigation: {0}', issue.title),
          command: 'parapet.cancelInvestigation',
        }
      : { title: vscode.l10n.t('Investigate…: {0}', issue.title), command: 'parapet.investigate' },
    { title: vscode.l10n.t('Ask the agent: {0}', issue.title), command: 'parapet.askAgent' },
    {
      title: vscode.l10n.t('Mark as false positive…: {0}', issue.title),
      command: 'parapet.markFalsePositive',
    },
    { title: vscode.l10n.t('Accept the risk…: {0}', issue.title), command: 'parapet.acceptRisk' },
    { title: vscode.l10n.t('Triage…: {0}', issue.title), command: 'parapet.triage' },
  ];
}

/** What makes sense in the state that the issue's patch is in, and nothing else. */
function patchOffers(issue: IssueListItem): readonly Offer[] {
  if (!canBePatched(issue)) return [];
  const { title, patch } = issue;
  switch (patchState(patch)) {
    case 'none':
      return [{ title: vscode.l10n.t('Generate patch: {0}', title), command: 'parapet.generatePatch' }];
    case 'busy':
      return [
        {
          title: vscode.l10n.t('Cancel the patch that is being made: {0}', title),
          command: 'parapet.cancelPatch',
        },
      ];
    case 'ready':
      return [
        { title: vscode.l10n.t('Show patch: {0}', title), command: 'parapet.showPatch' },
        {
          title: vscode.l10n.t('Apply patch: {0}', title),
          command: 'parapet.applyPatch',
          isFix: patch?.validation === 'PASSED',
        },
      ];
    case 'failed':
      return [
        { title: vscode.l10n.t('Generate patch again: {0}', title), command: 'parapet.generatePatch' },
        { title: vscode.l10n.t('Why the patch failed: {0}', title), command: 'parapet.explainPatch' },
      ];
    case 'unpatchable':
      return [{ title: vscode.l10n.t('Why there is no patch: {0}', title), command: 'parapet.explainPatch' }];
  }
}
