/**
 * Works off requests, some at the same time, but never two of the same key: a request that comes while its key is
 * worked on is served once more afterwards, so that what was read earlier never has the last word.
 */
export class WorkQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #parallel: number;
  readonly #waiting = new Map<string, T>();
  readonly #working = new Set<string>();

  /**
   * @param parallel keys that are worked on at the same time
   * @param failed told of what work throws; the rest goes on
   */
  constructor(parallel: number, work: (item: T) => Promise<void>, failed: (error: unknown) => void) {
    this.#parallel = parallel;
    this.#work = work;
    this.#failed = failed;
  }

  add(key: string, item: T): void {
    this.#waiting.set(key, item);
    this.#next();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.clear();
  }

  #next(): void {
    for (const [key, item] of this.#waiting) {
      if (this.#working.size >= this.#parallel) return;
      if (this.#working.has(key)) continue;
      this.#waiting.delete(key);
      this.#working.add(key);
      void this.#serve(key, item);
    }
  }

  async #serve(key: string, item: T): Promise<void> {
    try {
      await this.#work(item);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#working.delete(key);
      this.#next();
    }
  }
}
