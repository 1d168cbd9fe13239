import { setTimeout as sleep } from 'node:timers/promises';
import { readRemote } from '../../../api/remote-url.ts';
import { newId } from '../../core/context.ts';
import { Refusal } from '../../core/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { recordPatchState } from '../../patches/pull-requests/states.ts';
import { changePullRequestState, startPullRequestScan } from '../../scans/pull-requests/start.ts';
import type { ServiceCore } from '../../service-core.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { RepositoryTable } from '../../store/tables/organization-tables.ts';
import { pathBelow } from '../connected.ts';
import { ProviderFailure } from '../failure.ts';
import type { HostedPullRequest } from '../provider.ts';
import { WebhookEvent } from './event.ts';

/** How often a delivery is begun before it is given up. */
const mostAttempts = 3;
/** Before it is tried again where the host did not answer. */
const pausesMs = [2_000, 10_000];

/** Works on a delivery from the queue and notes what came of it. One that is cut short is worked on after the next start. */
export async function executeDelivery(core: ServiceCore, id: string, signal: AbortSignal): Promise<void> {
  const row = await core.db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'QUEUED')
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const event = WebhookEvent.parse(JSON.parse(row.event));
  try {
    const note = await patiently(() => workOn(core, row.installation_id, event, signal), signal);
    await endDelivery(core, id, 'DONE', note);
    if (event.kind === 'pullRequest') await core.providers.note(row.installation_id, undefined);
  } catch (error) {
    if (signal.aborted) return;
    const isExpected = error instanceof ProviderFailure || error instanceof Refusal;
    await endDelivery(core, id, 'FAILED', isExpected ? error.message : 'The service failed at this event.');
    if (error instanceof ProviderFailure) await core.providers.note(row.installation_id, error);
    if (!isExpected) throw error;
  }
}

async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const pause = pausesMs[tried];
      const mayPass = error instanceof ProviderFailure && ['unreachable', 'limited'].includes(error.fault);
      if (!mayPass || pause === undefined) throw error;
      await sleep(pause, undefined, { signal });
    }
  }
}

export async function endDelivery(
  core: Pick<ServiceCore, 'db'>,
  id: string,
  status: 'DONE' | 'FAILED',
  note: string,
): Promise<void> {
  await core.db.updateTable('webhook_deliveries').set({ status, note }).where('id', '=', id).execute();
}

/** @returns what came of it, as a sentence */
async function workOn(
  core: ServiceCore,
  installationId: string,
  event: WebhookEvent,
  signal: AbortSignal,
): Promise<string> {
  if (event.kind === 'other') return 'Nothing follows from this event.';
  const repository = await repositoryOfUrl(core, installationId, event.url);
  if (!repository) return 'The repository was not added to the service through this installation.';
  if (event.kind === 'push') return 'A push starts no scan. Schedules scan branches.';
  return await followPullRequest(core, { installationId, repository, number: event.number }, signal);
}

interface WhichPullRequest {
  readonly installationId: string;
  readonly repository: RepositoryTable;
  readonly number: number;
}

/** The host is asked how the pull request is now: webhooks come late, twice, and in another order. */
async function followPullRequest(
  core: ServiceCore,
  { installationId, repository, number }: WhichPullRequest,
  signal: AbortSignal,
): Promise<string> {
  const { installation, provider } = await core.providers.of(installationId);
  const path = pathBelow(installation.base_url, repository.url ?? '') ?? '';
  const now = await provider.pullRequest(path, number, signal);
  await recordPatchState(core, { repositoryId: repository.id, number }, now);
  await changePullRequestState(core, { repositoryId: repository.id, number }, now.state);
  if (now.state !== 'OPEN') return 'The pull request is closed.';
  const settings = await effectiveSettings(core.db, {
    organizationId: repository.organization_id,
    repositoryId: repository.id,
  });
  if (!settings.prScanning) return 'Pull requests of this repository are not scanned, as its settings say.';
  if (now.headRef === undefined)
    return 'The pull request comes from a fork, and this host does not keep its code in the repository, or it has conflicts.';
  if (await isScanned(core, repository.id, now)) return 'The pull request was scanned as it is now already.';
  const asked = {
    number,
    headRef: now.headRef,
    baseRef: now.baseBranch,
    title: now.title.slice(0, 500),
    url: now.url,
    author: now.author?.slice(0, 200),
  };
  await startPullRequestScan(core, repository, asked, { headSha: now.headCommit });
  return 'The pull request is scanned.';
}

/** Whether the latest scan of the pull request is of its present head and base. */
async function isScanned(
  { db }: Pick<ServiceCore, 'db'>,
  repositoryId: string,
  { number, headCommit, baseBranch }: HostedPullRequest,
): Promise<boolean> {
  const latest = await db
    .selectFrom('scans')
    .innerJoin('pull_requests', 'pull_requests.id', 'scans.pull_request_id')
    .select(['scans.status', 'scans.commit_sha', 'pull_requests.base_branch'])
    .where('pull_requests.repository_id', '=', repositoryId)
    .where('pull_requests.number', '=', number)
    .orderBy('scans.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    latest?.status === 'COMPLETED' && latest.commit_sha === headCommit && latest.base_branch === baseBranch
  );
}

async function repositoryOfUrl(
  core: ServiceCore,
  installationId: string,
  url: string,
): Promise<RepositoryTable | undefined> {
  const identity = readRemote(url)?.identity;
  if (identity === undefined) return undefined;
  return await core.db
    .selectFrom('repositories')
    .selectAll()
    .where('installation_id', '=', installationId)
    .where('identity', '=', identity)
    .executeTakeFirst();
}

/** Puts deliveries into the queue again that a stopped or killed service had not worked on. */
export async function resumeDeliveries(core: ServiceCore): Promise<void> {
  await core.db.deleteFrom('jobs').where('kind', '=', 'webhook').execute();
  const waiting = await core.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'attempts', 'received_at'])
    .where('status', '=', 'QUEUED')
    .orderBy('received_at')
    .execute();
  for (const { id, attempts, received_at: at } of waiting) {
    if (attempts >= mostAttempts)
      await endDelivery(core, id, 'FAILED', `The service ended ${attempts} times during this event.`);
    else await enqueue(core.db, { id: newId(), kind: 'webhook', subjectId: id, at });
  }
}
