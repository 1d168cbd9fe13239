import { type IssueFilter, isActive, noFilter, readFilter, sameFilter } from './filter.ts';

/** Where small things of a workspace are kept; VS Code's `Memento` is one. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'parapet.filter';

/** The filter of the tree, kept with the workspace. */
export class FilterState {
  readonly #memory: Memory;
  readonly #listeners = new Set<() => void>();
  #filter: IssueFilter;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#filter = readFilter(memory.get(key));
  }

  get filter(): IssueFilter {
    return this.#filter;
  }

  get isActive(): boolean {
    return isActive(this.#filter);
  }

  /** Changes the parts that are given. */
  set(change: Partial<IssueFilter>): void {
    const filter = { ...this.#filter, ...change };
    if (sameFilter(filter, this.#filter)) return;
    this.#filter = filter;
    void this.#memory.update(key, isActive(filter) ? filter : undefined);
    for (const listener of this.#listeners) listener();
  }

  clear(): void {
    this.set(noFilter);
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }
}
