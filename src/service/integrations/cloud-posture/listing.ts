import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { PostureAsset } from '../../../api/contract/integrations/cloud-posture.ts';
import { grouped } from '../../../engine/grouped.ts';
import { type Caller, type Core, stored } from '../../core/context.ts';
import type { CursorScope } from '../../core/cursors.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { inReach, type OrganizationReach, reachIn, seesAll } from '../../core/reach.ts';
import { repositoryIdsIn } from '../../repositories/repositories.ts';
import type { Schema } from '../../store/schema.ts';
import { connectedIn, type PostureRow } from './connected.ts';
import type { ReportedTag } from './posture.ts';

type Operations = typeof contract.cloudPosture;

/** By name, and of equals by the provider's identifier: the same after another synchronization. */
const position = z.tuple([z.string(), z.string()]);

/** What a caller reads it as: who sees only some repositories sees what belongs to those. */
interface Reading {
  readonly row: PostureRow;
  readonly reach: OrganizationReach;
  readonly scope: CursorScope;
  /** Where the page begins. */
  readonly after: z.output<typeof position> | undefined;
}

interface Listed {
  readonly operation: string;
  readonly request: { readonly organizationId?: string | undefined; readonly cursor?: string | undefined };
  readonly filters?: Readonly<Record<string, unknown>>;
}

/** @throws Refusal 400 for a cursor of another list; 404 where nothing is connected */
async function readingOf(
  core: Core & Paged,
  caller: Caller,
  { operation, request, filters = {} }: Listed,
): Promise<Reading> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const scope = { operation, filters: { ...filters, organizationId } };
  const after = request.cursor === undefined ? undefined : core.cursors.read(scope, request.cursor, position);
  return { reach, scope, after, row: await connectedIn(core.db, organizationId) };
}

const eb = expressionBuilder<Schema, never>();

/** Whether an asset belongs to a repository within reach; to the one named, where there is one. */
function isSeen(
  reading: Reading,
  asset: Expression<string>,
  repositoryId: string | undefined,
): Expression<SqlBool> {
  if (seesAll(reading.reach) && repositoryId === undefined) return sql<SqlBool>`1 = 1`;
  return eb(asset, 'in', seenAssets(reading, repositoryId));
}

function seenAssets({ row, reach }: Reading, repositoryId?: string) {
  const matches = eb
    .selectFrom('posture_matches')
    .select('posture_matches.asset_id')
    .where('posture_matches.integration_id', '=', row.id)
    .where(({ ref }) =>
      inReach(reach, ref('posture_matches.organization_id'), ref('posture_matches.repository_id')),
    );
  return repositoryId === undefined
    ? matches
    : matches.where('posture_matches.repository_id', '=', repositoryId);
}

/** Whether an asset is of a project, as the provider says. */
function isOfProject({ row }: Reading, asset: Expression<string>, projectId: string): Expression<SqlBool> {
  return eb(
    asset,
    'in',
    eb
      .selectFrom('posture_asset_projects')
      .select('posture_asset_projects.asset_id')
      .where('posture_asset_projects.integration_id', '=', row.id)
      .where('posture_asset_projects.project_id', '=', projectId),
  );
}

export async function listPostureProjects(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPostureProjects']>,
): Promise<ResponseOf<Operations['listPostureProjects']>> {
  const reading = await readingOf(core, caller, { operation: 'cloudPosture.listProjects', request });
  const { row, reach, scope, after } = reading;
  let query = core.db
    .selectFrom('posture_projects')
    .selectAll()
    .where('integration_id', '=', row.id)
    .orderBy('name')
    .orderBy('external_id')
    .limit(request.limit + 1);
  if (!seesAll(reach))
    query = query.where(
      'external_id',
      'in',
      eb
        .selectFrom('posture_asset_projects')
        .select('posture_asset_projects.project_id')
        .where('posture_asset_projects.integration_id', '=', row.id)
        .where('posture_asset_projects.asset_id', 'in', seenAssets(reading)),
    );
  if (after) query = query.where(sql<boolean>`(name, external_id) > (${sql.join(after)})`);
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (item) => [
    item.name,
    item.external_id,
  ]);
  const seen = seesAll(reach)
    ? undefined
    : await seenCounts(
        core,
        reading,
        items.map(({ external_id }) => external_id),
      );
  return {
    projects: items.map((item) => ({
      id: item.external_id,
      name: item.name,
      assetCount: seen ? (seen.get(item.external_id)?.assets ?? 0) : item.asset_count,
      exposedAssetCount: seen ? (seen.get(item.external_id)?.exposed ?? 0) : item.exposed_count,
    })),
    ...end,
  };
}

/** Of projects, how many of the assets that the caller sees they have, by their ids. */
async function seenCounts(
  { db }: Core,
  reading: Reading,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly assets: number; readonly exposed: number }>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posture_asset_projects')
    .innerJoin('posture_assets', (join) =>
      join
        .onRef('posture_assets.integration_id', '=', 'posture_asset_projects.integration_id')
        .onRef('posture_assets.external_id', '=', 'posture_asset_projects.asset_id'),
    )
    .select(({ fn }) => [
      'posture_asset_projects.project_id',
      fn.countAll<number>().as('assets'),
      fn.sum<number>(sql`case when posture_assets.exposure_count > 0 then 1 else 0 end`).as('exposed'),
    ])
    .where('posture_asset_projects.integration_id', '=', reading.row.id)
    .where('posture_asset_projects.project_id', 'in', projectIds)
    .where('posture_asset_projects.asset_id', 'in', seenAssets(reading))
    .groupBy('posture_asset_projects.project_id')
    .execute();
  return new Map(
    rows.map(({ project_id, assets, exposed }) => [
      project_id,
      { assets: Number(assets), exposed: Number(exposed) },
    ]),
  );
}

export async function listPostureAssets(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPostureAssets']>,
): Promise<ResponseOf<Operations['listPostureAssets']>> {
  const { cursor, limit, organizationId, ...filters } = request;
  const operation = 'cloudPosture.listAssets';
  const reading = await readingOf(core, caller, { operation, request: { organizationId, cursor }, filters });
  const { row, scope, after } = reading;
  const { projectId, exposedOnly } = filters;
  const repositoryId = await repositoryOf(core, caller, reading, filters.repositoryId);
  let query = core.db
    .selectFrom('posture_assets')
    .selectAll()
    .where('integration_id', '=', row.id)
    .where(({ ref }) => isSeen(reading, ref('posture_assets.external_id'), repositoryId))
    .orderBy('name')
    .orderBy('external_id')
    .limit(limit + 1);
  if (projectId !== undefined)
    query = query.where(({ ref }) => isOfProject(reading, ref('posture_assets.external_id'), projectId));
  if (exposedOnly) query = query.where('exposure_count', '>', 0);
  if (after) query = query.where(sql<boolean>`(name, external_id) > (${sql.join(after)})`);
  const { items, end } = takePage(core, scope, limit, await query.execute(), (item) => [
    item.name,
    item.external_id,
  ]);
  const repositories = await repositoriesOfAssets(
    core,
    reading,
    items.map(({ external_id }) => external_id),
  );
  return {
    assets: items.map((item) => ({
      id: item.external_id,
      name: item.name,
      type: item.type,
      ...(item.platform === null ? {} : { platform: item.platform }),
      ...(item.region === null ? {} : { region: item.region }),
      tags: stored<ReportedTag[]>(item.tags),
      exposureCount: item.exposure_count,
      repositories: repositories.get(item.external_id) ?? [],
    })),
    ...end,
  };
}

export async function listNetworkExposures(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listNetworkExposures']>,
): Promise<ResponseOf<Operations['listNetworkExposures']>> {
  const { cursor, limit, organizationId, ...filters } = request;
  const operation = 'cloudPosture.listNetworkExposures';
  const reading = await readingOf(core, caller, { operation, request: { organizationId, cursor }, filters });
  const { row, scope, after } = reading;
  const { projectId } = filters;
  const repositoryId = await repositoryOf(core, caller, reading, filters.repositoryId);
  let query = core.db
    .selectFrom('posture_exposures')
    .selectAll()
    .where('integration_id', '=', row.id)
    .where(({ ref }) => isSeen(reading, ref('posture_exposures.asset_id'), repositoryId))
    .orderBy('asset_name')
    .orderBy('external_id')
    .limit(limit + 1);
  if (projectId !== undefined)
    query = query.where(({ ref }) => isOfProject(reading, ref('posture_exposures.asset_id'), projectId));
  if (after) query = query.where(sql<boolean>`(asset_name, external_id) > (${sql.join(after)})`);
  const { items, end } = takePage(core, scope, limit, await query.execute(), (item) => [
    item.asset_name,
    item.external_id,
  ]);
  return {
    exposures: items.map((item) => ({
      id: item.external_id,
      assetId: item.asset_id,
      assetName: item.asset_name,
      assetType: item.asset_type,
      ...(item.source_range === null ? {} : { sourceRange: item.source_range }),
      ...(item.destination_range === null ? {} : { destinationRange: item.destination_range }),
      ...(item.ports === null ? {} : { ports: item.ports }),
      protocols: stored<string[]>(item.protocols),
      endpoints: stored<string[]>(item.endpoints),
    })),
    ...end,
  };
}

/** @throws Refusal 422 for one that is not there */
async function repositoryOf(
  core: Core,
  caller: Caller,
  { reach }: Reading,
  repositoryId: string | undefined,
): Promise<string | undefined> {
  if (repositoryId === undefined) return undefined;
  const [id] = await repositoryIdsIn(core.db, caller, reach.organizationId, [repositoryId]);
  return id;
}

async function repositoriesOfAssets(
  { db }: Core,
  { row, reach }: Reading,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, PostureAsset['repositories']>> {
  if (assetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('posture_matches')
    .innerJoin('repositories', 'repositories.id', 'posture_matches.repository_id')
    .select(['posture_matches.asset_id', 'posture_matches.rule', 'repositories.id', 'repositories.name'])
    .where('posture_matches.integration_id', '=', row.id)
    .where('posture_matches.asset_id', 'in', assetIds)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('repositories.name')
    .orderBy('posture_matches.rule')
    .execute();
  return new Map(
    [...grouped(rows, ({ asset_id }) => asset_id)].map(([id, some]) => [
      id,
      some.map(({ id: repositoryId, name, rule }) => ({ id: repositoryId, name, rule })),
    ]),
  );
}
