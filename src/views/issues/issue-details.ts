import type { Issue } from '../../api/contract/issue.ts';
import type { ServiceApi } from '../../connection/service-api.ts';
import type { IssueStore } from './issue-store.ts';

/** Issues in full that are kept at hand: a hover asks for the same one again and again. */
const kept = 100;

/** Fetches issues in full, and remembers the latest few as long as they do not change. */
export class IssueDetails {
  readonly #store: IssueStore;
  readonly #use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => Promise<T>;
  readonly #onDemand: (id: string) => Issue | undefined;
  readonly #cache = new Map<string, Issue>();

  /** @param onDemand the issues of on-demand scans, which came in full */
  constructor(
    store: IssueStore,
    use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => Promise<T>,
    onDemand: (id: string) => Issue | undefined = () => undefined,
  ) {
    this.#store = store;
    this.#use = use;
    this.#onDemand = onDemand;
  }

  async get(id: string, signal: AbortSignal): Promise<Issue> {
    const onDemand = this.#onDemand(id);
    if (onDemand) return onDemand;
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
