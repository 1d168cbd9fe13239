import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { severityLabel } from '../../words/issues.ts';
import { issuesAt } from './editor/hover.ts';
import { issuesMarkdown, mostWritten } from './issue-markdown.ts';
import { stateOf } from './issue-state.ts';
import { stateNote } from './issue-state-text.ts';
import type { IssueStore } from './issue-store.ts';
import type { KnownIssue } from './known-issue.ts';
import { codeColumn, fileUri, toRange } from './locations.ts';
import { severities } from './ranking.ts';
import { categoryLabel } from './scope.ts';
import { servicePage } from './service-page.ts';
import { scopeSetting, setCategories, setMinimumSeverity } from './settings.ts';
import { type IssuesView, idsOf } from './tree/issues-view.ts';
import { offeredCategories } from './tree/offered-categories.ts';
import { glance } from './tree/tree-items.ts';

/**
 * Finds the issues that a command is about: those it was given, else those selected in the tree or the one at the
 * cursor, whichever the user turned to last.
 */
export class IssueTargets implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #view: IssuesView;
  readonly #subscriptions: vscode.Disposable[];
  #isTreeLast = false;
  /** Where `open` put the cursor: that is no turning to the editor. */
  #opened: vscode.Location | undefined;
  #opening: Promise<void> = Promise.resolve();

  constructor(store: IssueStore, view: IssuesView) {
    this.#store = store;
    this.#view = view;
    this.#subscriptions = [
      view.onDidChangeSelection(() => {
        this.#isTreeLast = true;
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        if (!this.#isTreeLast || textEditor !== vscode.window.activeTextEditor) return;
        const isOwn =
          this.#opened?.uri.toString() === textEditor.document.uri.toString() &&
          selections[0]?.isEqual(this.#opened.range) === true;
        if (!isOwn) this.#isTreeLast = false;
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * @param args what VS Code passes: an id (links, light bulb), or a tree node and the whole selection
   * @throws Failure when nothing is meant
   */
  all(args: readonly unknown[]): readonly string[] {
    const ids = this.given(args);
    if (ids.length > 0) return ids;
    throw new Failure({
      what: vscode.l10n.t('No issue is selected.'),
      advice: vscode.l10n.t('Select one in the Issues view, or put the cursor on one in the editor.'),
    });
  }

  /** @throws Failure when nothing is meant, or nothing of it is there any more */
  known(args: readonly unknown[]): readonly [KnownIssue, ...KnownIssue[]] {
    const [first, ...others] = this.all(args).flatMap((id) => this.#store.get(id) ?? []);
    if (first) return [first, ...others];
    throw new Failure({
      what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
    });
  }

  /** The one that was clicked, also where several are selected. */
  one(args: readonly unknown[]): KnownIssue {
    return this.known(args.slice(0, 1))[0];
  }

  /**
   * Shows an issue's code, where it is now. A glance from the tree leaves the keyboard there, until the same issue is
   * chosen once more.
   */
  async open(args: readonly unknown[]): Promise<void> {
    const known = this.one(args);
    const { place } = known;
    const target =
      place.kind === 'at' ? new vscode.Location(fileUri(known), toRange(place.range)) : undefined;
    this.#opened = target;
    const isGlance = args[1] === glance && !(target !== undefined && isShown(target));
    const opening = openIssue(known, isGlance);
    this.#opening = opening.catch(() => {});
    await opening;
  }

  /** Settles when the code that was asked for last is shown or cannot be: what goes beside it comes after it. */
  get opening(): Promise<void> {
    return this.#opening;
  }

  /** As `all`, but empty when nothing is meant. */
  given([first, second]: readonly unknown[]): readonly string[] {
    if (typeof first === 'string') return isTexts(second) ? second : [first];
    if (Array.isArray(second) && second.length > 0) return idsOf(second);
    if (first !== undefined) return idsOf([first]);
    const atCursor = this.#atCursor();
    const { selectedIds } = this.#view;
    if (selectedIds.length > 0 && (this.#isTreeLast || atCursor === undefined)) return selectedIds;
    return atCursor === undefined ? [] : [atCursor];
  }

  #atCursor(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && issuesAt(this.#store, editor.document.uri, editor.selection)[0]?.issue.id;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isShown({ uri, range }: vscode.Location): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString() && editor.selection.isEqual(range);
}

/** Shows an issue's code, where it is now. @param keepsFocus whether the keyboard stays where it is */
export async function openIssue(known: KnownIssue, keepsFocus = false): Promise<void> {
  const { place } = known;
  const { reported, file } = known.issue;
  if (reported?.unplaced === 'outside')
    throw new Failure({
      what: vscode.l10n.t('{0} is outside the workspace, so it is not opened.', file),
      advice: vscode.l10n.t('Open the folder that holds it, or show the details of the issue.'),
    });
  if (reported?.unplaced === 'nowhere')
    throw new Failure({ what: vscode.l10n.t('The report names no file for this issue.') });
  if (place.kind === 'gone') {
    throw new Failure({
      what: vscode.l10n.t('{0} is gone.', known.issue.file),
      advice: vscode.l10n.t('Scan again to settle what became of its issues.'),
    });
  }
  const options: vscode.TextDocumentShowOptions = {
    viewColumn: codeColumn(),
    preview: true,
    preserveFocus: keepsFocus,
  };
  if (place.kind === 'at') options.selection = toRange(place.range);
  await vscode.window.showTextDocument(fileUri(known), options);
  if (place.kind === 'changed') {
    vscode.window.setStatusBarMessage(
      `$(question) ${known.issue.title}: ${stateNote(stateOf(known))}`,
      5_000,
    );
  }
}

/** Lets the user choose the lowest severity that tree, Problems and editor show. */
export async function chooseMinimumSeverity(): Promise<void> {
  const present = scopeSetting().minimum;
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

/** Lets the user choose the categories that tree, Problems, editor and Explorer show. */
export async function chooseCategories(store: Pick<IssueStore, 'all'>): Promise<void> {
  const present = scopeSetting().categories;
  const offered = offeredCategories(store);
  const picked = await vscode.window.showQuickPick(
    offered.map((category) => ({
      category,
      label: categoryLabel(category),
      picked: present.has(category),
    })),
    {
      title: vscode.l10n.t('The categories shown, in the tree, in Problems and in the editor'),
      canPickMany: true,
    },
  );
  if (!picked) return;
  // What is not offered stays as it was, for a service that finds it.
  const others = [...present].filter((category) => !offered.includes(category));
  await setCategories(new Set([...picked.map(({ category }) => category), ...others]));
}

/** Opens the service's own page of an issue. @throws Failure where the service has none */
export async function openInService({ issue }: KnownIssue): Promise<void> {
  const page = servicePage(issue);
  if (page === undefined)
    throw new Failure({
      what: vscode.l10n.t('The service has no page of this issue.'),
      advice: vscode.l10n.t('All that is known of it is on its details page.'),
      actions: [{ title: vscode.l10n.t('Show Details'), command: 'parapet.showDetails', args: [issue.id] }],
    });
  await vscode.env.openExternal(vscode.Uri.parse(page, true));
}

/** Puts issues into the clipboard as Markdown, for a ticket or a chat. */
export async function copyMarkdown(issues: readonly KnownIssue[]): Promise<void> {
  await vscode.env.clipboard.writeText(issuesMarkdown(issues));
  const copied = Math.min(issues.length, mostWritten);
  vscode.window.setStatusBarMessage(
    copied === 1
      ? vscode.l10n.t('1 issue copied as Markdown')
      : vscode.l10n.t('{0} issues copied as Markdown', copied),
    4_000,
  );
}
