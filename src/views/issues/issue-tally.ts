import type { Severity } from '../../api/contract/vocabulary.ts';
import type { IssueChange, IssueStore } from './issue-store.ts';
import type { KnownIssue } from './known-issue.ts';
import { isResolved, isSuppressed, severities, severityRank } from './ranking.ts';
import { passes, type Scope } from './scope.ts';

/** What one file, or all of them, have. */
export interface Tally {
  /** Open issues that the settings let be shown. */
  readonly open: number;
  /** The worst of those. */
  readonly worst: Severity | undefined;
  /** Open issues below the lowest severity shown. */
  readonly belowMinimum: number;
  /** Open issues of a category that is not shown, severe enough or not. */
  readonly ofOtherCategories: number;
  /** Open issues outside of the product, where these are not shown. */
  readonly outside: number;
}

interface FileTally {
  readonly counts: readonly number[];
  readonly belowMinimum: number;
  readonly ofOtherCategories: number;
  readonly outside: number;
}

type Source = Pick<IssueStore, 'files' | 'ofFile' | 'onChange'>;

/** Counts issues file by file, so that badge, status bar and file decorations need not look at all of them each time. */
export class IssueTally {
  readonly #source: Source;
  readonly #scope: () => Scope;
  readonly #files = new Map<string, FileTally>();
  readonly #listeners = new Set<(change: IssueChange) => void>();
  readonly #subscription: { dispose(): void };
  #all: FileTally = nothing;

  constructor(source: Source, scope: () => Scope) {
    this.#source = source;
    this.#scope = scope;
    this.#subscription = source.onChange((change) => this.#take(change.files));
  }

  get all(): Tally {
    return toTally(this.#all);
  }

  /** @param key as of `fileKey` */
  ofFile(key: string): Tally {
    return toTally(this.#files.get(key) ?? nothing);
  }

  /** Counts anew after the settings changed. */
  rescope(): void {
    this.#take(new Set([...this.#files.keys(), ...this.#source.files()]));
  }

  /** Told after every change of the store, with the counts as they are then. */
  onChange(listener: (change: IssueChange) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#listeners.clear();
  }

  #take(files: ReadonlySet<string>): void {
    const scope = this.#scope();
    for (const file of files) {
      const before = this.#files.get(file) ?? nothing;
      const after = count(this.#source.ofFile(file), scope);
      if (after === nothing) this.#files.delete(file);
      else this.#files.set(file, after);
      this.#all = sum(this.#all, after, before);
    }
    for (const listener of this.#listeners) listener({ files });
  }
}

const nothing: FileTally = { counts: [0, 0, 0, 0, 0], belowMinimum: 0, ofOtherCategories: 0, outside: 0 };

function count(issues: readonly KnownIssue[], scope: Scope): FileTally {
  if (issues.length === 0) return nothing;
  const counts = [0, 0, 0, 0, 0];
  let belowMinimum = 0;
  let ofOtherCategories = 0;
  let outside = 0;
  for (const { issue } of issues) {
    if (isSuppressed(issue.status) || isResolved(issue.status)) continue;
    const rank = severityRank(issue.severity);
    if (!scope.categories.has(issue.category)) ofOtherCategories++;
    else if (!scope.outside && issue.codeRole) outside++;
    else if (!passes(issue.severity, scope.minimum)) belowMinimum++;
    else counts[rank] = (counts[rank] ?? 0) + 1;
  }
  return { counts, belowMinimum, ofOtherCategories, outside };
}

function sum(total: FileTally, added: FileTally, taken: FileTally): FileTally {
  return {
    counts: total.counts.map((one, rank) => one + (added.counts[rank] ?? 0) - (taken.counts[rank] ?? 0)),
    belowMinimum: total.belowMinimum + added.belowMinimum - taken.belowMinimum,
    ofOtherCategories: total.ofOtherCategories + added.ofOtherCategories - taken.ofOtherCategories,
    outside: total.outside + added.outside - taken.outside,
  };
}

function toTally({ counts, belowMinimum, ofOtherCategories, outside }: FileTally): Tally {
  const worst = counts.findIndex((one) => one > 0);
  return {
    open: counts.reduce((total, one) => total + one, 0),
    worst: severities[worst],
    belowMinimum,
    ofOtherCategories,
    outside,
  };
}
