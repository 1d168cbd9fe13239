import type { Expression, SqlBool } from 'kysely';
import type { Database, Queries } from '../store/dialect.ts';
import type { JobKind } from '../store/tables/job-tables.ts';

/** A claimed job; it stays the owner's until the lease ends, and the owner renews it while it works. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly subjectId: string;
}

export const leaseMs = 30_000;

/** Adds a job in the transaction that records its subject: neither is ever there without the other. */
export async function enqueue(
  db: Queries,
  job: { id: string; kind: JobKind; subjectId: string; at: string },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: job.id,
      kind: job.kind,
      subject_id: job.subjectId,
      status: 'queued',
      lease_owner: null,
      lease_until: null,
      created_at: job.at,
    })
    .execute();
}

/** Of a query over queued jobs: those that may run now, by what they are about. */
export type MayRun = (subjectId: Expression<string>) => Expression<SqlBool>;

/** Takes the oldest queued job of a kind for an owner. Of several that ask at once, each gets another or none. */
export async function claim(
  db: Database,
  owner: string,
  kind: JobKind,
  at: Date,
  mayRun?: MayRun,
): Promise<Job | undefined> {
  const row = await db
    .updateTable('jobs')
    .set({ status: 'running', lease_owner: owner, lease_until: leaseEnd(at) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('jobs as next')
        .select('next.id')
        .where('next.kind', '=', kind)
        .where('next.status', '=', 'queued')
        .$if(mayRun !== undefined, (next) =>
          next.where((of) => mayRun?.(of.ref('next.subject_id')) ?? of.lit(true)),
        )
        .orderBy('next.created_at')
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', '=', 'queued')
    .returning(['id', 'kind', 'subject_id'])
    .executeTakeFirst();
  return row && { id: row.id, kind: row.kind, subjectId: row.subject_id };
}

/** @returns whether the job is still the owner's. */
export async function renew(db: Database, owner: string, jobId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_until: leaseEnd(at) })
    .where('id', '=', jobId)
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function dropJobs(db: Queries, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.deleteFrom('jobs').where('subject_id', 'in', subjectIds).execute();
}

/**
 * Takes out of the queue the jobs whose owner died: its lease ended, or, when this process alone works on the
 * store, every job that another owner held.
 */
export async function takeAbandoned(
  db: Queries,
  owner: string,
  at: Date,
  alone: boolean,
): Promise<{ kind: JobKind; subjectId: string }[]> {
  const rows = await db
    .deleteFrom('jobs')
    .where('status', '=', 'running')
    .where((eb) => (alone ? eb('lease_owner', '!=', owner) : eb('lease_until', '<', at.toISOString())))
    .returning(['kind', 'subject_id'])
    .execute();
  return rows.map((row) => ({ kind: row.kind, subjectId: row.subject_id }));
}

function leaseEnd(at: Date): string {
  return new Date(at.getTime() + leaseMs).toISOString();
}
