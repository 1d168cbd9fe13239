import { z } from 'zod';
import type { AgentMember } from '../../api/contract/agent/config.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { requireAdmin } from '../core/access.ts';
import { agentOrganization, effective, withTeams } from '../core/agent-access.ts';
import type { Caller } from '../core/context.ts';
import { conflict, notFound } from '../core/errors.ts';
import { takePage } from '../core/paging.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';

type Operations = typeof contract.agentConfig;

export async function listMemberPermissions(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['listMemberPermissions']>,
): Promise<ResponseOf<Operations['listMemberPermissions']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const { cursor, limit } = request;
  const scope = { operation: 'agent.members', filters: { organizationId } };
  let query = activeMembers(core.db, organizationId)
    .orderBy('users.email')
    .orderBy('members.id')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [email, id] = core.cursors.read(scope, cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('users.email', 'members.id'), '>', tuple(email, id)),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), ({ email, id }) => [email, id]);
  return { members: items.map(toMember), ...end };
}

/** Takes an ADMIN, who has every permission always. */
export async function updateMemberPermissions(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateMemberPermissions']>,
): Promise<ResponseOf<Operations['updateMemberPermissions']>> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  await requireAdmin(core, caller, organizationId, 'change what members may do with the agent');
  const { permissions } = request;
  const access = permissions.includes('AGENT_RUN') ? 'run' : permissions.length > 0 ? 'view' : 'none';
  const member = await activeMembers(core.db, organizationId)
    .where('members.id', '=', request.memberId)
    .executeTakeFirst();
  if (!member) throw notFound('member');
  if (member.role === 'ADMIN' && access !== 'run')
    throw conflict('An ADMIN has every permission. Make them MEMBER first, then change what they may do.');
  await core.db.updateTable('members').set({ agent_access: access }).where('id', '=', member.id).execute();
  return { member: toMember({ ...member, agent_access: access }) };
}

function activeMembers(db: Queries, organizationId: string) {
  return withTeams(db)
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id as id', 'users.email as email'])
    .where('members.organization_id', '=', organizationId);
}

type ActiveMember = Awaited<ReturnType<ReturnType<typeof activeMembers>['executeTakeFirstOrThrow']>>;

function toMember({ id, email, ...row }: ActiveMember): AgentMember {
  return { memberId: id, email, role: row.role, ...effective(row) };
}
