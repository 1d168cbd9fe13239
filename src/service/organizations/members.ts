import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { membershipOf, organizationOf, requireAdmin } from '../core/access.ts';
import type { Caller, Core } from '../core/context.ts';
import { conflict, forbidden } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { endAccess } from '../sign-in/sessions.ts';
import { keepOneAdmin, lockMembers } from './administrators.ts';
import { revokeInvitation } from './invitations.ts';
import { managedByProvider, memberNow, membersOf, presentMember, shownMembers } from './member-rows.ts';

type Operations = typeof contract.organizations;

export async function listMembers(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listMembers']>,
): Promise<ResponseOf<Operations['listMembers']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const scope = { operation: 'members.list', filters: { organizationId, statuses: request.statuses } };
  let query = membersOf(core.db, organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(request.limit + 1);
  if (request.statuses) query = query.where('status', 'in', request.statuses);
  if (request.cursor !== undefined) {
    const [createdAt, id] = core.cursors.read(scope, request.cursor, z.tuple([z.string(), z.string()]));
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(createdAt, id)),
    );
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (row) => [
    row.created_at,
    row.id,
  ]);
  return { members: await shownMembers(core.db, items), ...end };
}

export async function updateMemberRole(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateMemberRole']>,
): Promise<ResponseOf<Operations['updateMemberRole']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    await requireAdmin({ ...core, db: transaction }, caller, organizationId, 'change roles');
    const member = await presentMember(transaction, organizationId, request);
    if (member.status === 'scimDeprovisioned') throw managedByProvider();
    if (member.status === 'pendingInvite') {
      await transaction
        .updateTable('invitations')
        .set({ role: request.role })
        .where('id', '=', member.id)
        .execute();
    } else {
      if (member.role === 'ADMIN' && request.role === 'MEMBER')
        await keepOneAdmin(transaction, organizationId, member.id);
      await transaction
        .updateTable('members')
        .set({ role: request.role })
        .where('id', '=', member.id)
        .execute();
    }
    return { member: await memberNow(transaction, organizationId, { memberId: member.id }) };
  });
}

export async function removeMember(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['removeMember']>,
): Promise<ResponseOf<Operations['removeMember']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  return core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const { role } = await membershipOf({ ...core, db: transaction }, caller, organizationId);
    const member = await presentMember(transaction, organizationId, request);
    if (role !== 'ADMIN' && member.user_id !== caller.userId)
      throw forbidden('Only an ADMIN of the organization may remove others.');
    if (member.status === 'scimDeprovisioned') throw managedByProvider();
    if (member.status === 'pendingInvite') {
      await revokeInvitation(core, transaction, member.id);
    } else {
      if (member.role === 'ADMIN')
        throw conflict('An active ADMIN cannot be removed. Make them MEMBER first, then remove them.');
      await transaction.deleteFrom('members').where('id', '=', member.id).execute();
      if (member.user_id !== null) await endAccess(transaction, organizationId, member.user_id);
    }
    return { removed: true };
  });
}
