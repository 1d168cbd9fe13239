import { isDeepStrictEqual } from 'node:util';
import type { PatchSummary } from '../../api/contract/issue.ts';
import type { Place } from '../../workspace/positions/positions.ts';
import { Pace } from '../../yielding.ts';
import { fileKey, isOnDemand, isStray, type KnownIssue, type ListedIssue } from './known-issue.ts';

export interface IssueChange {
  /** Keys (`fileKey`) of the files whose issues or places changed. */
  readonly files: ReadonlySet<string>;
}

/** Milliseconds that changes are gathered before anyone is told, so that a scan's stream costs few refreshes. */
const gatherMs = 120;
/** Issues that are taken over before it is looked how long that took: a millisecond at most. */
const issuesAtOnce = 50;

/** Every issue this window knows; the tree, Problems and hovers are projections of it. */
export class IssueStore {
  readonly #issues = new Map<string, KnownIssue>();
  readonly #byFile = new Map<string, Map<string, KnownIssue>>();
  readonly #listeners = new Set<(change: IssueChange) => void>();
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** While above 0, nothing is announced for later. */
  #held = 0;

  get size(): number {
    return this.#issues.size;
  }

  all(): Iterable<KnownIssue> {
    return this.#issues.values();
  }

  get(id: string): KnownIssue | undefined {
    return this.#issues.get(id);
  }

  ofFile(key: string): KnownIssue[] {
    return [...(this.#byFile.get(key)?.values() ?? [])];
  }

  files(): Iterable<string> {
    return this.#byFile.keys();
  }

  /** Adds or updates issues of a folder; where their code is now is found out later (`place`). */
  upsert(folder: string, issues: Iterable<ListedIssue>): void {
    for (const told of issues) {
      const before = this.#issues.get(told.id);
      const issue = withLaterPatch(told, before?.issue.patch);
      // What a scan found is told once more when all of it is loaded: mostly nothing new.
      if (before?.folder === folder && isDeepStrictEqual(before.issue, issue)) continue;
      if (before) this.#unlink(before);
      const isSame = before !== undefined && isSameCode(before.issue, issue);
      // Until it is known where the new scan's code is, it is where edits took the earlier one's.
      const place: Place = before?.place.kind === 'at' ? before.place : { kind: 'unchecked' };
      const noted = before ? notedFor(before, issue) : {};
      this.#link(isSame ? { ...before, issue, ...noted } : { issue, folder, place, ...noted });
    }
    this.#schedule();
  }

  /** Makes these the only issues of the folder, beside those of on-demand scans: other scans say nothing of them. */
  replaceFolder(folder: string, issues: readonly ListedIssue[]): void {
    const kept = new Set(issues.map((issue) => issue.id));
    for (const known of [...this.#issues.values()]) {
      const isReplaced = known.folder === folder && !isOnDemand(known.issue);
      if (isReplaced && !kept.has(known.issue.id)) this.#unlink(known);
    }
    this.upsert(folder, issues);
  }

  /**
   * As `replaceFolder`, some issues a turn of the event loop, which others have work for, too. It is
   * announced once all of them are there.
   */
  async replaceFolderInTurns(folder: string, issues: readonly ListedIssue[]): Promise<void> {
    const before = [...this.#issues.values()].filter(
      (known) => known.folder === folder && !isOnDemand(known.issue),
    );
    this.#held++;
    try {
      const pace = new Pace();
      for (let i = 0; i < issues.length; i += issuesAtOnce) {
        if (pace.isOver) await pace.turn();
        this.upsert(folder, issues.slice(i, i + issuesAtOnce));
      }
      const kept = new Set(issues.map((issue) => issue.id));
      for (const { issue } of before) {
        const known = kept.has(issue.id) ? undefined : this.#issues.get(issue.id);
        if (known) this.#unlink(known);
      }
    } finally {
      this.#held--;
    }
    this.#schedule();
  }

  remove(id: string): void {
    const known = this.#issues.get(id);
    if (known) this.#unlink(known);
    this.#schedule();
  }

  /** Forgets what belongs to other folders than these; documents that are in no folder stay, and what reports say. */
  keepFolders(folders: ReadonlySet<string>): void {
    for (const known of [...this.#issues.values()])
      if (!folders.has(known.folder) && !isStray(known.folder) && !known.issue.reported) this.#unlink(known);
    this.#schedule();
  }

  /** Records where issues are in the text as it is now. */
  place(places: ReadonlyMap<string, Place>): void {
    let isAwaited = false;
    for (const [id, place] of places) {
      const known = this.#issues.get(id);
      if (!known || samePlace(known.place, place)) continue;
      // Somebody waits for what a scan on demand found, and it is little: it is not gathered.
      if (known.place.kind === 'unchecked' && isOnDemand(known.issue) && !known.issue.reported)
        isAwaited = true;
      const indent = known.indent ?? (place.kind === 'at' ? place.indent : undefined);
      const placed = { ...known, place, ...(indent === undefined ? {} : { indent }) };
      const key = fileKey(known);
      if (fileKey(placed) === key) {
        this.#issues.set(id, placed);
        this.#byFile.get(key)?.set(id, placed);
        this.#changed.add(key);
      } else {
        // A file that was renamed has its issues under its new name.
        this.#unlink(known);
        this.#link(placed);
      }
    }
    this.#schedule(isAwaited);
  }

  /** Records what this window finds out about issues beside their place. */
  note(ids: Iterable<string>, facts: Pick<KnownIssue, 'isChecking' | 'isPatchOutdated'>): void {
    for (const id of ids) {
      const known = this.#issues.get(id);
      if (!known) continue;
      const noted = { ...known, ...facts };
      if (isDeepStrictEqual(noted, known)) continue;
      const key = fileKey(known);
      this.#issues.set(id, noted);
      this.#byFile.get(key)?.set(id, noted);
      this.#changed.add(key);
    }
    this.#schedule(true);
  }

  onChange(listener: (change: IssueChange) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /**
   * Tells the listeners now what they would be told soon. One that fails does not keep the others from being told.
   * @throws what the first of those that failed threw
   */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const files = this.#changed;
    this.#changed = new Set();
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener({ files });
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #link(known: KnownIssue): void {
    const key = fileKey(known);
    this.#issues.set(known.issue.id, known);
    const ofFile = this.#byFile.get(key);
    if (ofFile) ofFile.set(known.issue.id, known);
    else this.#byFile.set(key, new Map([[known.issue.id, known]]));
    this.#changed.add(key);
  }

  #unlink(known: KnownIssue): void {
    const key = fileKey(known);
    this.#issues.delete(known.issue.id);
    const ofFile = this.#byFile.get(key);
    ofFile?.delete(known.issue.id);
    if (ofFile?.size === 0) this.#byFile.delete(key);
    this.#changed.add(key);
  }

  #schedule(isAwaited = false): void {
    if (this.#changed.size === 0 || this.#held > 0) return;
    if (isAwaited) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), 0);
    } else this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }
}

/** What this window found out and that holds for an issue as it is told now: a new patch has a base of its own. */
function notedFor(
  { isChecking, isPatchOutdated, issue }: KnownIssue,
  told: ListedIssue,
): Pick<KnownIssue, 'isChecking' | 'isPatchOutdated'> {
  return {
    ...(isChecking === undefined ? {} : { isChecking }),
    ...(isPatchOutdated === undefined
      ? {}
      : { isPatchOutdated: isPatchOutdated && issue.patch?.id === told.patch?.id }),
  };
}

/** What was asked for earlier may arrive later: the state of a patch does not go back to what it was. */
function withLaterPatch(told: ListedIssue, known: PatchSummary | undefined): ListedIssue {
  const isOlder = known?.updatedAt !== undefined && (told.patch?.updatedAt ?? '') < known.updatedAt;
  return isOlder ? { ...told, patch: known } : told;
}

function isSameCode(a: ListedIssue, b: ListedIssue): boolean {
  return (
    a.startLine === b.startLine &&
    a.startColumn === b.startColumn &&
    a.snippet === b.snippet &&
    a.blobId === b.blobId &&
    (a.blobId !== undefined || a.commitSha === b.commitSha)
  );
}

function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'changed' && b.kind === 'changed') return a.file === b.file;
  if (a.kind !== 'at' || b.kind !== 'at') return a.kind === b.kind;
  return (
    a.file === b.file &&
    a.range.startLine === b.range.startLine &&
    a.range.startColumn === b.range.startColumn &&
    a.range.endLine === b.range.endLine &&
    a.range.endColumn === b.range.endColumn
  );
}
