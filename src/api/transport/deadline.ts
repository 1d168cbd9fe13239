import { ApiError } from '../api-error.ts';

/** Ends a piece of work when its time is up or its caller gives up, and tells the two apart. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #cancel = () => this.#controller.abort(new ApiError('cancelled', 'Cancelled.'));

  /** @param milliseconds undefined for no limit of time. */
  constructor(milliseconds: number | undefined, caller: AbortSignal | undefined, lateMessage: string) {
    this.#caller = caller;
    if (milliseconds !== undefined) {
      const late = () => this.#controller.abort(new ApiError('timeout', lateMessage));
      this.#timer = setTimeout(late, milliseconds);
    }
    if (caller?.aborted) this.#cancel();
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What an error thrown meanwhile really means. */
  explain(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : error;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }
}
