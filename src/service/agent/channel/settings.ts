import * as z from 'zod';
import type { Endpoint, ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { membershipOf, organizationOf, requireAdmin } from '../../core/access.ts';
import { agentOrganization } from '../../core/agent-access.ts';
import { type Caller, type Core, instant, newId } from '../../core/context.ts';
import { conflict, impossible, Refusal } from '../../core/errors.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { repositoryIdsIn } from '../../repositories/repositories.ts';
import type { Queries } from '../../store/dialect.ts';
import type { ChatChannelTable } from '../../store/tables/chat-tables.ts';
import { putConfig } from '../config-row.ts';
import { type Channeling, channelRow, requireChannel, toChannel, webhookOf } from './channel-rows.ts';
import { giveUpWaiting, newMessage, toMessage, turnOff } from './messages.ts';
import { bodyFor } from './post.ts';
import { previewsOf, testDigest } from './preview.ts';
import { attempt } from './sender.ts';

type Operations = typeof contract.chatChannel;
type RequestFor<K extends keyof Operations> = ParsedRequestOf<Extract<Operations[K], Endpoint>>;
type AnswerFor<K extends keyof Operations> = Promise<ResponseOf<Extract<Operations[K], Endpoint>>>;

/** For all who view the agent; where it is posted to, and of what, is for an ADMIN. */
export async function getChatChannel(
  core: Core,
  caller: Caller,
  request: RequestFor<'getChatChannel'>,
): AnswerFor<'getChatChannel'> {
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const row = await channelRow(core.db, organizationId);
  const { role } = await membershipOf(core, caller, organizationId);
  return { chatChannel: row ? await toChannel(core.db, row, role === 'ADMIN') : null };
}

/** Whatever is set is not sent to until somebody has seen what would be. */
export async function setChatChannel(
  core: Channeling,
  caller: Caller,
  request: RequestFor<'setChatChannel'>,
): AnswerFor<'setChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const { tool, name, events, repositoryIds } = request;
  const ids =
    repositoryIds.length === 0 ? [] : await repositoryIdsIn(core.db, caller, organizationId, repositoryIds);
  const given = await webhookColumns(core, organizationId, request.webhookUrl);
  const at = instant(core);
  const chatChannel = await core.db.transaction().execute(async (transaction) => {
    const before = await channelRow(transaction, organizationId);
    const webhook = given ?? keptWebhook(before, tool);
    if (!webhook) throw impossible('webhookUrl', 'Give the address of the incoming webhook.');
    const row: ChatChannelTable = {
      organization_id: organizationId,
      tool,
      ...webhook,
      events: JSON.stringify([...new Set(events)]),
      repository_ids: JSON.stringify(ids),
      enabled: 0,
      version: newId(),
      error_message: null,
      created_at: before?.created_at ?? at,
      updated_at: at,
    };
    await transaction
      .insertInto('chat_channels')
      .values(row)
      .onConflict((on) => on.column('organization_id').doUpdateSet(row))
      .execute();
    await putConfig(core, transaction, organizationId, { chat_channel: name });
    await giveUpWaiting(core, transaction, organizationId, 'The chat channel was changed.');
    return toChannel(transaction, row, true);
  });
  return { chatChannel };
}

type Webhook = Pick<ChatChannelTable, 'webhook' | 'webhook_host' | 'webhook_end'>;

/** The one that is set, where it is of the same chat tool. */
function keptWebhook(
  before: ChatChannelTable | undefined,
  tool: ChatChannelTable['tool'],
): Webhook | undefined {
  if (before?.tool !== tool) return undefined;
  const { webhook, webhook_host, webhook_end } = before;
  return { webhook, webhook_host, webhook_end };
}

/** @throws Refusal 422 */
async function webhookColumns(
  { sealer }: Channeling,
  organizationId: string,
  address: string | undefined,
): Promise<Webhook | undefined> {
  if (address === undefined) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw impossible('webhookUrl', 'Give the address without credentials and fragment.');
  return {
    webhook: await sealer.seal(url.href, webhookOf(organizationId)),
    webhook_host: url.host,
    webhook_end: url.href.slice(-4),
  };
}

export async function previewChatChannel(
  core: Channeling,
  caller: Caller,
  request: RequestFor<'previewChatChannel'>,
): AnswerFor<'previewChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await requireChannel(core.db, organizationId);
  return { version: row.version, messages: await previewsOf(core, row) };
}

/** @throws Refusal 409 where the settings are not those of the preview any more */
export async function turnOnChatChannel(
  core: Core,
  caller: Caller,
  request: RequestFor<'turnOnChatChannel'>,
): AnswerFor<'turnOnChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  return await changed(core, organizationId, async (transaction, row) => {
    if (row.version !== request.version)
      throw conflict('The chat channel was changed since the preview. Look at the preview again.');
    await transaction
      .updateTable('chat_channels')
      .set({ enabled: 1, error_message: null, updated_at: instant(core) })
      .where('organization_id', '=', organizationId)
      .execute();
  });
}

export async function turnOffChatChannel(
  core: Core,
  caller: Caller,
  request: RequestFor<'turnOffChatChannel'>,
): AnswerFor<'turnOffChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  return await changed(core, organizationId, (transaction) =>
    turnOff(core, transaction, organizationId, 'The chat channel was turned off.', null),
  );
}

async function changed(
  core: Core,
  organizationId: string,
  change: (transaction: Queries, row: ChatChannelTable) => Promise<void>,
): AnswerFor<'turnOnChatChannel'> {
  const chatChannel = await core.db.transaction().execute(async (transaction) => {
    await change(transaction, await requireChannel(transaction, organizationId));
    return toChannel(transaction, await requireChannel(transaction, organizationId), true);
  });
  return { chatChannel };
}

/** Tests of an organization in any minute. */
const mostTests = 5;
const minuteMs = 60_000;
/** A person waits for it. */
const testMs = 20_000;

/** @throws Refusal 422 that says why it was not taken, 429 */
export async function testChatChannel(
  core: Channeling,
  caller: Caller,
  request: RequestFor<'testChatChannel'>,
): AnswerFor<'testChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await requireChannel(core.db, organizationId);
  const message = await claimTest(core, organizationId);
  const body = bodyFor(row.tool, testDigest(core));
  const outcome = await attempt(core, row, body, undefined, testMs);
  const reason = outcome.kind === 'sent' ? null : outcome.reason;
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('chat_messages')
      .set({
        state: reason === null ? 'SENT' : 'FAILED',
        error_message: reason,
        finished_at: instant(core),
      })
      .where('id', '=', message)
      .execute();
    const present = await channelRow(transaction, organizationId);
    if (outcome.kind === 'gone' && present?.version === row.version)
      await turnOff(core, transaction, organizationId, outcome.reason, outcome.reason);
  });
  if (reason !== null) throw impossible('webhookUrl', reason);
  return { sent: true };
}

/** Writes a test down before it is sent, so that many at a time are counted. @throws Refusal 429 */
async function claimTest(core: Core, organizationId: string): Promise<string> {
  const at = instant(core);
  const since = new Date(core.now().getTime() - minuteMs).toISOString();
  return await core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('chat_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('is_test', '=', 1)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostTests)
      throw new Refusal(429, `Only ${mostTests} test messages are sent in a minute.`, { retryAfter: 60 });
    const message = {
      ...newMessage(organizationId, {}, at),
      // What the end of the service breaks off is not sent again.
      state: 'FAILED' as const,
      error_message: 'The service ended meanwhile.',
      is_test: 1,
      attempts: 1,
      finished_at: at,
    };
    await transaction.insertInto('chat_messages').values(message).execute();
    return message.id;
  });
}

export async function deleteChatChannel(
  core: Core,
  caller: Caller,
  request: RequestFor<'deleteChatChannel'>,
): AnswerFor<'deleteChatChannel'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const deleted = await core.db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('chat_channels')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await putConfig(core, transaction, organizationId, { chat_channel: null });
    return numDeletedRows > 0n;
  });
  return { deleted };
}

export async function listChatMessages(
  core: Core & Paged,
  caller: Caller,
  request: RequestFor<'listChatMessages'>,
): AnswerFor<'listChatMessages'> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const scope = { operation: 'agent.listChatMessages', filters: { organizationId } };
  let query = core.db
    .selectFrom('chat_messages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('seq', 'desc')
    .limit(request.limit + 1);
  if (request.cursor !== undefined) {
    const [seq] = core.cursors.read(scope, request.cursor, z.tuple([z.int()]));
    query = query.where('seq', '<', seq);
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), ({ seq }) => [seq]);
  return { messages: items.map(toMessage), ...end };
}

async function adminOf(core: Core, caller: Caller, requested: string | undefined): Promise<string> {
  const organizationId = await organizationOf(core, caller, requested);
  await requireAdmin(core, caller, organizationId, 'manage the chat channel');
  return organizationId;
}
