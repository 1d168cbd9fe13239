import type { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at a worker. */
export const watchMs = 200;

/** Where a thread's processor time is not known, it has this many times as long by the clock. */
const patience = 15;

/**
 * How long a worker has computed without getting on: by the processor time of its thread, which a busy machine, a debugger or
 * a closed laptop do not change. Node.js before 22.20 does not tell that, nor does a thread in native code: the clock is
 * looked at then, with patience.
 */
export class Stall {
  readonly #worker: Worker;
  #ticks = 0;
  /** Milliseconds of processor time: when it was first asked for, and as it was last heard of. */
  #base: number | undefined;
  #latest: number | undefined;
  #isAsking = false;
  #period = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** The worker got on. */
  reset(): void {
    this.#ticks = 0;
    this.#base = undefined;
    this.#latest = undefined;
    this.#period++;
  }

  /** To be asked every `watchMs`: looks are counted, so that time in which this process slept does not pass for the worker's. */
  isLongerThan(limitMs: number): boolean {
    this.#ticks++;
    if (this.#ticks * watchMs > Math.min(limitMs / 4, 2_000)) this.#ask();
    const computed = this.#base === undefined || this.#latest === undefined ? 0 : this.#latest - this.#base;
    return computed > limitMs || this.#ticks * watchMs > patience * limitMs;
  }

  #ask(): void {
    const worker: { readonly cpuUsage?: Worker['cpuUsage'] } = this.#worker;
    if (this.#isAsking || !worker.cpuUsage) return;
    this.#isAsking = true;
    const period = this.#period;
    this.#worker
      .cpuUsage()
      .then(({ user, system }) => {
        if (period !== this.#period) return;
        this.#latest = (user + system) / 1_000;
        this.#base ??= this.#latest;
      })
      // One that ended has no time, and says so elsewhere.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false;
      });
  }
}
