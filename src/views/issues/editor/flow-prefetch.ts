import * as vscode from 'vscode';
import type { ServiceApi } from '../../../connection/service-api.ts';
import type { IssueDetails } from '../issue-details.ts';
import type { IssueStore } from '../issue-store.ts';
import { isOnDemand, type KnownIssue } from '../known-issue.ts';
import { keyOfUri } from '../locations.ts';
import { compareIssues } from '../ranking.ts';

/** Milliseconds after which a file that is looked at is worth asking for. */
const settleMs = 700;
/** Issues of the files in view whose flows are fetched, the worst ones. */
const mostFetched = 12;

export type PeekOfFolder = <T>(
  signal: AbortSignal,
  work: (api: ServiceApi) => Promise<T>,
  folder: string,
) => Promise<T | undefined>;

/**
 * Fetches the flows of the issues in the files that are in view, so that Problems can name every step. A list has only
 * where a flow begins. Nothing is started for it, and what fails is left out.
 */
export class FlowPrefetch implements vscode.Disposable {
  readonly #store: IssueStore;
  readonly #details: IssueDetails;
  readonly #peek: PeekOfFolder;
  readonly #stop = new AbortController();
  readonly #subscriptions: { dispose(): void }[];
  #timer: NodeJS.Timeout | undefined;
  #isFetching = false;

  constructor(store: IssueStore, details: IssueDetails, peek: PeekOfFolder) {
    this.#store = store;
    this.#details = details;
    this.#peek = peek;
    this.#subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.#soon()),
      store.onChange(() => this.#soon()),
      { dispose: () => clearTimeout(this.#timer) },
    ];
  }

  dispose(): void {
    this.#stop.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #soon(): void {
    if (this.#timer || this.#isFetching || this.#wanted().length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#fetch();
    }, settleMs);
  }

  async #fetch(): Promise<void> {
    const { signal } = this.#stop;
    this.#isFetching = true;
    try {
      for (const { issue, folder } of this.#wanted()) {
        const whole = await this.#peek(signal, (api) => api.issue(issue.id, signal), folder);
        if (!whole || signal.aborted) return;
        this.#details.keep(whole);
      }
    } catch {
      // Where it begins and where it ends is shown without it.
    } finally {
      this.#isFetching = false;
    }
  }

  #wanted(): readonly KnownIssue[] {
    const files = new Set(vscode.window.visibleTextEditors.map(({ document }) => keyOfUri(document.uri)));
    return [...files]
      .flatMap((key) => this.#store.ofFile(key))
      .filter(({ issue }) => !isOnDemand(issue) && (issue.flow?.stepCount ?? 0) > 2)
      .sort(compareIssues)
      .slice(0, mostFetched)
      .filter((known) => this.#details.flowOf(known.issue) === undefined);
  }
}
