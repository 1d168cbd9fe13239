import type { IssueChange, IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { isSuppressed } from '../issues/ranking.ts';

/** Milliseconds after the end of a suppression before the service is asked, whose clock may be a little behind. */
const graceMs = 300;
/** Milliseconds before it is asked again where it says that the suppression goes on. */
const againMs = 60_000;
/** Milliseconds of one timer at most: clocks are set, and machines sleep. */
const longestMs = 600_000;

export interface SuppressionWatchParts {
  readonly store: Pick<IssueStore, 'get' | 'onChange'> & {
    ofFile(key: string): readonly KnownIssue[];
  };
  /** Has the window see what the service says now. */
  readonly refresh: () => Promise<void>;
  /** Told of issues that are open again because their suppression ended. */
  readonly onEnded: (issues: readonly KnownIssue[]) => void;
  readonly log: (message: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Suppressions that end while a window is open. The service opens such issues when it is next asked, and nothing else
 * may have a reason to ask it; whoever opened them, the window says so.
 */
export class SuppressionWatch {
  readonly #parts: SuppressionWatchParts;
  readonly #now: () => number;
  /** When the suppression of an issue ends, by the issue's id. */
  readonly #ends = new Map<string, number>();
  readonly #subscription: { dispose(): void };
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  /** When the service may be asked again, which did not see a suppression end. */
  #notBefore = 0;

  constructor(parts: SuppressionWatchParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#subscription = parts.store.onChange((change) => this.#take(change));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  #take({ files }: IssueChange): void {
    const ended: KnownIssue[] = [];
    for (const known of [...files].flatMap((file) => this.#parts.store.ofFile(file))) {
      const { id, status, triage } = known.issue;
      const end = Date.parse(triage?.until ?? '');
      if (isSuppressed(status) && !Number.isNaN(end)) {
        this.#ends.set(id, end);
        continue;
      }
      const before = this.#ends.get(id);
      this.#ends.delete(id);
      // Sooner, a person decided otherwise.
      if (before !== undefined && before <= this.#now() && !isSuppressed(status)) ended.push(known);
    }
    if (ended.length > 0) this.#parts.onEnded(ended);
    this.#arm();
  }

  #arm(): void {
    if (this.#isLooking) return;
    clearTimeout(this.#timer);
    if (this.#ends.size === 0) return;
    const next = Math.max(Math.min(...this.#ends.values()) + graceMs, this.#notBefore) - this.#now();
    this.#timer = setTimeout(() => void this.#look(), Math.min(Math.max(next, 0), longestMs)).unref();
  }

  async #look(): Promise<void> {
    if (this.#dueIds().length > 0) {
      this.#isLooking = true;
      try {
        await this.#parts.refresh();
      } catch (error) {
        this.#parts.log(`Issues whose suppression has ended: ${String(error)}`);
      }
      this.#isLooking = false;
      if (this.#dueIds().length > 0) this.#notBefore = this.#now() + againMs;
    }
    this.#arm();
  }

  /** Of issues that are still there. */
  #dueIds(): readonly string[] {
    for (const id of this.#ends.keys()) if (!this.#parts.store.get(id)) this.#ends.delete(id);
    const now = this.#now();
    return [...this.#ends].filter(([, end]) => end + graceMs <= now).map(([id]) => id);
  }
}
