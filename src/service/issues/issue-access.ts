import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { Caller, Core } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { inReach, type Reach, reachOver, requireRepositories } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import { fullIssue } from './issue-rows.ts';

/**
 * One issue that a person decides about.
 * @throws Refusal 404 where they do not see it, 403 where they may not triage it
 */
export async function issueToTriage(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly issueId: string },
): Promise<{ readonly id: string; readonly reach: Reach }> {
  const reach = await reachOver(core, caller, request.organizationId);
  const row = await fullIssue(core.db, reach, request.issueId);
  await requireRepositories(core.db, caller, [row], 'ISSUE_TRIAGE');
  return { id: row.id, reach };
}

/**
 * The issues that a request names.
 * @throws Refusal 422 naming the first that the person does not see; 403 where the permission is missing for one
 */
export async function namedIssues(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  reach: Reach,
  issueIds: readonly string[],
  permission: RepositoryPermission,
) {
  if (issueIds.length === 0) return [];
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'status', 'severity', 'found_score', 'branch', 'organization_id', 'repository_id'])
    .where('id', 'in', issueIds)
    .where(({ ref }) => inReach(reach, ref('issues.organization_id'), ref('issues.repository_id')))
    .execute();
  const there = new Set(rows.map((issue) => issue.id));
  const missing = issueIds.findIndex((id) => !there.has(id));
  if (missing >= 0) throw impossible(`issueIds[${missing}]`, 'There is no such issue.');
  await requireRepositories(db, caller, rows, permission);
  return rows;
}
