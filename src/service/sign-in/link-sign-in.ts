import type { Core } from '../core/context.ts';
import { queueMail } from '../mail/queue.ts';
import type { ServiceCore } from '../service-core.ts';
import { type AddressRefusal, giveAddress, placeholderAddress } from './first-address.ts';
import { readSignInLink, useUp } from './links.ts';
import { beginSession, type NewSession } from './sessions.ts';

const minuteMs = 60_000;
const mostAnHour = 5;

/** Whether a link is one of the operator's for an administrator who has no address of their own yet. */
export const asksForAddress = (link: { readonly email: string; readonly organizationId: string | null }) =>
  link.email === placeholderAddress && link.organizationId === null;

export type LinkSignIn =
  | { readonly kind: 'session'; readonly secret: string }
  /** The link was used before, has expired or was revoked. */
  | { readonly kind: 'nowhere' }
  /** The link can still be used. */
  | { readonly kind: 'refused'; readonly reason: AddressRefusal };

/**
 * Signs in by a one-time link.
 * @param given what the first administrator says of themselves; asked again with their next link where it is left empty
 */
export async function signInByLink(
  core: Core,
  secret: string,
  session: Pick<NewSession, 'client' | 'before'>,
  given: { readonly email: string; readonly name: string },
): Promise<LinkSignIn> {
  return core.db.transaction().execute(async (transaction) => {
    const link = await readSignInLink(core, transaction, secret);
    if (!link) return { kind: 'nowhere' };
    if (asksForAddress(link) && given.email !== '') {
      const reason = await giveAddress(transaction, link.userId, given);
      if (reason) return { kind: 'refused', reason };
    }
    if (!(await useUp(transaction, secret))) return { kind: 'nowhere' };
    const begun = await beginSession(core, transaction, {
      ...session,
      userId: link.userId,
      organizationId: link.organizationId,
      method: 'link',
    });
    return { kind: 'session', secret: begun };
  });
}

/** Sends a link to an address, where a member has it. Whoever asks is not told whether one does. */
export async function mailSignInLink(
  core: Core & Pick<ServiceCore, 'mailer'>,
  address: string,
): Promise<void> {
  const email = address.trim().toLowerCase();
  await core.db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .innerJoin('members', 'members.user_id', 'users.id')
      .select('users.id')
      .where('users.email', '=', email)
      .where('members.status', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    if (!user) return;
    const at = core.now().getTime();
    const recent = await transaction
      .selectFrom('mails')
      .select('created_at')
      .where('kind', '=', 'sign-in')
      .where('subject_id', '=', user.id)
      .where('created_at', '>', new Date(at - 60 * minuteMs).toISOString())
      .execute();
    const tooSoon = recent.some((mail) => Date.parse(mail.created_at) > at - minuteMs);
    if (tooSoon || recent.length >= mostAnHour) return;
    await queueMail(core, transaction, {
      kind: 'sign-in',
      organizationId: null,
      recipient: email,
      subjectId: user.id,
    });
  });
  core.mailer.wake();
}
