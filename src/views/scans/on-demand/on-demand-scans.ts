import * as l10n from '@vscode/l10n';
import type { Issue } from '../../../api/contract/issue.ts';
import type { CodeScanIssue } from '../../../api/contract/scans/code-scans.ts';
import { Failure, isCancellation } from '../../../connection/failure.ts';
import {
  bytesOf,
  type Candidate,
  largestScan,
  partsOf,
  submissionOf,
} from '../../../workspace/submission.ts';
import { allowed, type UploadRules } from './allowance.ts';
import { review, type UseCodeScans, type UseCodeScansOf } from './review.ts';
import { isUnderWay, type Outcome, type Run, type RunState } from './run.ts';
import { type Findings, type OpenText, ShownIssues } from './shown-issues.ts';
import type { Gathered, Target } from './target.ts';
import type { ScansUnderWay } from './under-way.ts';

export interface OnDemandOptions extends UploadRules {
  readonly store: Findings;
  /** The service that scans, in the organization of a folder. */
  readonly use: UseCodeScansOf;
  /** The repository whose triage applies, as far as it is known. */
  readonly repositoryOf: (folder: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Whether the service has the code of a folder's repository on this disk, and has scanned it. */
  readonly knowsProject?: (folder: string) => boolean;
  readonly openText?: OpenText;
  readonly underWay?: ScansUnderWay;
  readonly now?: () => number;
}

export type Gather = (signal: AbortSignal) => Promise<Gathered>;

/** Runs that the view lists. */
const listed = 20;
/** Milliseconds between two reports of progress. */
const progressPauseMs = 100;

/**
 * On-demand scans of this window: what runs, what came of it, and its issues. They are replaced by the next scan of
 * the same thing, and go when their code goes. One that a full scan knows is not shown twice.
 */
export class OnDemandScans {
  readonly #options: OnDemandOptions;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #runs = new Map<string, { run: Run; readonly gather: Gather; readonly stop: AbortController }>();
  readonly #shown: ShownIssues;
  #count = 0;
  #isDisposed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OnDemandOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#shown = new ShownIssues(options.store, options.openText, () => this.#soon());
    this.#showInterrupted();
  }

  /** A scan's results went with the window that waited for them; it is not forgotten without a word. */
  #showInterrupted(): void {
    for (const target of this.#options.underWay?.interrupted() ?? []) {
      const failure = {
        what: l10n.t('This scan ended when the window was closed or loaded anew; nothing of it is shown.'),
        advice: l10n.t('Scan it again.'),
      };
      const id = `on-demand-${++this.#count}`;
      this.#runs.set(id, {
        run: { id, target, state: { kind: 'failed', failure }, at: this.#now(), outcome: undefined },
        gather: () =>
          Promise.reject(new Failure({ what: l10n.t('Start this scan from where it was started before.') })),
        stop: new AbortController(),
      });
    }
    this.#remember();
  }

  #remember(): void {
    if (this.#isDisposed) return;
    const targets = this.runs.filter(({ state }) => isUnderWay(state)).map(({ target }) => target);
    this.#options.underWay?.keep(targets);
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
    return this.#shown.count;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** An on-demand scan's issue in full. */
  issue(id: string): Issue | undefined {
    return this.#shown.get(id);
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
      this.#shown.forget(run.target.key);
      if (!isUnderWay(run.state)) this.#runs.delete(known);
    }
    if (id === undefined) this.#shown.forgetAll();
    this.#options.store.flush();
    this.#emit();
  }

  /**
   * The service is another one: what runs ends, and what was found by it goes.
   * @param folder where it is another one for that folder alone
   */
  reset(folder?: string): void {
    if (folder === undefined) {
      this.cancel();
      this.clear();
      return;
    }
    for (const { id, outcome } of this.runs) {
      // One that is only being put together has no folder yet, and may be of this one.
      if (outcome !== undefined && outcome.folder !== folder) continue;
      this.cancel(id);
      this.clear(id);
    }
  }

  dispose(): void {
    // What ends now ends with the window, and is remembered for the next one.
    this.#isDisposed = true;
    this.cancel();
    clearTimeout(this.#timer);
    this.#shown.dispose();
    this.#listeners.clear();
  }

  async #undertake(id: string, gather: Gather, signal: AbortSignal): Promise<void> {
    const { repositoryOf, store } = this.#options;
    const gathered = await gather(signal);
    signal.throwIfAborted();
    const { folder, form } = gathered;
    const use: UseCodeScans = (during, work) => this.#options.use(during, work, folder);
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
      how: 'alone',
      missed: [],
    };
    this.#keep(id, outcome);
    refuseTooLarge(gathered.candidates);
    const { candidates, held } = await allowed(this.#options, gathered, signal, (kind) =>
      this.#become(id, { kind }),
    );
    outcome = { ...outcome, leftOut: [...outcome.leftOut, ...held] };
    this.#keep(id, outcome);
    const target = this.#runs.get(id)?.run.target;
    if (!target) return;
    const parts =
      candidates.length === 0 ? [] : partsOf(candidates, await use(signal, async (api) => api.limits));
    const repositoryId = parts.length === 0 ? undefined : await repositoryOf(folder, signal);
    const isInProject =
      form === 'files' &&
      gathered.isPresent &&
      repositoryId !== undefined &&
      this.#options.knowsProject?.(folder) === true;
    const found: CodeScanIssue[] = [];
    for (const [index, part] of parts.entries()) {
      const scanning = { kind: 'scanning', part: index + 1, parts: parts.length } as const;
      this.#become(id, { ...scanning, scan: undefined });
      const results = await review(
        use,
        {
          submission: submissionOf(part, isInProject ? 'inRepository' : form),
          name: target.label,
          repositoryId,
          onStatus: (scan) => this.#become(id, { ...scanning, scan }),
        },
        signal,
      );
      const own = within(results.issues, part).map((issue) => named(issue, gathered.shownFile));
      found.push(...own);
      const { shown, known } = this.#shown.show(target.key, folder, found, index === 0);
      if (gathered.isPresent) this.#shown.place(gathered, part, results.issues);
      outcome = {
        ...outcome,
        parts: parts.length,
        filesSent: outcome.filesSent + part.length,
        bytesSent: outcome.bytesSent + part.reduce((sum, one) => sum + bytesOf(one), 0),
        coverages: results.coverage ? [...outcome.coverages, results.coverage] : outcome.coverages,
        found: shown,
        known,
        how: isInProject ? 'project' : 'alone',
        missed: [...outcome.missed, ...(form === 'files' ? this.#shown.missed(gathered, part, own) : [])],
      };
      this.#keep(id, outcome);
    }
    if (parts.length === 0) this.#shown.forget(target.key);
    store.flush();
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
    const isShown = this.#shown.countOf(target?.key ?? '') > 0;
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
    this.#remember();
    for (const listener of this.#listeners) listener();
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
