import type { AnalysisLimits } from '../analysis.ts';
import { wakingTime } from '../waking-time.ts';
import type { Entry } from './machine.ts';

/** Expressions and statements in each other, through all calls: well within the stack of a thread. */
const maximumDepth = 700;

/** What an analysis may spend: steps and time for each entry, and the stack for all that run inside each other. */
export class Budget {
  readonly #limits: AnalysisLimits;
  /** Expressions and statements that are evaluated one inside the other, through all calls. */
  depth = 0;
  #deadline = 0;

  constructor(limits: AnalysisLimits) {
    this.#limits = limits;
  }

  get isDeep(): boolean {
    return this.depth >= maximumDepth;
  }

  /** Whether so much of the stack is in use that what can be analysed later should be. */
  get isHalfSpent(): boolean {
    return this.depth >= maximumDepth / 2;
  }

  check(entry: Entry): void {
    if (entry.steps >= this.#limits.entrySteps) entry.exhausted = true;
    else if ((entry.steps & 1023) === 0 && wakingTime() > this.#deadline) entry.exhausted = true;
  }

  /** Gives what runs from here on the time of an entry. */
  start(): void {
    this.#deadline = wakingTime() + this.#limits.entryTimeMs;
  }

  /** Gives `run` the time of an entry of its own. What it spends is not counted to what is going on around it. */
  apart<T>(run: () => T): T {
    const outer = this.#deadline;
    const begun = wakingTime();
    this.start();
    try {
      return run();
    } finally {
      this.#deadline = outer + (wakingTime() - begun);
    }
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
