import { setImmediate } from 'node:timers/promises';
import type { DeleteResult } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { dropJobs } from '../jobs/queue.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import { repositoryIdsIn } from './repositories.ts';

type Operation = typeof contract.repositories.deleteRepositories;
type Deleting = Core & Pick<ServiceCore, 'work' | 'workingCopies'>;

/** Rows that one statement deletes, of which each takes others with it: about 20 ms. */
const ownersAtOnce = 100;
/** Rows that one statement deletes, of which none does. */
const rowsAtOnce = 2_000;

/**
 * Removes repositories with their scans, issues and conversations from the service, all or none, and stops what runs for
 * them. Their code is not touched. What belongs to them goes in slices, between which others are answered; a deletion that the end of
 * the service interrupts is ended by its next start.
 */
export async function deleteRepositories(
  core: Deleting,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const ids = await repositoryIdsIn(
    core.db,
    caller,
    organizationId,
    request.repositoryIds,
    'REPOSITORY_MANAGE',
  );
  const requested_at = instant(core);
  const running = await core.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('repository_deletions')
      .values(ids.map((repository_id) => ({ repository_id, requested_at })))
      .onConflict((on) => on.column('repository_id').doNothing())
      .execute();
    return await dropWork(transaction, ids);
  });
  for (const id of running) core.work.abort(id);
  await remove(core, ids);
  return { deletedRepositoryIds: ids };
}

/** Ends the deletions that the end of the service has interrupted. */
export async function endDeletions(core: Deleting): Promise<void> {
  const rows = await core.db.selectFrom('repository_deletions').select('repository_id').execute();
  if (rows.length === 0) return;
  await remove(
    core,
    rows.map((row) => row.repository_id),
  );
}

async function remove(core: Deleting, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeParts(core.db, id);
  const running = await core.db.transaction().execute(async (transaction) => {
    const begunMeanwhile = await dropWork(transaction, ids);
    await transaction.deleteFrom('repositories').where('id', 'in', ids).execute();
    return begunMeanwhile;
  });
  for (const id of running) core.work.abort(id);
  for (const id of ids) await core.workingCopies.forget(id);
}

/** Deletes what there can be many of. */
async function removeParts(db: Queries, repositoryId: string): Promise<void> {
  for (const table of ['issues', 'packages', 'ai_inventories'] as const)
    await inSlices(() =>
      db
        .deleteFrom(table)
        .where('seq', 'in', (eb) =>
          eb
            .selectFrom(table)
            .select('seq')
            .where('repository_id', '=', repositoryId)
            .orderBy('seq')
            .limit(table === 'ai_inventories' ? 1 : ownersAtOnce),
        )
        .executeTakeFirstOrThrow(),
    );
  await inSlices(() =>
    db
      .deleteFrom('agent_conversations')
      .where('id', 'in', (eb) =>
        eb.selectFrom('agent_conversations').select('id').where('repository_id', '=', repositoryId).limit(1),
      )
      .executeTakeFirstOrThrow(),
  );
  const scans = await db.selectFrom('scans').select('id').where('repository_id', '=', repositoryId).execute();
  for (const { id } of scans)
    await inSlices(() =>
      db
        .deleteFrom('scan_events')
        .where('id', 'in', (eb) =>
          eb.selectFrom('scan_events').select('id').where('scan_id', '=', id).orderBy('id').limit(rowsAtOnce),
        )
        .executeTakeFirstOrThrow(),
    );
}

/** Repeats a deletion until it finds nothing. */
async function inSlices(removeSome: () => Promise<DeleteResult>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await removeSome();
    await setImmediate();
    if (numDeletedRows === 0n) return;
  }
}

/** Takes what runs for repositories from the queue. @returns scans and jobs, to be stopped once that is committed */
async function dropWork(db: Queries, repositoryIds: readonly string[]): Promise<string[]> {
  const scans = await db
    .selectFrom('scans')
    .select('id')
    .where('repository_id', 'in', repositoryIds)
    .where('finished_at', 'is', null)
    .execute();
  const agentJobs = await db
    .selectFrom('agent_jobs')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_jobs.conversation_id')
    .select('agent_jobs.id as id')
    .where('agent_conversations.repository_id', 'in', repositoryIds)
    .where('agent_jobs.finished_at', 'is', null)
    .execute();
  const running = [...scans, ...agentJobs].map(({ id }) => id);
  await dropJobs(db, running);
  return running;
}
