import type { Scan } from '../../../api/contract/scans/scans.ts';
import type { ReleaseTrack, ScanDepth, ThreatModel } from '../../../api/contract/vocabulary.ts';
import type { LogChannel } from '../../core/channel.ts';
import { type Core, instant } from '../../core/context.ts';
import { dropJobs } from '../../jobs/queue.ts';
import type { ScanWork } from '../../jobs/scan-work.ts';
import type { WorkingCopies } from '../../mirrors/working-copies.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { Queries } from '../../store/dialect.ts';
import { storeFailure } from '../../store/errors.ts';
import type { RepositoryTable } from '../../store/tables/organization-tables.ts';
import { queueScan } from '../queue-scan.ts';
import { scannedChoices } from '../scan-choices.ts';
import { endScanStream } from '../scan-end.ts';
import { type ScanRow, scanRows, toScan, unfinished } from '../scan-rows.ts';
import {
  type PullRequestToScan,
  pullRequestBranch,
  recordPullRequest,
  setPullRequestState,
} from './pull-request.ts';
import type { PullRequestReports } from './reports.ts';

type Starting = Core & {
  readonly work: ScanWork;
  readonly channel: LogChannel;
  readonly pullRequestReports: PullRequestReports;
};

export interface PullRequestScanOptions {
  readonly releaseTrack?: ReleaseTrack | undefined;
  readonly depth?: ScanDepth | undefined;
  readonly threatModels?: readonly ThreatModel[] | undefined;
  /** The commit that the head is at, where it is known: a scan of the very same that is unfinished is not begun anew. */
  readonly headSha?: string | undefined;
  /** The job of the agent that asks. */
  readonly agentJobId?: string | undefined;
}

export const replaced = 'A newer state of the pull request is scanned in its place.';

/**
 * Queues a scan of what a pull request brings, in the place of an unfinished one of an older head. It is compared with the
 * commit that it left the base branch at.
 * @throws Refusal 422 where no ref can be called so
 */
export async function startPullRequestScan(
  core: Starting,
  repository: Pick<RepositoryTable, 'id' | 'organization_id' | 'type'>,
  asked: PullRequestToScan,
  options: PullRequestScanOptions = {},
): Promise<Scan> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(core, repository, asked, options);
    } catch (error) {
      // Somebody else began one in the same moment: theirs is the older one now.
      if (tries >= 5 || storeFailure(error) !== 'conflict') throw error;
    }
  }
}

async function start(
  core: Starting,
  repository: Pick<RepositoryTable, 'id' | 'organization_id' | 'type'>,
  asked: PullRequestToScan,
  options: PullRequestScanOptions,
): Promise<Scan> {
  const at = instant(core);
  const { scan, ended, isNew } = await core.db.transaction().execute(async (transaction) => {
    const pullRequest = await recordPullRequest(transaction, repository, asked, at);
    const running = await scanRows(transaction)
      .where('scans.pull_request_id', '=', pullRequest.id)
      .where('scans.status', 'in', unfinished)
      .executeTakeFirst();
    if (running && options.headSha !== undefined && running.head_sha === options.headSha)
      return { scan: running, ended: [], isNew: false };
    const stopped = await cancelUnfinished(transaction, pullRequest.id, at, replaced);
    const { onlineSources: _, ...before } = await scannedChoices(transaction, repository.id);
    const settings = await effectiveSettings(transaction, {
      organizationId: repository.organization_id,
      repositoryId: repository.id,
    });
    const queued = await queueScan(
      transaction,
      {
        kind: 'PR',
        repository,
        branch: pullRequest.branch,
        commit_sha: null,
        pullRequest: { pull_request_id: pullRequest.id, head_sha: options.headSha ?? null },
        releaseTrack: options.releaseTrack ?? settings.releaseTrack,
        choices: {
          ...before,
          ...(options.depth !== undefined && { depth: options.depth }),
          threatModels: options.threatModels ?? settings.threatModels ?? before.threatModels,
          onlineSources: settings.onlineSources,
          licenses: settings.licensePolicy ?? before.licenses,
        },
        agentJobId: options.agentJobId,
      },
      at,
    );
    return { scan: queued, ended: stopped, isNew: true };
  });
  await tellEnds(core, ended);
  if (isNew) core.pullRequestReports.queued(scan.id);
  core.work.wake();
  return toScan(scan);
}

/** Records that a pull request was merged, closed or opened again. What is not open is not scanned on, and its copy goes. */
export async function changePullRequestState(
  core: Starting & { readonly workingCopies: Pick<WorkingCopies, 'forgetCopy'> },
  which: { readonly repositoryId: string; readonly number: number },
  state: 'OPEN' | 'MERGED' | 'CLOSED',
): Promise<void> {
  const at = instant(core);
  const ended = await core.db.transaction().execute(async (transaction) => {
    const changed = await setPullRequestState(transaction, which, state, at);
    if (!changed || state === 'OPEN') return [];
    return await cancelUnfinished(transaction, changed.id, at, 'The pull request was closed.');
  });
  await tellEnds(core, ended);
  if (state !== 'OPEN')
    await core.workingCopies.forgetCopy(which.repositoryId, pullRequestBranch(which.number));
}

async function cancelUnfinished(
  transaction: Queries,
  pullRequestId: string,
  at: string,
  reason: string,
): Promise<readonly string[]> {
  const ended = await transaction
    .updateTable('scans')
    .set({ status: 'CANCELLED', finished_at: at, progress: null, error_message: reason })
    .where('pull_request_id', '=', pullRequestId)
    .where('status', 'in', unfinished)
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  await dropJobs(transaction, ids);
  return ids;
}

async function tellEnds(core: Starting, scanIds: readonly string[]): Promise<void> {
  for (const id of scanIds) {
    core.work.abort(id);
    const row: ScanRow | undefined = await scanRows(core.db).where('scans.id', '=', id).executeTakeFirst();
    if (row) await endScanStream(core, row);
  }
}
