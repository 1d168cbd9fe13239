import { setTimeout as sleep } from 'node:timers/promises';
import type { Issue } from '../../api/contract/issue.ts';
import { followJob } from '../../api/follow-job.ts';
import { isCancellation } from '../../connection/failure.ts';
import type { ServiceApi } from '../../connection/service-api.ts';
import { byOrganization } from '../issues/by-organization.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { isOnDemand, type KnownIssue } from '../issues/known-issue.ts';
import { isUnderWay } from './words.ts';

export interface InvestigationOptions {
  readonly store: IssueStore;
  readonly details: Pick<IssueDetails, 'keep'>;
  readonly use: <T>(
    signal: AbortSignal,
    work: (api: ServiceApi) => Promise<T>,
    folder: string | undefined,
  ) => Promise<T>;
  readonly log: (message: string) => void;
  /** An investigation that was under way in this window has ended, in whatever way. */
  readonly onEnded: (issue: Issue) => void;
  /** It had been begun elsewhere before, without the context that was given now. */
  readonly onWithoutContext: (issue: Issue) => void;
  /** The service does not answer; investigations go on in it, or once it is there again. */
  readonly onLost: (count: number, error: unknown) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between two looks at most: one look is a request an issue. */
const longestPauseMs = 8_000;
/** Looks in a row that may fail: about half a minute. */
const patience = 5;
/** Issues that one look asks for; of more, the next ones in the next. */
const mostInOneLook = 20;

/**
 * Asks for investigations and follows them until they end. What is under way is in the store, which has it from the
 * service: so a window that is loaded anew, or another one, follows it too.
 */
export class Investigations {
  readonly #options: InvestigationOptions;
  readonly #stop = new AbortController();
  readonly #subscription: { dispose(): void };
  readonly #listeners = new Set<() => void>();
  readonly #underWay = new Set<string>();
  /** What was sent with a request, until it is known to be part of the investigation. */
  readonly #sent = new Map<string, string>();
  #isFollowing = false;

  constructor(options: InvestigationOptions) {
    this.#options = options;
    this.#subscription = options.store.onChange(({ files }) => this.#take(files));
  }

  /** The issues that are being investigated. */
  get underWay(): readonly KnownIssue[] {
    return [...this.#underWay].flatMap((id) => this.#options.store.get(id) ?? []);
  }

  /** Something began, went on or ended. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Has issues investigated, all or none; those of several organizations each organization's. */
  async request(ids: readonly string[], context: string, signal: AbortSignal): Promise<void> {
    const { use, store } = this.#options;
    const known = context.trim();
    try {
      for (const { folder, ids: together } of byOrganization(store, ids)) {
        const ask = (api: ServiceApi) => api.investigations.request(together, known, signal);
        for (const { issueId, ...investigation } of await use(signal, ask, folder)) {
          if (known !== '') this.#sent.set(issueId, known);
          const before = store.get(issueId);
          if (before) store.upsert(before.folder, [{ ...before.issue, investigation }]);
        }
      }
    } finally {
      store.flush();
    }
  }

  /** Stops investigations; those that have ended stay as they are. */
  async cancel(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const { use, store } = this.#options;
    for (const { folder, ids: together } of byOrganization(store, ids))
      await use(signal, (api) => api.investigations.cancel(together, signal), folder);
    await this.#look(ids, signal);
  }

  dispose(): void {
    this.#stop.abort();
    this.#subscription.dispose();
    this.#listeners.clear();
  }

  #take(files: ReadonlySet<string>): void {
    const { store } = this.#options;
    const before = [...this.#underWay].join();
    for (const id of this.#underWay) {
      const known = store.get(id);
      if (isFollowed(known)) continue;
      this.#underWay.delete(id);
      // The list was loaded anew after the end and before the next look, which would have told of it.
      if (known) void this.#tellOf(id);
    }
    let isTouched = false;
    for (const file of files) {
      for (const known of store.ofFile(file)) {
        if (!isFollowed(known)) continue;
        this.#underWay.add(known.issue.id);
        isTouched = true;
      }
    }
    if (isTouched || [...this.#underWay].join() !== before) this.#emit();
    if (isTouched) void this.#follow();
  }

  /** Looks at what is under way until all of it has ended. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { pause = defaultPause, log, onLost } = this.#options;
    const { signal } = this.#stop;
    try {
      await followJob(
        {
          look: () => this.#look(this.#nextOnes(), signal),
          isEnded: () => this.#underWay.size === 0,
          known: false,
          hasMoved: (isOther) => isOther,
        },
        {
          signal,
          pause,
          longestPauseMs,
          patience,
          mayPass: (error) => !isCancellation(error),
          onFailure: (error, inARow) => {
            if (inARow <= patience)
              log(`Following investigations: ${error instanceof Error ? error.message : String(error)}`);
          },
          // Told once; what it does once it is there again is seen then.
          onLost: (error) => onLost(this.#underWay.size, error),
        },
      );
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) throw error;
      return;
    } finally {
      this.#isFollowing = false;
    }
    // What came to it just as it ended.
    if (this.#underWay.size > 0) void this.#follow();
  }

  /** Those that were not looked at for longest. */
  #nextOnes(): readonly string[] {
    const ids = [...this.#underWay].slice(0, mostInOneLook);
    for (const id of ids) {
      this.#underWay.delete(id);
      this.#underWay.add(id);
    }
    return ids;
  }

  /** @returns whether any of them is not as it was */
  async #look(ids: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { use, store, details } = this.#options;
    let hasMoved = false;
    const ended: Issue[] = [];
    for (const id of ids) {
      const issue = await use(signal, (api) => api.investigations.look(id, signal), store.get(id)?.folder);
      const known = store.get(id);
      if (!known) continue;
      if (!issue) {
        store.remove(id);
        hasMoved = true;
        continue;
      }
      this.#checkContext(issue);
      if (stateOf(issue) === stateOf(known.issue)) continue;
      hasMoved = true;
      details.keep(issue);
      store.upsert(known.folder, [issue]);
      if (isUnderWay(issue.investigation?.status)) continue;
      if (this.#underWay.delete(id)) ended.push(issue);
    }
    if (hasMoved) store.flush();
    if (ended.length > 0) this.#emit();
    for (const issue of ended) this.#options.onEnded(issue);
    return hasMoved;
  }

  async #tellOf(id: string): Promise<void> {
    const { use, store, details, log, onEnded } = this.#options;
    const { signal } = this.#stop;
    try {
      const issue = await use(signal, (api) => api.investigations.look(id, signal), store.get(id)?.folder);
      if (!issue) return;
      this.#checkContext(issue);
      details.keep(issue);
      if (!isUnderWay(issue.investigation?.status)) return onEnded(issue);
      // The list was asked for before the investigation was.
      const known = store.get(id);
      if (known) store.upsert(known.folder, [issue]);
      store.flush();
    } catch (error) {
      if (!signal.aborted && !isCancellation(error))
        log(`The end of an investigation: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #checkContext(issue: Issue): void {
    const sent = this.#sent.get(issue.id);
    this.#sent.delete(issue.id);
    if (sent !== undefined && issue.investigation && issue.investigation.context !== sent)
      this.#options.onWithoutContext(issue);
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isFollowed(known: KnownIssue | undefined): known is KnownIssue {
  return known !== undefined && !isOnDemand(known.issue) && isUnderWay(known.issue.investigation?.status);
}

function stateOf({ investigation }: KnownIssue['issue']): string {
  return JSON.stringify([investigation?.id, investigation?.status, investigation?.stage]);
}

async function defaultPause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false });
}
