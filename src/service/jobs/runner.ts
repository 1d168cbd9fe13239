import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../store/dialect.ts';
import type { JobKind } from '../store/tables/job-tables.ts';
import { claim, dropJobs, type Job, leaseMs, type MayRun, renew, takeAbandoned } from './queue.ts';

export interface JobRunner {
  /** Settles what a dead process left behind, then works on the queue until stopped. */
  start(): Promise<void>;
  wake(): void;
  /** Aborts the job of a subject if it runs here. */
  abort(subjectId: string): void;
  readonly busy: boolean;
  /** Aborts what runs and waits until its end is recorded. */
  stop(): Promise<void>;
}

export interface JobHandler {
  /** Does the job and records how it ended; `signal` aborts when it was cancelled or the service stops. */
  run(subjectId: string, signal: AbortSignal): Promise<void>;
  /** Records that the job was interrupted and will not be continued. */
  interrupted(subjectId: string): Promise<void>;
  /** How many run in this process at the same time; one when left out. */
  readonly slots?: number;
  /** Which of the queued ones may run now; all when left out. */
  readonly mayRun?: MayRun;
}

export interface JobRunnerOptions {
  readonly db: Database;
  /** Names this process in leases. */
  readonly owner: string;
  readonly now: () => Date;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  /** True where no other process works on the store, so a lease of another owner is a dead one's. */
  readonly alone: boolean;
  readonly onError: (error: unknown) => void;
}

const retryMs = 1_000;
const longestRetryMs = 30_000;

/** Works on the queue in this process: of each kind as many jobs at a time as it has slots, the oldest first. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, owner, now, handlers, alone, onError } = options;
  const stopping = new AbortController();
  const running = new Map<string, { job: Job; abort: AbortController; done: Promise<void> }>();
  const kinds = Object.keys(handlers) as JobKind[];
  const pumping = new Set<JobKind>();
  const asked = new Set<JobKind>();
  let sweep: NodeJS.Timeout | undefined;

  async function settleAbandoned(): Promise<void> {
    for (const { kind, subjectId } of await takeAbandoned(db, owner, now(), alone)) {
      await handlers[kind].interrupted(subjectId);
    }
  }

  function hasSlot(kind: JobKind): boolean {
    const taken = [...running.values()].filter(({ job }) => job.kind === kind).length;
    return taken < (handlers[kind].slots ?? 1);
  }

  /** Begins the jobs of a kind until there are none or no slot is free; asked while it does, it looks once more. */
  async function pump(kind: JobKind): Promise<void> {
    asked.add(kind);
    if (pumping.has(kind)) return;
    pumping.add(kind);
    try {
      while (asked.delete(kind) && !stopping.signal.aborted && hasSlot(kind)) {
        const job = await claim(db, owner, kind, now(), handlers[kind].mayRun);
        if (!job) continue;
        begin(job);
        asked.add(kind);
      }
    } catch (error) {
      onError(error);
      setTimeout(() => void pump(kind), retryMs).unref();
    } finally {
      pumping.delete(kind);
    }
  }

  /** Whatever comes of it, its slot is free afterwards, for the next. */
  function begin(job: Job): void {
    const abort = new AbortController();
    const done = work(job, abort).finally(() => {
      running.delete(job.id);
      void pump(job.kind);
    });
    running.set(job.id, { job, abort, done });
  }

  async function work(job: Job, abort: AbortController): Promise<void> {
    const renewal = setInterval(() => {
      renew(db, owner, job.id, now()).then(
        (ours) => {
          if (!ours) abort.abort(new Error('The job was taken out of the queue.'));
        },
        (error: unknown) => onError(error),
      );
    }, leaseMs / 3);
    try {
      await handlers[job.kind].run(job.subjectId, AbortSignal.any([abort.signal, stopping.signal]));
      await dropJobs(db, [job.subjectId]);
    } catch (error) {
      onError(error);
      await settle(job);
    } finally {
      clearInterval(renewal);
    }
  }

  /** The end could not be recorded, say because the disk is full: tries until it can, or until the service stops. */
  async function settle(job: Job): Promise<void> {
    for (let pause = retryMs; ; pause = Math.min(pause * 2, longestRetryMs)) {
      try {
        await handlers[job.kind].interrupted(job.subjectId);
        await dropJobs(db, [job.subjectId]);
        return;
      } catch (error) {
        onError(error);
        if (stopping.signal.aborted) return;
        await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    start: async () => {
      await settleAbandoned();
      sweep = setInterval(() => settleAbandoned().catch(onError), leaseMs);
      sweep.unref();
      for (const kind of kinds) void pump(kind);
    },
    wake: () => {
      for (const kind of kinds) void pump(kind);
    },
    abort: (subjectId) => {
      for (const { job, abort } of running.values()) {
        if (job.subjectId === subjectId) abort.abort(new Error('It was cancelled.'));
      }
    },
    get busy() {
      return running.size > 0 || asked.size > 0;
    },
    stop: async () => {
      clearInterval(sweep);
      stopping.abort(new Error('The service is stopping.'));
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
