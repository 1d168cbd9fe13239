import * as vscode from 'vscode';
import { Failure, isCancellation } from '../../connection/failure.ts';
import { severityLabel } from '../../words/issues.ts';
import { type ChangeScope, changesOf, usualBase } from '../../workspace/changes.ts';
import { projectFile } from '../issues/editor/problems.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { isStray, type KnownIssue } from '../issues/known-issue.ts';
import { fileUri, toRange, uriOf } from '../issues/locations.ts';
import { compareIssues } from '../issues/ranking.ts';
import { affectsScope, scopeSetting } from '../issues/settings.ts';
import { changedLines, type LineSpan, touches } from './changed-lines.ts';
import { isPatchReady, threadCommands, threadMarkdown } from './thread-text.ts';

export interface ReviewParts {
  readonly store: IssueStore;
  readonly details: IssueDetails;
  readonly log: vscode.LogOutputChannel;
}

interface Thread {
  readonly thread: vscode.CommentThread;
  known: KnownIssue;
  text: string;
}

/** A changed file. */
interface Changed {
  /** Undefined where the file is new. */
  readonly before: string | undefined;
  /** Of the text below. */
  spans: readonly LineSpan[];
  /** Version of the document that the lines are of; -1 for the disk. */
  version: number;
}

/** What the code is compared with. */
type Compared = 'off' | 'workingTree' | 'branch';

/** Milliseconds after the last change until git is asked what changed. */
const pauseMs = 700;
/** Threads that are shown, the worst issues first. */
const mostThreads = 200;
/** Files with issues that git is asked about. */
const mostFiles = 2_000;

/**
 * Issues on changed lines as comment threads in the editor, where the user asked for them: each moves with its code and
 * goes when it is dealt with.
 */
export class ReviewThreads implements vscode.Disposable {
  readonly #parts: ReviewParts;
  readonly #subscriptions: { dispose(): void }[];
  readonly #threads = new Map<string, Thread>();
  /** By URI. */
  #changed: ReadonlyMap<string, Changed> = new Map();
  /** What to do about an issue, by its id. */
  readonly #advice = new Map<string, string>();
  #commands: ReadonlySet<string> = new Set();
  #controller: vscode.CommentController | undefined;
  #pause: NodeJS.Timeout | undefined;
  #asking: AbortController | undefined;

  constructor(parts: ReviewParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.store.onChange(() => {
        if (compared() === 'off') return;
        this.#show();
        this.#soon();
      }),
      vscode.workspace.onDidSaveTextDocument(() => this.#soon()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#soon();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('parapet.review')) this.#restart();
        else if (affectsScope(event)) this.#show();
      }),
    ];
  }

  /** Goes to the next thread behind the cursor, over all files, and opens it. @throws Failure when there is none */
  async next(): Promise<void> {
    const ordered = [...this.#threads.values()].sort(byPlace);
    if (ordered.length === 0)
      throw new Failure({
        what: vscode.l10n.t('There is no issue on changed lines.'),
        advice:
          compared() === 'off'
            ? vscode.l10n.t('Choose in the setting “parapet.review.threads” what is compared.')
            : vscode.l10n.t('Scan the workspace, or the changes, to find what they bring.'),
      });
    const editor = vscode.window.activeTextEditor;
    const here = editor && { path: editor.document.uri.toString(), line: editor.selection.active.line };
    const next = ordered.find((one) => here && isBehind(one, here)) ?? ordered[0];
    if (!next) return;
    for (const { thread } of ordered)
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    next.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    const at = next.thread.range?.start ?? new vscode.Position(0, 0);
    await vscode.window.showTextDocument(next.thread.uri, { selection: new vscode.Range(at, at) });
  }

  /** Applies the patch of a thread's issue. @param args the thread, as VS Code passes it */
  async apply(args: readonly unknown[]): Promise<void> {
    await vscode.commands.executeCommand('parapet.applyPatch', this.#idOf(args));
  }

  /** Marks a thread's issue as a false positive; the reason is asked for. */
  async dismiss(args: readonly unknown[]): Promise<void> {
    await vscode.commands.executeCommand('parapet.markFalsePositive', this.#idOf(args));
  }

  dispose(): void {
    clearTimeout(this.#pause);
    this.#asking?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#clear();
  }

  /** @throws Failure when the thread is gone */
  #idOf([first]: readonly unknown[]): string {
    for (const [id, { thread }] of this.#threads) if (thread === first) return id;
    throw new Failure({ what: vscode.l10n.t('This thread is no longer there.') });
  }

  #restart(): void {
    this.#asking?.abort();
    this.#changed = new Map();
    if (compared() === 'off') this.#clear();
    else this.#soon();
  }

  #clear(): void {
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#threads.clear();
    this.#advice.clear();
    this.#controller?.dispose();
    this.#controller = undefined;
  }

  #soon(): void {
    if (compared() === 'off') return;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#compare(), pauseMs);
  }

  /** Asks git what changed in the files that have issues. Nobody waits for it, so a failure goes to the log. */
  async #compare(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const found = new Map<string, Changed>();
    for (const [folder, files] of this.#files()) {
      try {
        const root = vscode.Uri.parse(folder);
        const scope = await scopeOf(root.fsPath);
        const { files: changed } = await changesOf(root.fsPath, scope, asking.signal, files);
        for (const { path, before, content } of changed) {
          const spans = changedLines(before?.content, content);
          const uri = vscode.Uri.joinPath(root, ...path.split('/'));
          found.set(uri.toString(), { before: before?.content, spans, version: -1 });
        }
      } catch (error) {
        if (isCancellation(error) || asking.signal.aborted) return;
        this.#parts.log.debug(`Review: ${error instanceof Failure ? error.sentence : String(error)}`);
      }
    }
    if (asking.signal.aborted) return;
    this.#changed = found;
    this.#commands = new Set(await vscode.commands.getCommands(true));
    this.#show();
  }

  /** Files with issues, by workspace folder and relative to it. Git is asked only where the workspace is trusted. */
  #files(): Map<string, Set<string>> {
    const files = new Map<string, Set<string>>();
    if (!vscode.workspace.isTrusted) return files;
    let count = 0;
    for (const key of this.#parts.store.files()) {
      const [folder = '', file = ''] = key.split('\n');
      if (isStray(folder) || !folder.startsWith('file:') || ++count > mostFiles) continue;
      const path = uriOf(folder, file).path.slice(vscode.Uri.parse(folder).path.length + 1);
      const known = files.get(folder);
      if (known) known.add(path);
      else files.set(folder, new Set([path]));
    }
    return files;
  }

  #show(): void {
    const wanted = new Map(this.#wanted().map((known) => [known.issue.id, known]));
    for (const [id, { thread }] of this.#threads) {
      if (wanted.has(id)) continue;
      thread.dispose();
      this.#threads.delete(id);
    }
    for (const [id, known] of wanted) this.#draw(id, known);
  }

  /** Open issues on changed lines, the worst first. */
  #wanted(): readonly KnownIssue[] {
    if (this.#changed.size === 0) return [];
    const scope = scopeSetting();
    const found: KnownIssue[] = [];
    for (const key of this.#parts.store.files()) {
      const known = projectFile(this.#parts.store.ofFile(key), scope).shown;
      const [first] = known;
      if (!first) continue;
      const uri = fileUri(first);
      const name = uri.toString();
      const changed = this.#changed.get(name);
      if (!changed) continue;
      const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === name);
      if (document && document.version !== changed.version) {
        changed.spans = changedLines(changed.before, document.getText());
        changed.version = document.version;
      }
      const { spans } = changed;
      found.push(...known.filter(({ place }) => place.kind === 'at' && touches(spans, place.range)));
    }
    return found.sort(compareIssues).slice(0, mostThreads);
  }

  #draw(id: string, known: KnownIssue): void {
    const { place, issue } = known;
    if (place.kind !== 'at') return;
    const range = toRange(place.range);
    const remediation = this.#advice.get(id);
    const text = threadMarkdown(known, { commands: this.#commands, remediation });
    const existing = this.#threads.get(id);
    if (existing && existing.thread.uri.toString() === fileUri(known).toString()) {
      if (!existing.thread.range?.isEqual(range)) existing.thread.range = range;
      if (existing.text !== text) existing.thread.comments = [comment(text, known)];
      existing.thread.contextValue = contextOf(known);
      existing.known = known;
      existing.text = text;
      return;
    }
    existing?.thread.dispose();
    const thread = this.#control().createCommentThread(fileUri(known), range, [comment(text, known)]);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    thread.label = `${severityLabel(issue.severity)}: ${issue.title}`;
    thread.contextValue = contextOf(known);
    this.#threads.set(id, { thread, known, text });
    if (remediation === undefined) void this.#fetch(id);
  }

  /** What to do about it comes with the details, which are fetched once for each thread. */
  async #fetch(id: string): Promise<void> {
    try {
      const { remediation } = await this.#parts.details.get(id, AbortSignal.timeout(10_000));
      const drawn = this.#threads.get(id);
      if (remediation === undefined || !drawn) return;
      this.#advice.set(id, remediation);
      this.#draw(id, drawn.known);
    } catch (error) {
      this.#parts.log.debug(`Review: ${String(error)}`);
    }
  }

  #control(): vscode.CommentController {
    this.#controller ??= vscode.comments.createCommentController('parapet.review', 'Parapet');
    return this.#controller;
  }
}

function compared(): Compared {
  const value = vscode.workspace.getConfiguration('parapet.review').get<unknown>('threads');
  return value === 'workingTree' || value === 'branch' ? value : 'off';
}

async function scopeOf(folder: string): Promise<ChangeScope> {
  const base = compared() === 'branch' ? await usualBase(folder) : undefined;
  return base === undefined ? { kind: 'workingTree' } : { kind: 'branch', base };
}

function comment(text: string, { issue }: KnownIssue): vscode.Comment {
  const body = new vscode.MarkdownString(text, true);
  body.isTrusted = { enabledCommands: threadCommands };
  return { body, mode: vscode.CommentMode.Preview, author: { name: issue.reported?.tool ?? 'Parapet' } };
}

function contextOf(known: KnownIssue): string {
  if (known.issue.scanKind === 'ON_DEMAND') return 'noted';
  return isPatchReady(known) ? 'open.ready' : 'open';
}

function byPlace(a: Thread, b: Thread): number {
  const [one, other] = [a.thread.uri.toString(), b.thread.uri.toString()];
  return one === other ? lineOf(a) - lineOf(b) : one < other ? -1 : 1;
}

function isBehind(one: Thread, here: { readonly path: string; readonly line: number }): boolean {
  const path = one.thread.uri.toString();
  return path === here.path ? lineOf(one) > here.line : path > here.path;
}

function lineOf({ thread }: Thread): number {
  return thread.range?.start.line ?? 0;
}
