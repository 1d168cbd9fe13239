import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { issuesAt } from './hover.ts';
import type { IssueStore } from './issue-store.ts';
import { placeNote } from './issue-text.ts';
import { type IssuesView, idsOf } from './issues-view.ts';
import type { KnownIssue } from './known-issue.ts';
import { codeColumn, fileUri, toRange } from './locations.ts';
import { severities, severityLabel } from './ranking.ts';
import { minimumSeverity, setMinimumSeverity } from './settings.ts';

/** Finds the issues that a command is about: those it was given, else those selected, else the one at the cursor. */
export class IssueTargets {
  readonly #store: IssueStore;
  readonly #view: IssuesView;

  constructor(store: IssueStore, view: IssuesView) {
    this.#store = store;
    this.#view = view;
  }

  /**
   * @param args what VS Code passes: an id (links, light bulb), or a tree node and the whole selection
   * @throws Failure when nothing is meant
   */
  all(args: readonly unknown[]): readonly string[] {
    const ids = this.#given(args);
    if (ids.length > 0) return ids;
    throw new Failure({
      what: vscode.l10n.t('No issue is selected.'),
      advice: vscode.l10n.t('Select one in the Issues view, or put the cursor on one in the editor.'),
    });
  }

  one(args: readonly unknown[]): KnownIssue {
    const [id] = this.all(args);
    const known = id === undefined ? undefined : this.#store.get(id);
    if (known) return known;
    throw new Failure({
      what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
    });
  }

  #given([first, second]: readonly unknown[]): readonly string[] {
    if (typeof first === 'string') return [first];
    if (Array.isArray(second) && second.length > 0) return idsOf(second);
    if (first !== undefined) return idsOf([first]);
    const atCursor = this.#atCursor();
    return this.#view.selectedIds.length > 0 && atCursor === undefined
      ? this.#view.selectedIds
      : atCursor === undefined
        ? []
        : [atCursor];
  }

  #atCursor(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && issuesAt(this.#store, editor.document.uri, editor.selection)[0]?.issue.id;
  }
}

/** Shows an issue's code, where it is now. */
export async function openIssue(known: KnownIssue): Promise<void> {
  const { place } = known;
  if (place.kind === 'gone') {
    throw new Failure({
      what: vscode.l10n.t('{0} is gone.', known.issue.file),
      advice: vscode.l10n.t('Scan again to settle what became of its issues.'),
    });
  }
  const options: vscode.TextDocumentShowOptions = {
    viewColumn: codeColumn(vscode.ViewColumn.Active),
    preview: true,
  };
  if (place.kind === 'at') options.selection = toRange(place.range);
  await vscode.window.showTextDocument(fileUri(known), options);
  if (place.kind === 'changed') {
    vscode.window.setStatusBarMessage(`$(question) ${known.issue.title}: ${placeNote(known)}`, 5_000);
  }
}

/** Lets the user choose the lowest severity that tree, Problems and editor show. */
export async function chooseMinimumSeverity(): Promise<void> {
  const present = minimumSeverity();
  const items = [...severities].reverse().map((severity) => ({
    severity,
    label:
      severity === 'INFO'
        ? vscode.l10n.t('All severities')
        : severity === 'CRITICAL'
          ? vscode.l10n.t('Critical only')
          : vscode.l10n.t('{0} and worse', severityLabel(severity)),
    description: severity === present ? vscode.l10n.t('current') : '',
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('The lowest severity shown, in the tree, in Problems and in the editor'),
  });
  if (picked) await setMinimumSeverity(picked.severity);
}
