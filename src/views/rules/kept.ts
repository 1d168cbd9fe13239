import type { Connection } from '../../connection/connection.ts';
import { isCancellation, sentenceOf } from '../../connection/failure.ts';
import type { ServiceApi } from '../../connection/service-api.ts';

/** What a service keeps for one of the organizations of this window. */
export type KeptState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'there'; readonly items: readonly T[] };

/** A folder of the organization; undefined for the service on this machine. */
export type Scope = string | undefined;

export interface KeptParts<T> {
  readonly connection: Pick<Connection, 'use' | 'scopes'>;
  readonly ask: (api: ServiceApi, scope: Scope, signal: AbortSignal) => Promise<readonly T[]>;
  readonly changed: () => void;
}

/** What services keep, as it was loaded last. */
export class Kept<T> {
  readonly #parts: KeptParts<T>;
  readonly #states = new Map<Scope, KeptState<T>>();
  #stop = new AbortController();

  constructor(parts: KeptParts<T>) {
    this.#parts = parts;
  }

  get states(): ReadonlyMap<Scope, KeptState<T>> {
    return this.#states;
  }

  /** Loads what was not loaded yet. */
  async load(): Promise<void> {
    const missing = this.#parts.connection.scopes.filter((scope) => !this.#states.has(scope));
    await Promise.all(missing.map(async (scope) => await this.#load(scope)));
  }

  /** Loads everything anew; what was known stays until then. */
  async reload(): Promise<void> {
    await Promise.all(this.#parts.connection.scopes.map(async (scope) => await this.#load(scope)));
  }

  /**
   * Changes something in the service, and what is known of it by the answer.
   * @throws Failure
   */
  async change<A>(
    scope: Scope,
    work: (api: ServiceApi, signal: AbortSignal) => Promise<A>,
    known: (item: T, answer: A) => T,
  ): Promise<void> {
    const { signal } = this.#stop;
    const { connection, changed } = this.#parts;
    const answer = await connection.use(signal, (api) => work(api, signal), scope);
    const state = this.#states.get(scope);
    if (state?.kind === 'there')
      this.#states.set(scope, { kind: 'there', items: state.items.map((item) => known(item, answer)) });
    changed();
  }

  /** What is known came from another service. */
  forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#states.clear();
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #load(scope: Scope): Promise<void> {
    const { signal } = this.#stop;
    const { connection, ask, changed } = this.#parts;
    if (!this.#states.has(scope)) this.#states.set(scope, { kind: 'loading' });
    try {
      const items = await connection.use(signal, (api) => ask(api, scope, signal), scope);
      if (signal.aborted) return;
      this.#states.set(scope, { kind: 'there', items });
    } catch (error) {
      if (signal.aborted) return;
      if (isCancellation(error)) this.#states.delete(scope);
      else this.#states.set(scope, { kind: 'failed', message: sentenceOf(error) });
    }
    changed();
  }
}
