import type { Core } from '../core/context.ts';
import { queueMail } from '../mail/queue.ts';
import type { ServiceCore } from '../service-core.ts';

const dayMs = 86_400_000;
/** Days before the end of a token at which its owner gets a mail, the latest first. */
const warnings = [1, 7];
const atOnce = 200;

/**
 * Queues mails to the owners of tokens that are about to expire, each warning once. A token that lasts no longer than the
 * warning is early gets none: its owner has just made it.
 */
export async function warnOfExpiringTokens(core: Core & Pick<ServiceCore, 'mailer'>): Promise<void> {
  if (!core.mailer.isOn) return;
  const at = core.now();
  for (const days of warnings) {
    const rows = await core.db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select([
        'tokens.id',
        'tokens.organization_id',
        'tokens.created_at',
        'tokens.expires_at',
        'users.email',
      ])
      .where('tokens.expires_at', '>', at.toISOString())
      .where('tokens.expires_at', '<=', new Date(at.getTime() + days * dayMs).toISOString())
      .where(({ eb, or }) => or([eb('expiry_warned', 'is', null), eb('expiry_warned', '>', days)]))
      .limit(atOnce)
      .execute();
    for (const row of rows)
      await core.db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('tokens')
          .set({ expiry_warned: days })
          .where('id', '=', row.id)
          .execute();
        if (Date.parse(row.expires_at) - Date.parse(row.created_at) <= days * dayMs) return;
        await queueMail(core, transaction, {
          kind: 'token-expiry',
          organizationId: row.organization_id,
          recipient: row.email,
          subjectId: row.id,
        });
      });
  }
  core.mailer.wake();
}
