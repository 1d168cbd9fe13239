import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Member } from '../../api/contract/organizations/organizations.ts';
import type { MemberRole, MemberStatus } from '../../api/contract/vocabulary.ts';
import { membershipOf, organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import type { Queries } from '../store/dialect.ts';

type Operations = typeof contract.organizations;

const invitationDays = 7;
const dayMs = 86_400_000;

/** A membership or an outstanding invitation, as one list shows them. */
interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly status: MemberStatus;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly user_id: string | null;
}

/** Members and the invitations that are neither revoked nor accepted: pending, or expired and yet to be dealt with. */
function membersOf(db: Queries, organizationId: string) {
  const members = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId)
    .select((eb) => [
      'members.id as id',
      'users.email as email',
      'users.name as name',
      'members.role as role',
      eb.ref('members.status').$castTo<MemberStatus>().as('status'),
      'members.created_at as created_at',
      eb.lit(null).$castTo<string | null>().as('expires_at'),
      eb.ref('members.user_id').$castTo<string | null>().as('user_id'),
    ]);
  const invitations = db
    .selectFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .select((eb) => [
      'id',
      'email',
      eb.lit(null).$castTo<string | null>().as('name'),
      'role',
      eb.cast<MemberStatus>(eb.val('pendingInvite'), 'text').as('status'),
      'created_at',
      eb.ref('expires_at').$castTo<string | null>().as('expires_at'),
      eb.lit(null).$castTo<string | null>().as('user_id'),
    ]);
  return db.selectFrom(members.unionAll(invitations).as('everyone')).selectAll();
}

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
  return { members: items.map(toMember), ...end };
}

/** Any member invites; inviting an ADMIN takes one. An open invitation of the address is revoked and replaced. */
export async function inviteMember(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['inviteMember']>,
): Promise<ResponseOf<Operations['inviteMember']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  if (request.role === 'ADMIN') await requireAdmin(core, caller, organizationId, 'invite as ADMIN');
  const email = request.email.toLowerCase();
  return core.db.transaction().execute(async (transaction) => {
    const present = await find(transaction, organizationId, { email });
    if (present?.status === 'active') throw conflict('This address is already a member.');
    if (present?.status === 'scimDeprovisioned') throw managedByProvider();
    if (present) await revoke(core, transaction, present.id);
    const at = core.now();
    const id = newId();
    await transaction
      .insertInto('invitations')
      .values({
        id,
        organization_id: organizationId,
        email,
        role: request.role,
        invited_by: caller.userId,
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + invitationDays * dayMs).toISOString(),
        revoked_at: null,
        accepted_at: null,
      })
      .execute();
    return { member: toMember(await presentMember(transaction, organizationId, { memberId: id })) };
  });
}

export async function updateMemberRole(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateMemberRole']>,
): Promise<ResponseOf<Operations['updateMemberRole']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, 'change roles');
  return core.db.transaction().execute(async (transaction) => {
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
        await keepOneAdmin(transaction, organizationId);
      await transaction
        .updateTable('members')
        .set({ role: request.role })
        .where('id', '=', member.id)
        .execute();
    }
    return { member: toMember({ ...member, role: request.role }) };
  });
}

export async function removeMember(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['removeMember']>,
): Promise<ResponseOf<Operations['removeMember']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const { role } = await membershipOf(core, caller, organizationId);
  return core.db.transaction().execute(async (transaction) => {
    const member = await presentMember(transaction, organizationId, request);
    if (role !== 'ADMIN' && member.user_id !== caller.userId)
      throw forbidden('Only an ADMIN of the organization may remove others.');
    if (member.status === 'scimDeprovisioned') throw managedByProvider();
    if (member.status === 'pendingInvite') {
      await revoke(core, transaction, member.id);
    } else {
      if (member.role === 'ADMIN')
        throw conflict('An active ADMIN cannot be removed. Make them MEMBER first, then remove them.');
      await transaction.deleteFrom('members').where('id', '=', member.id).execute();
      await transaction
        .deleteFrom('tokens')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', member.user_id)
        .execute();
    }
    return { removed: true };
  });
}

type Which = { memberId?: string | undefined; email?: string | undefined };

async function find(db: Queries, organizationId: string, which: Which): Promise<MemberRow | undefined> {
  const all = membersOf(db, organizationId);
  const one =
    which.memberId === undefined
      ? all.where('email', '=', (which.email ?? '').toLowerCase())
      : all.where('id', '=', which.memberId);
  return one.executeTakeFirst();
}

async function presentMember(db: Queries, organizationId: string, which: Which): Promise<MemberRow> {
  const member = await find(db, organizationId, which);
  if (!member) throw notFound('member or invitation');
  return member;
}

async function revoke(core: Core, db: Queries, invitationId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: instant(core) })
    .where('id', '=', invitationId)
    .execute();
}

async function keepOneAdmin(db: Queries, organizationId: string): Promise<void> {
  const { admins } = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('admins'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  if (Number(admins) <= 1) throw conflict('This is the last ADMIN. Make another member ADMIN first.');
}

function managedByProvider() {
  return conflict('This member is managed by the identity provider. Change them there.');
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    email: row.email,
    ...(row.name === null ? {} : { name: row.name }),
    role: row.role,
    status: row.status,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { inviteExpiresAt: row.expires_at }),
  };
}
