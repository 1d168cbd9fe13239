import { type Core, instant, newId } from '../../core/context.ts';
import { notFound, Refusal } from '../../core/errors.ts';
import { SealBroken, type Sealer } from '../../core/sealed.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import { webhookSecretOf } from '../connected.ts';
import type { WebhookRequest } from './event.ts';
import { readWebhook } from './read.ts';
import { isVerified } from './verify.ts';

export type Receiving = Core & { readonly sealer: Sealer; readonly work: ScanWork };

/** Bytes of a webhook. Those about pull requests have some 30 kB. */
export const maximumWebhookBytes = 2 * 1024 * 1024;
/** Deliveries of an installation within a minute, and such that wait. */
const mostAMinute = 300;
const mostWaiting = 1_000;
const keptMs = 7 * 24 * 3_600_000;

export interface Received {
  readonly received: true;
  /** Whether the same one came before: it is not worked on twice. */
  readonly known: boolean;
}

/**
 * Writes a webhook down, so that it can be answered at once and worked on later.
 * @param read gives the body; called only where there is such an installation
 * @throws Refusal 404, 401 for another secret, 429, 503 where the secret cannot be opened; what `read` throws
 */
export async function receiveWebhook(
  core: Receiving,
  installationId: string,
  headers: WebhookRequest['headers'],
  read: () => Promise<Buffer>,
): Promise<Received> {
  const installation = await core.db
    .selectFrom('installations')
    .select(['id', 'type', 'base_url', 'webhook_secret'])
    .where('id', '=', installationId.toLowerCase())
    .executeTakeFirst();
  if (!installation) throw notFound('installation');
  const request = { headers, body: await read() };
  const secret = await secretOf(core, installation);
  if (!isVerified(installation.type, request, secret))
    throw new Refusal(401, 'The signature or secret of this webhook is missing or wrong.');
  await checkFlood(core, installation.id);
  const { id: deliveryId, event } = readWebhook(installation, request);
  const at = instant(core);
  const id = newId();
  const isNew = await core.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('webhook_deliveries')
      .values({
        id,
        installation_id: installation.id,
        delivery_id: deliveryId,
        event: JSON.stringify(event),
        status: event.kind === 'other' ? 'DONE' : 'QUEUED',
        note: event.kind === 'other' ? 'Nothing follows from this event.' : null,
        attempts: 0,
        received_at: at,
      })
      .onConflict((on) => on.columns(['installation_id', 'delivery_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await transaction
      .updateTable('installations')
      .set({ last_delivery_at: at })
      .where('id', '=', installation.id)
      .execute();
    if (event.kind !== 'other')
      await enqueue(transaction, { id: newId(), kind: 'webhook', subjectId: id, at });
    return true;
  });
  if (isNew) core.work.wake();
  return { received: true, known: !isNew };
}

/** @throws Refusal 503: the host may deliver it again once an administrator has restored the key */
async function secretOf(
  { sealer }: Receiving,
  { id, webhook_secret }: { readonly id: string; readonly webhook_secret: string },
): Promise<string> {
  try {
    return await sealer.open(webhook_secret, webhookSecretOf(id));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Refusal(
      503,
      'The secret of these webhooks cannot be opened. Restore the service’s secret key, or renew the secret in the settings of the installation.',
    );
  }
}

/** @throws Refusal 429 */
async function checkFlood(core: Receiving, installationId: string): Promise<void> {
  const minuteAgo = new Date(core.now().getTime() - 60_000).toISOString();
  const { recent, waiting } = await core.db
    .selectFrom('webhook_deliveries')
    .select((eb) => [
      eb.fn.count<number>('id').filterWhere('received_at', '>', minuteAgo).as('recent'),
      eb.fn.count<number>('id').filterWhere('status', '=', 'QUEUED').as('waiting'),
    ])
    .where('installation_id', '=', installationId)
    .executeTakeFirstOrThrow();
  if (Number(recent) >= mostAMinute || Number(waiting) >= mostWaiting)
    throw new Refusal(429, 'Too many webhooks of this installation at once.', { retryAfter: 60 });
}

/** Forgets deliveries of more than a week ago that are done. */
export async function forgetOldDeliveries({ db, now }: Pick<Core, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('received_at', '<', new Date(now().getTime() - keptMs).toISOString())
    .where('status', '!=', 'QUEUED')
    .execute();
}
