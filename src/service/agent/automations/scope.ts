import { type Caller, stored } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { repositoryIdsIn } from '../../repositories/repositories.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ScopeColumns } from '../../store/tables/automation-schema.ts';

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

/**
 * The repositories of a scope that are there now, by name; undefined for the organization as a whole. None are left
 * when all were deleted: a scope never becomes wider by itself.
 */
export async function repositoriesOf(
  db: Queries,
  organizationId: string,
  scope: Scope,
): Promise<ScopedRepository[] | undefined> {
  if (isWhole(scope)) return undefined;
  return db
    .selectFrom('repositories')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
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

/** Whether what happens in a repository concerns the scope; undefined: in the organization as a whole. */
export async function concerns(
  db: Queries,
  organizationId: string,
  scope: Scope,
  repositoryId: string | null,
): Promise<boolean> {
  if (isWhole(scope)) return true;
  if (repositoryId === null) return false;
  if (scope.repositoryIds.includes(repositoryId)) return true;
  const all = scope.tagIds.length === 0 ? [] : await repositoriesOf(db, organizationId, scope);
  return all?.some(({ id }) => id === repositoryId) ?? false;
}
