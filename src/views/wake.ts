/** Milliseconds between two looks at the clock. */
const intervalMs = 15_000;
/** A clock that went on by so much more than it should have: the machine slept, or its clock was set. */
const jumpMs = 30_000;

/** Tells when the machine has slept: its clock has gone on then, and its timers have not. */
export class Wake {
  readonly #now: () => number;
  readonly #onWake: () => void;
  readonly #timer: NodeJS.Timeout;
  #expected: number;

  /** @param now milliseconds since 1970 */
  constructor(onWake: () => void, now: () => number = Date.now) {
    this.#now = now;
    this.#onWake = onWake;
    this.#expected = now() + intervalMs;
    this.#timer = setInterval(() => this.look(), intervalMs).unref();
  }

  look(): void {
    const now = this.#now();
    const jumped = Math.abs(now - this.#expected) > jumpMs;
    this.#expected = now + intervalMs;
    if (jumped) this.#onWake();
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
