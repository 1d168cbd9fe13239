import { createHash } from 'node:crypto';
import * as z from 'zod';
import { instant, newId } from '../../core/context.ts';
import { notFound, Refusal } from '../../core/errors.ts';
import { SealBroken } from '../../core/sealed.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import type { WebhookRequest } from '../../providers/webhooks/event.ts';
import type { Received } from '../../providers/webhooks/receive.ts';
import { isSame, isSigned, isSignedBare } from '../../providers/webhooks/verify.ts';
import type { Queries } from '../../store/dialect.ts';
import { type TrackerRow, type Tracking, webhookSecretOf } from './connected.ts';

/** Deliveries of a tracker within a minute. */
const mostAMinute = 300;
const keptMs = 7 * 24 * 3_600_000;
/** How old what Linear signed may be: it signs the time. */
const longestUnderWayMs = 300_000;
/** Before everything that was ever checked: asked for next, by the clock too. */
const longAgo = '';

/**
 * Takes a webhook of a tracker, which only says which issue changed: how it stands is asked for, at once or with the next round.
 * So what is sent again, or late, changes nothing that is not so.
 * @param read gives the body; called only where there is such a tracker
 * @throws Refusal 404, 401 for another secret, 429; what `read` throws
 */
export async function receiveTrackerWebhook(
  core: Tracking & { readonly work: ScanWork },
  trackerId: string,
  headers: WebhookRequest['headers'],
  read: () => Promise<Buffer>,
): Promise<Received> {
  const tracker = await core.db
    .selectFrom('trackers')
    .selectAll()
    .where('id', '=', trackerId.toLowerCase())
    .executeTakeFirst();
  if (!tracker || tracker.webhook_secret === null) throw notFound('tracker');
  const request = { headers, body: await read() };
  const secret = await secretOf(core, tracker.id, tracker.webhook_secret);
  const content = jsonOf(request.body);
  if (!isVerified(tracker.type, request, secret) || !isTimely(tracker.type, content, core.now()))
    throw new Refusal(401, 'The signature or secret of this webhook is missing or wrong, or it is too old.');
  await checkFlood(core, tracker.id);
  const key = keyIn(tracker.type, content);
  const at = instant(core);
  const isNew = await core.db.transaction().execute(async (transaction) => {
    // The ids that trackers give are not signed, so the body itself is what comes once.
    const digest = createHash('sha256').update(request.body).digest('hex');
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('tracker_deliveries')
      .values({ tracker_id: tracker.id, digest, received_at: at })
      .onConflict((on) => on.columns(['tracker_id', 'digest']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    await transaction
      .updateTable('trackers')
      .set({ last_delivery_at: at })
      .where('id', '=', tracker.id)
      .execute();
    if (key !== undefined) await askNext(transaction, tracker, key, at);
    return true;
  });
  if (isNew) core.work.wake();
  return { received: true, known: !isNew };
}

/** @throws Refusal 503: the tracker may deliver it again once an administrator has restored the key */
async function secretOf({ sealer }: Tracking, trackerId: string, sealed: string): Promise<string> {
  try {
    return await sealer.open(sealed, webhookSecretOf(trackerId));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Refusal(
      503,
      'The secret of these webhooks cannot be opened. Restore the service’s secret key, or renew the secret in the settings of the tracker.',
    );
  }
}

/** A linked issue is due, so that it is asked for also where the job is lost. */
async function askNext(db: Queries, tracker: TrackerRow, key: string, at: string): Promise<void> {
  const linked = await db
    .updateTable('tracker_issues')
    .set({ checked_at: longAgo })
    .where('tracker_id', '=', tracker.id)
    // Names of repositories are the same in any case.
    .where((eb) => eb(eb.fn('lower', ['key']), '=', key.toLowerCase()))
    .returning('id')
    .execute();
  for (const { id } of linked) {
    const waiting = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'tracker-state')
      .where('subject_id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (!waiting) await enqueue(db, { id: newId(), kind: 'tracker-state', subjectId: id, at });
  }
}

function isVerified(type: TrackerRow['type'], { headers, body }: WebhookRequest, secret: string): boolean {
  switch (type) {
    case 'jira':
    case 'jiraDataCenter':
      return isSigned(headers['x-hub-signature'], body, secret);
    case 'github':
      return isSigned(headers['x-hub-signature-256'], body, secret);
    case 'gitlab':
      return isSame(headers['x-gitlab-token'] ?? '', secret);
    case 'linear':
      return isSignedBare(headers['linear-signature'], body, secret);
  }
}

const Timed = z.object({ webhookTimestamp: z.number() });

function isTimely(type: TrackerRow['type'], content: unknown, now: Date): boolean {
  if (type !== 'linear') return true;
  const { data } = Timed.safeParse(content);
  return data !== undefined && Math.abs(now.getTime() - data.webhookTimestamp) <= longestUnderWayMs;
}

const JiraEvent = z.object({ issue: z.object({ key: z.string() }) });
const GitHubEvent = z.object({
  issue: z.object({ number: z.int().min(1) }),
  repository: z.object({ full_name: z.string() }),
});
const GitLabEvent = z.object({
  object_kind: z.enum(['issue', 'work_item']),
  project: z.object({ path_with_namespace: z.string() }),
  object_attributes: z.object({ iid: z.int().min(1) }),
});
const LinearEvent = z.object({ type: z.literal('Issue'), data: z.object({ identifier: z.string() }) });

/** The key of the issue that it is about; undefined for what is about none. */
function keyIn(type: TrackerRow['type'], content: unknown): string | undefined {
  switch (type) {
    case 'jira':
    case 'jiraDataCenter':
      return JiraEvent.safeParse(content).data?.issue.key;
    case 'github': {
      const { data } = GitHubEvent.safeParse(content);
      return data && `${data.repository.full_name}#${data.issue.number}`;
    }
    case 'gitlab': {
      const { data } = GitLabEvent.safeParse(content);
      return data && `${data.project.path_with_namespace}#${data.object_attributes.iid}`;
    }
    case 'linear':
      return LinearEvent.safeParse(content).data?.data.identifier;
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @throws Refusal 429 */
async function checkFlood(core: Tracking, trackerId: string): Promise<void> {
  const { recent } = await core.db
    .selectFrom('tracker_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('tracker_id', '=', trackerId)
    .where('received_at', '>', new Date(core.now().getTime() - 60_000).toISOString())
    .executeTakeFirstOrThrow();
  if (Number(recent) >= mostAMinute)
    throw new Refusal(429, 'Too many webhooks of this tracker at once.', { retryAfter: 60 });
}

/** Forgets deliveries of more than a week ago. */
export async function forgetOldTrackerDeliveries({ db, now }: Pick<Tracking, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('tracker_deliveries')
    .where('received_at', '<', new Date(now().getTime() - keptMs).toISOString())
    .execute();
}
