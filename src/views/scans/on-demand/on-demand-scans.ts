import * as l10n from '@vscode/l10n';
import type { CodeScan, CodeScanIssue } from '../../../api/contract/code-scans.ts';
import type { Issue, IssueListItem } from '../../../api/contract/issue.ts';
import type { Coverage } from '../../../api/contract/scans.ts';
import { Failure, type FailureText, isCancellation } from '../../../connection/failure.ts';
import type { Place } from '../../../workspace/positions.ts';
import {
  bytesOf,
  type Candidate,
  type LeftOut,
  largestScan,
  partsOf,
  submissionOf,
} from '../../../workspace/submission.ts';
import { fileKey, isOnDemand, type KnownIssue } from '../../issues/known-issue.ts';
import { review, type UseCodeScans } from './review.ts';
import { screen } from './screening.ts';
import type { Gathered, Target } from './target.ts';
import type { Upload } from './upload-consent.ts';

/** What came of a scan so far. */
export interface Outcome {
  /** URI of the folder that files are relative to. */
  readonly folder: string;
  readonly filesSent: number;
  readonly bytesSent: number;
  /** What the service says of each part that it completed. */
  readonly coverages: readonly Coverage[];
  readonly leftOut: readonly LeftOut[];
  readonly excluded: Readonly<Record<string, number>>;
  /** Parts that it was sent in; flows between parts are not followed. */
  readonly parts: number;
  /** Issues that it reported and that are shown. */
  readonly found: number;
  /** Issues that it reported and that a full scan had found. */
  readonly known: number;
}

export type RunState =
  | { readonly kind: 'gathering' }
  /** The service on this machine looks for secrets in what is about to be sent. */
  | { readonly kind: 'screening' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'scanning';
      readonly scan: CodeScan | undefined;
      readonly part: number;
      readonly parts: number;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: FailureText };

export interface Run {
  readonly id: string;
  readonly target: Target;
  readonly state: RunState;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: Outcome | undefined;
}

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

export interface OnDemandOptions {
  readonly store: Findings;
  /** The service that scans. */
  readonly use: UseCodeScans;
  /** The service on this machine, which looks for secrets before something is sent elsewhere. */
  readonly useLocal: UseCodeScans;
  /** Address of a service elsewhere; undefined for the one on this machine. */
  readonly remote: () => string | undefined;
  readonly allowsUpload: (upload: Upload, signal: AbortSignal) => Promise<boolean>;
  /** The repository whose triage applies, as far as it is known. */
  readonly repositoryOf: (folder: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The text of a file as an editor has it; undefined when none has it open. */
  readonly openText?: (folder: string, file: string) => string | undefined;
  readonly now?: () => number;
}

export type Gather = (signal: AbortSignal) => Promise<Gathered>;

/** Runs that the view lists. */
const listed = 20;
/** Milliseconds between two reports of progress. */
const progressPauseMs = 100;
/** Milliseconds after which an issue whose code changed is taken for dealt with: undoing brings it back until then. */
const changedMs = 10_000;

/**
 * On-demand scans of this window: what runs, what came of it, and its issues. They are replaced by the next scan of
 * the same thing, and go when their code goes. One that a full scan knows is not shown twice.
 */
export class OnDemandScans {
  readonly #options: OnDemandOptions;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #runs = new Map<string, { run: Run; readonly gather: Gather; readonly stop: AbortController }>();
  /** The issues of each target, in full: the service keeps them for its own time only. */
  readonly #issues = new Map<string, Map<string, CodeScanIssue>>();
  readonly #changed = new Map<string, NodeJS.Timeout>();
  readonly #subscription: { dispose(): void };
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OnDemandOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#subscription = options.store.onChange(({ files }) => this.#review(files));
  }

  /** Newest first. */
  get runs(): readonly Run[] {
    return [...this.#runs.values()].map(({ run }) => run).reverse();
  }

  get isBusy(): boolean {
    return this.runs.some(({ state }) => isUnderWay(state));
  }

  /** How many issues on-demand scans show. */
  get issueCount(): number {
    let count = 0;
    for (const issues of this.#issues.values()) count += issues.size;
    return count;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** An on-demand scan's issue in full. */
  issue(id: string): Issue | undefined {
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

  /**
   * Scans a target; a scan of the same that is under way ends for it.
   * @returns the run as it ended, cancelled or not
   * @throws Failure when it failed; what earlier parts of it found is kept and shown
   */
  async scan(target: Target, gather: Gather): Promise<Run> {
    const before = [...this.#runs.values()].filter(({ run }) => run.target.key === target.key);
    for (const { run, stop } of before) {
      stop.abort();
      this.#runs.delete(run.id);
    }
    const stop = new AbortController();
    const id = `on-demand-${++this.#count}`;
    const run: Run = { id, target, state: { kind: 'gathering' }, at: this.#now(), outcome: undefined };
    this.#runs.set(id, { run, gather, stop });
    for (const [old, { run: other }] of this.#runs)
      if (this.#runs.size > listed && !isUnderWay(other.state)) this.#runs.delete(old);
    this.#emit();
    try {
      await this.#undertake(id, gather, stop.signal);
      this.#become(id, { kind: 'done' });
    } catch (error) {
      if (stop.signal.aborted || isCancellation(error)) this.#become(id, { kind: 'cancelled' });
      else {
        const failure = this.#failureOf(id, error);
        this.#become(id, { kind: 'failed', failure: failure.text });
        throw failure;
      }
    }
    return this.#runs.get(id)?.run ?? { ...run, state: { kind: 'cancelled' } };
  }

  /** Scans the target of a run once more, as it is now. */
  async repeat(id: string): Promise<Run | undefined> {
    const known = this.#runs.get(id);
    return known && (await this.scan(known.run.target, known.gather));
  }

  /** Cancels one run, or all that are under way. */
  cancel(id?: string): void {
    for (const [known, { run, stop }] of this.#runs)
      if ((id === undefined || known === id) && isUnderWay(run.state)) stop.abort();
  }

  /** Takes the issues of one run, or of all, away; and the runs with them, but for those under way. */
  clear(id?: string): void {
    for (const [known, { run }] of [...this.#runs]) {
      if (id !== undefined && known !== id) continue;
      this.#forget(run.target.key);
      if (!isUnderWay(run.state)) this.#runs.delete(known);
    }
    if (id === undefined) for (const key of [...this.#issues.keys()]) this.#forget(key);
    this.#options.store.flush();
    this.#emit();
  }

  /** The service is another one, or the folders are: what runs ends, and what was found by it goes. */
  reset(): void {
    this.cancel();
    this.clear();
  }

  dispose(): void {
    this.cancel();
    clearTimeout(this.#timer);
    for (const timer of this.#changed.values()) clearTimeout(timer);
    this.#subscription.dispose();
    this.#listeners.clear();
  }

  async #undertake(id: string, gather: Gather, signal: AbortSignal): Promise<void> {
    const { use, repositoryOf, store } = this.#options;
    const gathered = await gather(signal);
    signal.throwIfAborted();
    const { folder, form } = gathered;
    let outcome: Outcome = {
      folder,
      filesSent: 0,
      bytesSent: 0,
      coverages: [],
      leftOut: gathered.leftOut,
      excluded: gathered.excluded ?? {},
      parts: 0,
      found: 0,
      known: 0,
    };
    this.#keep(id, outcome);
    refuseTooLarge(gathered.candidates);
    const { candidates, held } = await this.#allowed(id, gathered, signal);
    outcome = { ...outcome, leftOut: [...outcome.leftOut, ...held] };
    this.#keep(id, outcome);
    const target = this.#runs.get(id)?.run.target;
    if (!target) return;
    const parts =
      candidates.length === 0 ? [] : partsOf(candidates, await use(signal, async (api) => api.limits));
    const repositoryId = parts.length === 0 ? undefined : await repositoryOf(folder, signal);
    const found: CodeScanIssue[] = [];
    for (const [index, part] of parts.entries()) {
      const scanning = { kind: 'scanning', part: index + 1, parts: parts.length } as const;
      this.#become(id, { ...scanning, scan: undefined });
      const results = await review(
        use,
        {
          submission: submissionOf(part, form),
          name: target.label,
          repositoryId,
          onStatus: (scan) => this.#become(id, { ...scanning, scan }),
        },
        signal,
      );
      found.push(...within(results.issues, part).map((issue) => named(issue, gathered.shownFile)));
      const { shown, known } = this.#show(target.key, folder, found, index === 0);
      if (gathered.isPresent) this.#place(gathered, part, results.issues);
      outcome = {
        ...outcome,
        parts: parts.length,
        filesSent: outcome.filesSent + part.length,
        bytesSent: outcome.bytesSent + part.reduce((sum, one) => sum + bytesOf(one), 0),
        coverages: results.coverage ? [...outcome.coverages, results.coverage] : outcome.coverages,
        found: shown,
        known,
      };
      this.#keep(id, outcome);
    }
    if (parts.length === 0) this.#forget(target.key);
    store.flush();
  }

  /** What may be scanned: everything here, and elsewhere what is no secret and was agreed to. */
  async #allowed(
    id: string,
    gathered: Gathered,
    signal: AbortSignal,
  ): Promise<{ readonly candidates: readonly Candidate[]; readonly held: readonly LeftOut[] }> {
    const { remote, useLocal, allowsUpload } = this.#options;
    const service = remote();
    if (service === undefined || gathered.candidates.length === 0)
      return { candidates: gathered.candidates, held: [] };
    this.#become(id, { kind: 'screening' });
    const { candidates, held } = await screened(gathered, useLocal, signal);
    if (candidates.length === 0) return { candidates, held };
    this.#become(id, { kind: 'asking' });
    const files = candidates.flatMap(({ path, content, before }) => [
      { path, bytes: Buffer.byteLength(content) },
      ...(before
        ? [{ path: before.path, bytes: Buffer.byteLength(before.content), detail: 'before' as const }]
        : []),
    ]);
    const upload = { service, repository: gathered.repository, files, held };
    if (!(await allowsUpload(upload, signal))) throw new DOMException('Not sent', 'AbortError');
    // Another service may have been chosen while the question stood: the answer was not about that one.
    if (remote() !== service) throw new DOMException('Another service', 'AbortError');
    return { candidates, held };
  }

  /** Puts a target's issues into the store in place of those of before. */
  #show(
    key: string,
    folder: string,
    found: readonly CodeScanIssue[],
    isFirst: boolean,
  ): { shown: number; known: number } {
    const { store } = this.#options;
    if (isFirst) this.#forget(key);
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
  #place(
    { folder, shownFile }: Gathered,
    part: readonly Candidate[],
    issues: readonly CodeScanIssue[],
  ): void {
    const { store, openText } = this.#options;
    const texts = new Map(part.map(({ path, content }) => [path, { content, lines: content.split('\n') }]));
    const places = new Map<string, Place>();
    for (const { id, file, startLine, startColumn, endLine, endColumn } of issues) {
      const text = texts.get(file);
      const now = openText?.(folder, shownFile ?? file) ?? text?.content;
      const line = text?.lines[startLine - 1];
      if (line === undefined || now !== text?.content || store.get(id)?.place.kind !== 'unchecked') continue;
      const range = { startLine, startColumn, endLine, endColumn };
      places.set(id, { kind: 'at', range, indent: line.length - line.trimStart().length });
    }
    store.place(places);
    store.flush();
  }

  /** Whether a full scan shows the same issue at a place that it still has. */
  #isKnown(folder: string, { file, fingerprint }: Pick<IssueListItem, 'file' | 'fingerprint'>): boolean {
    return this.#options.store
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
        const known = this.#options.store.get(id);
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
      if (issues && this.#options.store.get(id)?.place.kind === 'changed') this.#drop(issues, id);
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
    this.#options.store.remove(id);
    this.#soon();
  }

  #forget(key: string): void {
    const issues = this.#issues.get(key);
    if (!issues) return;
    for (const id of [...issues.keys()]) this.#drop(issues, id);
    this.#issues.delete(key);
  }

  #failureOf(id: string, error: unknown): Failure {
    const { what, advice, kept } =
      error instanceof Failure
        ? error.text
        : {
            what: error instanceof Error ? error.message : String(error),
            advice: undefined,
            kept: undefined,
          };
    const { target, outcome } = this.#runs.get(id)?.run ?? {};
    const isShown = (this.#issues.get(target?.key ?? '')?.size ?? 0) > 0;
    const partly = outcome && outcome.coverages.length > 0 && outcome.coverages.length < outcome.parts;
    const keeps = partly
      ? l10n.t('The issues of {0} of {1} parts are kept.', outcome.coverages.length, outcome.parts)
      : isShown
        ? l10n.t('The issues of the scan before are kept.')
        : kept;
    return new Failure(
      {
        what,
        ...(keeps === undefined ? {} : { kept: keeps }),
        ...(advice === undefined ? {} : { advice }),
      },
      { cause: error },
    );
  }

  #keep(id: string, outcome: Outcome): void {
    const known = this.#runs.get(id);
    if (known) known.run = { ...known.run, outcome };
    this.#soon();
  }

  #become(id: string, state: RunState): void {
    const known = this.#runs.get(id);
    if (!known) return;
    const isOther = known.run.state.kind !== state.kind;
    known.run = { ...known.run, state, at: isUnderWay(state) ? known.run.at : this.#now() };
    if (isOther) this.#emit();
    else this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#emit(), progressPauseMs);
  }

  #emit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const listener of this.#listeners) listener();
  }
}

export function isUnderWay({ kind }: RunState): boolean {
  return kind !== 'done' && kind !== 'failed' && kind !== 'cancelled';
}

/** When nothing can say what is a secret, nothing is sent. */
async function screened(gathered: Gathered, useLocal: UseCodeScans, signal: AbortSignal) {
  try {
    return await screen(gathered, useLocal, signal);
  } catch (error) {
    if (signal.aborted || isCancellation(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(
      {
        what: l10n.t(
          'The code could not be checked for secrets on this machine, so nothing was sent: {0}',
          reason,
        ),
        advice: l10n.t('Try again, or use the service on this machine.'),
      },
      { cause: error },
    );
  }
}

/** @throws Failure when it is more than an on-demand scan is for */
function refuseTooLarge(candidates: readonly Candidate[]): void {
  const bytes = candidates.reduce((sum, one) => sum + bytesOf(one), 0);
  if (candidates.length <= largestScan.files && bytes <= largestScan.bytes) return;
  throw new Failure({
    what: l10n.t(
      'These are {0} files with {1} MB; an on-demand scan takes {2} files with {3} MB.',
      candidates.length,
      Math.ceil(bytes / 1024 / 1024),
      largestScan.files,
      largestScan.bytes / 1024 / 1024,
    ),
    advice: l10n.t('Choose less, or run “Parapet: Scan This Workspace”.'),
  });
}

/** The issues in the lines that were asked for; a service may know no such lines and report the whole file. */
function within(issues: readonly CodeScanIssue[], part: readonly Candidate[]): readonly CodeScanIssue[] {
  const lines = part[0]?.lines;
  if (!lines) return issues;
  return issues.filter(({ startLine, endLine }) => startLine <= lines.last && endLine >= lines.first);
}

function named(issue: CodeScanIssue, file: string | undefined): CodeScanIssue {
  return file === undefined ? issue : { ...issue, file };
}

/** As in a list; no scan is the first to see it, for it is in nobody's history. */
function toListItem(issue: CodeScanIssue): IssueListItem {
  const { firstSeenScanId: _, ...item } = issue;
  return { ...item, repositoryId: issue.repositoryId ?? '', repositoryName: issue.repositoryName ?? '' };
}
