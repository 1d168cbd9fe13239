import { sql } from 'kysely';
import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import {
  type PostureApplication,
  PostureMatchRule,
} from '../../../api/contract/integrations/cloud-posture.ts';
import type { Caller, Core } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { inReach, reachIn } from '../../core/reach.ts';
import { repositoryIdsIn } from '../../repositories/repositories.ts';
import type { Queries } from '../../store/dialect.ts';
import { connectedIn } from './connected.ts';
import { matchAssets } from './matching.ts';
import { adminOf } from './settings.ts';

type Operations = typeof contract.cloudPosture;

interface Named {
  readonly id: string;
  readonly name: string;
}

const position = z.tuple([z.string(), z.string()]);

/** Repositories that the caller sees, each with what it is mapped to and what that found. */
export async function listPostureApplications(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listPostureApplications']>,
): Promise<ResponseOf<Operations['listPostureApplications']>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const { repositoryId } = request;
  const scope = { operation: 'cloudPosture.listApplications', filters: { organizationId, repositoryId } };
  const after = request.cursor === undefined ? undefined : core.cursors.read(scope, request.cursor, position);
  const { id: integrationId } = await connectedIn(core.db, organizationId);
  let query = core.db
    .selectFrom('repositories')
    .select(['id', 'name'])
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('name')
    .orderBy('id')
    .limit(request.limit + 1);
  if (repositoryId !== undefined)
    query = query.where('id', 'in', await repositoryIdsIn(core.db, caller, organizationId, [repositoryId]));
  if (after) query = query.where(sql<boolean>`(name, id) > (${sql.join(after)})`);
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), ({ name, id }) => [
    name,
    id,
  ]);
  return { applications: await toApplications(core.db, integrationId, items), ...end };
}

/** Puts what a person says in the place of what was said before, and matches at once. */
export async function setPostureMapping(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['setPostureMapping']>,
): Promise<ResponseOf<Operations['setPostureMapping']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const integration = await connectedIn(core.db, organizationId);
  const [repositoryId = ''] = await repositoryIdsIn(core.db, caller, organizationId, [request.repositoryId]);
  const projects = [...new Set(request.projects)];
  await requireProjects(core.db, integration.id, projects);
  const of = { integration_id: integration.id, repository_id: repositoryId };
  const tags = new Map(request.tags.map((tag) => [`${tag.key}\n${tag.value}`, tag]));
  const rows = [
    ...projects.map((key) => ({ ...of, kind: 'project' as const, key, value: '' })),
    ...[...tags.values()].map((tag) => ({ ...of, kind: 'tag' as const, ...tag })),
  ];
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('posture_mappings')
      .where('integration_id', '=', integration.id)
      .where('repository_id', '=', repositoryId)
      .execute();
    if (rows.length > 0) await transaction.insertInto('posture_mappings').values(rows).execute();
    await matchAssets(transaction, integration, repositoryId);
  });
  const named = await core.db
    .selectFrom('repositories')
    .select(['id', 'name'])
    .where('id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  const [application] = await toApplications(core.db, integration.id, [named]);
  if (!application) throw new Error('A repository has no application.');
  return { application };
}

/** @throws Refusal 422 naming the first that the provider did not report */
async function requireProjects(db: Queries, integrationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db
    .selectFrom('posture_projects')
    .select('external_id')
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', ids)
    .execute();
  // A project that is gone may stay mapped: it can come back.
  const mapped = await db
    .selectFrom('posture_mappings')
    .select('key')
    .where('integration_id', '=', integrationId)
    .where('kind', '=', 'project')
    .where('key', 'in', ids)
    .execute();
  const there = new Set([...known.map(({ external_id }) => external_id), ...mapped.map(({ key }) => key)]);
  const missing = ids.findIndex((id) => !there.has(id));
  if (missing >= 0) throw impossible(`projects[${missing}]`, 'The provider reports no such project.');
}

async function toApplications(
  db: Queries,
  integrationId: string,
  repositories: readonly Named[],
): Promise<PostureApplication[]> {
  if (repositories.length === 0) return [];
  const ids = repositories.map(({ id }) => id);
  const mappings = await db
    .selectFrom('posture_mappings')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('repository_id', 'in', ids)
    .orderBy('key')
    .orderBy('value')
    .execute();
  const matches = db
    .selectFrom('posture_matches')
    .where('integration_id', '=', integrationId)
    .where('repository_id', 'in', ids);
  const rules = await matches.select(['repository_id', 'rule']).distinct().execute();
  const counts = await matches
    .select(['repository_id'])
    .select(sql<number>`count(distinct asset_id)`.as('assets'))
    .select(sql<number>`count(distinct case when is_exposed = 1 then asset_id end)`.as('exposed'))
    .groupBy('repository_id')
    .execute();
  return repositories.map(({ id, name }) => {
    const own = mappings.filter(({ repository_id }) => repository_id === id);
    const count = counts.find(({ repository_id }) => repository_id === id);
    const held = new Set(rules.flatMap((each) => (each.repository_id === id ? [each.rule] : [])));
    return {
      repositoryId: id,
      repositoryName: name,
      projects: own.flatMap(({ kind, key }) => (kind === 'project' ? [key] : [])),
      tags: own.flatMap(({ kind, key, value }) => (kind === 'tag' ? [{ key, value }] : [])),
      rules: PostureMatchRule.options.filter((rule) => held.has(rule)),
      assetCount: Number(count?.assets ?? 0),
      exposedAssetCount: Number(count?.exposed ?? 0),
    };
  });
}
