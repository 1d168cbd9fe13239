import { inBatches } from '../../core/batches.ts';
import { type Core, instant, newId } from '../../core/context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Queries } from '../../store/dialect.ts';
import { type Collected, collect } from './collecting.ts';
import { accessOf, type PostureCore, type PostureRow } from './connected.ts';
import { matchAssets } from './matching.ts';
import { openPosture } from './posture.ts';

/** From one success to the next try. */
const everyMs = 3_600_000;
/** After a failure; doubled with each one, up to the longest. */
const retryMs = 300_000;
const longestRetryMs = 6 * 3_600_000;
const longestMs = 900_000;

/** Puts those integrations into the queue whose time has come. */
export async function startDueSynchronizations(core: PostureCore): Promise<void> {
  const due = await core.db
    .selectFrom('posture_integrations')
    .select('id')
    .where('next_at', '<=', instant(core))
    .execute();
  for (const { id } of due)
    await core.db.transaction().execute((transaction) => queue(core, transaction, id));
  if (due.length > 0) core.work.wake();
}

/** Belongs into a transaction. One that is in the queue already stays there. */
export async function queue(
  core: Pick<Core, 'now'>,
  transaction: Queries,
  integrationId: string,
): Promise<void> {
  const queued = await transaction
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', integrationId)
    .executeTakeFirst();
  if (queued) return;
  await enqueue(transaction, {
    id: newId(),
    kind: 'cloud-posture',
    subjectId: integrationId,
    at: instant(core),
  });
}

/** Reads everything, and puts it in the place of what was read before; where that fails, the old stays. */
export async function synchronize(core: PostureCore, id: string, stopping: AbortSignal): Promise<void> {
  const row = await core.db
    .selectFrom('posture_integrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const late = AbortSignal.timeout(longestMs);
  try {
    const collected = await collect(
      await openPosture(core.outbound, await accessOf(core, row)),
      AbortSignal.any([stopping, late]),
    );
    await store(core, row, collected);
  } catch (error) {
    // A service that stops tries again when it starts.
    if (stopping.aborted) return;
    await recordFailure(core, row, late.aborted ? tooSlow : error);
    if (!late.aborted && !(error instanceof ProviderFailure)) throw error;
  }
}

const tooSlow = new ProviderFailure(
  'unreachable',
  `The provider took longer than ${longestMs / 60_000} minutes to answer everything.`,
);

async function recordFailure({ db, now }: PostureCore, row: PostureRow, error: unknown): Promise<void> {
  const at = now();
  const failures = row.failures + 1;
  const pause = Math.min(retryMs * 2 ** Math.min(row.failures, 10), longestRetryMs);
  const message =
    error instanceof ProviderFailure
      ? error.message
      : 'What was read could not be kept. See the service’s log.';
  await db
    .updateTable('posture_integrations')
    .set({
      tried_at: at.toISOString(),
      next_at: new Date(at.getTime() + pause).toISOString(),
      failures,
      error_message: message,
    })
    .where('id', '=', row.id)
    .where('updated_at', '=', row.updated_at)
    .execute();
}

async function store(core: PostureCore, row: PostureRow, collected: Collected): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    const at = core.now();
    const { numUpdatedRows } = await transaction
      .updateTable('posture_integrations')
      .set({
        tried_at: at.toISOString(),
        synced_at: at.toISOString(),
        next_at: new Date(at.getTime() + everyMs).toISOString(),
        failures: 0,
        error_message: null,
        is_truncated: Number(collected.isTruncated),
      })
      .where('id', '=', row.id)
      // Of another connection than the one that was read, nothing is known yet.
      .where('updated_at', '=', row.updated_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await replace(transaction, row.id, collected);
    await matchAssets(transaction, row);
  });
}

async function replace(db: Queries, integrationId: string, collected: Collected): Promise<void> {
  await forgetReported(db, integrationId);
  const { projects, assets, exposures } = collected;
  const exposed = new Map<string, number>();
  for (const { asset } of exposures.values()) exposed.set(asset.id, (exposed.get(asset.id) ?? 0) + 1);
  const ofProject = new Map<string, { assets: number; exposed: number }>();
  const integration = { integration_id: integrationId };
  for (const some of inBatches([...assets.values()])) {
    await db
      .insertInto('posture_assets')
      .values(
        some.map((asset) => ({
          ...integration,
          external_id: asset.id,
          name: asset.name,
          type: asset.type,
          platform: asset.platform ?? null,
          region: asset.region ?? null,
          tags: JSON.stringify(asset.tags),
          exposure_count: exposed.get(asset.id) ?? 0,
        })),
      )
      .execute();
    const memberships = some.flatMap(({ id, projectIds }) =>
      projectIds.map((projectId) => ({ ...integration, asset_id: id, project_id: projectId })),
    );
    for (const each of memberships) {
      const counts = ofProject.get(each.project_id) ?? { assets: 0, exposed: 0 };
      counts.assets++;
      if (exposed.has(each.asset_id)) counts.exposed++;
      ofProject.set(each.project_id, counts);
    }
    for (const rows of inBatches(memberships))
      await db.insertInto('posture_asset_projects').values(rows).execute();
  }
  for (const some of inBatches([...projects.values()]))
    await db
      .insertInto('posture_projects')
      .values(
        some.map(({ id, name }) => ({
          ...integration,
          external_id: id,
          name,
          asset_count: ofProject.get(id)?.assets ?? 0,
          exposed_count: ofProject.get(id)?.exposed ?? 0,
        })),
      )
      .execute();
  for (const some of inBatches([...exposures.values()]))
    await db
      .insertInto('posture_exposures')
      .values(
        some.map((exposure) => ({
          ...integration,
          external_id: exposure.id,
          asset_id: exposure.asset.id,
          asset_name: assets.get(exposure.asset.id)?.name ?? exposure.asset.name,
          asset_type: exposure.asset.type,
          source_range: exposure.sourceRange ?? null,
          destination_range: exposure.destinationRange ?? null,
          ports: exposure.ports ?? null,
          protocols: JSON.stringify(exposure.protocols),
          endpoints: JSON.stringify(exposure.endpoints),
        })),
      )
      .execute();
}

/** Forgets what was read and what follows from it, but for what people mapped. */
export async function forgetReported(db: Queries, integrationId: string): Promise<void> {
  for (const table of [
    'posture_matches',
    'posture_exposures',
    'posture_asset_projects',
    'posture_assets',
    'posture_projects',
  ] as const)
    await db.deleteFrom(table).where('integration_id', '=', integrationId).execute();
}
