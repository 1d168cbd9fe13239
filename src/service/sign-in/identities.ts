import { type Core, instant } from '../core/context.ts';
import { acceptInvitation, readInvitation } from '../organizations/invitations.ts';
import type { Queries } from '../store/dialect.ts';
import type { Identity } from './openid.ts';
import { beginSession, type NewSession } from './sessions.ts';

/** Why somebody whom the provider named is not signed in. */
export type IdentityRefusal =
  | 'unverified'
  /** No active member has the address. */
  | 'unknown'
  /** The address is of a user who is known by another subject of the provider. */
  | 'otherAccount'
  /** The invitation cannot be accepted, or is for another address. */
  | 'notInvited';

export type IdentitySignIn =
  | { readonly kind: 'session'; readonly secret: string }
  | { readonly kind: 'refused'; readonly reason: IdentityRefusal };

/**
 * Signs in whom a provider named. At the first time a person is recognised by their verified address and bound to issuer
 * and subject; from then on by these alone, whatever becomes of the address.
 * @param invitation the secret of an invitation's link that the person opened before
 */
export async function signInAs(
  core: Core,
  identity: Identity,
  session: Pick<NewSession, 'client' | 'before'>,
  invitation: string | undefined,
): Promise<IdentitySignIn> {
  const bound = await userOf(core.db, identity);
  if (bound === undefined && identity.verifiedEmail === undefined)
    return { kind: 'refused', reason: 'unverified' };
  const email = bound?.email ?? identity.verifiedEmail;
  if (invitation !== undefined) {
    const other = await otherAccountOf(core.db, identity, email);
    if (other) return { kind: 'refused', reason: 'otherAccount' };
    const accepted = await acceptInvitation(core, {
      secret: invitation,
      name: identity.name,
      verifiedEmail: email,
      session: { ...session, method: 'openid' },
      also: async (db, userId) => {
        if (!bound) await bind(core, db, identity, userId);
      },
    });
    if (!accepted) return { kind: 'refused', reason: 'notInvited' };
    return { kind: 'session', secret: accepted.session };
  }
  return core.db.transaction().execute(async (transaction) => {
    const user = bound ?? (await byAddress(transaction, identity));
    if (!user || !(await isMember(transaction, user.id))) return { kind: 'refused', reason: 'unknown' };
    if (!bound) {
      if (await otherAccountOf(transaction, identity, user.email))
        return { kind: 'refused', reason: 'otherAccount' };
      // Links showed less than the provider does now.
      await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      await transaction.deleteFrom('links').where('user_id', '=', user.id).execute();
      await bind(core, transaction, identity, user.id);
    }
    const secret = await beginSession(core, transaction, {
      ...session,
      userId: user.id,
      organizationId: null,
      method: 'openid',
    });
    return { kind: 'session', secret };
  });
}

/** Whether an invitation's link may be taken to the provider. */
export async function isOpenInvitation(core: Core, secret: string): Promise<boolean> {
  return (await readInvitation(core, core.db, secret)) !== undefined;
}

interface User {
  readonly id: string;
  readonly email: string;
}

async function userOf(db: Queries, { issuer, subject }: Identity): Promise<User | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.email'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function byAddress(db: Queries, { verifiedEmail }: Identity): Promise<User | undefined> {
  if (verifiedEmail === undefined) return undefined;
  return db.selectFrom('users').select(['id', 'email']).where('email', '=', verifiedEmail).executeTakeFirst();
}

/** Whether the user with an address is bound to another subject of the provider: the address was given to somebody else. */
async function otherAccountOf(
  db: Queries,
  { issuer, subject }: Identity,
  email: string | undefined,
): Promise<boolean> {
  if (email === undefined) return false;
  const other = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('subject', '!=', subject)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return other !== undefined;
}

async function isMember(db: Queries, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

async function bind(core: Core, db: Queries, identity: Identity, userId: string): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: userId,
      created_at: instant(core),
    })
    // Two windows of one browser may come back at the same moment.
    .onConflict((on) => on.columns(['issuer', 'subject']).doNothing())
    .execute();
}
