/** Milliseconds that one slice of a long piece of work may take: the extension host is everybody's. */
const sliceMs = 8;

/** Works off things one after the other without ever keeping the thread for long. What comes twice is done once. */
export class Slices<T> {
  readonly #work: (batch: Iterable<T>) => void;
  readonly #waiting = new Set<T>();
  #next: NodeJS.Immediate | undefined;

  /** @param work takes things from the iterable as long as it gives any; each is given once */
  constructor(work: (batch: Iterable<T>) => void) {
    this.#work = work;
  }

  /** Begins at once, and goes on in later turns of the event loop. */
  add(things: Iterable<T>): void {
    for (const thing of things) this.#waiting.add(thing);
    if (this.#next === undefined) this.#slice();
  }

  dispose(): void {
    this.#waiting.clear();
    clearImmediate(this.#next);
  }

  #slice(): void {
    this.#next = undefined;
    try {
      this.#work(this.#take());
    } finally {
      // Also after something failed: the rest does not wait for what comes next.
      if (this.#waiting.size > 0) this.#next ??= setImmediate(() => this.#slice());
    }
  }

  *#take(): Generator<T> {
    const end = performance.now() + sliceMs;
    for (const thing of this.#waiting) {
      this.#waiting.delete(thing);
      yield thing;
      if (performance.now() > end) return;
    }
  }
}
