import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Issue } from '../../api/contract/issue.ts';
import { Failure, isCancellation } from '../../connection/failure.ts';
import { openIssue } from '../issues/issue-commands.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { Decision, Triage } from '../issues/triage.ts';
import { toDetailsView } from './details-view.ts';
import { FlowCursor } from './flow-cursor.ts';
import { FromPage, type Position, SavedState, type ToPage } from './messages.ts';
import { pageHtml } from './page-html.ts';

export const detailsViewType = 'parapet.details';

export interface DetailsParts {
  readonly extensionUri: vscode.Uri;
  readonly store: IssueStore;
  readonly details: IssueDetails;
  readonly triage: Triage;
  readonly log: vscode.LogOutputChannel;
}

interface Shown {
  readonly issue: Issue;
  readonly folder: string;
  readonly cursor: FlowCursor;
}

/** The details page: one editor tab, which shows the issue asked for last. */
export class DetailsPanel implements vscode.Disposable, vscode.WebviewPanelSerializer<unknown> {
  readonly #parts: DetailsParts;
  readonly #subscription: { dispose(): void };
  #panel: vscode.WebviewPanel | undefined;
  #wanted: SavedState | undefined;
  #shown: Shown | undefined;
  #loading: AbortController | undefined;

  constructor(parts: DetailsParts) {
    this.#parts = parts;
    this.#subscription = parts.store.onChange(() => this.#refresh());
  }

  /** Shows an issue, beside the code. */
  async show(id: string): Promise<void> {
    const known = this.#parts.store.get(id);
    if (!known)
      throw new Failure({
        what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
      });
    this.#wanted = { issueId: id, folder: known.folder };
    if (this.#panel) {
      this.#panel.reveal(undefined, false);
      await this.#load();
      return;
    }
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    // The page loads the issue when it is ready.
    this.#adopt(vscode.window.createWebviewPanel(detailsViewType, known.issue.title, options));
  }

  /** Takes a page of the session before this one back up. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = SavedState.safeParse(state);
    if (!saved.success || this.#panel) {
      panel.dispose();
      return;
    }
    this.#wanted = saved.data;
    this.#adopt(panel);
  }

  /** Goes one step on or back in the code flow; from the last one it goes nowhere. */
  async stepBy(delta: 1 | -1): Promise<void> {
    const next = this.#shown?.cursor.beside(delta);
    if (next) await this.#goTo(next);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#panel?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    const root = vscode.Uri.joinPath(this.#parts.extensionUri, 'dist', 'webviews');
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    panel.iconPath = new vscode.ThemeIcon('shield');
    panel.onDidDispose(() => this.#closed());
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    panel.webview.html = pageHtml(panel.webview, root, randomBytes(16).toString('base64url'));
  }

  #closed(): void {
    this.#loading?.abort();
    this.#forget();
    this.#panel = undefined;
    this.#wanted = undefined;
  }

  #forget(): void {
    this.#shown?.cursor.dispose();
    this.#shown = undefined;
    void vscode.commands.executeCommand('setContext', 'parapet.flowShown', false);
  }

  async #receive(value: unknown): Promise<void> {
    const message = FromPage.safeParse(value);
    if (!message.success) {
      this.#parts.log.warn('The details page sent a message of an unknown form.');
      return;
    }
    try {
      await this.#act(message.data);
    } catch (error) {
      if (isCancellation(error)) return;
      const text =
        error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
      this.#parts.log.error(`Details page: ${text}`);
      void vscode.window.showErrorMessage(text);
    }
  }

  async #act(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return await this.#load();
      case 'openStep':
        return await this.#goTo(message.position);
      case 'openCode':
        return await this.#openCode();
      case 'decide':
        return await this.#decide(message.decision);
      case 'openLink': {
        const url = vscode.Uri.parse(message.url, true);
        if (url.scheme === 'https') await vscode.env.openExternal(url);
        return;
      }
    }
  }

  async #load(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const issue = await this.#parts.details.get(wanted.issueId, loading.signal);
      if (loading.signal.aborted) return;
      if (this.#shown?.issue.id !== issue.id) {
        this.#forget();
        this.#shown = {
          issue,
          folder: wanted.folder,
          cursor: new FlowCursor(wanted.folder, issue.codeFlows),
        };
        const hasFlow = issue.codeFlows.some(({ steps }) => steps.length > 0);
        await vscode.commands.executeCommand('setContext', 'parapet.flowShown', hasFlow);
      } else {
        this.#shown = { ...this.#shown, issue };
      }
      this.#send();
    } catch (error) {
      if (isCancellation(error) || loading.signal.aborted) return;
      const text =
        error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
      this.#post({ type: 'failed', message: text });
    }
  }

  /** The store changed: perhaps the issue shown, its status or its place. */
  #refresh(): void {
    const shown = this.#shown;
    if (!shown || !this.#panel) return;
    const known = this.#parts.store.get(shown.issue.id);
    if (known && known.issue.updatedAt !== shown.issue.updatedAt) void this.#load();
    else this.#send();
  }

  #send(): void {
    const shown = this.#shown;
    if (!shown || !this.#panel) return;
    this.#panel.title = shown.issue.title;
    const bundle = vscode.l10n.bundle;
    this.#post({
      type: 'issue',
      issue: toDetailsView(shown.issue, this.#parts.store.get(shown.issue.id)),
      position: shown.cursor.position ?? null,
      state: { issueId: shown.issue.id, folder: shown.folder },
      translations: bundle ?? null,
    });
  }

  async #goTo(position: Position): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const note = await shown.cursor.goTo(position);
    this.#post({ type: 'position', position: shown.cursor.position ?? null, note });
  }

  async #openCode(): Promise<void> {
    const known = this.#shown && this.#parts.store.get(this.#shown.issue.id);
    if (known) await openIssue(known);
  }

  async #decide(decision: Decision): Promise<void> {
    if (this.#shown) await this.#parts.triage.decide(decision, [this.#shown.issue.id]);
  }

  #post(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }
}
