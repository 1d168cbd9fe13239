import type { Session } from './session.ts';

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

/**
 * What was open before the machine slept may be dead without a sign: nothing is waited for on it. What was under way is
 * taken up over a new connection, and so is what had failed.
 * @param reconnect the next use of the service connects anew
 * @returns whether there was something to take up
 */
export async function loadAfterSleep(
  session: Pick<Session, 'isBusy' | 'activity' | 'stop' | 'load'>,
  reconnect: () => void,
): Promise<boolean> {
  if (!session.isBusy && session.activity.kind !== 'failed') return false;
  await session.stop();
  reconnect();
  await session.load();
  return true;
}
