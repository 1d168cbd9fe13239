import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Issue, IssueListItem } from '../../api/contract/issue.ts';
import { Failure, isCancellation, sentenceOf } from '../../connection/failure.ts';
import { retryCanHelp } from '../../connection/retry.ts';
import { openIssue } from '../issues/issue-commands.ts';
import { versionOf } from '../issues/issue-details.ts';
import type { StateFacts } from '../issues/issue-state.ts';
import { isOnDemand } from '../issues/known-issue.ts';
import { isNewest } from '../issues/news.ts';
import { pageHtml } from '../page-html.ts';
import { isReported } from '../sarif/report-ids.ts';
import { tellCreated } from '../trackers/trackers.ts';
import { Announcer } from './announcer.ts';
import { toDetailsView, type Undoable } from './details-view.ts';
import { FlowCursor } from './flow-cursor.ts';
import { FromPage, type Position, SavedState, type ToPage } from './messages.ts';
import {
  decisionCommands,
  helpWithNeed,
  openLink,
  openPlace,
  stepText,
  tellUndoable,
  undoCommands,
} from './page-actions.ts';
import { PageFiles } from './page-files.ts';
import type { DetailsParts } from './parts.ts';
import { PatchSection, patchCommands } from './patch-section.ts';
import type { TrackerForm } from './tracker-messages.ts';
import { TrackerSection } from './tracker-section.ts';

export const detailsViewType = 'parapet.details';

/** Milliseconds that a new page waits for its issue: the editor needs longer for the page itself. */
const longestWaitMs = 150;
/** Milliseconds that a new page waits for the code that it is to be beside. */
const longestCodeMs = 500;

interface Shown {
  readonly issue: Issue;
  readonly folder: string;
  readonly cursor: FlowCursor;
}

/** The details page: one editor tab, which shows the issue asked for last. */
export class DetailsPanel implements vscode.Disposable, vscode.WebviewPanelSerializer<unknown> {
  readonly #parts: DetailsParts;
  readonly #patch: PatchSection;
  readonly #tracker: TrackerSection;
  readonly #files: PageFiles;
  readonly #announcer = new Announcer();
  readonly #subscriptions: readonly { dispose(): void }[];
  #panel: vscode.WebviewPanel | undefined;
  #wanted: SavedState | undefined;
  #shown: Shown | undefined;
  #loading: AbortController | undefined;
  /** The issue shown, once it was asked for anew because the window's list is without it. */
  #left: string | undefined;
  /** When the page was asked for; undefined once it was shown. */
  #asked: number | undefined;

  constructor(parts: DetailsParts) {
    this.#parts = parts;
    this.#patch = new PatchSection(parts.patch, parts.evidenced, parts.patchModel);
    const postForm = (form: TrackerForm | null) => this.#post({ type: 'trackerForm', form });
    this.#tracker = new TrackerSection(parts.trackers, postForm, (created) => void tellCreated(created));
    this.#files = new PageFiles(parts.extensionUri);
    this.#subscriptions = [
      parts.store.onChange(() => this.#refresh()),
      parts.triage.onDidChange(() => this.#refresh()),
    ];
  }

  /** Has at hand what the page of an issue takes, for it is likely to be asked for next. Nothing is started for it. */
  async prepare(id: string, signal: AbortSignal): Promise<void> {
    const { store, details, peek } = this.#parts;
    void this.#files.read();
    const known = store.get(id);
    if (!known || isOnDemand(known.issue)) return;
    const atHand = details.at(id);
    if (atHand && versionOf(atHand) === versionOf(known.issue)) return;
    const whole = await peek(signal, (api) => api.issue(id, signal), known.folder);
    if (whole) details.keep(whole);
  }

  /**
   * Shows an issue, beside the code.
   * @param code settles when that is there, which a new page waits for
   * @param folder where the issue was, for one that is settled and that the window's list is without
   */
  async show(id: string, code: Promise<void>, folder?: string): Promise<void> {
    this.#asked = performance.now();
    const where = this.#parts.store.get(id)?.folder ?? folder;
    if (where === undefined)
      throw new Failure({
        what: vscode.l10n.t('This issue is no longer there: a later scan did not find it.'),
      });
    this.#wanted = { issueId: id, folder: where };
    if (!this.#panel) await Promise.race([code, sleep(longestCodeMs)]);
    if (this.#wanted?.issueId !== id) return;
    if (this.#panel) {
      this.#panel.reveal(undefined, false);
      await this.#load();
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    await this.#adopt(
      // Behind another tab it stays as it is: the editor takes four times as long to make a page as to show one.
      vscode.window.createWebviewPanel(
        detailsViewType,
        this.#parts.store.get(id)?.issue.title ?? 'Parapet',
        column,
        {
          ...this.#files.options,
          retainContextWhenHidden: true,
        },
      ),
    );
  }

  /** Shows an issue with the form that creates one in a tracker for it. */
  async createTrackerIssue(id: string, code: Promise<void>): Promise<void> {
    this.#tracker.want(id);
    await this.show(id, code);
  }

  /** Takes a page of the session before this one back up. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = SavedState.safeParse(state);
    if (!saved.success || this.#panel) {
      panel.dispose();
      return;
    }
    this.#wanted = saved.data;
    panel.webview.options = this.#files.options;
    await this.#adopt(panel);
  }

  /** Shows an issue in place of the one that stood for it. */
  async replace(before: string, now: string): Promise<void> {
    const known = this.#parts.store.get(now);
    if (this.#wanted?.issueId !== before || !known) return;
    this.#wanted = { issueId: now, folder: known.folder };
    await this.#load();
  }

  /** The issue that is shown. */
  get shownId(): string | undefined {
    return this.#shown?.issue.id;
  }

  /** Goes one step on or back in the code flow; from the last one it goes nowhere. */
  async stepBy(delta: 1 | -1): Promise<void> {
    const next = this.#shown?.cursor.beside(delta);
    if (next) await this.#goTo(next);
  }

  /**
   * The service is another one: a page of the one before is closed. One of a report's issue stays.
   * @param folder URI, where it is another one for that folder alone
   */
  forget(folder?: string): void {
    const wanted = this.#wanted;
    if (!wanted || isReported(wanted.issueId)) return;
    if (folder === undefined || wanted.folder === folder) this.#panel?.dispose();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#announcer.dispose();
    this.#panel?.dispose();
  }

  async #adopt(panel: vscode.WebviewPanel): Promise<void> {
    this.#panel = panel;
    panel.iconPath = new vscode.ThemeIcon('shield');
    panel.onDidDispose(() => {
      // The word of its end may come when another page is there.
      if (this.#panel === panel) this.#closed();
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
    // Fetched while the editor makes the page, which has it from the beginning if it is there in time.
    const loaded = this.#load().then(() => this.#message());
    const [bundle, first] = await Promise.all([
      this.#files.read(),
      Promise.race([loaded, sleep(longestWaitMs, undefined)]),
    ]);
    if (this.#panel !== panel) return;
    panel.webview.html = pageHtml(panel.webview, this.#files.root, randomBytes(16).toString('base64url'), {
      name: 'details',
      title: vscode.l10n.t('Issue details'),
      bundle,
      first,
    });
  }

  #closed(): void {
    this.#loading?.abort();
    this.#forget();
    this.#panel = undefined;
    this.#wanted = undefined;
    // It tells the page, of which nothing is left to be told.
    this.#tracker.close();
  }

  #forget(): void {
    this.#shown?.cursor.dispose();
    this.#shown = undefined;
    tellUndoable({ isPatched: false, decided: 0 });
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
      const text = sentenceOf(error);
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
      case 'openPlace':
        return await this.#withIssue((_, folder) => openPlace(folder, message.file, message.line));
      case 'openLink':
        return await openLink(message.url, this.#shown?.issue.trackerIssue?.url);
      case 'tracker':
        return await this.#withIssue((issue, folder) => this.#tracker.act(message, { issue, folder }));
      case 'saveNote':
        return await this.#withIssue(({ id }) => this.#parts.triage.setNote(id, message.note));
      case 'unlinkTracker':
        return await this.#withIssue(({ id }) => this.#parts.triage.unlinkTracker(id));
      case 'shown':
        return this.#tellShown();
      case 'need':
        return await helpWithNeed(message, this.#shown?.folder);
      case 'patch':
        return await this.#run(patchCommands[message.action]);
      case 'decide':
        return await this.#run(decisionCommands[message.decision]);
      case 'investigate':
        return await this.#withIssue(({ id }) => this.#parts.investigate([id], message.context));
      case 'undo':
        return await this.#run(undoCommands[message.what]);
      case 'saveToProject':
        return await this.#withIssue(({ id }) => this.#parts.save(id));
      case 'checkAgain':
      case 'triage':
      case 'decideAsFound':
      case 'cancelInvestigation':
      case 'linkTracker':
      case 'openInService':
        return await this.#run(`parapet.${message.type}`);
    }
  }

  async #load(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const issue = await this.#parts.details.get(wanted.issueId, loading.signal, wanted.folder);
      if (loading.signal.aborted) return;
      if (this.#shown?.issue.id !== issue.id) {
        this.#forget();
        this.#shown = {
          issue,
          folder: wanted.folder,
          cursor: new FlowCursor(wanted.folder, issue.codeFlows, (file) =>
            this.#parts.scannedFile(wanted.folder, issue, file),
          ),
        };
        const hasFlow = issue.codeFlows.some(({ steps }) => steps.length > 0);
        void vscode.commands.executeCommand('setContext', 'parapet.flowShown', hasFlow);
      } else {
        this.#shown = { ...this.#shown, issue };
      }
      this.#send();
    } catch (error) {
      if (isCancellation(error) || loading.signal.aborted) return;
      const text = sentenceOf(error);
      this.#post({ type: 'failed', message: text, canRetry: retryCanHelp(error) });
    }
  }

  /** The store changed: perhaps the issue shown, its status or its place. */
  #refresh(): void {
    const shown = this.#shown;
    if (!shown || !this.#panel) return;
    const { id, status } = shown.issue;
    const known = this.#parts.store.get(id);
    if (known) this.#left = undefined;
    if (known && versionOf(known.issue) !== versionOf(shown.issue)) void this.#load();
    else if (!known && this.#left !== id && status !== 'RESOLVED') {
      // It left the list: what became of it, the service says.
      this.#left = id;
      this.#parts.details.forget(id);
      void this.#load();
    } else this.#send();
  }

  #send(): void {
    const shown = this.#shown;
    const message = this.#message();
    if (!shown || !message || !this.#panel) return;
    this.#panel.title = shown.issue.title;
    tellUndoable(this.#undoable(shown.issue.id));
    this.#post(message);
    this.#tracker.shown(shown);
    const known = this.#parts.store.get(shown.issue.id);
    void this.#sendPatch({ ...known, issue: known?.issue ?? shown.issue });
  }

  /** The issue shown, for the page; undefined while there is none. */
  #message(): ToPage | undefined {
    const shown = this.#shown;
    if (!shown) return undefined;
    const known = this.#parts.store.get(shown.issue.id);
    return {
      type: 'issue',
      issue: toDetailsView(
        shown.issue,
        known,
        known !== undefined && isNewest(this.#parts.store.all(), known),
        this.#undoable(shown.issue.id),
      ),
      position: shown.cursor.position ?? null,
      state: { issueId: shown.issue.id, folder: shown.folder },
      translations: vscode.l10n.bundle ?? null,
    };
  }

  #undoable(id: string): Undoable {
    const { canUndoPatch, triage } = this.#parts;
    return { isPatched: canUndoPatch(id), decided: triage.undoable(id) };
  }

  async #sendPatch(facts: StateFacts & { readonly issue: IssueListItem }): Promise<void> {
    try {
      const whole = this.#shown?.issue.id === facts.issue.id ? this.#shown.issue : undefined;
      const patch = await this.#patch.viewOf(facts, whole?.howToFix, new AbortController().signal);
      if (this.#shown?.issue.id === facts.issue.id) this.#post({ type: 'patch', patch });
    } catch (error) {
      this.#parts.log.warn(`The patch of the issue shown cannot be fetched: ${String(error)}`);
    }
  }

  async #goTo(position: Position): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const note = await shown.cursor.goTo(position);
    this.#post({ type: 'position', position: shown.cursor.position ?? null, note });
    // The page reads each step out; where another tab hides it, the status bar says it.
    if (this.#panel?.visible === false) this.#announcer.say(stepText(shown.issue, position));
  }

  async #openCode(): Promise<void> {
    const known = this.#shown && this.#parts.store.get(this.#shown.issue.id);
    if (known) await openIssue(known);
  }

  /** Through the command, so that a failure is told with what can be done about it. */
  async #run(command: string): Promise<void> {
    await this.#withIssue(async ({ id }) => {
      await vscode.commands.executeCommand(command, id);
    });
  }

  async #withIssue(act: (issue: Issue, folder: string) => Promise<void>): Promise<void> {
    if (this.#shown) await act(this.#shown.issue, this.#shown.folder);
  }

  #tellShown(): void {
    if (this.#asked === undefined) return;
    this.#parts.log.info(`Details shown after ${Math.round(performance.now() - this.#asked)} ms.`);
    this.#asked = undefined;
  }

  #post(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }
}
