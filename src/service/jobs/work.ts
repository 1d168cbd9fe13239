import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../store/dialect.ts';
import { dropJobs, type Job, leaseMs, type MayRun, renew } from './queue.ts';

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

/** What a job is worked on with. */
export interface JobDesk {
  readonly db: Database;
  /** Names this process in leases. */
  readonly owner: string;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

const retryMs = 1_000;
const longestRetryMs = 30_000;

/** Works on a job, holding its lease, until its end is recorded. Never rejects. */
export async function workOn(
  job: Job,
  handler: JobHandler,
  desk: JobDesk,
  abort: AbortController,
): Promise<void> {
  const { db, owner, now, onError, stopping } = desk;
  const renewal = setInterval(() => {
    renew(db, owner, job.id, now()).then(
      (ours) => {
        if (!ours) abort.abort(new Error('The job was taken out of the queue.'));
      },
      (error: unknown) => onError(error),
    );
  }, leaseMs / 3);
  try {
    await handler.run(job.subjectId, AbortSignal.any([abort.signal, stopping]));
    await dropJobs(db, [job.subjectId]);
  } catch (error) {
    onError(error);
    await settle(job, handler, desk);
  } finally {
    clearInterval(renewal);
  }
}

/** The end could not be recorded, say because the disk is full: tries until it can, or until the service stops. */
async function settle(job: Job, handler: JobHandler, { db, onError, stopping }: JobDesk): Promise<void> {
  for (let pause = retryMs; ; pause = Math.min(pause * 2, longestRetryMs)) {
    try {
      await handler.interrupted(job.subjectId);
      await dropJobs(db, [job.subjectId]);
      return;
    } catch (error) {
      onError(error);
      if (stopping.aborted) return;
      await sleep(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }
}
