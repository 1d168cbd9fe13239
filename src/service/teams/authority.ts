import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { membershipOf, organizationOf, scopeOf } from '../core/access.ts';
import { agentPermissions } from '../core/agent-access.ts';
import type { Caller, Core } from '../core/context.ts';
import { forbidden, notFound } from '../core/errors.ts';
import { inReach, reachOf } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { GrantColumns, TeamTable } from '../store/tables/team-tables.ts';
import { repositoryPermissionsOf } from './grants.ts';

/**
 * Who may change teams: an ADMIN everything; who has TEAM_MANAGE what grants no more than they may do themselves, so that
 * managing teams is no way to more permissions.
 */
export type Authority = 'ADMIN' | 'manager' | 'none';

export async function authorityOf(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
): Promise<Authority> {
  const member = await db
    .selectFrom('members')
    .select(['id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', caller.userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!member) return 'none';
  if (member.role === 'ADMIN') return 'ADMIN';
  const managing = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select('teams.id')
    .where('team_members.member_id', '=', member.id)
    .where('teams.manages_teams', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return managing ? 'manager' : 'none';
}

/** @throws Refusal 403 for who does not manage teams */
export async function requireTeamManage(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
  toDo: string,
): Promise<Exclude<Authority, 'none'>> {
  const authority = await authorityOf(db, caller, organizationId);
  if (authority === 'none')
    throw forbidden(`To ${toDo} takes the permission to manage teams (TEAM_MANAGE). An ADMIN can grant it.`);
  return authority;
}

/** The organization that a request means, where the caller manages teams. @throws Refusal 404, 400 and 403 */
export async function managedOrganization(
  core: Core,
  caller: Caller,
  requested: string | undefined,
  toDo: string,
): Promise<{ readonly organizationId: string; readonly authority: Exclude<Authority, 'none'> }> {
  const organizationId = await organizationOf(core, caller, requested);
  return { organizationId, authority: await requireTeamManage(core.db, caller, organizationId, toDo) };
}

interface NamedTeam {
  readonly organizationId?: string | undefined;
  readonly teamId: string;
}

/** A team that the caller is in, or any for who manages teams. @throws Refusal 404 */
export async function seenTeam(
  core: Core,
  caller: Caller,
  request: NamedTeam,
): Promise<{ readonly team: TeamTable; readonly authority: Authority }> {
  const team = await core.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', request.teamId)
    .where('organization_id', 'in', await scopeOf(core, caller, request.organizationId))
    .executeTakeFirst();
  if (!team) throw notFound('team');
  const authority = await authorityOf(core.db, caller, team.organization_id);
  if (authority !== 'none') return { team, authority };
  const { id } = await membershipOf(core, caller, team.organization_id);
  const own = await core.db
    .selectFrom('team_members')
    .select('team_id')
    .where('team_id', '=', team.id)
    .where('member_id', '=', id)
    .executeTakeFirst();
  if (!own) throw notFound('team');
  return { team, authority };
}

/** A team that the caller changes. @throws Refusal 404; 403 for who sees it and does not manage teams */
export async function managedTeam(
  core: Core,
  caller: Caller,
  request: NamedTeam,
  toDo: string,
): Promise<{ readonly team: TeamTable; readonly authority: Exclude<Authority, 'none'> }> {
  const { team } = await seenTeam(core, caller, request);
  return { team, authority: await requireTeamManage(core.db, caller, team.organization_id, toDo) };
}

/** The identifiers of repositories that a grant names. */
type Granted = (eb: ExpressionBuilder<Schema, 'repositories'>) => Expression<string>;

/** What a team names by itself and by its tags, at present. */
export const namedByTeam =
  (teamId: string): Granted =>
  (eb) =>
    sql<string>`${eb
      .selectFrom('team_repositories')
      .select('team_repositories.repository_id')
      .where('team_id', '=', teamId)
      .union(
        eb
          .selectFrom('team_tags')
          .innerJoin('tag_repositories', 'tag_repositories.tag_id', 'team_tags.tag_id')
          .select('tag_repositories.repository_id')
          .where('team_tags.team_id', '=', teamId),
      )}`;

/**
 * Before anything is granted.
 * @param named repositories of a grant with selected access
 * @throws Refusal 403 where it is more than a manager may do themselves
 */
export async function refuseMoreThanOwn(
  db: Queries,
  caller: Pick<Caller, 'userId'>,
  organizationId: string,
  grant: GrantColumns,
  named: Granted,
): Promise<void> {
  if ((await authorityOf(db, caller, organizationId)) === 'ADMIN') return;
  const agent = await agentPermissions(db, organizationId, caller.userId);
  if (grant.agent_access === 'run' && !agent.includes('AGENT_RUN')) throw moreThanOwn();
  if (grant.agent_access === 'view' && !agent.includes('AGENT_VIEW')) throw moreThanOwn();
  for (const permission of repositoryPermissionsOf(grant)) {
    const own = await reachOf(db, caller, organizationId, permission);
    if (own.wholeOrganizationIds.length > 0) continue;
    if (grant.access_mode === 'universal') throw moreThanOwn();
    const beyond = await db
      .selectFrom('repositories')
      .select('id')
      .where((eb) => eb('id', 'in', named(eb)))
      .where(({ not, ref }) => not(inReach(own, ref('repositories.organization_id'), ref('repositories.id'))))
      .limit(1)
      .executeTakeFirst();
    if (beyond) throw moreThanOwn();
  }
}

function moreThanOwn() {
  return forbidden('This grants more than you may do yourself. An ADMIN of the organization can do it.');
}
