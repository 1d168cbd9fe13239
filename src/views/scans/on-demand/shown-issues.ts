import type { Issue, IssueListItem } from '../../../api/contract/issue.ts';
import type { CodeScanIssue } from '../../../api/contract/scans/code-scans.ts';
import type { Place } from '../../../workspace/positions/positions.ts';
import type { Candidate } from '../../../workspace/submission.ts';
import { fileKey, isOnDemand, type KnownIssue, shownLine } from '../../issues/known-issue.ts';
import { isResolved, isSuppressed } from '../../issues/ranking.ts';
import type { Gathered } from './target.ts';

export interface Findings {
  upsert(folder: string, issues: Iterable<IssueListItem>): void;
  remove(id: string): void;
  get(id: string): KnownIssue | undefined;
  ofFile(key: string): KnownIssue[];
  all(): Iterable<KnownIssue>;
  place(places: ReadonlyMap<string, Place>): void;
  flush(): void;
  onChange(listener: (change: { readonly files: ReadonlySet<string> }) => void): { dispose(): void };
}

/** The text of a file as an editor has it; undefined when none has it open. */
export type OpenText = (folder: string, file: string) => string | undefined;

/** Milliseconds after which an issue whose code changed is taken for dealt with: undoing brings it back until then. */
const changedMs = 10_000;

/**
 * The issues of on-demand scans that are shown, by what was scanned. They go when their code goes. One that a full scan
 * knows is not shown twice.
 */
export class ShownIssues {
  readonly #store: Findings;
  readonly #openText: OpenText | undefined;
  readonly #changedIssues: () => void;
  /** The issues of each target, in full: the service keeps them for its own time only. */
  readonly #issues = new Map<string, Map<string, CodeScanIssue>>();
  readonly #changed = new Map<string, NodeJS.Timeout>();
  readonly #subscription: { dispose(): void };

  /** @param changed told when issues went */
  constructor(store: Findings, openText: OpenText | undefined, changed: () => void) {
    this.#store = store;
    this.#openText = openText;
    this.#changedIssues = changed;
    this.#subscription = store.onChange(({ files }) => this.#review(files));
  }

  get count(): number {
    let count = 0;
    for (const issues of this.#issues.values()) count += issues.size;
    return count;
  }

  countOf(key: string): number {
    return this.#issues.get(key)?.size ?? 0;
  }

  /** An issue in full. */
  get(id: string): Issue | undefined {
    for (const issues of this.#issues.values()) {
      const issue = issues.get(id);
      if (issue)
        return {
          ...issue,
          repositoryId: issue.repositoryId ?? '',
          repositoryName: issue.repositoryName ?? '',
        };
    }
    return undefined;
  }

  /** Puts a target's issues into the store in place of those of before. */
  show(
    key: string,
    folder: string,
    found: readonly CodeScanIssue[],
    isFirst: boolean,
  ): { shown: number; known: number } {
    const store = this.#store;
    if (isFirst) this.forget(key);
    const news = found.filter((issue) => !this.#isKnown(folder, issue));
    const issues = new Map(news.map((issue) => [issue.id, issue]));
    // Of two on-demand scans of the same code, the later one says how it is.
    for (const issue of news)
      for (const [other, theirs] of this.#issues)
        if (other !== key)
          for (const [id, known] of theirs)
            if (
              known.file === issue.file &&
              known.fingerprint === issue.fingerprint &&
              store.get(id)?.folder === folder
            )
              this.#drop(theirs, id);
    this.#issues.set(key, issues);
    store.upsert(folder, news.map(toListItem));
    store.flush();
    return { shown: news.length, known: found.length - news.length };
  }

  /** What was just scanned is where it was found, unless it was edited meanwhile; that is checked once more right after. */
  place({ folder, shownFile }: Gathered, part: readonly Candidate[], issues: readonly CodeScanIssue[]): void {
    const store = this.#store;
    const texts = new Map(part.map(({ path, content }) => [path, { content, lines: content.split('\n') }]));
    const places = new Map<string, Place>();
    for (const { id, file, startLine, startColumn, endLine, endColumn } of issues) {
      const text = texts.get(file);
      const now = this.#openText?.(folder, shownFile ?? file) ?? text?.content;
      const line = text?.lines[startLine - 1];
      if (line === undefined || now !== text?.content || store.get(id)?.place.kind !== 'unchecked') continue;
      const range = { startLine, startColumn, endLine, endColumn };
      places.set(id, { kind: 'at', range, indent: line.length - line.trimStart().length });
    }
    store.place(places);
    store.flush();
  }

  /** Open issues of the project in these files, or in their lines, that are not among those found. */
  missed(
    { folder, shownFile }: Gathered,
    part: readonly Candidate[],
    found: readonly CodeScanIssue[],
  ): readonly string[] {
    const names = new Set(found.map(({ file, fingerprint }) => `${file}\n${fingerprint}`));
    return part.flatMap(({ path, lines }) => {
      const file = shownFile ?? path;
      return this.#store
        .ofFile(`${folder}\n${file}`)
        .filter((known) => {
          const { issue } = known;
          const line = shownLine(known);
          return (
            !isOnDemand(issue) &&
            !isSuppressed(issue.status) &&
            !isResolved(issue.status) &&
            (lines === undefined || (line >= lines.first && line <= lines.last)) &&
            !names.has(`${file}\n${issue.fingerprint}`)
          );
        })
        .map(({ issue }) => issue.id);
    });
  }

  /** Whether a full scan shows the same issue at a place that it still has. */
  #isKnown(folder: string, { file, fingerprint }: Pick<IssueListItem, 'file' | 'fingerprint'>): boolean {
    return this.#store
      .ofFile(`${folder}\n${file}`)
      .some(
        ({ issue, place }) =>
          !isOnDemand(issue) &&
          issue.fingerprint === fingerprint &&
          issue.status !== 'RESOLVED' &&
          (place.kind === 'at' || place.kind === 'unchecked'),
      );
  }

  /** Issues whose code is gone go; so do those that a full scan has found by now. */
  #review(files: ReadonlySet<string>): void {
    for (const [key, issues] of this.#issues) {
      for (const id of [...issues.keys()]) {
        const known = this.#store.get(id);
        if (!known) issues.delete(id);
        else if (!files.has(fileKey(known))) continue;
        else if (known.place.kind === 'gone' || this.#isKnown(known.folder, known.issue))
          this.#drop(issues, id);
        else if (known.place.kind === 'changed') this.#dropLater(key, id);
        else this.#keepOn(id);
      }
    }
  }

  #dropLater(key: string, id: string): void {
    if (this.#changed.has(id)) return;
    const timer = setTimeout(() => {
      this.#changed.delete(id);
      const issues = this.#issues.get(key);
      if (issues && this.#store.get(id)?.place.kind === 'changed') this.#drop(issues, id);
    }, changedMs);
    timer.unref();
    this.#changed.set(id, timer);
  }

  #keepOn(id: string): void {
    clearTimeout(this.#changed.get(id));
    this.#changed.delete(id);
  }

  #drop(issues: Map<string, CodeScanIssue>, id: string): void {
    this.#keepOn(id);
    issues.delete(id);
    this.#store.remove(id);
    this.#changedIssues();
  }

  forget(key: string): void {
    const issues = this.#issues.get(key);
    if (!issues) return;
    for (const id of [...issues.keys()]) this.#drop(issues, id);
    this.#issues.delete(key);
  }

  forgetAll(): void {
    for (const key of [...this.#issues.keys()]) this.forget(key);
  }

  dispose(): void {
    for (const timer of this.#changed.values()) clearTimeout(timer);
    this.#subscription.dispose();
  }
}

/** As in a list; no scan is the first to see it, for it is in nobody's history. */
function toListItem(issue: CodeScanIssue): IssueListItem {
  const { firstSeenScanId: _, ...item } = issue;
  return { ...item, repositoryId: issue.repositoryId ?? '', repositoryName: issue.repositoryName ?? '' };
}
