import { inTurn, turnMs } from '../../yielding.ts';

/** So many things are begun at once; more wait for a turn of their own, for others follow the same change. */
const few = 50;

/** Works off things one after the other without ever keeping the thread for long. What comes twice is done once. */
export class Slices<T> {
  readonly #work: (batch: Iterable<T>) => void;
  readonly #waiting = new Set<T>();
  #callOff: (() => void) | undefined;

  /** @param work takes things from the iterable as long as it gives any; each is given once */
  constructor(work: (batch: Iterable<T>) => void) {
    this.#work = work;
  }

  /** Begins at once where it is little, and goes on in later turns of the event loop. */
  add(things: Iterable<T>): void {
    for (const thing of things) this.#waiting.add(thing);
    if (this.#callOff || this.#waiting.size === 0) return;
    if (this.#waiting.size <= few) this.#slice();
    else this.#later();
  }

  dispose(): void {
    this.#waiting.clear();
    this.#callOff?.();
  }

  #later(): void {
    this.#callOff = inTurn(() => {
      this.#callOff = undefined;
      this.#slice();
    });
  }

  #slice(): void {
    try {
      this.#work(this.#take());
    } finally {
      // Also after something failed: the rest does not wait for what comes next.
      if (this.#waiting.size > 0 && !this.#callOff) this.#later();
    }
  }

  *#take(): Generator<T> {
    const end = performance.now() + turnMs;
    for (const thing of this.#waiting) {
      this.#waiting.delete(thing);
      yield thing;
      if (performance.now() > end) return;
    }
  }
}
