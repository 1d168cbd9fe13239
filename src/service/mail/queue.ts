import type { MailDelivery } from '../../api/contract/organizations/organizations.ts';
import { type Core, instant, newId } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import type { MailTable } from '../store/tables/people-tables.ts';

/** The part of the service that sends what is queued. */
export interface Mailer {
  /** Whether the operator named a mail server. */
  readonly isOn: boolean;
  /** There may be a new mail in the queue. */
  wake(): void;
}

export interface NewMail {
  readonly kind: MailTable['kind'];
  readonly organizationId: string | null;
  readonly recipient: string;
  /** The invitation, user or token that it is about. */
  readonly subjectId: string;
}

/** Queues a mail in the transaction that records what it is about. Its text and its link are made when it is sent. */
export async function queueMail(core: Pick<Core, 'now'>, db: Queries, mail: NewMail): Promise<void> {
  const at = instant(core);
  await db
    .insertInto('mails')
    .values({
      id: newId(),
      organization_id: mail.organizationId,
      kind: mail.kind,
      recipient: mail.recipient,
      subject_id: mail.subjectId,
      status: 'queued',
      attempts: 0,
      next_attempt_at: at,
      error: null,
      created_at: at,
      finished_at: null,
    })
    .execute();
}

/** How the latest mail about each of several things went. */
export async function mailsAbout(
  db: Queries,
  kind: MailTable['kind'],
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, MailDelivery>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .orderBy('created_at')
    .execute();
  return new Map(
    rows.map((row) => [
      row.subject_id,
      {
        status: row.status,
        ...(row.error === null ? {} : { error: row.error }),
        at: row.finished_at ?? row.next_attempt_at,
      },
    ]),
  );
}

/** Forgets what was sent or given up before an instant. */
export async function forgetOldMails(db: Queries, before: string): Promise<void> {
  await db.deleteFrom('mails').where('finished_at', '<', before).execute();
}
