import { abortable } from './abortable.ts';
import { isCancellation } from './failure.ts';

export interface LinkOptions<Open> {
  /** Opens the way to the service; on this machine it is started when it is not there. */
  readonly connect: () => Promise<Open>;
  /** The service on this machine if it lives; none is started. */
  readonly find: () => Promise<Open | undefined>;
  /** Whether the service is another machine's: what is lost there is not looked for elsewhere. */
  readonly isRemote: () => boolean;
  /** Whether an error says that the service is gone. */
  readonly isLost: (error: unknown) => Promise<boolean>;
  readonly log: (message: string) => void;
}

/** One shared way to a service: opened at the first use, and again when the service on this machine was lost. */
export class Link<Open> {
  readonly #options: LinkOptions<Open>;
  #opening: Promise<Open> | undefined;

  constructor(options: LinkOptions<Open>) {
    this.#options = options;
  }

  /** The next use opens anew. */
  forget(): void {
    this.#opening = undefined;
  }

  /** Does something with the service; where it was lost on this machine, once more with the one in its place. */
  async use<T>(signal: AbortSignal, work: (open: Open) => Promise<T>): Promise<T> {
    const opening = this.#open();
    try {
      return await work(await abortable(opening, signal));
    } catch (error) {
      if (signal.aborted || isCancellation(error) || !(await this.#options.isLost(error))) throw error;
      // Of several that were under way, the first one to notice looks for the service.
      if (this.#opening === opening) this.#opening = undefined;
      if (this.#options.isRemote()) throw error;
      this.#options.log('The service on this machine is gone; looking for it again.');
      return await work(await abortable(this.#open(), signal));
    }
  }

  /**
   * Does something with a service that is there: nothing is started or asked of the user for it.
   * @returns undefined where no service was used yet, or it does not answer
   */
  async peek<T>(signal: AbortSignal, work: (open: Open) => Promise<T>): Promise<T | undefined> {
    const present = this.#opening;
    if (!present) return undefined;
    try {
      return await work(await abortable(present, signal));
    } catch (error) {
      const isElsewhere = this.#options.isRemote();
      if (signal.aborted || isElsewhere || !(await this.#options.isLost(error))) return undefined;
    }
    const living = await this.#options.find().catch(() => undefined);
    if (living === undefined || this.#opening !== present) return undefined;
    this.#opening = Promise.resolve(living);
    return await work(living).catch(() => undefined);
  }

  /** Callers at the same time share one attempt. */
  #open(): Promise<Open> {
    if (!this.#opening) {
      const opening = this.#options.connect();
      this.#opening = opening;
      opening.catch(() => {
        if (this.#opening === opening) this.#opening = undefined;
      });
    }
    return this.#opening;
  }
}
