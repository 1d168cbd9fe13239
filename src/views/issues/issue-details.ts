import type { FlowStep, Issue, IssueListItem } from '../../api/contract/issue.ts';
import type { ServiceApi } from '../../connection/service-api.ts';
import type { IssueStore } from './issue-store.ts';

/** Issues in full that are kept at hand: a hover asks for the same one again and again. */
const kept = 100;

type UseOfFolder = <T>(
  signal: AbortSignal,
  work: (api: ServiceApi) => Promise<T>,
  folder: string | undefined,
) => Promise<T>;

/** Fetches issues in full, and remembers the latest few as long as they do not change. */
export class IssueDetails {
  readonly #store: IssueStore;
  readonly #use: UseOfFolder;
  readonly #onDemand: (id: string) => Issue | undefined;
  readonly #reported: (id: string) => Promise<Issue | undefined> | undefined;
  readonly #cache = new Map<string, Issue>();
  readonly #listeners = new Set<(issue: Issue) => void>();

  /**
   * @param onDemand the issues of on-demand scans, which came in full
   * @param reported the issues of other tools' reports
   */
  constructor(
    store: IssueStore,
    use: UseOfFolder,
    onDemand: (id: string) => Issue | undefined = () => undefined,
    reported: (id: string) => Promise<Issue | undefined> | undefined = () => undefined,
  ) {
    this.#store = store;
    this.#use = use;
    this.#onDemand = onDemand;
    this.#reported = reported;
  }

  /** @param folder URI of the folder that it was last seen in; for one that this window does not know yet */
  async get(id: string, signal: AbortSignal, folder?: string): Promise<Issue> {
    const onDemand = this.#onDemand(id);
    if (onDemand) return onDemand;
    const cached = this.#cache.get(id);
    const known = this.#store.get(id);
    if (cached && (!known || versionOf(known.issue) === versionOf(cached))) return cached;
    const issue =
      (await this.#reported(id)) ??
      (await this.#use(signal, (api) => api.issue(id, signal), known?.folder ?? folder));
    this.keep(issue);
    return issue;
  }

  /** The issue in full, where it is at hand; perhaps not as it is now. */
  at(id: string): Issue | undefined {
    return this.#onDemand(id) ?? this.#cache.get(id);
  }

  /** The steps of an issue's first flow, where they are at hand, as the scan that it was last seen by found them. */
  flowOf({ id, scanId }: IssueListItem): readonly FlowStep[] | undefined {
    const whole = this.at(id);
    return whole?.scanId === scanId ? (whole.codeFlows[0]?.steps ?? []) : undefined;
  }

  /** Takes over an issue that was fetched for another reason. */
  keep(issue: Issue): void {
    this.#cache.delete(issue.id);
    this.#cache.set(issue.id, issue);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= kept) break;
      this.#cache.delete(oldest);
    }
    for (const listener of this.#listeners) listener(issue);
  }

  /**
   * Has issues fetched anew.
   * @param id which one; all where the service is another one, whose issues may have the same ids and say something else
   */
  forget(id?: string): void {
    if (id === undefined) this.#cache.clear();
    else this.#cache.delete(id);
  }

  /** Tells of every issue that was fetched in full. */
  onFetched(listener: (issue: Issue) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }
}

/** What differs once an issue, its investigation or its patch has changed; these two go on without the issue. */
export function versionOf({ updatedAt, investigation, patch }: IssueListItem): string {
  const parts = [investigation, patch].map((one) => one && [one.id, one.status, one.stage, one.updatedAt]);
  return JSON.stringify([updatedAt, ...parts]);
}
