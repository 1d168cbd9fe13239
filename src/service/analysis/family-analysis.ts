/**
 * The analysis of one language family: independent of all others, in a worker of its own that can be kept for the
 * next change. Files on which the worker is lost are left out, each for itself, and the rest is analysed again; when the worker is
 * lost between files, the family is analysed in halves, down to single files.
 */
import type { AnalysisEvent, TeamModels } from '../../engine/analysis.ts';
import type { CustomRules } from '../../engine/custom-rules/rule-set.ts';
import type { Skip } from '../../engine/finding.ts';
import { type FileRoles, noRoles } from '../../engine/roles/code-role.ts';
import { defaultThreatModels, type ThreatModel } from '../../engine/threat-models.ts';
import type { ScanAssets } from './assets.ts';
import { ScanError } from './errors.ts';
import type { ScanLimits } from './limits.ts';
import type { ScanOptions } from './scan-options.ts';
import { AnalysisWorker, type Unanswered } from './worker/analysis-worker.ts';
import { type AnswerTo, type Kind, type Question, questions } from './worker/protocol.ts';

type GaveUp = Extract<Unanswered, { type: 'gave-up' }>;

interface Batch {
  readonly files: readonly string[];
  readonly removed: readonly string[];
  /** How often the family was halved to get to this part of it. */
  readonly halvings: number;
}

export class FamilyAnalysis {
  readonly #root: string;
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  #files: readonly string[] = [];
  #worker: AnalysisWorker | undefined;
  /** Whether the worker holds the whole family as of the last analysis. */
  #whole = false;
  readonly #withOutlook: boolean;
  readonly #threatModels: readonly ThreatModel[];
  readonly #hints: boolean;
  #models: TeamModels | undefined;
  #rules: CustomRules | undefined;
  #roles: FileRoles = noRoles;
  /** What else the last analysis had: models, and roles of files. */
  #analysedWith: string | undefined;

  constructor(
    root: string,
    assets: ScanAssets,
    limits: ScanLimits,
    { withOutlook, threatModels, hints }: Pick<ScanOptions, 'withOutlook' | 'threatModels' | 'hints'> = {},
  ) {
    this.#withOutlook = withOutlook ?? false;
    this.#threatModels = threatModels ?? defaultThreatModels;
    this.#hints = hints ?? false;
    this.#root = root;
    this.#assets = assets;
    this.#limits = limits;
  }

  /** Has the team's models and rules hold from the next analysis on, which is given every file where the rules are others. */
  use(models: TeamModels | undefined, rules: CustomRules | undefined): void {
    this.#models = models;
    this.#rules = rules;
  }

  /** Has files be no part of the product from the next analysis on. */
  place(roles: FileRoles): void {
    this.#roles = roles;
  }

  get #context(): string {
    return JSON.stringify([this.#models?.digest, this.#rules?.digest, [...this.#roles]]);
  }

  /** Whether the last analysis had just these files, and the models that hold now. */
  had(files: readonly string[]): boolean {
    if (this.#analysedWith !== this.#context) return false;
    const known = new Set(this.#files);
    return known.size === files.length && files.every((file) => known.has(file));
  }

  has(file: string): boolean {
    return this.#files.includes(file);
  }

  get files(): readonly string[] {
    return this.#files;
  }

  /** The family's worker between two analyses, if there is one. */
  get idleWorker(): AnalysisWorker | undefined {
    return this.#worker?.usable === true ? this.#worker : undefined;
  }

  /**
   * Asks the family's worker, or one of its own where the question says so.
   * @throws the signal's reason, or ScanError when the worker is lost on it
   */
  async ask<K extends Kind>(question: Question<K>, signal?: AbortSignal): Promise<AnswerTo<K>> {
    const { alone, what } = questions[question.kind];
    const worker = alone
      ? new AnalysisWorker(this.#root, this.#assets, this.#limits)
      : this.#usableWorker(signal);
    try {
      const outcome = await worker.ask(question, signal);
      if (outcome.type === 'answered') return outcome.answer;
      throw notAnswered(outcome, what, signal);
    } finally {
      if (alone) await worker.close();
    }
  }

  #usableWorker(signal: AbortSignal | undefined): AnalysisWorker {
    signal?.throwIfAborted();
    if (this.#worker?.usable === true) return this.#worker;
    this.#whole = false;
    this.#worker = new AnalysisWorker(this.#root, this.#assets, this.#limits);
    return this.#worker;
  }

  /**
   * Analyses what changed, or everything when nothing is kept from before. Every finding of the family is reported.
   * @param files every file of the family, as of now
   * @param changed those that are other than before; what is new to the family is known by itself
   * @param texts what is analysed instead of the text on the disk; such files count as changed the next time
   * @throws the signal's reason, or ScanError when the analyzer cannot be made
   */
  async analyse(
    files: readonly string[],
    changed: ReadonlySet<string>,
    on: (event: AnalysisEvent) => void,
    signal?: AbortSignal,
    texts: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const present = new Set(files);
    const before = new Set(this.#files);
    const news = files.filter((file) => changed.has(file) || !before.has(file));
    const removed = this.#files.filter((file) => !present.has(file));
    const kept = this.#whole && this.#worker?.usable === true;
    this.#files = files;
    this.#analysedWith = this.#context;
    this.#whole = false;
    const queue: Batch[] = [
      kept ? { files: news, removed, halvings: 0 } : { files, removed: [], halvings: 0 },
    ];
    let isFirst = true;
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      signal?.throwIfAborted();
      const outcome = await this.#usableWorker(signal).ask(
        {
          kind: 'analyse',
          files: batch.files,
          removed: batch.removed,
          ...(this.#models && { models: this.#models }),
          ...(this.#rules && { rules: this.#rules }),
          threatModels: this.#threatModels,
          roles: this.#roles,
          hints: this.#hints,
          texts,
          // What is tried is compared with what is, and nobody asks for its fixes.
          withOutlook: this.#withOutlook && Object.keys(texts).length === 0,
        },
        signal,
        on,
      );
      if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
      if (outcome.type === 'unavailable') {
        throw new ScanError('analyzer-unavailable', unavailable(outcome.message));
      }
      if (outcome.type === 'answered') {
        if (batch.halvings === 0) this.#whole = true;
        else await this.#drop();
        isFirst = false;
        continue;
      }
      this.#worker = undefined;
      // What the lost worker knew of earlier calls is gone with it: the rest means the whole family again.
      const all = kept && isFirst ? files : batch.files;
      isFirst = false;
      const culprits = await this.#culpritsIn(batch.files, outcome, texts, signal);
      for (const [file, lost] of culprits) on({ type: 'skip', skip: lostOn(file, lost, this.#limits) });
      const rest = all.filter((file) => !culprits.has(file));
      if (culprits.size > 0) queue.unshift({ files: rest, removed: [], halvings: batch.halvings });
      else queue.unshift(...halves(rest, batch.halvings, outcome, on));
    }
  }

  /**
   * Files on which a worker is lost by themselves: the one at which it was lost, and those after it, which nobody has read
   * yet. However many there are, the others are read once more and no file is left out for another.
   * @returns none where it was lost between files, or for what files amount to together
   */
  async #culpritsIn(
    files: readonly string[],
    first: GaveUp,
    texts: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, GaveUp>> {
    const culprits = new Map<string, GaveUp>();
    const culprit = files[first.at];
    if (culprit === undefined) return culprits;
    // What hung did so in this file; memory, and a parser that failed, may have been used up by those before it.
    const alone = first.why === 'time' ? first : await this.#read([culprit], texts, signal);
    if (alone === undefined) return culprits;
    culprits.set(culprit, alone);
    let left = files.slice(first.at + 1);
    while (left.length > 0) {
      const lost = await this.#read(left, texts, signal);
      const file = lost && left[lost.at];
      if (!lost || file === undefined) break;
      const own = lost.why === 'time' ? lost : await this.#read([file], texts, signal);
      if (own) culprits.set(file, own);
      left = left.slice(lost.at + (own ? 1 : 0));
    }
    return culprits;
  }

  /** Reads files and tells nobody. @returns how the worker was lost on them, if it was */
  async #read(
    files: readonly string[],
    texts: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<GaveUp | undefined> {
    const worker = new AnalysisWorker(this.#root, this.#assets, this.#limits);
    try {
      const outcome = await worker.ask(
        { kind: 'analyse', files, removed: [], texts, readOnly: true },
        signal,
      );
      signal?.throwIfAborted();
      return outcome.type === 'gave-up' ? outcome : undefined;
    } finally {
      await worker.close();
    }
  }

  async close(): Promise<void> {
    await this.#drop();
  }

  async #drop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#whole = false;
    await worker?.close();
  }
}

/** Two parts of a family that were too much together; files are in path order, so folders mostly stay whole. */
function halves(
  files: readonly string[],
  halvings: number,
  outcome: GaveUp,
  on: (event: AnalysisEvent) => void,
): Batch[] {
  const first = files[0];
  const last = files.at(-1);
  if (first === undefined || last === undefined) return [];
  const reason = outcome.why === 'memory' ? 'memory-limit' : 'internal-error';
  const range = files.length === 1 ? first : `${files.length} files from ${first} to ${last}`;
  const again = files.length > 1;
  const why = outcome.why === 'memory' ? outcome.message : bug(outcome);
  const detail = again
    ? `Flows among ${range} were too much at once (${why}); they are analysed in two parts, and flows between the parts are not followed.`
    : `Flows in ${range} were not solved to the end: ${why}.`;
  on({ type: 'skip', skip: { file: first, reason, detail, partial: true } });
  if (!again) return [];
  const middle = Math.ceil(files.length / 2);
  return [files.slice(0, middle), files.slice(middle)].map((part) => ({
    files: part,
    removed: [],
    halvings: halvings + 1,
  }));
}

/** @param what was given up, where it was */
function notAnswered(outcome: Unanswered, what: string, signal: AbortSignal | undefined): unknown {
  switch (outcome.type) {
    case 'cancelled':
      return signal?.reason ?? new DOMException('Cancelled', 'AbortError');
    case 'unavailable':
      return new ScanError('analyzer-unavailable', unavailable(outcome.message));
    case 'gave-up':
      return new ScanError('analyzer-unavailable', `${what} was given up: ${outcome.message}.`);
  }
}

function unavailable(reason: string): string {
  const sentence = reason.replace(/\.$/, '').replaceAll(/\s+/g, ' ');
  return `The analyzer could not be started: ${sentence}. Nothing was analysed. If trying again does not help, install Parapet again.`;
}

function lostOn(file: string, lost: GaveUp, limits: ScanLimits): Skip {
  switch (lost.why) {
    case 'memory':
      return {
        file,
        reason: 'memory-limit',
        detail: `Its analysis needed more than the ${limits.workerHeapMb} MB that a worker has.`,
        partial: false,
      };
    case 'time':
    case 'crash':
      return {
        file,
        reason: 'internal-error',
        detail: `Its analysis was stopped: ${bug(lost)}.`,
        partial: false,
      };
  }
}

/** Steps are bounded, so that nothing should hang: the clock only ever stops what a limit should have stopped. */
const bug = ({ message }: GaveUp): string => `This is a bug in Parapet: ${message.replace(/\.$/, '')}`;
