import type { Database } from '../store/dialect.ts';
import type { JobKind } from '../store/tables/job-tables.ts';
import { claim, type Job, leaseMs, takeAbandoned } from './queue.ts';
import { type JobHandler, workOn } from './work.ts';

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

/** Works on the queue in this process: of each kind as many jobs at a time as it has slots, the oldest first. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, owner, now, handlers, alone, onError } = options;
  const stopping = new AbortController();
  const running = new Map<string, { job: Job; abort: AbortController; done: Promise<void> }>();
  const kinds = Object.keys(handlers) as JobKind[];
  const pumping = new Set<JobKind>();
  const asked = new Set<JobKind>();
  const desk = { db, owner, now, onError, stopping: stopping.signal };
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
    const done = workOn(job, handlers[job.kind], desk, abort).finally(() => {
      running.delete(job.id);
      void pump(job.kind);
    });
    running.set(job.id, { job, abort, done });
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
