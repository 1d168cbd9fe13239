const tickMs = 2;

/**
 * How long the thread was kept at a time, in milliseconds of its own processor time, so that what else the machine
 * does counts for nothing. It looks every two milliseconds: what it says is at most that much too high.
 */
export class BlockMeter {
  #longest = 0;
  #last = threadCpuMs();
  readonly #timer = setInterval(() => this.#tick(), tickMs);

  stop(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }

  #tick(): void {
    const now = threadCpuMs();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

/** Processor time of this thread so far. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
