import type { AnalysisLimits } from '../../analysis.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Entry } from './machine.ts';

/** Expressions and statements in each other, through all calls: well within the stack of a thread. */
const maximumDepth = 700;

/** Steps after which an entry's are accounted for. */
const interval = 256;
/**
 * Steps that all files share evenly beside what each has for its nodes, and how many of them one gets at least and at most. Small
 * files call large ones: of real projects, none needed more than 5,000.
 */
const commonSteps = 40_000_000;
const leastCommon = 20_000;
/** By the steps of one entry. */
const mostCommon = 2;
/** Steps of a function whose file has spent its share: enough for most, and for none to be left out. */
const leastSteps = 1_000;
/** Steps that analysing a function costs whatever is in it. */
const runSteps = 16;
/**
 * Hits and sinks that wait for callers: what all files share by their nodes, and what each has for itself. Each takes some 350
 * bytes. Real projects keep one for every fourteen nodes, and not more than 5,000.
 */
const commonKept = 300_000;
const leastKept = 2_000;

interface Share {
  steps: number;
  kept: number;
}

/**
 * What an analysis may spend: steps for each entry, for each file and so for all files together, and the stack for all that
 * run inside each other. A file's share grows with its code and is its own: no file takes from another, and the order of the
 * files does not matter. Once it is spent, each of its functions has a few steps left.
 */
export class Budget {
  readonly #limits: AnalysisLimits;
  readonly #onWork: () => void;
  readonly #shares = new Map<LinkedModule, Share>();
  readonly #common: number;
  readonly #keptPerNode: number;
  #isSpent = false;
  /** Expressions and statements that are evaluated one inside the other, through all calls. */
  depth = 0;

  /** @param onWork told with every few hundred steps */
  constructor(
    limits: AnalysisLimits,
    modules: Iterable<LinkedModule> = [],
    onWork: () => void = () => undefined,
  ) {
    this.#onWork = onWork;
    this.#limits = limits;
    let nodes = 0;
    let files = 0;
    for (const module of modules) {
      nodes += sizeOf(module);
      files++;
    }
    const most = mostCommon * limits.entrySteps;
    this.#common = Math.min(most, Math.max(leastCommon, Math.floor(commonSteps / Math.max(files, 1))));
    this.#keptPerNode = 1 + commonKept / Math.max(nodes, 1);
  }

  get isDeep(): boolean {
    return this.depth >= maximumDepth;
  }

  /** Whether so much of the stack is in use that what can be analysed later should be. */
  get isHalfSpent(): boolean {
    return this.depth >= maximumDepth / 2;
  }

  /** Whether a share was ever spent: what came out then rests on what was analysed before it. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  check(entry: Entry): void {
    if (entry.steps >= entry.nextCheck) this.#account(entry);
  }

  #account(entry: Entry): void {
    this.#onWork();
    const share = this.#shareOf(entry.fn.module);
    share.steps -= entry.steps - entry.accounted;
    entry.accounted = entry.steps;
    const most = share.steps > 0 ? this.#limits.entrySteps : Math.min(leastSteps, this.#limits.entrySteps);
    if (entry.steps >= most) {
      entry.exhausted = true;
      if (share.steps <= 0) this.#isSpent = true;
    }
    entry.nextCheck = Math.min(entry.steps + interval, Math.max(most, entry.steps + 1));
  }

  /** Notes that a function is analysed. */
  begin({ module }: LinkedFunction): void {
    this.#onWork();
    this.#shareOf(module).steps -= runSteps;
  }

  /** Whether a function may be analysed a second time for what the first time brought. */
  allowsAnother({ module }: LinkedFunction): boolean {
    if (this.#shareOf(module).steps > 0) return true;
    this.#isSpent = true;
    return false;
  }

  /** @returns whether there is room for another hit of a call, or waiting sink; where not, that is noted */
  keep(entry: Entry): boolean {
    const share = this.#shareOf(entry.fn.module);
    if (--share.kept >= 0) return true;
    entry.lacksRoom = true;
    this.#isSpent = true;
    return false;
  }

  #shareOf(module: LinkedModule): Share {
    let share = this.#shares.get(module);
    if (!share) {
      const nodes = sizeOf(module);
      share = {
        steps: this.#common + this.#limits.nodeSteps * nodes,
        kept: leastKept + Math.floor(this.#keptPerNode * nodes),
      };
      this.#shares.set(module, share);
    }
    return share;
  }

  /** Gives every file its whole share again. */
  renew(): void {
    this.#shares.clear();
  }

  /**
   * Runs what should do with the stack of a thread. Should it not, that alone is given up, and not the analysis.
   * @returns whether it came to its end
   */
  withinStack(run: () => void): boolean {
    const { depth } = this;
    try {
      run();
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.depth = depth;
      return false;
    }
  }
}

const sizeOf = ({ functions }: LinkedModule): number =>
  functions.reduce((sum, { scope }) => sum + scope.size, 0);
