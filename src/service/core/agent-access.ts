import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { AgentPermission } from '../../api/contract/agent/vocabulary.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { organizationOf, scopeOf } from './access.ts';
import type { Caller, Core } from './context.ts';
import { forbidden, notFound } from './errors.ts';

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

/** What a user may do in an organization; nothing unless an active member. */
export async function agentPermissions(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<AgentPermission[]> {
  const row = await db
    .selectFrom('members')
    .select(['role', 'agent_access'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row) return [];
  return permissionsOf(row.role === 'ADMIN' ? 'ADMIN' : row.agent_access);
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

/**
 * What a request names by its id, where the caller sees it and has the permission.
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
  const scope = await scopeOf(core, caller, request.organizationId);
  if (!found || !scope.includes(found.organization_id)) throw notFound(what);
  await requireAgent(core.db, caller, found.organization_id, permission);
  return found;
}

/**
 * Of a query over `agent_conversations`: those that are bound to no repository, or to one that their organization
 * still has. Who is a member of it views all of its repositories.
 */
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
