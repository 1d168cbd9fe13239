import * as vscode from 'vscode';
import type { Category } from '../../../api/contract/vocabulary.ts';
import { severityLabel, statusLabel } from '../../../words/issues.ts';
import type { IssueStore } from '../issue-store.ts';
import { severities, statuses } from '../ranking.ts';
import { categoryLabel } from '../scope.ts';
import { type IssueFilter, longestText } from './filter.ts';
import type { FilterState } from './filter-state.ts';
import { offeredCategories } from './offered-categories.ts';

/** Milliseconds without a keystroke before the tree follows. */
const typingPauseMs = 80;

/** Filters by text while it is typed; Enter keeps it, Escape brings the earlier one back. */
export async function filterByText(state: FilterState): Promise<void> {
  const before = state.filter.text;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter the issues by text');
  input.placeholder = vscode.l10n.t('Words of title, file, kind, rule, weakness (CWE-89) or description');
  input.prompt = vscode.l10n.t('The tree follows as you type.');
  input.value = before;
  let pause: NodeJS.Timeout | undefined;
  const apply = (text: string) => state.set({ text: text.slice(0, longestText) });
  await new Promise<void>((resolve) => {
    let isKept = false;
    input.onDidChangeValue((text) => {
      clearTimeout(pause);
      pause = setTimeout(() => apply(text), typingPauseMs);
    });
    input.onDidAccept(() => {
      isKept = true;
      input.hide();
    });
    input.onDidHide(() => {
      clearTimeout(pause);
      apply(isKept ? input.value.trim() : before);
      resolve();
    });
    input.show();
  });
  input.dispose();
}

interface Choice extends vscode.QuickPickItem {
  readonly change?: (filter: Draft) => void;
}

interface Draft {
  readonly severities: IssueFilter['severities'][number][];
  readonly categories: IssueFilter['categories'][number][];
  readonly statuses: IssueFilter['statuses'][number][];
  newOnly: boolean;
}

/** Filters by severity, category, status and novelty, several at a time; nothing chosen of a kind means any. */
export async function filterByFacets(state: FilterState, store: Pick<IssueStore, 'all'>): Promise<void> {
  const { filter } = state;
  const picked = await vscode.window.showQuickPick(
    choices(filter, offeredCategories(store, filter.categories)),
    {
      title: vscode.l10n.t('Filter the issues'),
      placeHolder: vscode.l10n.t('Choose what the tree shows; nothing chosen of a kind means any'),
      canPickMany: true,
    },
  );
  if (!picked) return;
  const draft: Draft = { severities: [], categories: [], statuses: [], newOnly: false };
  for (const { change } of picked) change?.(draft);
  state.set(draft);
}

function choices(filter: IssueFilter, offered: readonly Category[]): Choice[] {
  const heading = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    heading(vscode.l10n.t('Severity')),
    ...severities.map((severity) => ({
      label: severityLabel(severity),
      picked: filter.severities.includes(severity),
      change: (draft: Draft) => draft.severities.push(severity),
    })),
    heading(vscode.l10n.t('Novelty')),
    {
      label: vscode.l10n.t('New only'),
      description: vscode.l10n.t('first seen by the latest scan'),
      picked: filter.newOnly,
      change: (draft: Draft) => {
        draft.newOnly = true;
      },
    },
    heading(vscode.l10n.t('Category')),
    ...offered.map((category) => ({
      label: categoryLabel(category),
      picked: filter.categories.includes(category),
      change: (draft: Draft) => draft.categories.push(category),
    })),
    heading(vscode.l10n.t('Status')),
    ...statuses
      .filter((status) => status !== 'RESOLVED')
      .map((status) => ({
        label: statusLabel(status),
        picked: filter.statuses.includes(status),
        change: (draft: Draft) => draft.statuses.push(status),
      })),
  ];
}
