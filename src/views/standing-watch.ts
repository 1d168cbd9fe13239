import * as vscode from 'vscode';
import { pushedBranchOf, standingOf } from '../workspace/standing.ts';
import type { FolderStanding } from './issues/tree/standing-notices.ts';
import type { SessionFolder } from './scan-activity.ts';
import type { Session } from './session.ts';
import { shownBranch } from './shown-branch.ts';

export interface StandingParts {
  readonly session: Session;
  /** Whether the service is a shared one, whose code is that of a git server. */
  readonly isShared: () => boolean;
  readonly branchOf: (folder: string) => Promise<string | undefined>;
  readonly log: (message: string) => void;
}

/** Milliseconds that git is left to finish. */
const settleMs = 500;

/** How the window's clones stand to what a shared service scanned of them: looked up when either changes. */
export class StandingWatch implements vscode.Disposable {
  readonly #parts: StandingParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: { dispose(): void }[];
  /** Watchers of what commits, pushes and fetches write, by folder. */
  readonly #watched = new Map<string, vscode.Disposable>();
  #timer: NodeJS.Timeout | undefined;
  #all: readonly FolderStanding[] = [];
  #stop = new AbortController();
  #seen: unknown;

  constructor(parts: StandingParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.session.onDidChange(() => this.#sessionChanged()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#all.length > 0) this.#lookSoon();
      }),
    ];
  }

  get all(): readonly FolderStanding[] {
    return this.#all;
  }

  /** Looks anew: a branch was checked out, or something committed, pushed or fetched. */
  look(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#stop = new AbortController();
    void this.#look(this.#stop.signal).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#parts.log(`Comparing with what was scanned: ${String(error)}`);
    });
  }

  dispose(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    for (const one of [...this.#subscriptions, ...this.#watched.values()]) one.dispose();
    this.#changed.dispose();
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), settleMs);
  }

  #watch(folder: string): void {
    if (this.#watched.has(folder)) return;
    const logs = new vscode.RelativePattern(vscode.Uri.parse(folder), '.git/logs/{HEAD,refs/remotes/**}');
    const watcher = vscode.workspace.createFileSystemWatcher(logs);
    watcher.onDidChange(() => this.#lookSoon());
    watcher.onDidCreate(() => this.#lookSoon());
    this.#watched.set(folder, watcher);
  }

  #sessionChanged(): void {
    const { history, activity } = this.#parts.session;
    if (activity.kind !== 'settled' || history === this.#seen) return;
    this.#seen = history;
    this.look();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const found: FolderStanding[] = [];
    const { session, isShared } = this.#parts;
    for (const folder of isShared() && vscode.workspace.isTrusted ? session.folders : []) {
      const one = await this.#standingOf(folder, signal);
      if (one) found.push(one);
    }
    if (signal.aborted || JSON.stringify(found) === JSON.stringify(this.#all)) return;
    this.#all = found;
    this.#changed.fire();
  }

  async #standingOf(folder: SessionFolder, signal: AbortSignal): Promise<FolderStanding | undefined> {
    const { session, branchOf } = this.#parts;
    const scans = session.history.filter((one) => one.folder.uri === folder.uri).map(({ scan }) => scan);
    const shown = shownBranch(scans, await branchOf(folder.uri));
    const commit = scans.find(
      ({ branch, status, commitSha }) => branch === shown && status === 'COMPLETED' && commitSha !== null,
    )?.commitSha;
    if (commit === undefined || commit === null) return undefined;
    this.#watch(folder.uri);
    const standing = await standingOf(vscode.Uri.parse(folder.uri).fsPath, commit, signal);
    return standing && { folder: folder.uri, name: folder.name, shown, commit, standing };
  }
}

/** The branch of a folder that a service elsewhere can fetch. @param folder its URI */
export async function fetchableBranch(folder: string): Promise<string | undefined> {
  const uri = vscode.Uri.parse(folder);
  return uri.scheme === 'file' ? await pushedBranchOf(uri.fsPath) : undefined;
}
