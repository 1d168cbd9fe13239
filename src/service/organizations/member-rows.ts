import type { Member } from '../../api/contract/organizations/organizations.ts';
import type { MemberRole, MemberStatus } from '../../api/contract/vocabulary.ts';
import { conflict, notFound } from '../core/errors.ts';
import { mailsAbout } from '../mail/queue.ts';
import type { Queries } from '../store/dialect.ts';

/** A membership or an outstanding invitation, as one list shows them. */
export interface MemberRow {
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
export function membersOf(db: Queries, organizationId: string) {
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

export type Which = { memberId?: string | undefined; email?: string | undefined };

export async function findMember(
  db: Queries,
  organizationId: string,
  which: Which,
): Promise<MemberRow | undefined> {
  const all = membersOf(db, organizationId);
  const one =
    which.memberId === undefined
      ? all.where('email', '=', (which.email ?? '').toLowerCase())
      : all.where('id', '=', which.memberId);
  return one.executeTakeFirst();
}

/** @throws Refusal 404 */
export async function presentMember(db: Queries, organizationId: string, which: Which): Promise<MemberRow> {
  const member = await findMember(db, organizationId, which);
  if (!member) throw notFound('member or invitation');
  return member;
}

export function managedByProvider() {
  return conflict('This member is managed by the identity provider. Change them there.');
}

/** A member or an invitation as it is now. @throws Refusal 404 */
export async function memberNow(db: Queries, organizationId: string, which: Which): Promise<Member> {
  const [member] = await shownMembers(db, [await presentMember(db, organizationId, which)]);
  if (!member) throw notFound('member or invitation');
  return member;
}

/** Members and invitations as they are answered, the latter with what became of their mail. */
export async function shownMembers(db: Queries, rows: readonly MemberRow[]): Promise<Member[]> {
  const invited = rows.filter(({ status }) => status === 'pendingInvite').map(({ id }) => id);
  const mails = await mailsAbout(db, 'invitation', invited);
  return rows.map((row) => {
    const mail = mails.get(row.id);
    return {
      id: row.id,
      email: row.email,
      ...(row.name === null ? {} : { name: row.name }),
      role: row.role,
      status: row.status,
      createdAt: row.created_at,
      ...(row.expires_at === null ? {} : { inviteExpiresAt: row.expires_at }),
      ...(mail === undefined ? {} : { mail }),
    };
  });
}
