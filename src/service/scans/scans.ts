import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { LicensePolicy } from '../../api/contract/dependencies.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { Scan } from '../../api/contract/scans/scans.ts';
import {
  finishedScanStatuses,
  type OnlineSource,
  type ReleaseTrack,
  type ScanDepth,
  type ThreatModel,
} from '../../api/contract/vocabulary.ts';
import { noBranch, type ScanRunner } from '../analysis/scan-runner.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import type { LogChannel } from '../core/channel.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { conflict, impossible, notFound } from '../core/errors.ts';
import { addScanEnd } from '../core/event-outbox.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, reachIn, reachOver, requireRepositories } from '../core/reach.ts';
import { dropJobs } from '../jobs/queue.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import { repositoryIdsIn, repositoryOf } from '../repositories/repositories.ts';
import { resolvedSettings } from '../settings/effective-settings.ts';
import type { Queries } from '../store/dialect.ts';
import { storeFailure } from '../store/errors.ts';
import type { Schema } from '../store/schema.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';
import { fullRef } from './pull-requests/pull-request.ts';
import type { PullRequestReports } from './pull-requests/reports.ts';
import { startPullRequestScan } from './pull-requests/start.ts';
import { queueScan } from './queue-scan.ts';
import { scannedChoices } from './scan-choices.ts';
import { endScanStream } from './scan-end.ts';
import { type ScanRow, scanRows, toScan, toScanDetail, unfinished } from './scan-rows.ts';

type Operations = typeof contract.scans;
type Starting = Core & {
  runner: ScanRunner;
  work: ScanWork;
  channel: LogChannel;
  pullRequestReports: PullRequestReports;
};

export async function startScans(
  core: Starting,
  caller: Caller,
  request: ParsedRequestOf<Operations['startScans']>,
): Promise<ResponseOf<Operations['startScans']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  if (request.onlineSources?.length)
    await requireAdmin(core, caller, organizationId, 'have packages looked up over the network');
  const ids = await repositoryIdsIn(
    core.db,
    caller,
    organizationId,
    request.repositoryIds,
    'REPOSITORY_SCAN',
  );
  const repositories = await core.db.selectFrom('repositories').selectAll().where('id', 'in', ids).execute();
  const inOrder = ids.flatMap((id) => repositories.filter((repository) => repository.id === id));
  if (request.pullRequest) return { scans: [await startOfPullRequest(core, caller, inOrder, request)] };
  return { scans: await startFullScans(core, inOrder, { ...request, agentJobId: caller.agentJobId }) };
}

async function startOfPullRequest(
  core: Starting,
  caller: Caller,
  [repository, ...others]: readonly RepositoryTable[],
  { pullRequest, branch, ...options }: ParsedRequestOf<Operations['startScans']>,
): Promise<Scan> {
  if (!repository || !pullRequest || others.length > 0)
    throw impossible('repositoryIds', 'A pull request is of one repository. Name that one only.');
  if (branch !== undefined)
    throw impossible('branch', 'Name the branches of a pull request in pullRequest, not here.');
  const { baseBranch, ...asked } = pullRequest;
  return await startPullRequestScan(
    core,
    repository,
    { ...asked, baseRef: baseBranch },
    { ...options, agentJobId: caller.agentJobId },
  );
}

export async function scanRepository(
  core: Starting,
  caller: Caller,
  request: ParsedRequestOf<typeof contract.repositories.scanRepository>,
): Promise<ResponseOf<typeof contract.repositories.scanRepository>> {
  const repository = await repositoryOf(
    core,
    caller,
    { ...request, repositoryId: request.id },
    'REPOSITORY_SCAN',
  );
  const options = { ...request, agentJobId: caller.agentJobId };
  const [scan] = await startFullScans(core, [repository], options);
  if (!scan) throw notFound('repository');
  return { scan };
}

/** Records and enqueues one scan a repository, all or none. */
export async function startFullScans(
  core: Starting,
  repositories: readonly RepositoryTable[],
  options: {
    branch?: string | undefined;
    releaseTrack?: ReleaseTrack | undefined;
    depth?: ScanDepth | undefined;
    threatModels?: readonly ThreatModel[] | undefined;
    hints?: boolean | undefined;
    onlineSources?: readonly OnlineSource[] | undefined;
    licensePolicy?: LicensePolicy | null | undefined;
    /** Takes what was chosen for one scan alone from the repository's latest scan, too: depth, hints, online sources. */
    asBefore?: boolean;
    agentJobId?: string | undefined;
  },
): Promise<Scan[]> {
  const targets = await Promise.all(
    repositories.map(async (repository) => ({
      repository,
      ...(await targetOf(core.runner, repository, options.branch)),
    })),
  );
  const at = instant(core);
  const scans = await core.db.transaction().execute(async (transaction) => {
    const started: ScanRow[] = [];
    for (const { repository, branch, commit } of targets) {
      await refuseSecond(transaction, repository, branch);
      const before = await scannedChoices(transaction, repository.id);
      const latest = options.asBefore ? before : {};
      const { effective: settings, origins } = await resolvedSettings(transaction, {
        organizationId: repository.organization_id,
        repositoryId: repository.id,
      });
      const queued = queueScan(
        transaction,
        {
          kind: 'FULL',
          repository,
          branch,
          commit_sha: commit,
          releaseTrack: options.releaseTrack ?? settings.releaseTrack,
          choices: {
            depth: options.depth ?? latest.depth,
            threatModels: options.threatModels ?? settings.threatModels ?? before.threatModels,
            hints: options.hints ?? latest.hints,
            onlineSources:
              options.onlineSources ??
              (origins.onlineSources === 'default' ? latest.onlineSources : settings.onlineSources),
            licenses:
              options.licensePolicy === undefined
                ? (settings.licensePolicy ?? before.licenses)
                : (options.licensePolicy ?? undefined),
          },
          agentJobId: options.agentJobId,
        },
        at,
      );
      started.push(
        await queued.catch((error: unknown) => {
          throw storeFailure(error) === 'conflict' ? alreadyRunning(repository, branch) : error;
        }),
      );
    }
    return started.map(toScan);
  });
  core.work.wake();
  return scans;
}

/** The database's unique index refuses a second running scan as well; this look-up can say which one runs. */
async function refuseSecond(db: Queries, repository: RepositoryTable, branch: string): Promise<void> {
  const running = await db
    .selectFrom('scans')
    .select('id')
    .where('repository_id', '=', repository.id)
    .where('branch', '=', branch)
    .where('kind', '=', 'FULL')
    .where('status', 'in', unfinished)
    .executeTakeFirst();
  if (running) throw alreadyRunning(repository, branch, running.id);
}

function alreadyRunning(repository: RepositoryTable, branch: string, scanId?: string) {
  return conflict(
    `A full scan of ${repository.name} on ${branch} is already in progress. Wait for it, or cancel it first.`,
    scanId === undefined ? {} : { scanId },
  );
}

async function targetOf(
  runner: ScanRunner,
  repository: RepositoryTable,
  wanted: string | undefined,
): Promise<{ branch: string; commit: string | null }> {
  if (repository.root === null)
    return { branch: wanted ?? repository.default_branch ?? noBranch, commit: null };
  const checkedOut = await runner.checkedOut(repository.root);
  const present = checkedOut?.branch ?? noBranch;
  if (wanted !== undefined && wanted !== present) {
    throw impossible(
      'branch',
      `The folder of ${repository.name} has ${present} checked out, not ${wanted}. A local scan is of the files as they are: check out ${wanted} first, or leave the branch out.`,
    );
  }
  return { branch: present, commit: checkedOut?.commit ?? null };
}

/** Cancels at once; what a running scan has found stays. */
export async function cancelScan(
  core: Starting,
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelScan']>,
): Promise<ResponseOf<Operations['cancelScan']>> {
  const before = await scanRow(core, caller, { ...request, id: request.scanId }, 'REPOSITORY_SCAN');
  const at = instant(core);
  const cancelled = await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scans')
      .set({ status: 'CANCELLED', finished_at: at, progress: null })
      .where('id', '=', before.id)
      .where('status', 'in', unfinished)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await dropJobs(transaction, [before.id]);
    if (before.kind !== 'PR') await addScanEnd(core, transaction, before, 'cancelled');
    return true;
  });
  const after = await scanRow(core, caller, { ...request, id: before.id });
  if (!cancelled && after.status !== 'CANCELLED')
    throw conflict(`This scan has ended (${after.status}) and cannot be cancelled.`);
  if (cancelled) {
    core.work.abort(before.id);
    await endScanStream(core, after);
  }
  return { scan: toScan(after) };
}

/**
 * Scans the present head of a pull request again.
 * @throws Refusal 422 where the scan is of a branch; 409 where the pull request is being scanned, or is no longer open
 */
export async function rescanPullRequest(
  core: Starting,
  caller: Caller,
  request: ParsedRequestOf<Operations['rescanPullRequest']>,
): Promise<ResponseOf<Operations['rescanPullRequest']>> {
  const row = await scanRow(core, caller, { ...request, id: request.scanId });
  if (row.pull_request_id === null)
    throw impossible('scanId', `This is a scan of ${row.branch}, not of a pull request.`);
  const [repository, pullRequest] = await Promise.all([
    repositoryOf(core, caller, { ...request, repositoryId: row.repository_id }, 'REPOSITORY_SCAN'),
    core.db
      .selectFrom('pull_requests')
      .selectAll()
      .where('id', '=', row.pull_request_id)
      .executeTakeFirstOrThrow(),
  ]);
  if (pullRequest.state !== 'OPEN')
    throw conflict(`Pull request ${pullRequest.number} is no longer open (${pullRequest.state}).`);
  const running = await core.db
    .selectFrom('scans')
    .select('id')
    .where('pull_request_id', '=', pullRequest.id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
  if (running)
    throw conflict(
      `Pull request ${pullRequest.number} is being scanned already. Wait for it, or cancel it first.`,
      { scanId: running.id },
    );
  const scan = await startPullRequestScan(
    core,
    repository,
    { number: pullRequest.number, headRef: pullRequest.head_ref, baseRef: pullRequest.base_branch },
    { releaseTrack: request.releaseTrack ?? row.release_track, agentJobId: caller.agentJobId },
  );
  return { scan };
}

const severityColumns = {
  Critical: 'scans.critical',
  High: 'scans.high',
  Medium: 'scans.medium',
  Low: 'scans.low',
} as const;

export async function listScans(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listScans']>,
): Promise<ResponseOf<Operations['listScans']>> {
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const { cursor, limit, ...filters } = request;
  const scope = { operation: 'scans.list', filters: { ...filters, organizationId } };
  let query = scanRows(core.db)
    .where(({ ref }) => inReach(reach, ref('scans.organization_id'), ref('scans.repository_id')))
    .orderBy('scans.seq', 'desc')
    .limit(limit + 1);
  if (request.repositoryId !== undefined)
    query = query.where('scans.repository_id', '=', request.repositoryId);
  if (request.branch !== undefined) query = query.where(branchIs(request.branch));
  if (request.kinds) query = query.where('scans.kind', 'in', request.kinds);
  if (request.statuses) query = query.where('scans.status', 'in', request.statuses);
  if (request.groupByPullRequest) query = query.where(isLatestOfItsPullRequest);
  const { severity } = request;
  if (severity) {
    query = query.where(({ eb, or }) => or(severity.map((name) => eb(severityColumns[name], '>', 0))));
  }
  if (cursor !== undefined) {
    const [seq] = core.cursors.read(scope, cursor, z.tuple([z.int()]));
    query = query.where('scans.seq', '<', seq);
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.seq]);
  const scans = items.map(toScan);
  return {
    scans: request.groupByPullRequest ? await withRelatedScans(core.db, items, scans) : scans,
    ...end,
  };
}

/** Scans of a branch, and of pull requests with this head. */
const branchIs = (name: string) => (eb: ExpressionBuilder<Schema, 'scans' | 'pull_requests'>) =>
  eb.or([
    eb.and([eb('scans.pull_request_id', 'is', null), eb('scans.branch', '=', name)]),
    eb('pull_requests.head_ref', 'in', [name, fullRef(name)]),
  ]);

/** Scans of branches, and of each pull request the latest one. */
function isLatestOfItsPullRequest(eb: ExpressionBuilder<Schema, 'scans'>) {
  const newer = eb
    .selectFrom('scans as newer')
    .select('newer.id')
    .whereRef('newer.pull_request_id', '=', 'scans.pull_request_id')
    .whereRef('newer.seq', '>', 'scans.seq');
  return eb.or([eb('scans.pull_request_id', 'is', null), eb.not(eb.exists(newer))]);
}

/** Adds how many other scans there are of each pull request. */
async function withRelatedScans(
  db: Queries,
  rows: readonly ScanRow[],
  scans: readonly Scan[],
): Promise<Scan[]> {
  const ids = rows.flatMap(({ pull_request_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return [...scans];
  const counted = await db
    .selectFrom('scans')
    .where('pull_request_id', 'in', ids)
    .select((eb) => ['pull_request_id', eb.fn.countAll<number>().as('count')])
    .groupBy('pull_request_id')
    .execute();
  const counts = new Map(counted.map((row) => [row.pull_request_id, Number(row.count)]));
  return scans.map((scan, index) => {
    const count = counts.get(rows[index]?.pull_request_id ?? null);
    if (!scan.pullRequest || count === undefined) return scan;
    return { ...scan, pullRequest: { ...scan.pullRequest, relatedScanCount: count - 1 } };
  });
}

export async function getScan(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getScan']>,
): Promise<ResponseOf<Operations['getScan']>> {
  return { scan: await toScanDetail(core.db, await scanRow(core, caller, request)) };
}

/** @throws Refusal 404 for one of a repository that the caller does not see; 403 where they lack the permission */
export async function scanRow(
  core: Core,
  caller: Caller,
  request: { organizationId?: string | undefined; id: string },
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<ScanRow> {
  const reach = await reachOver(core, caller, request.organizationId);
  const row = await scanRows(core.db)
    .where('scans.id', '=', request.id)
    .where(({ ref }) => inReach(reach, ref('scans.organization_id'), ref('scans.repository_id')))
    .executeTakeFirst();
  if (!row) throw notFound('scan');
  await requireRepositories(core.db, caller, [row], permission);
  return row;
}

export function isFinished(status: ScanRow['status']): boolean {
  return finishedScanStatuses.includes(status);
}
