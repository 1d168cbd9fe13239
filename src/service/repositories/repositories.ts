import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { Insertable } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { Repository } from '../../api/contract/repositories/repositories.ts';
import type { RepositoryType } from '../../api/contract/vocabulary.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { forbidden, impossible, notFound } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import {
  byRow,
  inReach,
  permissionsOf,
  reachIn,
  reachOf,
  reachOver,
  requireRepositories,
  requireWhole,
} from '../core/reach.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';
import { applicationsOf } from './applications.ts';
import { hostedBy } from './hosted.ts';
import { parseRemote, type Remote } from './remote-url.ts';

type Operations = typeof contract.repositories;

type Adding = Core & Pick<ServiceCore, 'workingCopies' | 'providers'>;

/** Takes access to all repositories: who adds one sees it then, and learns of none that was there already. */
export async function addRepository(
  core: Adding,
  caller: Caller,
  request: ParsedRequestOf<Operations['addRepository']>,
): Promise<ResponseOf<Operations['addRepository']>> {
  if (request.repository_type === 'local')
    throw impossible('repository_type', 'A local folder is added with /api/v2/repositories/addLocal.');
  const reach = await reachIn(core, caller, request.organization_id, 'REPOSITORY_SCAN');
  requireWhole(reach);
  const { organizationId } = reach;
  const remote = parseRemote(request.repository_url, core.workingCopies.allowedHosts);
  const type = request.repository_type;
  const hosted = await hostedBy(core, caller, organizationId, { type, url: remote.url });
  return add(core, organizationId, { ...fetchedFrom(remote, type), ...hosted });
}

export async function addRepositoryByUrl(
  core: Adding,
  caller: Caller,
  request: ParsedRequestOf<Operations['addRepositoryByUrl']>,
): Promise<ResponseOf<Operations['addRepositoryByUrl']>> {
  const reach = await reachIn(core, caller, request.organizationId, 'REPOSITORY_SCAN');
  requireWhole(reach);
  const remote = parseRemote(request.url, core.workingCopies.allowedHosts);
  const { name = remote.name } = request;
  return add(core, reach.organizationId, { ...fetchedFrom(remote, remote.type), name });
}

function fetchedFrom({ name, url, identity }: Remote, type: RepositoryType): NewRepository {
  return { name, type, url, root: null, identity, default_branch: null, installation_id: null };
}

/** Adds a folder of this machine, known by its real path, whichever links lead there. */
export async function addLocalRepository(
  core: Core & { runner: ScanRunner },
  caller: Caller,
  request: ParsedRequestOf<Operations['addLocalRepository']>,
): Promise<ResponseOf<Operations['addLocalRepository']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  if (!core.localRepositories) throw forbidden('This service does not scan folders of its own machine.');
  await requireAdmin(core, caller, organizationId, 'add a folder of the machine that the service runs on');
  const root = await localFolder(request.path);
  const { branch } = (await core.runner.checkedOut(root)) ?? {};
  return add(core, organizationId, {
    name: request.name ?? (basename(root) || root),
    type: 'local',
    url: null,
    root,
    identity: `local:${root}`,
    default_branch: branch ?? null,
    installation_id: null,
  });
}

/** The real path of a folder of this machine. @throws Refusal 422 */
export async function localFolder(path: string): Promise<string> {
  if (!isAbsolute(path)) throw impossible('path', 'Give the absolute path of a folder.');
  const root = await realpath(path).catch(() => undefined);
  const folder = root === undefined ? undefined : await stat(root).catch(() => undefined);
  if (root === undefined || !folder)
    throw impossible('path', 'There is no such folder, or it cannot be read.');
  if (!folder.isDirectory()) throw impossible('path', 'This is a file. Give the folder it is in.');
  return root;
}

type NewRepository = Pick<
  Insertable<RepositoryTable>,
  'name' | 'type' | 'url' | 'root' | 'identity' | 'default_branch'
> & { readonly installation_id: string | null };

/** Adding what is there already answers it. */
async function add(
  core: Core,
  organizationId: string,
  repository: NewRepository,
): Promise<{ repository: Repository }> {
  const at = instant(core);
  const { installation_id, type } = repository;
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('repositories')
      .values({ ...repository, id: newId(), organization_id: organizationId, created_at: at, updated_at: at })
      .onConflict((on) => on.columns(['organization_id', 'identity']).doNothing())
      .execute();
    if (installation_id === null) return;
    await transaction
      .updateTable('repositories')
      .set({ installation_id, type, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('identity', '=', repository.identity)
      .where((eb) => eb.or([eb('installation_id', 'is', null), eb('installation_id', '!=', installation_id)]))
      .execute();
  });
  const row = await core.db
    .selectFrom('repositories')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('identity', '=', repository.identity)
    .executeTakeFirstOrThrow();
  return { repository: await toRepository(core.db, row) };
}

export async function resolveRepositoryByUrl(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['resolveRepositoryByUrl']>,
): Promise<ResponseOf<Operations['resolveRepositoryByUrl']>> {
  const reach = await reachOver(core, caller, request.organizationId);
  const { identity } = parseRemote(request.url);
  const row = await core.db
    .selectFrom('repositories')
    .selectAll()
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .where('identity', '=', identity)
    .executeTakeFirst();
  if (!row) throw notFound('repository');
  return { repository: await toRepository(core.db, row) };
}

export async function listRepositories(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listRepositories']>,
): Promise<ResponseOf<Operations['listRepositories']>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const { searchQuery, types } = request;
  const scope = { operation: 'repositories.list', filters: { organizationId, searchQuery, types } };
  let query = core.db
    .selectFrom('repositories')
    .selectAll()
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('name')
    .orderBy('id')
    .limit(request.limit + 1);
  if (types) query = query.where('type', 'in', types);
  if (searchQuery !== undefined && searchQuery !== '') {
    query = query.where((eb) => containsLower(eb.fn<string>('lower', ['name']), searchQuery));
  }
  if (request.cursor !== undefined) {
    const [name, id] = core.cursors.read(scope, request.cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('name', 'id'), '>', tuple(name, id)));
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (row) => [
    row.name,
    row.id,
  ]);
  return { repositories: await Promise.all(items.map((row) => toRepository(core.db, row))), ...end };
}

export async function getRepository(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getRepository']>,
): Promise<ResponseOf<Operations['getRepository']>> {
  const { id: repositoryId, organizationId } = request;
  const row = await repositoryOf(core, caller, { organizationId, repositoryId });
  const { organization_id, id: repository_id } = row;
  return {
    repository: await toRepository(core.db, row),
    permissions: await permissionsOf(core.db, caller, { organization_id, repository_id }),
  };
}

/**
 * The given identifiers once each, all of them of repositories of the organization that the caller sees.
 * @throws Refusal 422 naming the first that is not there; 403 where the caller lacks the permission for one
 */
export async function repositoryIdsIn(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
  ids: readonly string[],
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const reach = byRow(await reachOf(db, caller, organizationId));
  const rows = await db
    .selectFrom('repositories')
    .select(['id as repository_id', 'organization_id'])
    .where('id', 'in', wanted)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .execute();
  const there = new Set(rows.map((row) => row.repository_id));
  const missing = wanted.find((id) => !there.has(id));
  if (missing !== undefined) {
    throw impossible(
      `repositoryIds[${ids.findIndex((id) => id.toLowerCase() === missing)}]`,
      'There is no such repository.',
    );
  }
  await requireRepositories(db, caller, rows, permission);
  return wanted;
}

/** @throws Refusal 404 for one that the caller does not see, 403 where they see it and lack the permission */
export async function repositoryOf(
  core: Core,
  caller: Caller,
  request: { organizationId?: string | undefined; repositoryId: string },
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<RepositoryTable> {
  const reach = await reachOver(core, caller, request.organizationId);
  const row = await core.db
    .selectFrom('repositories')
    .selectAll()
    .where('id', '=', request.repositoryId)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .executeTakeFirst();
  if (!row) throw notFound('repository');
  await requireRepositories(core.db, caller, [{ ...row, repository_id: row.id }], permission);
  return row;
}

/** A repository as it is answered. */
export async function toRepository(db: Queries, row: RepositoryTable): Promise<Repository> {
  const scan = await db
    .selectFrom('scans')
    .select(['id', 'status', 'finished_at'])
    .where('repository_id', '=', row.id)
    .where('kind', '!=', 'PR')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const applications = await applicationsOf(db, row.id);
  const installation = await db
    .selectFrom('installations')
    .select(['id', 'name'])
    .where('id', '=', row.installation_id)
    .executeTakeFirst();
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    type: row.type,
    url: row.url,
    ...(row.type === 'local' && row.root !== null ? { path: row.root } : {}),
    defaultBranch: row.default_branch,
    ...(applications.length > 0 ? { applications } : {}),
    ...(installation ? { installation } : {}),
    ...(scan ? { lastScan: { id: scan.id, status: scan.status, finishedAt: scan.finished_at } } : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
