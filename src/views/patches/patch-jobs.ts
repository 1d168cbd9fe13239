import type { PatchSummary } from '../../api/contract/issue.ts';
import type { PatchStatusItem, Upgrade } from '../../api/contract/patches.ts';
import { followJob } from '../../api/follow-job.ts';
import type { PatchApi } from '../../connection/patch-api.ts';
import { byOrganization, type IssuesOfOrganization } from '../issues/by-organization.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { patchState } from './patch-words.ts';

/** Does something with patches of a service, connecting first when needed. */
export type UsePatches = <T>(
  signal: AbortSignal,
  work: (api: PatchApi) => Promise<T>,
  folder: string | undefined,
) => Promise<T>;

export interface PatchJobsOptions {
  readonly store: Pick<IssueStore, 'get' | 'all' | 'ofFile' | 'upsert' | 'flush' | 'onChange'>;
  readonly use: UsePatches;
  readonly log: (message: string) => void;
}

/** Milliseconds between two questions at most: a person waits. */
const longestPauseMs = 1_000;

/** Patches that are being made: asked for here or anywhere, followed until they end, over a restart of the service too. */
export class PatchJobs {
  readonly #options: PatchJobsOptions;
  readonly #followed = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #subscription: { dispose(): void };
  /** States that were other than those known before. */
  #changes = 0;
  /** What ended the following, for those who wait; undefined while all is well. */
  #failure: unknown;
  #loop: Promise<void> | undefined;

  constructor(options: PatchJobsOptions) {
    this.#options = options;
    // Those that another window asked for, or this one before it was loaded anew.
    const { store } = options;
    this.#subscription = store.onChange(({ files }) => {
      for (const file of files) this.#followBusy(store.ofFile(file));
    });
    this.#followBusy(store.all());
  }

  /** How many are being made. */
  get count(): number {
    return this.#followed.size;
  }

  /**
   * Has patches made, and waits until they have ended, well or not.
   * @param force tries issues again that no mechanical change is known for, and keeps a change without proof
   * @param onProgress called whenever the state of one changes
   * @param upgrade how vulnerable packages are upgraded
   * @throws Failure when they could not be asked for, or the service is gone for good; the signal's reason when
   *   cancelled, with the service told to stop
   */
  async generate(
    ids: readonly string[],
    force: boolean,
    signal: AbortSignal,
    onProgress: () => void = () => undefined,
    upgrade?: Upgrade,
  ): Promise<void> {
    const { use } = this.#options;
    this.#failure = undefined;
    for (const { folder, ids: batch } of await this.#batches(ids, signal)) {
      this.take(await use(signal, (api) => api.generate(batch, force, signal, upgrade), folder));
      onProgress();
    }
    this.#options.store.flush();
    try {
      await this.#settled(ids, signal, onProgress);
    } catch (error) {
      if (signal.aborted) await this.cancel(ids).catch(() => undefined);
      throw error;
    }
  }

  /** Stops those of them that are being made; what an issue had before is there again. */
  async cancel(ids: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    for (const { folder, ids: batch } of await this.#batches(ids, signal))
      this.take(await this.#options.use(signal, (api) => api.cancel(batch, signal), folder));
    this.#options.store.flush();
  }

  dispose(): void {
    this.#stop.abort();
    this.#subscription.dispose();
  }

  /** What one request may be about: of one organization, and not too many. */
  async #batches(ids: readonly string[], signal: AbortSignal): Promise<readonly IssuesOfOrganization[]> {
    const batches: IssuesOfOrganization[] = [];
    for (const { folder, ids: all } of byOrganization(this.#options.store, [...new Set(ids)])) {
      const limit = await this.#options.use(signal, async (api) => api.limit, folder);
      for (let start = 0; start < all.length; start += limit)
        batches.push({ folder, ids: all.slice(start, start + limit) });
    }
    return batches;
  }

  #followBusy(issues: Iterable<KnownIssue>): void {
    for (const { issue } of issues) if (patchState(issue.patch) === 'busy') this.#followed.add(issue.id);
    this.#run();
  }

  /** Puts states that were heard of into the store, and follows those that go on. */
  take(items: readonly PatchStatusItem[]): void {
    for (const { issueId, ...patch } of items) {
      if (patchState(patch) === 'busy') this.#followed.add(issueId);
      else this.#followed.delete(issueId);
      const known = this.#options.store.get(issueId);
      if (!known || isSame(known.issue.patch, patch)) continue;
      this.#changes += 1;
      this.#options.store.upsert(known.folder, [{ ...known.issue, patch }]);
    }
    this.#run();
    this.#tell();
  }

  async #settled(ids: readonly string[], signal: AbortSignal, onProgress: () => void): Promise<void> {
    while (ids.some((id) => this.#followed.has(id))) {
      await new Promise<void>((resolve, reject) => {
        const done = () => {
          this.#waiting.delete(done);
          signal.removeEventListener('abort', aborted);
          resolve();
        };
        const aborted = () => {
          this.#waiting.delete(done);
          reject(signal.reason);
        };
        if (signal.aborted) return aborted();
        signal.addEventListener('abort', aborted, { once: true });
        this.#waiting.add(done);
      });
      onProgress();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #tell(): void {
    for (const done of [...this.#waiting]) done();
  }

  #run(): void {
    if (this.#followed.size === 0 || this.#loop || this.#stop.signal.aborted) return;
    this.#loop = this.#follow()
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.#options.log(`Patches are no longer followed: ${String(error)}`);
        this.#failure = error;
        this.#followed.clear();
        this.#tell();
      })
      .finally(() => {
        this.#loop = undefined;
        // What came to it just as it ended.
        this.#run();
      });
  }

  async #follow(): Promise<void> {
    const look = async (signal: AbortSignal): Promise<number> => {
      await this.#ask(signal);
      return this.#changes;
    };
    await followJob(
      { look, isEnded: () => this.#followed.size === 0, known: this.#changes },
      {
        signal: this.#stop.signal,
        longestPauseMs,
        mayPass: () => true,
        onFailure: () => this.#forgetGone(),
      },
    );
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const before = this.#followed.size;
    for (const { folder, ids: batch } of await this.#batches([...this.#followed], signal))
      this.take(await this.#options.use(signal, (api) => api.statuses(batch, signal), folder));
    // Whoever waits for it sees it end at once.
    if (this.#followed.size < before) this.#options.store.flush();
  }

  /** An issue that is gone has no patch to wait for. */
  #forgetGone(): void {
    for (const id of [...this.#followed]) if (!this.#options.store.get(id)) this.#followed.delete(id);
    this.#tell();
  }
}

function isSame(a: PatchSummary | undefined, b: PatchSummary): boolean {
  return (
    a?.status === b.status &&
    a.stage === b.stage &&
    a.validation === b.validation &&
    a.errorMessage === b.errorMessage &&
    a.id === b.id
  );
}
