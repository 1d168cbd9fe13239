import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { LastRun } from '../../../api/contract/agent/scope.ts';
import { isConversationInReach } from '../../core/agent-access.ts';
import { type Caller, stored } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { inReach, isOneOf, type Reach, reachOf, seesAll, seesRepository } from '../../core/reach.ts';
import { repositoryIdsIn } from '../../repositories/repositories.ts';
import { isListedIn, type Queries } from '../../store/dialect.ts';
import type { Schema } from '../../store/schema.ts';
import type { ScopeColumns } from '../../store/tables/automation-schema.ts';
import { jobRows } from '../conversations/rows.ts';

/** What a schedule, trigger or playbook is for; both empty: the organization as a whole. */
export interface Scope {
  readonly repositoryIds: readonly string[];
  readonly tagIds: readonly string[];
}

export interface ScopedRepository {
  readonly id: string;
  readonly name: string;
}

/**
 * The columns of a scope whose repositories the caller sees, and whose tags are the organization's.
 * @throws Refusal 422 naming the first that is not there
 */
export async function scopeColumns(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
  scope: Scope,
): Promise<ScopeColumns> {
  const repositoryIds =
    scope.repositoryIds.length === 0
      ? []
      : await repositoryIdsIn(db, caller, organizationId, scope.repositoryIds);
  const tagIds = [...new Set(scope.tagIds.map((id) => id.toLowerCase()))];
  if (tagIds.length > 0) {
    const rows = await db
      .selectFrom('tags')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', tagIds)
      .execute();
    const there = new Set(rows.map((row) => row.id));
    const missing = scope.tagIds.findIndex((id) => !there.has(id.toLowerCase()));
    if (missing >= 0) throw impossible(`tagIds[${missing}]`, 'There is no such tag.');
  }
  return { repository_ids: JSON.stringify(repositoryIds), tag_ids: JSON.stringify(tagIds) };
}

export function scopeOfRow(row: ScopeColumns): Scope {
  return { repositoryIds: stored<string[]>(row.repository_ids), tagIds: stored<string[]>(row.tag_ids) };
}

export function isWhole({ repositoryIds, tagIds }: Scope): boolean {
  return repositoryIds.length === 0 && tagIds.length === 0;
}

/** What has a scope, and runs on behalf of a person. */
export interface Scoped extends ScopeColumns {
  readonly organization_id: string;
  readonly user_id: string;
}

/**
 * The repositories of a scope that are there now and that the person sees on whose behalf it runs, by name; undefined for
 * the organization as a whole. None are left when all were deleted: a scope never becomes wider by itself.
 */
export async function repositoriesOf(db: Queries, scoped: Scoped): Promise<ScopedRepository[] | undefined> {
  const scope = scopeOfRow(scoped);
  if (isWhole(scope)) return undefined;
  const reach = await reachOf(db, { userId: scoped.user_id }, scoped.organization_id);
  return db
    .selectFrom('repositories')
    .select(['id', 'name'])
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .where(({ eb, or, selectFrom }) => {
      const tagged = selectFrom('tag_repositories').select('repository_id');
      return or([
        ...(scope.repositoryIds.length > 0 ? [eb('id', 'in', scope.repositoryIds)] : []),
        ...(scope.tagIds.length > 0 ? [eb('id', 'in', tagged.where('tag_id', 'in', scope.tagIds))] : []),
      ]);
    })
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Whether what happens in a repository (null: in the organization as a whole) concerns the scope, and the person on whose
 * behalf it runs sees it.
 */
export async function concerns(db: Queries, scoped: Scoped, repositoryId: string | null): Promise<boolean> {
  const scope = scopeOfRow(scoped);
  if (repositoryId === null) return isWhole(scope);
  if (!isWhole(scope))
    return (await repositoriesOf(db, scoped))?.some(({ id }) => id === repositoryId) ?? false;
  const { organization_id, user_id: userId } = scoped;
  return seesRepository(db, { userId }, { organization_id, repository_id: repositoryId });
}

type ScopedTable = 'agent_playbooks' | 'agent_schedules' | 'agent_triggers';

/**
 * Of a query over what has a scope: whether it is there for somebody. Its name and prompt may tell of the repositories that it
 * is for, so it is there for who sees one of them. One for the organization as a whole is there for every member, and any for
 * the person on whose behalf it runs, who wrote it and has to be able to end it.
 */
export function isScopeInReach(db: Queries, reach: Reach, table: ScopedTable): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>();
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  const organization = column('organization_id');
  const isOfOrganization = isOneOf(organization, reach.organizationIds);
  if (seesAll(reach)) return isOfOrganization;
  const tagged = eb
    .selectFrom('tag_repositories')
    .select('tag_repositories.repository_id')
    .where(({ ref }) => isListedIn(db, ref('tag_repositories.tag_id'), column('tag_ids')));
  const seen = eb
    .selectFrom('repositories')
    .select('repositories.id')
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .where('repositories.organization_id', '=', organization)
    .where((of) =>
      of.or([
        isListedIn(db, of.ref('repositories.id'), column('repository_ids')),
        of('repositories.id', 'in', tagged),
      ]),
    );
  return eb.or([
    isOneOf(organization, reach.wholeOrganizationIds),
    eb.and([
      isOfOrganization,
      eb.or([
        eb.and([eb(column('repository_ids'), '=', '[]'), eb(column('tag_ids'), '=', '[]')]),
        eb(column('user_id'), '=', reach.userId),
        eb.exists(seen),
      ]),
    ]),
  ]);
}

/** The scope as it is shown to somebody: without repositories that they do not see. */
export async function shownScope(
  db: Queries,
  viewer: Reach,
  row: ScopeColumns,
): Promise<{ repositoryIds: string[]; tagIds: string[] }> {
  const { repositoryIds, tagIds } = scopeOfRow(row);
  if (seesAll(viewer) || repositoryIds.length === 0)
    return { repositoryIds: [...repositoryIds], tagIds: [...tagIds] };
  const rows = await db
    .selectFrom('repositories')
    .select('id')
    .where('id', 'in', repositoryIds)
    .where(({ ref }) => inReach(viewer, ref('repositories.organization_id'), ref('repositories.id')))
    .execute();
  const seen = new Set(rows.map(({ id }) => id));
  return { repositoryIds: repositoryIds.filter((id) => seen.has(id)), tagIds: [...tagIds] };
}

/**
 * A run as it is shown to somebody: without jobs that they do not see. What was left out of it, and why, may name any
 * repository: it is for who sees all of them, and for the person on whose behalf it ran.
 */
export async function shownRun(
  db: Queries,
  viewer: Reach,
  onBehalfOf: string,
  run: LastRun | null,
): Promise<LastRun | null> {
  if (run === null || seesAll(viewer)) return run;
  const { message, ...told } = run;
  const isOwn = viewer.userId === onBehalfOf;
  const shown = isOwn && message !== undefined ? { ...told, message } : told;
  if (run.jobIds.length === 0) return shown;
  const rows = await jobRows(db)
    .where('agent_jobs.id', 'in', run.jobIds)
    .where(isConversationInReach(viewer))
    .execute();
  const seen = new Set(rows.map(({ id }) => id));
  const jobIds = run.jobIds.filter((id) => seen.has(id));
  return jobIds.length > 0 || isOwn ? { ...shown, jobIds } : null;
}
