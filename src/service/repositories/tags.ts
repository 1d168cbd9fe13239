import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Tag } from '../../api/contract/repositories/tags.ts';
import { organizationOf, requireAdmin, scopeOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, impossible, notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import type { Queries } from '../store/dialect.ts';
import { storeFailure } from '../store/errors.ts';
import type { TagTable } from '../store/tables/automation-schema.ts';
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
  let query = core.db
    .selectFrom('tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('name_key')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [after] = core.cursors.read(scope, cursor, z.tuple([z.string()]));
    query = query.where('name_key', '>', after);
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name_key]);
  return { tags: await Promise.all(items.map((row) => toTag(core.db, row))), ...end };
}

/** Takes an ADMIN: what is for a tag is for all of its repositories. */
export async function createTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createTag']>,
): Promise<ResponseOf<Operations['createTag']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, 'add tags');
  const at = instant(core);
  return core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('tags')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumTags)
      throw impossible('name', `The organization has ${count} tags, as many as it may.`);
    const row: TagTable = {
      id: newId(),
      organization_id: organizationId,
      ...named(request.name),
      created_at: at,
      updated_at: at,
    };
    await transaction.insertInto('tags').values(row).execute().catch(taken);
    await setRepositories(transaction, caller, row, request.repositoryIds);
    return { tag: await toTag(transaction, row) };
  });
}

export async function updateTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateTag']>,
): Promise<ResponseOf<Operations['updateTag']>> {
  const { id } = await ownTag(core, caller, request, 'change tags');
  return core.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('tags')
      .set({ ...(request.name === undefined ? {} : named(request.name)), updated_at: instant(core) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(taken);
    if (request.repositoryIds) await setRepositories(transaction, caller, row, request.repositoryIds);
    return { tag: await toTag(transaction, row) };
  });
}

export async function deleteTag(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteTag']>,
): Promise<ResponseOf<Operations['deleteTag']>> {
  const { id } = await ownTag(core, caller, request, 'delete tags');
  await core.db.deleteFrom('tags').where('id', '=', id).execute();
  return { deleted: true };
}

function named(name: string): Pick<TagTable, 'name' | 'name_key'> {
  return { name, name_key: name.toLowerCase() };
}

function taken(error: unknown): never {
  if (storeFailure(error) === 'conflict') throw conflict('The organization has a tag of this name already.');
  throw error;
}

/** @throws Refusal 422 naming the first repository that is not the organization's */
async function setRepositories(
  db: Queries,
  caller: Caller,
  tag: TagTable,
  repositoryIds: readonly string[],
): Promise<void> {
  const ids =
    repositoryIds.length === 0 ? [] : await repositoryIdsIn(db, caller, tag.organization_id, repositoryIds);
  await db.deleteFrom('tag_repositories').where('tag_id', '=', tag.id).execute();
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    await db
      .insertInto('tag_repositories')
      .values(ids.slice(start, start + rowsAtOnce).map((id) => ({ tag_id: tag.id, repository_id: id })))
      .execute();
  }
}

async function ownTag(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly tagId: string },
  toDo: string,
): Promise<TagTable> {
  const row = await core.db
    .selectFrom('tags')
    .selectAll()
    .where('id', '=', request.tagId)
    .where('organization_id', 'in', await scopeOf(core, caller, request.organizationId))
    .executeTakeFirst();
  if (!row) throw notFound('tag');
  await requireAdmin(core, caller, row.organization_id, toDo);
  return row;
}

async function toTag(db: Queries, row: TagTable): Promise<Tag> {
  const repositories = await db
    .selectFrom('tag_repositories')
    .innerJoin('repositories', 'repositories.id', 'tag_repositories.repository_id')
    .select('repositories.id')
    .where('tag_id', '=', row.id)
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
