import { newId } from '../../core/context.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ServiceCore } from '../../service-core.ts';
import { addJobEvents } from './events.ts';
import { endJob } from './finish-job.ts';

/** A job that was begun this often and never said a word is given up. */
const maximumAttempts = 3;

export const interrupted =
  'The service stopped while the agent was answering. What it had said is kept; ask again to go on.';

/**
 * Settles what a stopped or killed service left: jobs that had said nothing yet are queued again, the others fail with
 * the reason. To be called before the queue is worked on.
 */
export async function resumeAgentJobs(core: ServiceCore): Promise<void> {
  await core.db.deleteFrom('jobs').where('kind', '=', 'agent').execute();
  const active = await core.db
    .selectFrom('agent_jobs')
    .select(['id', 'status', 'attempts', 'created_at'])
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .orderBy('seq')
    .execute();
  for (const job of active) {
    if (job.status === 'RUNNING' && (await saidAnything(core, job.id))) {
      await endJob(core, job.id, { status: 'FAILED', reason: interrupted });
      continue;
    }
    if (job.attempts >= maximumAttempts) {
      const reason = `The service ended ${job.attempts} times during this job; it is not tried again by itself.`;
      await endJob(core, job.id, { status: 'FAILED', reason });
      continue;
    }
    await core.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('agent_jobs')
        .set({ status: 'PENDING', stage: null, started_at: null })
        .where('id', '=', job.id)
        .execute();
      await enqueue(transaction, { id: newId(), kind: 'agent', subjectId: job.id, at: job.created_at });
      if (job.status === 'RUNNING') {
        const data = { jobId: job.id, status: 'PENDING', stage: 'Begun again after a restart' } as const;
        await addJobEvents(transaction, job.id, [{ event: 'job.status', data }]);
      }
    });
  }
}

/** Records that a job could not be finished, for whatever reason its end could not be told. */
export async function failAgentJob(core: ServiceCore, id: string): Promise<void> {
  await endJob(core, id, { status: 'FAILED', reason: interrupted });
}

async function saidAnything(core: ServiceCore, jobId: string): Promise<boolean> {
  const first = await core.db
    .selectFrom('agent_events')
    .select('id')
    .where('job_id', '=', jobId)
    .where('type', '!=', 'job.status')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}
