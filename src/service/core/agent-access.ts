import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { AgentPermission } from '../../api/contract/agent/vocabulary.ts';
import type { MemberRole } from '../../api/contract/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { organizationOf, scopeOf } from './access.ts';
import type { Caller, Core } from './context.ts';
import { forbidden, notFound } from './errors.ts';
import { inReach, type Reach, reachOver, seesAll } from './reach.ts';

/** Who may do what with the agent, and which of its conversations are there for whom. */

type Access = 'ADMIN' | 'none' | 'view' | 'run';

/** What a stored access and a role come to. Agent Run implies Agent View; an ADMIN has both. */
export function permissionsOf(access: Access): AgentPermission[] {
  switch (access) {
    case 'ADMIN':
    case 'run':
      return ['AGENT_VIEW', 'AGENT_RUN'];
    case 'view':
      return ['AGENT_VIEW'];
    case 'none':
      return [];
  }
}

/** What a user may do in an organization, by themselves or by their teams; nothing unless an active member. */
export async function agentPermissions(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<AgentPermission[]> {
  const row = await agentAccess(db, userId)
    .where('members.organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ? effective(row).permissions : [];
}

/** Active memberships of a user with their own access and the best that teams grant. */
function agentAccess(db: Queries, userId: string) {
  return withTeams(db).where('members.user_id', '=', userId);
}

/** Active memberships, each with its own access to the agent and whether teams grant more. */
export function withTeams(db: Queries) {
  const granting = (eb: ExpressionBuilder<Schema, 'members'>, ...accesses: readonly ('view' | 'run')[]) =>
    eb
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('team_members.member_id', '=', 'members.id')
      .where('teams.agent_access', 'in', accesses);
  return db
    .selectFrom('members')
    .select((eb) => [
      'members.organization_id',
      'members.role',
      'members.agent_access',
      granting(eb, 'run').as('running_teams'),
      granting(eb, 'view', 'run').as('viewing_teams'),
    ])
    .where('members.status', '=', 'active');
}

interface AccessRow {
  readonly role: MemberRole;
  readonly agent_access: 'none' | 'view' | 'run';
  readonly running_teams: number | null;
  readonly viewing_teams: number | null;
}

/** What a member may do with the agent in all, and what of it comes from teams. */
export function effective(row: AccessRow): {
  readonly permissions: AgentPermission[];
  readonly fromTeams: AgentPermission[];
} {
  const viewing = Number(row.viewing_teams) > 0 ? 'view' : 'none';
  const ofTeams = Number(row.running_teams) > 0 ? 'run' : viewing;
  const fromTeams = permissionsOf(ofTeams);
  const own = permissionsOf(row.role === 'ADMIN' ? row.role : row.agent_access);
  return { permissions: own.length > fromTeams.length ? own : fromTeams, fromTeams };
}

const refusals: Readonly<Record<AgentPermission, string>> = {
  AGENT_VIEW: 'This takes the permission Agent View. An ADMIN of the organization can grant it.',
  AGENT_RUN: 'This takes the permission Agent Run. An ADMIN of the organization can grant it.',
};

/** @throws Refusal 403 that names the permission that is missing */
export async function requireAgent(
  db: Queries,
  caller: Caller,
  organizationId: string,
  permission: AgentPermission,
): Promise<void> {
  const permissions = await agentPermissions(db, organizationId, caller.userId);
  if (!permissions.includes(permission)) throw forbidden(refusals[permission]);
}

/**
 * The organization that a request means, where the caller has the permission.
 * @throws Refusal 404, 400 and 403
 */
export async function agentOrganization(
  core: Core,
  caller: Caller,
  requested: string | undefined,
  permission: AgentPermission,
): Promise<string> {
  const organizationId = await organizationOf(core, caller, requested);
  await requireAgent(core.db, caller, organizationId, permission);
  return organizationId;
}

/** The organizations of a request in which the caller may view the agent. @throws Refusal 404, and 403 where there is none */
async function viewedOrganizations(
  core: Core,
  caller: Caller,
  requested: string | undefined,
): Promise<string[]> {
  const scope = await scopeOf(core, caller, requested);
  if (scope.length === 0) throw notFound('organization');
  const rows = await agentAccess(core.db, caller.userId).execute();
  const viewed = rows.filter(
    (row) => scope.includes(row.organization_id) && effective(row).permissions.includes('AGENT_VIEW'),
  );
  if (viewed.length === 0) throw forbidden(refusals.AGENT_VIEW);
  return viewed.map((row) => row.organization_id);
}

/**
 * What a request names by its id, where the caller sees it and has the permission. Without Agent View, what is there
 * answers as what is not.
 * @throws Refusal 404, 403
 */
export async function visible<T extends { readonly organization_id: string }>(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined },
  found: T | undefined,
  what: string,
  permission: AgentPermission,
): Promise<T> {
  const viewed = await viewedOrganizations(core, caller, request.organizationId);
  if (!found || !viewed.includes(found.organization_id)) throw notFound(what);
  await requireAgent(core.db, caller, found.organization_id, permission);
  return found;
}

/**
 * As `visible`, of what may belong to a repository.
 * @param find reads it within the reach given
 */
export async function visibleWithin<T extends { readonly organization_id: string }>(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined },
  find: (reach: Reach) => Promise<T | undefined>,
  what: string,
  permission: AgentPermission,
): Promise<T> {
  const reach = await reachOver(core, caller, request.organizationId);
  return visible(core, caller, request, await find(reach), what, permission);
}

/** Of a query over `agent_conversations`: those that are bound to no repository, or to one that their organization still has. */
export function isOfPresentRepository(
  eb: ExpressionBuilder<Schema, 'agent_conversations'>,
): Expression<SqlBool> {
  return eb.or([
    eb('agent_conversations.repository_id', 'is', null),
    eb.exists(
      eb
        .selectFrom('repositories')
        .select('repositories.id')
        .whereRef('repositories.id', '=', 'agent_conversations.repository_id')
        .whereRef('repositories.organization_id', '=', 'agent_conversations.organization_id'),
    ),
  ]);
}

/**
 * Of a query over `agent_conversations`: those within reach. One that is bound to no repository is about all of them: it
 * is there for who began it, and for who sees every repository.
 */
export const isConversationInReach =
  (reach: Reach) =>
  (eb: ExpressionBuilder<Schema, 'agent_conversations'>): Expression<SqlBool> => {
    const { ref } = eb;
    const within = inReach(
      reach,
      ref('agent_conversations.organization_id'),
      ref('agent_conversations.repository_id'),
    );
    if (seesAll(reach)) return within;
    return eb.or([
      within,
      eb.and([
        eb('agent_conversations.organization_id', 'in', [...reach.organizationIds]),
        eb('agent_conversations.repository_id', 'is', null),
        eb('agent_conversations.created_by', '=', reach.userId),
      ]),
    ]);
  };
