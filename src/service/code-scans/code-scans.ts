import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import {
  type CodeScan,
  type CodeScanIssue,
  codeScanRetentionDays,
} from '../../api/contract/scans/code-scans.ts';
import type { Coverage } from '../../api/contract/scans/coverage.ts';
import type { ScanProgress } from '../../api/contract/scans/scans.ts';
import type { Severity } from '../../api/contract/vocabulary.ts';
import { organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId, stored } from '../core/context.ts';
import { conflict, impossible, notFound, Refusal } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReachOrUnbound, reachOver, requireRepositories } from '../core/reach.ts';
import { dropJobs, enqueue } from '../jobs/queue.ts';
import type { ScanWork } from '../jobs/scan-work.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';
import type { CodeScanTable } from '../store/tables/scan-tables.ts';
import { prepare } from './submission.ts';

type Operations = typeof contract.codeScans;
export type CodeScanRow = Selectable<CodeScanTable>;

const dayMs = 86_400_000;
/** On-demand scans of an organization that may wait or run at once. */
const maximumWaiting = 50;

export async function submitCodeScan(
  core: Core & { work: ScanWork },
  caller: Caller,
  request: ParsedRequestOf<Operations['submitCodeScan']>,
): Promise<ResponseOf<Operations['submitCodeScan']>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const { repositoryId, submission } = request;
  const repository =
    repositoryId === undefined
      ? undefined
      : await repositoryOf(core, caller, { organizationId, repositoryId }, 'REPOSITORY_SCAN');
  if (prepare(submission).inRepository && !repository)
    throw impossible(
      'submission.inRepository',
      'Name the repository that the files belong to, or leave this out.',
    );
  await refuseTooMany(core.db, organizationId);
  const at = core.now();
  const row: CodeScanRow = {
    id: newId(),
    organization_id: organizationId,
    repository_id: repository?.id ?? null,
    name: request.name ?? null,
    type: submission.type,
    status: 'QUEUED',
    submission: JSON.stringify(submission),
    progress: null,
    coverage: null,
    error_message: null,
    created_at: at.toISOString(),
    finished_at: null,
    expires_at: new Date(at.getTime() + codeScanRetentionDays * dayMs).toISOString(),
  };
  await core.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('code_scans').values(row).execute();
    await enqueue(transaction, { id: newId(), kind: 'code-scan', subjectId: row.id, at: row.created_at });
  });
  core.work.wake();
  return { codeScan: await toCodeScan(core, core.db, row) };
}

/** Each waiting one keeps its code in the store. @throws Refusal 429 */
async function refuseTooMany(db: Queries, organizationId: string): Promise<void> {
  const { count } = await db
    .selectFrom('code_scans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maximumWaiting)
    throw new Refusal(429, `${maximumWaiting} on-demand scans are waiting already.`, { retryAfter: 10 });
}

export async function getCodeScanStatus(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getCodeScanStatus']>,
): Promise<ResponseOf<Operations['getCodeScanStatus']>> {
  return { codeScan: await toCodeScan(core, core.db, await codeScanRow(core, caller, request)) };
}

export async function getCodeScanResults(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['getCodeScanResults']>,
): Promise<ResponseOf<Operations['getCodeScanResults']>> {
  const row = await codeScanRow(core, caller, request);
  const codeScan = await toCodeScan(core, core.db, row);
  if (codeScan.status !== 'COMPLETED') throw conflict(withoutResults(codeScan));
  const scope = { operation: 'codeScans.results', filters: { codeScanId: row.id } };
  let query = core.db
    .selectFrom('code_scan_issues')
    .select(['position', 'issue'])
    .where('code_scan_id', '=', row.id)
    .orderBy('position')
    .limit(request.limit + 1);
  if (request.cursor !== undefined) {
    const [position] = core.cursors.read(scope, request.cursor, z.tuple([z.int()]));
    query = query.where('position', '>', position);
  }
  const { items, end } = takePage(core, scope, request.limit, await query.execute(), (issue) => [
    issue.position,
  ]);
  return {
    codeScan,
    issues: items.map((item) => stored<CodeScanIssue>(item.issue)),
    ...(row.coverage === null ? {} : { coverage: stored<Coverage>(row.coverage) }),
    ...end,
  };
}

function withoutResults(codeScan: CodeScan): string {
  switch (codeScan.status) {
    case 'EXPIRED':
      return `The results of this scan expired at ${codeScan.expiresAt}. Submit the code again.`;
    case 'FAILED':
      return `This scan failed and has no results: ${codeScan.errorMessage ?? 'unknown reason'}`;
    case 'CANCELLED':
      return 'This scan was cancelled and has no results.';
    default:
      return `This scan is ${codeScan.status}. Ask for its status, and for the results once it is COMPLETED.`;
  }
}

export async function cancelCodeScan(
  core: Core & { work: ScanWork },
  caller: Caller,
  request: ParsedRequestOf<Operations['cancelCodeScan']>,
): Promise<ResponseOf<Operations['cancelCodeScan']>> {
  const { id } = await codeScanRow(core, caller, request, 'REPOSITORY_SCAN');
  const ended = await core.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('code_scans')
      .set({ status: 'CANCELLED', finished_at: instant(core), submission: null, progress: null })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await dropJobs(transaction, [id]);
    return numUpdatedRows > 0n;
  });
  if (ended) core.work.abort(id);
  const codeScan = await toCodeScan(core, core.db, await codeScanRow(core, caller, request));
  if (codeScan.status !== 'CANCELLED')
    throw conflict(`This scan has ended (${codeScan.status}) and cannot be cancelled.`);
  return { codeScan };
}

/** Removes what lies past its end; the record that there was a scan stays another retention period. */
export async function expireCodeScans(core: Core): Promise<void> {
  const at = core.now();
  await core.db
    .deleteFrom('code_scan_issues')
    .where('code_scan_id', 'in', (eb) =>
      eb.selectFrom('code_scans').select('id').where('expires_at', '<=', at.toISOString()),
    )
    .execute();
  await core.db
    .deleteFrom('code_scans')
    .where('expires_at', '<=', new Date(at.getTime() - codeScanRetentionDays * dayMs).toISOString())
    .execute();
}

/** One of a repository is for who sees that. @throws Refusal 404, 403 */
async function codeScanRow(
  core: Core,
  caller: Caller,
  request: { organizationId?: string | undefined; codeScanId: string },
  permission: RepositoryPermission = 'REPOSITORY_VIEW',
): Promise<CodeScanRow> {
  const reach = await reachOver(core, caller, request.organizationId);
  const row = await core.db
    .selectFrom('code_scans')
    .selectAll()
    .where('id', '=', request.codeScanId)
    .where(({ ref }) =>
      inReachOrUnbound(reach, ref('code_scans.organization_id'), ref('code_scans.repository_id')),
    )
    .executeTakeFirst();
  if (!row) throw notFound('scan');
  const { organization_id, repository_id } = row;
  if (repository_id !== null)
    await requireRepositories(core.db, caller, [{ organization_id, repository_id }], permission);
  return row;
}

async function toCodeScan(core: Core, db: Queries, row: CodeScanRow): Promise<CodeScan> {
  const expired = row.finished_at !== null && row.expires_at <= instant(core);
  const rows = expired
    ? []
    : await db
        .selectFrom('code_scan_issues')
        .select(['severity', sql<number>`count(*)`.as('count')])
        .where('code_scan_id', '=', row.id)
        .groupBy('severity')
        .execute();
  const count = (severity: Severity) =>
    Number(rows.find((counted) => counted.severity === severity)?.count ?? 0);
  return {
    id: row.id,
    organizationId: row.organization_id,
    ...(row.repository_id === null ? {} : { repositoryId: row.repository_id }),
    ...(row.name === null ? {} : { name: row.name }),
    type: row.type,
    status: expired ? 'EXPIRED' : row.status,
    ...(row.progress === null ? {} : { progress: stored<ScanProgress>(row.progress) }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    issueCounts: {
      CRITICAL: count('CRITICAL'),
      HIGH: count('HIGH'),
      MEDIUM: count('MEDIUM'),
      LOW: count('LOW'),
      INFO: count('INFO'),
    },
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  };
}
