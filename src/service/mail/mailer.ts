import type { Selectable } from 'kysely';
import type { Core } from '../core/context.ts';
import type { PublicAddress } from '../core/public-address.ts';
import type { MailTable } from '../store/tables/people-tables.ts';
import { deliver, type MailFailure } from './deliver.ts';
import type { MailOptions } from './mail-options.ts';
import { messageOf } from './messages.ts';
import type { Mailer } from './queue.ts';

const minuteMs = 60_000;
/** Pauses after each attempt that failed; after the last one the mail is given up. */
const usualRetriesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs];
const usualAttemptMs = 30_000;
const lookMs = minuteMs;
const slots = 2;

export interface MailerOptions {
  readonly core: Pick<Core, 'db' | 'now'> & { readonly publicAddress: PublicAddress };
  /** Undefined where the operator named no server: then nothing is ever queued. */
  readonly server: MailOptions | undefined;
  readonly onError: (error: unknown) => void;
  /** Where they are not the usual ones. */
  readonly limits?: { readonly retriesMs?: readonly number[]; readonly attemptMs?: number } | undefined;
}

export interface RunningMailer extends Mailer {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Sends the mails that are queued in the store, the oldest first, a few at a time. What a mail server refuses for now, or
 * does not answer, is tried again; a service that ends goes on with it at its next start.
 */
export function createMailer({ core, server, onError, limits = {} }: MailerOptions): RunningMailer {
  const { retriesMs = usualRetriesMs, attemptMs = usualAttemptMs } = limits;
  const { db, now } = core;
  const stopping = new AbortController();
  const sending = new Map<string, Promise<void>>();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | undefined;
  let askedAgain = false;

  async function fill(): Promise<void> {
    while (sending.size < slots && !stopping.signal.aborted) {
      let due = db
        .selectFrom('mails')
        .selectAll()
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', now().toISOString())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1);
      if (sending.size > 0) due = due.where('id', 'not in', [...sending.keys()]);
      const mail = await due.executeTakeFirst();
      if (!mail) return;
      sending.set(
        mail.id,
        send(mail)
          .catch(onError)
          .finally(() => {
            sending.delete(mail.id);
            wake();
          }),
      );
    }
  }

  function wake(): void {
    if (!started || server === undefined || stopping.signal.aborted) return;
    if (filling) {
      askedAgain = true;
      return;
    }
    filling = fill()
      .catch(onError)
      .finally(() => {
        filling = undefined;
        if (askedAgain) {
          askedAgain = false;
          wake();
        }
      });
  }

  async function send(mail: Selectable<MailTable>): Promise<void> {
    if (server === undefined) return;
    const message = await db.transaction().execute((transaction) => messageOf(core, transaction, mail));
    if (message === undefined) {
      await db.deleteFrom('mails').where('id', '=', mail.id).execute();
      return;
    }
    const failure = await deliver(server, { to: mail.recipient, ...message }, attemptMs, stopping.signal);
    // What was cut off by the end of the service counts as no attempt.
    if (stopping.signal.aborted && failure) return;
    await record(mail, failure);
  }

  async function record(mail: Selectable<MailTable>, failure: MailFailure | undefined): Promise<void> {
    const at = now();
    const pause = failure?.isFinal === true ? undefined : retriesMs[mail.attempts];
    const attempts = mail.attempts + 1;
    const outcome =
      failure === undefined
        ? { status: 'sent' as const, error: null, finished_at: at.toISOString() }
        : pause === undefined
          ? { status: 'failed' as const, error: failure.reason, finished_at: at.toISOString() }
          : { error: failure.reason, next_attempt_at: new Date(at.getTime() + pause).toISOString() };
    await db
      .updateTable('mails')
      .set({ attempts, ...outcome })
      .where('id', '=', mail.id)
      .execute();
    if (pause !== undefined && failure) setTimeout(wake, pause).unref();
  }

  return {
    isOn: server !== undefined,
    wake,
    start: () => {
      started = true;
      if (server === undefined) return;
      timer = setInterval(wake, lookMs).unref();
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await filling;
      await Promise.all(sending.values());
    },
  };
}
