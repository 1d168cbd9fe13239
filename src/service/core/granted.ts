import { type Expression, expressionBuilder, ReferenceNode, type SqlBool, sql } from 'kysely';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { Schema } from '../store/schema.ts';

/** What teams grant, as a part of queries. */

/** The column of a team that has each permission. */
export const grantColumns = {
  REPOSITORY_VIEW: 'can_view',
  REPOSITORY_SCAN: 'can_scan',
  ISSUE_TRIAGE: 'can_triage',
  REPOSITORY_MANAGE: 'can_manage',
} as const satisfies Record<RepositoryPermission, string>;

/** Whose teams are asked, and what for. */
interface Asked {
  readonly userId: string;
  readonly permission: RepositoryPermission;
}

export function isOfTable(column: Expression<unknown>): boolean {
  const node = column.toOperationNode();
  return ReferenceNode.is(node) && node.table !== undefined;
}

/** The identifiers of the repositories that the teams of a person name, each by itself or by a tag. */
export function grantedRepositories(asked: Asked, organizationIds: readonly string[]): Expression<unknown> {
  const teams = teamsOf(asked, organizationIds);
  return expressionBuilder<Schema, never>().parens(
    teams
      .innerJoin('team_repositories', 'team_repositories.team_id', 'teams.id')
      .select('team_repositories.repository_id')
      .union(
        teams
          .innerJoin('team_tags', 'team_tags.team_id', 'teams.id')
          .innerJoin('tag_repositories', 'tag_repositories.tag_id', 'team_tags.tag_id')
          .select('tag_repositories.repository_id'),
      ),
  );
}

/**
 * Whether the teams of a person name a repository, by itself or by a tag. It is asked from the repository on: a cross
 * join is SQLite's way to be told the order. So it takes next to no time, whether the repository is granted or not.
 */
export function isGranted(
  { userId, permission }: Asked,
  organizationIds: readonly string[],
  repository: Expression<string | null>,
): Expression<SqlBool> {
  const isOwn = sql<SqlBool>`teams.organization_id in (${sql.join([...organizationIds])})
    and teams.${sql.ref(grantColumns[permission])} = 1
    and members.organization_id = teams.organization_id and members.user_id = ${userId} and members.status = 'active'
    and team_members.team_id = teams.id and team_members.member_id = members.id`;
  return sql<SqlBool>`(exists (
      select 1 from team_repositories cross join teams cross join members cross join team_members
      where team_repositories.repository_id = ${repository} and teams.id = team_repositories.team_id and ${isOwn})
    or exists (
      select 1 from tag_repositories cross join team_tags cross join teams cross join members cross join team_members
      where tag_repositories.repository_id = ${repository} and team_tags.tag_id = tag_repositories.tag_id
        and teams.id = team_tags.team_id and ${isOwn}))`;
}

/** The teams of a person that grant the permission. */
function teamsOf({ userId, permission }: Asked, organizationIds: readonly string[]) {
  return expressionBuilder<Schema, never>()
    .selectFrom('members')
    .innerJoin('team_members', 'team_members.member_id', 'members.id')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .where('members.user_id', '=', userId)
    .where('members.status', '=', 'active')
    .where('teams.organization_id', 'in', [...organizationIds])
    .where(`teams.${grantColumns[permission]}`, '=', 1);
}
