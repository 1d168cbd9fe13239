import type { Selectable } from 'kysely';
import { instant, stored } from '../../core/context.ts';
import { SealBroken } from '../../core/sealed.ts';
import type { ChatChannelTable, ChatMessageTable } from '../../store/tables/chat-tables.ts';
import { type Channeling, channelRow, requireChannel, webhookOf } from './channel-rows.ts';
import { countsOf, digestOf } from './digest.ts';
import { entriesOf, pageOf } from './entries.ts';
import { newMessage, turnOff } from './messages.ts';
import type { ChatOccurrence } from './occurrence.ts';
import { bodyFor, type Outcome, post } from './post.ts';

const minuteMs = 60_000;
/** What happens within it after the first event is one message. */
const gatherMs = minuteMs;
const eventsAtOnce = 1_000;
/** Pauses after each attempt that failed; after the last one the message is given up. */
const retriesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 360 * minuteMs];
const longestWaitMs = 360 * minuteMs;
const attemptMs = 60_000;
/** What is under way when the service ends may come to its end: broken off, it would be sent twice. */
const graceMs = 3_000;
const slots = 4;

/** Sends what channels are told. A service that ends goes on with it at its next start. */
export interface ChatSender {
  /** Gathers and sends what is due. @returns when something is due next */
  look(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** @param onFree called when an attempt has ended: more may be due */
export function createChatSender(
  core: Channeling,
  onFree: () => void,
  onError: (error: unknown) => void,
): ChatSender {
  const stopping = new AbortController();
  const sending = new Map<string, Promise<void>>();

  async function look(): Promise<string | undefined> {
    if (stopping.signal.aborted) return undefined;
    const failed = await gatherDue(core, onError);
    const waiting = await core.db
      .selectFrom('chat_messages')
      .selectAll()
      .where('state', '=', 'WAITING')
      .orderBy('next_attempt_at')
      .orderBy('seq')
      .execute();
    const idle = waiting.filter(({ id }) => !sending.has(id));
    const due = idle.filter(({ next_attempt_at: at }) => at !== null && at <= instant(core));
    for (const message of due.slice(0, slots - sending.size)) begin(message);
    if (sending.size >= slots) return undefined;
    const next = idle.find(({ id }) => !sending.has(id))?.next_attempt_at ?? undefined;
    return [next, await nextGatheringAt(core, failed)].filter((at) => at !== undefined).sort()[0];
  }

  function begin(message: Selectable<ChatMessageTable>): void {
    const attempt = send(core, message, stopping.signal)
      .catch(onError)
      .finally(() => {
        sending.delete(message.id);
        onFree();
      });
    sending.set(message.id, attempt);
  }

  return {
    look,
    stop: async () => {
      const abort = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(sending.values());
      clearTimeout(abort);
      stopping.abort();
    },
  };
}

/** When the oldest event of each channel has waited for its minute, where no earlier message still waits. */
function gatherings({ db }: Channeling) {
  return db
    .selectFrom('chat_events')
    .select(['organization_id', (eb) => eb.fn.min('at').as('oldest')])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_messages')
            .select('chat_messages.id')
            .whereRef('chat_messages.organization_id', '=', 'chat_events.organization_id')
            .where('chat_messages.state', '=', 'WAITING'),
        ),
      ),
    )
    .groupBy('organization_id');
}

async function nextGatheringAt(core: Channeling, but: ReadonlySet<string>): Promise<string | undefined> {
  const rows = await gatherings(core).execute();
  const [oldest] = rows
    .filter((row) => !but.has(row.organization_id))
    .map((row) => row.oldest)
    .sort();
  return oldest === undefined ? undefined : new Date(Date.parse(oldest) + gatherMs).toISOString();
}

/** @returns organizations where it failed: they are left until something else happens, or the next look by the clock */
async function gatherDue(core: Channeling, onError: (error: unknown) => void): Promise<ReadonlySet<string>> {
  const since = new Date(core.now().getTime() - gatherMs).toISOString();
  const failed = new Set<string>();
  for (const { organization_id, oldest } of await gatherings(core).execute()) {
    if (oldest > since) continue;
    await gather(core, organization_id).catch((error: unknown) => {
      failed.add(organization_id);
      onError(error);
    });
  }
  return failed;
}

/** Makes one message of what happened, and takes it off the list, in one transaction. */
async function gather(core: Channeling, organizationId: string): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    const channel = await requireChannel(transaction, organizationId);
    const events = await transaction
      .selectFrom('chat_events')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('seq')
      .limit(eventsAtOnce)
      .execute();
    const last = events.at(-1);
    if (!last) return;
    await transaction
      .deleteFrom('chat_events')
      .where('organization_id', '=', organizationId)
      .where('seq', '<=', last.seq)
      .execute();
    const occurrences = events.map(({ occurrence }) => stored<ChatOccurrence>(occurrence));
    const entries = await entriesOf(core, transaction, occurrences);
    const unnamed = unnamedIn(occurrences);
    if (entries.length + unnamed === 0) return;
    const digest = digestOf(entries, unnamed, pageOf(core.publicAddress, 'issues'));
    const at = instant(core);
    await transaction
      .insertInto('chat_messages')
      .values({
        ...newMessage(organizationId, countsOf(entries, unnamed), at),
        body: bodyFor(channel.tool, digest),
        next_attempt_at: at,
      })
      .execute();
  });
}

const unnamedIn = (occurrences: readonly ChatOccurrence[]): number =>
  occurrences.reduce(
    (sum, told) => sum + (told.kind === 'newIssues' ? told.issueCount - told.issueIds.length : 0),
    0,
  );

/** One attempt. What the end of the service broke off counts as none. */
async function send(
  core: Channeling,
  message: Selectable<ChatMessageTable>,
  stopping: AbortSignal,
): Promise<void> {
  const channel = await channelRow(core.db, message.organization_id);
  if (!channel || message.body === null) return;
  if (message.attempts > retriesMs.length) {
    const reason = message.error_message ?? 'The service ended during each attempt.';
    return await record(core, message, channel.version, { kind: 'refused', reason });
  }
  const begun = await setAttempts(core, message, message.attempts + 1);
  if (!begun) return;
  try {
    const outcome = await attempt(core, channel, message.body, stopping);
    await record(core, message, channel.version, outcome);
  } catch (error) {
    if (stopping.aborted) await setAttempts(core, message, message.attempts);
    else {
      await record(core, message, channel.version, {
        kind: 'later',
        reason: 'The service failed to send it. Its log says why.',
      });
      throw error;
    }
  }
}

async function setAttempts(
  { db }: Channeling,
  { id }: Selectable<ChatMessageTable>,
  attempts: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_messages')
    .set({ attempts })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Posts to the channel's webhook, within bounded time. @throws the signal's reason */
export async function attempt(
  core: Channeling,
  { organization_id, tool, webhook }: Pick<ChatChannelTable, 'organization_id' | 'tool' | 'webhook'>,
  body: string,
  signal?: AbortSignal,
  longestMs = attemptMs,
): Promise<Outcome> {
  const late = AbortSignal.timeout(longestMs);
  try {
    const address = await core.sealer.open(webhook, webhookOf(organization_id));
    return await post(core.outbound, tool, address, body, signal ? AbortSignal.any([signal, late]) : late);
  } catch (error) {
    if (error instanceof SealBroken) return { kind: 'later', reason: error.message };
    if (late.aborted && !signal?.aborted)
      return { kind: 'later', reason: `The webhook took no message within ${longestMs / 1_000} s.` };
    throw error;
  }
}

async function record(
  core: Channeling,
  message: Selectable<ChatMessageTable>,
  version: string,
  outcome: Outcome,
): Promise<void> {
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('chat_messages')
      .set(columnsAfter(core, message.attempts, outcome))
      .where('id', '=', message.id)
      .where('state', '=', 'WAITING')
      .execute();
    if (outcome.kind !== 'gone') return;
    const channel = await channelRow(transaction, message.organization_id);
    // A webhook that was set meanwhile is another one.
    if (channel?.version === version && channel.enabled === 1)
      await turnOff(core, transaction, message.organization_id, outcome.reason, outcome.reason);
  });
}

function columnsAfter(core: Pick<Channeling, 'now'>, earlier: number, outcome: Outcome) {
  const at = core.now();
  const finished = { body: null, next_attempt_at: null, finished_at: at.toISOString() };
  if (outcome.kind === 'sent') return { ...finished, state: 'SENT' as const, error_message: null };
  const pause = outcome.kind === 'later' ? retriesMs[earlier] : undefined;
  if (outcome.kind !== 'later' || pause === undefined)
    return { ...finished, state: 'FAILED' as const, error_message: outcome.reason };
  const wait = Math.min(longestWaitMs, outcome.afterMs ?? pause);
  return {
    error_message: outcome.reason,
    next_attempt_at: new Date(at.getTime() + wait).toISOString(),
  };
}
