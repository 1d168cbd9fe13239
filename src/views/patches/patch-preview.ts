import * as vscode from 'vscode';
import { codeColumn } from '../issues/locations.ts';
import type { PatchReview, ReviewPlan } from './patch-review.ts';

export const previewScheme = 'parapet-patch';

/** Milliseconds after an edit before what a patch makes of the file is shown anew. */
const editPauseMs = 200;

interface Shown {
  readonly review: PatchReview;
  readonly title: string;
  readonly texts: Map<string, string>;
}

/**
 * Shows patches in the editor's own diff editor: on the left the file as it is now, on the right with the patches. What
 * is edited on the left shows on the right.
 */
export class PatchPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #shown = new Map<number, Shown>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable[];
  #latest: PatchReview | undefined;
  #isFront = false;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(previewScheme, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#edited(document.uri)),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#forgetClosed()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#forgetClosed()),
    ];
  }

  /** The review that a preview's address, or the diff editor in front, belongs to. */
  reviewOf(uri: unknown): PatchReview | undefined {
    const given = uri instanceof vscode.Uri && uri.scheme === previewScheme ? uri : activePreview();
    if (given) return this.#shown.get(reviewIdOf(given))?.review;
    // The tab of several files does not say what it shows.
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const latest = this.#latest && this.#shown.get(this.#latest.id);
    return latest && tab && isSeveral(tab, latest.title) ? latest.review : undefined;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.#shown.get(reviewIdOf(uri))?.texts.get(uri.toString());
    return (
      text ??
      vscode.l10n.t('This preview was of the window before it was loaded anew. Show the patch once more.')
    );
  }

  /** Opens the diff editor: of one file, or of several in one tab. */
  async show(review: PatchReview, plan: ReviewPlan, title: string): Promise<void> {
    const texts = new Map<string, string>();
    this.#shown.set(review.id, { review, title, texts });
    this.#latest = review;
    const sides = plan.files.map(({ document, after }) => {
      const right = previewUri(review.id, document.uri);
      texts.set(right.toString(), after);
      return { left: document.uri, right };
    });
    const [only] = sides;
    if (sides.length === 1 && only) {
      const viewColumn = codeColumn();
      const options: vscode.TextDocumentShowOptions = { preview: true, viewColumn };
      await vscode.commands.executeCommand('vscode.diff', only.left, only.right, title, options);
      return;
    }
    const resources = sides.map(({ left, right }) => [left, left, right]);
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }

  isShown(review: PatchReview): boolean {
    return this.#shown.has(review.id);
  }

  /** The column in which a patch of one of these issues is shown. */
  columnOf(issueIds: readonly string[]): vscode.ViewColumn | undefined {
    const [tab] = this.#reviewsOf(issueIds).flatMap((review) => this.#tabsOf(review));
    return tab?.group.viewColumn;
  }

  /** Closes the diff editors of a review: it was applied, or is out of date. */
  async close(review: PatchReview): Promise<void> {
    const tabs = this.#tabsOf(review);
    this.#shown.delete(review.id);
    await vscode.window.tabGroups.close(tabs, true);
  }

  async closeAll(): Promise<void> {
    for (const { review } of [...this.#shown.values()]) await this.close(review);
    this.#latest = undefined;
  }

  /** Closes the diff editors that show patches of these issues. */
  async closeFor(issueIds: readonly string[]): Promise<void> {
    for (const review of this.#reviewsOf(issueIds)) await this.close(review);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #reviewsOf(issueIds: readonly string[]): readonly PatchReview[] {
    return [...this.#shown.values()]
      .map(({ review }) => review)
      .filter(({ asked }) => asked.some((id) => issueIds.includes(id)));
  }

  #tabsOf(review: PatchReview): readonly vscode.Tab[] {
    const title = this.#shown.get(review.id)?.title;
    return vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => {
        const uri = previewIn(tab.input);
        return uri ? reviewIdOf(uri) === review.id : title !== undefined && isSeveral(tab, title);
      });
  }

  #edited(uri: vscode.Uri): void {
    const key = uri.toString();
    const reviews = [...this.#shown.values()].filter(({ review }) => review.files.has(key));
    if (reviews.length === 0) return;
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      for (const shown of reviews) this.#renew(shown);
    }, editPauseMs);
    this.#timers.set(key, timer);
  }

  /** Where the patch no longer fits, the right side shows the file without it. */
  #renew({ review, texts }: Shown): void {
    const plan = review.plan();
    const after = new Map(plan.files.map(({ file, after: text }) => [file, text]));
    for (const [preview, before] of texts) {
      const uri = vscode.Uri.parse(preview);
      const file = fileOf(uri);
      const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === file);
      const text = after.get(file) ?? open?.getText() ?? before;
      if (text === before) continue;
      texts.set(preview, text);
      this.#changed.fire(uri);
    }
  }

  #forgetClosed(): void {
    const isFront = this.reviewOf(undefined) !== undefined;
    if (isFront !== this.#isFront) {
      this.#isFront = isFront;
      void vscode.commands.executeCommand('setContext', 'parapet.patchShown', isFront);
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const open = new Set(tabs.flatMap(({ input }) => previewIn(input) ?? []).map(reviewIdOf));
    for (const [id, { review, title }] of this.#shown)
      if (!open.has(id) && review !== this.#latest && !tabs.some((tab) => isSeveral(tab, title)))
        this.#shown.delete(id);
  }
}

function previewUri(review: number, file: vscode.Uri): vscode.Uri {
  const query = JSON.stringify({ review, file: file.toString() });
  return vscode.Uri.from({ scheme: previewScheme, path: file.path, query });
}

function reviewIdOf({ query }: vscode.Uri): number {
  return Number(/"review":(\d+)/.exec(query)?.[1] ?? 0);
}

function fileOf({ query }: vscode.Uri): string {
  const { file }: { file?: unknown } = JSON.parse(query);
  return String(file);
}

function activePreview(): vscode.Uri | undefined {
  return previewIn(vscode.window.tabGroups.activeTabGroup.activeTab?.input);
}

function previewIn(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === previewScheme
    ? input.modified
    : undefined;
}

/** The editor of several files has no type of its own in the API, and adds how many they are to its title. */
function isSeveral({ input, label }: vscode.Tab, title: string): boolean {
  const isOther = input instanceof vscode.TabInputText || input instanceof vscode.TabInputTextDiff;
  return !isOther && (label === title || label.startsWith(`${title} (`));
}
