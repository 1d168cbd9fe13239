import type { Issue } from '../../api/contract/issue.ts';
import type { ServiceApi } from '../../connection/service-api.ts';
import type { IssueStore } from './issue-store.ts';

/** Issues in full that are kept at hand: a hover asks for the same one again and again. */
const kept = 100;

/** Fetches issues in full, and remembers the latest few as long as they do not change. */
export class IssueDetails {
  readonly #store: IssueStore;
  readonly #use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => Promise<T>;
  readonly #cache = new Map<string, Issue>();

  constructor(
    store: IssueStore,
    use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => Promise<T>,
  ) {
    this.#store = store;
    this.#use = use;
  }

  async get(id: string, signal: AbortSignal): Promise<Issue> {
    const cached = this.#cache.get(id);
    const known = this.#store.get(id);
    if (cached && (!known || known.issue.updatedAt === cached.updatedAt)) return cached;
    const issue = await this.#use(signal, (api) => api.issue(id, signal));
    this.#cache.delete(id);
    this.#cache.set(id, issue);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= kept) break;
      this.#cache.delete(oldest);
    }
    return issue;
  }
}
