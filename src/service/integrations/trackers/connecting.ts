import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { TrackerType } from '../../../api/contract/integrations/trackers.ts';
import { trimEndOf } from '../../../api/text-runs.ts';
import { organizationOf, requireAdmin } from '../../core/access.ts';
import { type Caller, type Core, instant, newId } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import { type Paged, takePage } from '../../core/paging.ts';
import { newSecret } from '../../core/secret.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import {
  accessOf,
  cleanLine,
  credentialOf,
  portOf,
  settingsOf,
  type TrackerRow,
  type Tracking,
  trackerOf,
  webhookSecretOf,
} from './connected.ts';
import { openTracker } from './open-tracker.ts';
import { toTracker } from './shown.ts';
import type { TrackerAccess, TrackerSettings } from './tracker.ts';

type Operations = typeof contract.trackers;

const usualAddress: Readonly<Record<TrackerType, string | undefined>> = {
  // It is everybody's own.
  jira: undefined,
  jiraDataCenter: undefined,
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  linear: 'https://linear.app',
};

const ofJira = { CRITICAL: 'Highest', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low', INFO: 'Lowest' };
const usualPriorities: Readonly<Record<TrackerType, TrackerSettings['priorities']>> = {
  jira: ofJira,
  jiraDataCenter: ofJira,
  // Labels are each project's own.
  github: {},
  gitlab: {},
  linear: { CRITICAL: '1', HIGH: '2', MEDIUM: '3', LOW: '4', INFO: '4' },
};

/** Connects a tracker, once its credentials and its project have been tried. */
export async function connectTracker(
  core: Tracking,
  caller: Caller,
  request: ParsedRequestOf<Operations['connectTracker']>,
): Promise<ResponseOf<Operations['connectTracker']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const { type, credential, project, issueType, labels, resolveWhenClosed } = request;
  const settings: TrackerSettings = {
    project,
    issueType,
    labels,
    priorities: request.priorities ?? usualPriorities[type],
    resolveWhenClosed,
  };
  const baseUrl = addressOf(type, request.baseUrl);
  const account = await tried(core, { type, baseUrl, credential }, project);
  const id = newId();
  const at = instant(core);
  const row: TrackerRow = {
    id,
    organization_id: organizationId,
    type,
    name: request.name ?? `${new URL(baseUrl).host} (${project})`,
    base_url: baseUrl,
    account,
    credential: await core.sealer.seal(JSON.stringify(credential), credentialOf(id)),
    settings: JSON.stringify(settings),
    error_message: null,
    webhook_secret: null,
    last_delivery_at: null,
    checked_at: at,
    created_at: at,
    updated_at: at,
  };
  await core.db
    .transaction()
    .execute((transaction) => transaction.insertInto('trackers').values(row).execute());
  return { tracker: toTracker(core, row) };
}

/** For all members: whoever decides about issues chooses where one is created. */
export async function listTrackers(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listTrackers']>,
): Promise<ResponseOf<Operations['listTrackers']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const scope = { operation: 'trackers.list', filters: { organizationId } };
  let query = core.db
    .selectFrom('trackers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('seq')
    .limit(request.limit + 1);
  if (request.cursor !== undefined) {
    const [seq] = core.cursors.read(scope, request.cursor, z.tuple([z.int()]));
    query = query.where('seq', '>', seq);
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), ({ seq }) => [seq]);
  return { trackers: items.map((row) => toTracker(core, row)), ...end };
}

export async function updateTracker(
  core: Tracking,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateTracker']>,
): Promise<ResponseOf<Operations['updateTracker']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await trackerOf(core, organizationId, request.trackerId);
  const { credential, name } = request;
  const before = settingsOf(row);
  const settings: TrackerSettings = {
    project: request.project ?? before.project,
    issueType: request.issueType ?? before.issueType,
    labels: request.labels ?? before.labels,
    priorities: request.priorities ?? before.priorities,
    resolveWhenClosed: request.resolveWhenClosed ?? before.resolveWhenClosed,
  };
  const isOther = credential !== undefined || settings.project !== before.project;
  const webhookSecret = request.renewWebhookSecret ? newSecret() : undefined;
  const changed: Partial<TrackerRow> = {
    updated_at: instant(core),
    settings: JSON.stringify(settings),
    ...(name !== undefined && { name }),
    ...(isOther && {
      account: await tried(core, await accessWith(core, row, credential), settings.project),
      error_message: null,
      checked_at: instant(core),
    }),
    ...(credential && {
      credential: await core.sealer.seal(JSON.stringify(credential), credentialOf(row.id)),
    }),
    ...(webhookSecret !== undefined && {
      webhook_secret: await core.sealer.seal(webhookSecret, webhookSecretOf(row.id)),
    }),
  };
  await core.db
    .transaction()
    .execute((transaction) =>
      transaction.updateTable('trackers').set(changed).where('id', '=', row.id).execute(),
    );
  return {
    tracker: toTracker(core, { ...row, ...changed }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
}

/** Tries a connected tracker. What is wrong is in the answer, and stays there until it works again. */
export async function checkTracker(
  core: Tracking,
  caller: Caller,
  request: ParsedRequestOf<Operations['checkTracker']>,
): Promise<ResponseOf<Operations['checkTracker']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const row = await trackerOf(core, organizationId, request.trackerId);
  const changed = { checked_at: instant(core), ...(await outcomeOf(core, row)) };
  await core.db.updateTable('trackers').set(changed).where('id', '=', row.id).execute();
  return { tracker: toTracker(core, { ...row, ...changed }) };
}

async function outcomeOf(
  core: Tracking,
  row: TrackerRow,
): Promise<Pick<TrackerRow, 'error_message'> & Partial<Pick<TrackerRow, 'account'>>> {
  const signal = AbortSignal.timeout(longestTryMs);
  try {
    const port = await portOf(core, row);
    const account = cleanLine(await port.account(signal), 200);
    await port.checkProject(settingsOf(row).project, signal);
    return { account, error_message: null };
  } catch (error) {
    if (error instanceof ProviderFailure) return { error_message: error.message };
    if (signal.aborted) return { error_message: 'The tracker did not answer in time.' };
    throw error;
  }
}

export async function deleteTracker(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteTracker']>,
): Promise<ResponseOf<Operations['deleteTracker']>> {
  const organizationId = await adminOf(core, caller, request.organizationId);
  const { id } = await trackerOf(core, organizationId, request.trackerId);
  await core.db
    .transaction()
    .execute((transaction) => transaction.deleteFrom('trackers').where('id', '=', id).execute());
  return { deleted: true };
}

async function adminOf(core: Core, caller: Caller, requested: string | undefined): Promise<string> {
  const organizationId = await organizationOf(core, caller, requested);
  await requireAdmin(core, caller, organizationId, 'manage connected issue trackers');
  return organizationId;
}

/** @throws Refusal 422 */
function addressOf(type: TrackerType, given: string | undefined): string {
  const text = given ?? usualAddress[type];
  if (text === undefined)
    throw impossible('baseUrl', 'Give the address of your Jira, such as https://acme.atlassian.net.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw impossible('baseUrl', 'Give the address alone, without credentials, query and fragment.');
  return `${url.origin}${trimEndOf(url.pathname, '/')}`;
}

/** How a tracker is reached with a new credential, or with its own. @throws Refusal 422 where that cannot be opened */
async function accessWith(
  core: Tracking,
  row: TrackerRow,
  credential: TrackerAccess['credential'] | undefined,
): Promise<TrackerAccess> {
  if (credential) return { type: row.type, baseUrl: row.base_url, credential };
  return await accessOf(core, row).catch(refuse('credential'));
}

const longestTryMs = 60_000;

/** Tries credentials and project. @throws Refusal 422 that says why they do not work */
async function tried(core: Tracking, access: TrackerAccess, project: string): Promise<string> {
  if (access.type === 'jira' && access.credential.username === undefined)
    throw impossible('credential.username', 'Give the e-mail address that the API token belongs to.');
  const signal = AbortSignal.timeout(longestTryMs);
  const port = await openTracker(core.outbound, access);
  const account = await port.account(signal).catch(refuse('credential'));
  await port.checkProject(project, signal).catch(refuse('project'));
  return cleanLine(account, 200);
}

const refuse =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof ProviderFailure)
      throw impossible(error.fault === 'unreachable' ? 'baseUrl' : field, error.message);
    throw error;
  };
