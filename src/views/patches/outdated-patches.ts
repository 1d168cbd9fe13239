import * as vscode from 'vscode';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { keyOfUri } from '../issues/locations.ts';
import { patchState } from './patch-words.ts';

/** Milliseconds without another edit before it is looked whether patches still fit. */
const pauseMs = 400;
/** Patches of one file that are looked at; of more, the others are looked at when they are shown. */
const mostLooked = 20;

/** Whether patches fit into the files as they are, and which files they change. */
export type FitOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, PatchFit>>;

export interface PatchFit {
  readonly fits: boolean;
  /** Addresses of the files that it changes. */
  readonly files: ReadonlySet<string>;
}

/** Follows edits of files that patches would change: one whose base is gone is no longer offered. */
export class OutdatedPatches implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #fitOf: FitOf;
  readonly #log: (message: string) => void;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** Files beside the issue's own that patches change, as far as they were looked at. */
  readonly #files = new Map<string, ReadonlySet<string>>();

  constructor(store: IssueStore, fitOf: FitOf, log: (message: string) => void) {
    this.#store = store;
    this.#fitOf = fitOf;
    this.#log = log;
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#edited(document.uri);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  #edited(uri: vscode.Uri): void {
    if (this.#patchedIn(uri).length === 0) return;
    const key = uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#look(uri);
      }, pauseMs),
    );
  }

  async #look(uri: vscode.Uri): Promise<void> {
    const ids = this.#patchedIn(uri).map(({ issue }) => issue.id);
    try {
      for (const [id, { fits, files }] of await this.#fitOf(ids)) {
        this.#files.set(id, files);
        this.#store.note([id], { isPatchOutdated: !fits });
      }
    } catch (error) {
      this.#log(`Whether patches still fit is not known: ${String(error)}`);
    }
  }

  /** Issues with a patch that is ready and changes the file. */
  #patchedIn(uri: vscode.Uri): readonly KnownIssue[] {
    const isReady = ({ issue }: KnownIssue) => patchState(issue.patch) === 'ready';
    const known = new Map(this.#store.ofFile(keyOfUri(uri)).map((one) => [one.issue.id, one]));
    for (const [id, files] of this.#files) {
      const other = files.has(uri.toString()) ? this.#store.get(id) : undefined;
      if (other) known.set(id, other);
    }
    return [...known.values()].filter(isReady).slice(0, mostLooked);
  }
}
