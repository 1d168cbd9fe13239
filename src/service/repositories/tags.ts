import { sql } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Tag } from '../../api/contract/repositories/tags.ts';
import { organizationOf, scopeOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, impossible, notFound } from '../core/errors.ts';
import { nameBefore, type Paged, takePage } from '../core/paging.ts';
import { inReach, reachOf } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import { storeFailure } from '../store/errors.ts';
import type { TagTable } from '../store/tables/automation-schema.ts';
import { refuseMoreThanOwn, requireTeamManage } from '../teams/authority.ts';
import { nothingGranted } from '../teams/grants.ts';
import { repositoryIdsIn } from './repositories.ts';

type Operations = typeof contract.tags;

export const maximumTags = 500;
const rowsAtOnce = 500;

export async function listTags(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listTags']>,
): Promise<ResponseOf<Operations['listTags']>> {
  const { cursor, limit } = request;
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const scope = { operation: 'tags.list', filters: { organizationId } };
  const rows = await core.db
    .selectFrom('tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name_key', '>', nameBefore(core, scope, cursor))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.name_key]);
  return { tags: await Promise.all(items.map((row) => toTag(core.db, caller, row))), ...end };
}

/** For who manages teams, and for who manages all of its repositories: what is for a tag is for all of these. */
export async function createTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createTag']>,
): Promise<ResponseOf<Operations['createTag']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const at = instant(core);
  return core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('tags')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const row: TagTable = {
      id: newId(),
      organization_id: organizationId,
      ...named(request.name),
      created_at: at,
      updated_at: at,
    };
    const ids = await repositoriesNamed(transaction, caller, row, request.repositoryIds);
    await requireTagging(transaction, caller, row, ids, 'add tags');
    if (Number(count) >= maximumTags)
      throw impossible('name', `The organization has ${count} tags, as many as it may.`);
    await transaction.insertInto('tags').values(row).execute().catch(taken);
    await addRepositories(transaction, row, ids);
    return { tag: await toTag(transaction, caller, row) };
  });
}

export async function updateTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateTag']>,
): Promise<ResponseOf<Operations['updateTag']>> {
  const { name, repositoryIds } = request;
  const tag = await seenTag(core, caller, request);
  return core.db.transaction().execute(async (transaction) => {
    const ids = await repositoriesNamed(transaction, caller, tag, repositoryIds ?? []);
    await requireTagging(transaction, caller, tag, ids, 'change tags');
    await refuseWiderGrants(transaction, caller, tag, ids);
    const row = await transaction
      .updateTable('tags')
      .set({ ...(name === undefined ? {} : named(name)), updated_at: instant(core) })
      .where('id', '=', tag.id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(taken);
    if (repositoryIds) {
      // What the caller does not see is not theirs to take out.
      const reach = await reachOf(transaction, caller, tag.organization_id);
      await transaction
        .deleteFrom('tag_repositories')
        .where('tag_id', '=', tag.id)
        .where('repository_id', 'in', (eb) =>
          eb
            .selectFrom('repositories')
            .select('repositories.id')
            .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id'))),
        )
        .execute();
      await addRepositories(transaction, row, ids);
    }
    return { tag: await toTag(transaction, caller, row) };
  });
}

export async function deleteTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteTag']>,
): Promise<ResponseOf<Operations['deleteTag']>> {
  const tag = await seenTag(core, caller, request);
  await core.db.transaction().execute(async (transaction) => {
    await requireTagging(transaction, caller, tag, [], 'delete tags');
    await transaction.deleteFrom('tags').where('id', '=', tag.id).execute();
  });
  return { deleted: true };
}

/**
 * Whether the caller may change a tag: who manages teams may; others where no team has a grant by it and they manage
 * each repository that it has and is to have.
 * @throws Refusal 403
 */
async function requireTagging(
  db: Queries,
  caller: Caller,
  tag: TagTable,
  repositoryIds: readonly string[],
  toDo: string,
): Promise<void> {
  const granted = await db
    .selectFrom('team_tags')
    .select('team_id')
    .where('tag_id', '=', tag.id)
    .limit(1)
    .executeTakeFirst();
  if (!granted) {
    const managed = await reachOf(db, caller, tag.organization_id, 'REPOSITORY_MANAGE');
    const concerned = db
      .selectFrom('repositories')
      .select('id')
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('id', 'in', selectFrom('tag_repositories').select('repository_id').where('tag_id', '=', tag.id)),
          ...(repositoryIds.length > 0 ? [eb('id', 'in', repositoryIds)] : []),
        ]),
      )
      .limit(1);
    const beyond = await concerned
      .where(({ not, ref }) =>
        not(inReach(managed, ref('repositories.organization_id'), ref('repositories.id'))),
      )
      .executeTakeFirst();
    if (!beyond && (await concerned.executeTakeFirst())) return;
  }
  await requireTeamManage(db, caller, tag.organization_id, toDo);
}

/** A repository that gets a tag is granted to the teams that have it. @throws Refusal 403 */
async function refuseWiderGrants(
  db: Queries,
  caller: Caller,
  tag: TagTable,
  repositoryIds: readonly string[],
): Promise<void> {
  if (repositoryIds.length === 0) return;
  const granted = await db
    .selectFrom('team_tags')
    .innerJoin('teams', 'teams.id', 'team_tags.team_id')
    .select(({ fn }) => [
      fn.max('teams.can_view').as('can_view'),
      fn.max('teams.can_scan').as('can_scan'),
      fn.max('teams.can_triage').as('can_triage'),
      fn.max('teams.can_manage').as('can_manage'),
    ])
    .where('team_tags.tag_id', '=', tag.id)
    .where('teams.access_mode', '=', 'selected')
    .executeTakeFirst();
  if (!granted || granted.can_view === null) return;
  const grant = { ...nothingGranted, ...granted };
  await refuseMoreThanOwn(db, caller, tag.organization_id, grant, () => sql`(${sql.join(repositoryIds)})`);
}

function named(name: string): Pick<TagTable, 'name' | 'name_key'> {
  return { name, name_key: name.toLowerCase() };
}

function taken(error: unknown): never {
  if (storeFailure(error) === 'conflict') throw conflict('The organization has a tag of this name already.');
  throw error;
}

/** @throws Refusal 422 naming the first repository that the caller does not see */
async function repositoriesNamed(
  db: Queries,
  caller: Caller,
  tag: TagTable,
  repositoryIds: readonly string[],
): Promise<string[]> {
  if (repositoryIds.length === 0) return [];
  return await repositoryIdsIn(db, caller, tag.organization_id, repositoryIds);
}

async function addRepositories(db: Queries, tag: TagTable, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    await db
      .insertInto('tag_repositories')
      .values(ids.slice(start, start + rowsAtOnce).map((id) => ({ tag_id: tag.id, repository_id: id })))
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

async function seenTag(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly tagId: string },
): Promise<TagTable> {
  const row = await core.db
    .selectFrom('tags')
    .selectAll()
    .where('id', '=', request.tagId)
    .where('organization_id', 'in', await scopeOf(core, caller, request.organizationId))
    .executeTakeFirst();
  if (!row) throw notFound('tag');
  return row;
}

/** Of its repositories, those that the caller sees. */
async function toTag(db: Queries, caller: Caller, row: TagTable): Promise<Tag> {
  const reach = await reachOf(db, caller, row.organization_id);
  const repositories = await db
    .selectFrom('tag_repositories')
    .innerJoin('repositories', 'repositories.id', 'tag_repositories.repository_id')
    .select('repositories.id')
    .where('tag_id', '=', row.id)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('repositories.name')
    .orderBy('repositories.id')
    .execute();
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    repositoryIds: repositories.map(({ id }) => id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
