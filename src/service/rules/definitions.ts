import * as z from 'zod';
import { requireAdmin } from '../core/access.ts';
import { inBatches } from '../core/batches.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { impossible, notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import {
  byRow,
  type OrganizationReach,
  reachIn,
  reachOf,
  reachOver,
  requireRepositories,
} from '../core/reach.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';
import type { DefinitionKind } from '../store/tables/rule-tables.ts';
import {
  type DefinitionRow,
  definitionRows,
  type NamedDefinitionRow,
  repositoriesOf,
  seenDefinitions,
} from './definition-rows.ts';

/** What rules, sources and sinks have in common: where they hold, who may change them, and how many there may be. */

/** Of an organization, of each kind: each scan reads them all. */
const mostDefinitions = 2_000;
const mostText = 4_000_000;

const words: Readonly<Record<DefinitionKind, string>> = { rule: 'rule', source: 'source', sink: 'sink' };

/** Where a definition is to hold: everywhere, or in the repositories that are named. */
export interface Scope {
  readonly allRepositories?: boolean | undefined;
  readonly repositoryIds?: readonly string[] | undefined;
}

type Written = Pick<
  DefinitionRow,
  'name' | 'description' | 'subject' | 'severity' | 'languages' | 'content' | 'examples' | 'enabled'
>;

/** A definition as answers have it, with the repositories of it that the caller sees. */
export interface Told {
  readonly row: NamedDefinitionRow;
  readonly repositoryIds: readonly string[];
}

interface Named {
  readonly organizationId?: string | undefined;
  readonly id: string;
}

/** @throws Refusal 404 for one that the caller does not see */
export async function seenDefinition(
  core: Core,
  caller: Caller,
  kind: DefinitionKind,
  { organizationId, id }: Named,
): Promise<Told> {
  const reach = await reachOver(core, caller, organizationId);
  const row = await definitionRows(core.db, kind)
    .where('custom_definitions.id', '=', id.toLowerCase())
    .where(seenDefinitions(reach))
    .executeTakeFirst();
  if (!row) throw notFound(words[kind]);
  const ids = await repositoriesOf(core.db, reach, [row]);
  return { row, repositoryIds: ids.get(row.id) ?? [] };
}

const position = z.tuple([z.string(), z.string()]);

/** A page of those that the caller sees, the newest first. */
export async function listDefinitions(
  core: Core & Paged,
  caller: Caller,
  kind: DefinitionKind,
  request: {
    readonly organizationId?: string | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<{ readonly told: readonly Told[]; readonly end: { nextCursor?: string } }> {
  const { limit, cursor } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const scope = { operation: `${kind}s.list`, filters: { organizationId } };
  let query = definitionRows(core.db, kind)
    .where('custom_definitions.organization_id', '=', organizationId)
    .where(seenDefinitions(reach))
    .orderBy('custom_definitions.created_at', 'desc')
    .orderBy('custom_definitions.id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [at, id] = core.cursors.read(scope, cursor, position);
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('custom_definitions.created_at', 'custom_definitions.id'), '<', tuple(at, id)),
    );
  }
  const page = takePage(core, scope, limit, await query.execute(), (row) => [row.created_at, row.id]);
  const ids = await repositoriesOf(core.db, byRow(reach), page.items);
  return { told: page.items.map((row) => ({ row, repositoryIds: ids.get(row.id) ?? [] })), end: page.end };
}

/**
 * Where a new definition is to hold. @returns its repositories; undefined for all
 * @throws Refusal 404, 422 for a repository that the caller does not see, 403
 */
export async function scopeOfNew(
  core: Core,
  caller: Caller,
  requested: string | undefined,
  { repositoryIds }: Scope,
): Promise<{ readonly reach: OrganizationReach; readonly repositoryIds: readonly string[] | undefined }> {
  const reach = await reachIn(core, caller, requested);
  const ids = await allowedScope(core, caller, reach.organizationId, repositoryIds);
  return { reach, repositoryIds: ids };
}

async function allowedScope(
  core: Core,
  caller: Caller,
  organizationId: string,
  repositoryIds: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (repositoryIds)
    return await repositoryIdsIn(core.db, caller, organizationId, repositoryIds, 'REPOSITORY_MANAGE');
  await requireAdmin(core, caller, organizationId, 'set what holds for all repositories');
  return undefined;
}

/** @throws Refusal 403 for who may not change a definition that they see: an ADMIN, or who manages all of its repositories */
export async function requireChange(core: Core, caller: Caller, { row }: Told): Promise<void> {
  const { id, organization_id } = row;
  const rows = await core.db
    .selectFrom('custom_definition_repositories')
    .select('repository_id')
    .where('definition_id', '=', id)
    .execute();
  if (row.all_repositories === 1 || rows.length === 0)
    return await requireAdmin(core, caller, organization_id, 'change what holds for all repositories');
  const held = rows.map(({ repository_id }) => ({ repository_id, organization_id }));
  await requireRepositories(core.db, caller, held, 'REPOSITORY_MANAGE');
}

/** Adds a definition. @throws Refusal 422 where the organization has as many as it may */
export async function addDefinition(
  core: Core,
  caller: Caller,
  kind: DefinitionKind,
  { reach, repositoryIds }: Awaited<ReturnType<typeof scopeOfNew>>,
  written: Written,
): Promise<Told> {
  const id = newId();
  const { organizationId } = reach;
  const at = instant(core);
  await core.db.transaction().execute(async (transaction) => {
    await refuseTooMany(transaction, organizationId, kind, written.content.length, 1);
    await transaction
      .insertInto('custom_definitions')
      .values({
        ...written,
        id,
        organization_id: organizationId,
        kind,
        all_repositories: repositoryIds ? 0 : 1,
        created_by: caller.userId,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await setRepositories(transaction, id, repositoryIds);
  });
  return await seenDefinition(core, caller, kind, { organizationId, id });
}

/** Changes a definition, and where it holds if that is given. @throws Refusal 403, 422 */
export async function changeDefinition(
  core: Core,
  caller: Caller,
  { row }: Told,
  written: Partial<Written>,
  scope: Scope,
): Promise<Told> {
  const { id, kind, organization_id: organizationId } = row;
  const isScoped = scope.allRepositories !== undefined || scope.repositoryIds !== undefined;
  const repositoryIds = isScoped
    ? await allowedScope(core, caller, organizationId, scope.repositoryIds)
    : undefined;
  await core.db.transaction().execute(async (transaction) => {
    const more = (written.content?.length ?? row.content.length) - row.content.length;
    if (more > 0) await refuseTooMany(transaction, organizationId, kind, more, 0);
    await transaction
      .updateTable('custom_definitions')
      .set({
        ...written,
        ...(isScoped && { all_repositories: repositoryIds ? 0 : 1 }),
        updated_at: instant(core),
      })
      .where('id', '=', id)
      .execute();
    if (isScoped) await setRepositories(transaction, id, repositoryIds);
  });
  return await seenDefinition(core, caller, kind, { organizationId, id });
}

/** @throws Refusal 404, 403 */
export async function deleteDefinition(
  core: Core,
  caller: Caller,
  kind: DefinitionKind,
  named: Named,
): Promise<{ deleted: true }> {
  const told = await seenDefinition(core, caller, kind, named);
  await requireChange(core, caller, told);
  await core.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('custom_definitions').where('id', '=', told.row.id).execute();
  });
  return { deleted: true };
}

async function setRepositories(
  db: Queries,
  definitionId: string,
  repositoryIds: readonly string[] | undefined,
): Promise<void> {
  await db.deleteFrom('custom_definition_repositories').where('definition_id', '=', definitionId).execute();
  for (const some of inBatches(repositoryIds ?? []))
    await db
      .insertInto('custom_definition_repositories')
      .values(some.map((repository_id) => ({ definition_id: definitionId, repository_id })))
      .execute();
}

/** @throws Refusal 422 */
async function refuseTooMany(
  db: Queries,
  organizationId: string,
  kind: DefinitionKind,
  characters: number,
  more: 0 | 1,
): Promise<void> {
  const { count, text } = await db
    .selectFrom('custom_definitions')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>(eb.fn<number>('length', ['content'])).as('text'),
    ])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  if (Number(count) + more > mostDefinitions)
    throw impossible(
      '',
      `The organization has ${count} ${words[kind]}s, as many as it may. Delete some first.`,
    );
  if (Number(text) + characters > mostText)
    throw impossible(
      'content',
      `The ${words[kind]}s of an organization have at most ${mostText / 1_000_000} million characters together. Delete some first.`,
    );
}

/** Whether the organization has another definition of the caller's sight with the same subject. */
export async function sameSubject(
  core: Core,
  caller: Caller,
  kind: DefinitionKind,
  { organizationId, subject, except }: { organizationId: string; subject: string; except?: string },
): Promise<DefinitionRow | undefined> {
  const reach = await reachOf(core.db, caller, organizationId);
  return await definitionRows(core.db, kind)
    .where('custom_definitions.organization_id', '=', organizationId)
    .where('custom_definitions.subject', '=', subject)
    .where('custom_definitions.id', '!=', except ?? '')
    .where(seenDefinitions(byRow(reach)))
    .executeTakeFirst();
}
