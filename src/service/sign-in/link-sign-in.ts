import type { Core } from '../core/context.ts';
import { queueMail } from '../mail/queue.ts';
import type { ServiceCore } from '../service-core.ts';
import { readSignInLink, useUp } from './links.ts';
import { beginSession, type NewSession } from './sessions.ts';

const minuteMs = 60_000;
const mostAnHour = 5;

/**
 * Signs in by a one-time link.
 * @returns the session's secret; undefined where the link was used before, has expired or was revoked
 */
export async function signInByLink(
  core: Core,
  secret: string,
  session: Pick<NewSession, 'client' | 'before'>,
): Promise<string | undefined> {
  return core.db.transaction().execute(async (transaction) => {
    const link = await readSignInLink(core, transaction, secret);
    if (!link || !(await useUp(transaction, secret))) return undefined;
    return beginSession(core, transaction, {
      ...session,
      userId: link.userId,
      organizationId: link.organizationId,
      method: 'link',
    });
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
