import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import { type Caller, type Core, instant } from '../../core/context.ts';
import { conflict, impossible } from '../../core/errors.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { Queries } from '../../store/dialect.ts';
import { type ScanRow, scanRows, toScan } from '../scan-rows.ts';
import { scanRow } from '../scans.ts';
import type { PullRequestReports } from './reports.ts';

type Operation = typeof contract.pullRequestChecks.bypassPullRequestCheck;
type Bypassing = Core & { readonly pullRequestReports: PullRequestReports };

/**
 * Lets a pull request pass its check at the commit that was scanned.
 * @throws Refusal 422 where the scan is of a branch; as `recordBypass`
 */
export async function bypassPullRequestCheck(
  core: Bypassing,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const row = await scanRow(core, caller, { ...request, id: request.scanId }, 'REPOSITORY_SCAN');
  if (row.pull_request_id === null)
    throw impossible('scanId', `This is a scan of ${row.branch}, not of a pull request.`);
  const { email } = await core.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  await recordBypass(core, row, { by: email, reason: request.reason });
  return { scan: toScan(await scanRow(core, caller, { ...request, id: request.scanId })) };
}

/**
 * Records who let the commit of a scan pass, and has its check set anew. Who did it first stays.
 * @throws Refusal 409 where settings do not let it pass, or the scan is not the latest of an open pull request
 */
export async function recordBypass(
  core: Bypassing,
  scan: ScanRow,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const { allowPrCheckBypass } = await effectiveSettings(core.db, {
    organizationId: scan.organization_id,
    repositoryId: scan.repository_id,
  });
  if (!allowPrCheckBypass)
    throw conflict(
      'The scanner settings of this repository do not let contributors bypass the check. An administrator can allow it there.',
    );
  const { pull_request_id, commit_sha } = scan;
  if (pull_request_id === null || commit_sha === null || scan.status !== 'COMPLETED')
    throw conflict(`The scan has not completed (${scan.status}), so there is nothing to bypass.`);
  if (scan.pull_state !== 'OPEN') throw conflict(`Pull request ${scan.pull_number} is no longer open.`);
  if ((await latestScan(core.db, pull_request_id))?.id !== scan.id)
    throw conflict('A later scan of the pull request is there. Read what it found first.');
  await core.db
    .insertInto('check_bypasses')
    .values({ pull_request_id, commit_sha, bypassed_by: by, reason, at: instant(core) })
    .onConflict((on) => on.columns(['pull_request_id', 'commit_sha']).doNothing())
    .execute();
  core.pullRequestReports.bypassed(scan.id);
}

/** The latest scan of a pull request, in whatever state. */
export async function latestScan(db: Queries, pullRequestId: string): Promise<ScanRow | undefined> {
  return await scanRows(db)
    .where('scans.pull_request_id', '=', pullRequestId)
    .orderBy('scans.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}
