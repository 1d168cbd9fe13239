import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { MemberRole } from '../../api/contract/vocabulary.ts';
import { recordOutside } from '../audit/outside.ts';
import { membershipOf, organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, forbidden, Refusal } from '../core/errors.ts';
import { hashOf } from '../core/secret.ts';
import { queueMail } from '../mail/queue.ts';
import type { ServiceCore } from '../service-core.ts';
import { addressOf, makeLink, useUp } from '../sign-in/links.ts';
import { beginSession, type NewSession } from '../sign-in/sessions.ts';
import type { Queries } from '../store/dialect.ts';
import { insertMember } from '../teams/default-team.ts';
import { lockMembers } from './administrators.ts';
import { findMember, managedByProvider, memberNow } from './member-rows.ts';

type Operations = typeof contract.organizations;

const invitationDays = 7;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Invitations of one address in an hour, and open ones of an organization: each may send a mail. */
const mostAnHour = 50;
const mostOpen = 1_000;

/**
 * Any member invites; inviting an ADMIN takes one. An open invitation of the address is revoked and replaced. An ADMIN is
 * shown the link, this once; it goes by mail where the service sends mail.
 */
export async function inviteMember(
  core: Core & Pick<ServiceCore, 'publicAddress' | 'mailer'>,
  caller: Caller,
  request: ParsedRequestOf<Operations['inviteMember']>,
): Promise<ResponseOf<Operations['inviteMember']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const email = request.email.toLowerCase();
  const answer = await core.db.transaction().execute(async (transaction) => {
    await lockMembers(transaction, organizationId);
    const { role } = await membershipOf({ ...core, db: transaction }, caller, organizationId);
    if (request.role === 'ADMIN' && role !== 'ADMIN')
      throw forbidden('Only an ADMIN of the organization may invite as ADMIN.');
    const present = await findMember(transaction, organizationId, { email });
    if (present?.status === 'active') throw conflict('This address is already a member.');
    if (present?.status === 'scimDeprovisioned') throw managedByProvider();
    await keepBounds(core, transaction, organizationId, email);
    if (present) await revokeInvitation(core, transaction, present.id);
    const id = newId();
    const at = core.now();
    const expiresAt = new Date(at.getTime() + invitationDays * dayMs).toISOString();
    await transaction
      .insertInto('invitations')
      .values({
        id,
        organization_id: organizationId,
        email,
        role: request.role,
        invited_by: caller.userId,
        created_at: at.toISOString(),
        expires_at: expiresAt,
        revoked_at: null,
        accepted_at: null,
      })
      .execute();
    const base = core.publicAddress.url?.href;
    const link =
      role === 'ADMIN' && base !== undefined
        ? addressOf(
            base,
            'invitation',
            await makeLink(core, transaction, {
              kind: 'invitation',
              invitationId: id,
              organizationId,
              expiresAt,
            }),
          )
        : undefined;
    if (core.mailer.isOn)
      await queueMail(core, transaction, {
        kind: 'invitation',
        organizationId,
        recipient: email,
        subjectId: id,
      });
    const member = await memberNow(transaction, organizationId, { memberId: id });
    return { member, ...(link === undefined ? {} : { link }) };
  });
  core.mailer.wake();
  return answer;
}

async function keepBounds(core: Core, db: Queries, organizationId: string, email: string): Promise<void> {
  const since = new Date(core.now().getTime() - hourMs).toISOString();
  const ofAddress = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(ofAddress.count) >= mostAnHour)
    throw new Refusal(429, 'This address was invited several times within an hour. Invite it again later.', {
      retryAfter: hourMs / 1_000,
    });
  const open = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= mostOpen)
    throw conflict(`The organization has ${mostOpen} open invitations. Remove some of them first.`);
}

/** Revokes an invitation: its links lead nowhere from then on. */
export async function revokeInvitation(core: Core, db: Queries, invitationId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: instant(core) })
    .where('id', '=', invitationId)
    .execute();
  await db.deleteFrom('links').where('invitation_id', '=', invitationId).execute();
}

export interface OpenInvitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly email: string;
  readonly role: MemberRole;
  /** What a session that begins with it opens; null for all of the person's organizations. */
  readonly scope: string | null;
}

/** The invitation that a link is of; undefined for every reason why it cannot be accepted. */
export async function readInvitation(
  core: Pick<Core, 'now'>,
  db: Queries,
  secret: string,
): Promise<OpenInvitation | undefined> {
  const at = instant(core);
  const row = await db
    .selectFrom('links')
    .innerJoin('invitations', 'invitations.id', 'links.invitation_id')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select([
      'invitations.id',
      'invitations.organization_id',
      'invitations.email',
      'invitations.role',
      'organizations.name',
      'links.organization_id as scope',
    ])
    .where('links.secret_hash', '=', hashOf(secret))
    .where('links.kind', '=', 'invitation')
    .where('links.expires_at', '>', at)
    .where('invitations.expires_at', '>', at)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.accepted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    organizationId: row.organization_id,
    organizationName: row.name,
    email: row.email,
    role: row.role,
    scope: row.scope,
  };
}

export interface Acceptance {
  readonly secret: string;
  /** What the person is called, where they are new. */
  readonly name?: string | undefined;
  /** The address that an identity provider says is theirs; theirs is the invitation's where there is no provider. */
  readonly verifiedEmail?: string | undefined;
  readonly session: Pick<NewSession, 'method' | 'client' | 'before'>;
  /** What else is recorded of the person with it. */
  readonly also?: (db: Queries, userId: string) => Promise<void>;
}

/**
 * Makes the person who was invited a member, and signs them in.
 * @returns the session's secret; undefined where the invitation was accepted before, has expired, was revoked, or is of another address
 */
export async function acceptInvitation(
  core: Core,
  acceptance: Acceptance,
): Promise<{ readonly session: string } | undefined> {
  const { secret, verifiedEmail, session } = acceptance;
  return core.db.transaction().execute(async (transaction) => {
    const invitation = await readInvitation(core, transaction, secret);
    if (!invitation) return undefined;
    const { organizationId, email, role } = invitation;
    if (verifiedEmail !== undefined && verifiedEmail.toLowerCase() !== email) return undefined;
    await lockMembers(transaction, organizationId);
    const present = await findMember(transaction, organizationId, { email });
    if (present?.status === 'scimDeprovisioned' || !(await useUp(transaction, secret))) return undefined;
    const userId = await personOf(core, transaction, email, acceptance.name);
    if (present?.status !== 'active') await insertMember(core, transaction, { organizationId, userId, role });
    await transaction
      .updateTable('invitations')
      .set({ accepted_at: instant(core) })
      .where('id', '=', invitation.id)
      .execute();
    await transaction.deleteFrom('links').where('invitation_id', '=', invitation.id).execute();
    await recordOutside(core, transaction, organizationId, {
      operation: 'acceptInvitation',
      actor: { kind: 'session', email },
      subjects: [{ kind: 'invitation', id: invitation.id, name: email }],
    });
    await acceptance.also?.(transaction, userId);
    const scope = verifiedEmail === undefined ? invitation.scope : null;
    return {
      session: await beginSession(core, transaction, { ...session, userId, organizationId: scope }),
    };
  });
}

/** The user with an address, made where there is none. */
export async function personOf(
  core: Core,
  db: Queries,
  email: string,
  name: string | undefined,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({ id, email, name: name?.trim() || null, created_at: instant(core) })
    .onConflict((on) => on.column('email').doNothing())
    .execute();
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return user.id;
}
