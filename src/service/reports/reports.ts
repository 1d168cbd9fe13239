import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { IssueFilters } from '../../api/contract/issues.ts';
import { reportRetentionDays } from '../../api/contract/reports/reports.ts';
import { membershipOf } from '../core/access.ts';
import { inBatches } from '../core/batches.ts';
import { type Caller, type Core, newId } from '../core/context.ts';
import { conflict, forbidden, impossible, notFound, Refusal } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { byRow, reachIn, reachOver } from '../core/reach.ts';
import { matchingIssues } from '../issues/issue-filter.ts';
import { dropJobs, enqueue } from '../jobs/queue.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';
import type { ReportFiles } from './report-files.ts';
import { reportRows, seesAllRepositories, toReport } from './report-rows.ts';
import { repositoriesOf } from './report-scope.ts';

type Operations = typeof contract.reports;
export type WithReports = Core & { readonly reportFiles: ReportFiles };

const dayMs = 86_400_000;
/** Of an organization: reports that wait or are made, and all that are kept. */
const mostUnfinished = 20;
const mostKept = 200;

/** Puts a report into the queue. It will have what the caller sees now, as far as they see it when it is made. */
export async function createReport(
  core: Core & Pick<ServiceCore, 'work'>,
  caller: Caller,
  request: ParsedRequestOf<Operations['createReport']>,
): Promise<ResponseOf<Operations['createReport']>> {
  const { format, bomFormat, language, filters } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  if (format === 'SBOM') refuseIssueFilters(filters);
  // Refused now rather than as a report that fails.
  await matchingIssues(core, caller, reach, filters);
  const repositoryIds = await repositoriesOf(core.db, reach, filters);
  await refuseTooMany(core.db, organizationId);
  const at = core.now();
  const createdAt = at.toISOString();
  const id = newId();
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('reports')
      .values({
        id,
        organization_id: organizationId,
        name: request.name ?? `${format} ${createdAt.slice(0, 10)}`,
        format,
        bom_format: format === 'SBOM' ? bomFormat : null,
        language,
        status: 'queued',
        filters: JSON.stringify(filters),
        created_by: caller.userId,
        created_at: createdAt,
        expires_at: new Date(at.getTime() + reportRetentionDays * dayMs).toISOString(),
      })
      .execute();
    for (const some of inBatches(repositoryIds))
      await transaction
        .insertInto('report_repositories')
        .values(
          some.map((repository_id) => ({ report_id: id, organization_id: organizationId, repository_id })),
        )
        .execute();
    await enqueue(transaction, { id: newId(), kind: 'report', subjectId: id, at: createdAt });
  });
  core.work.wake();
  return { report: toReport(await reportRow(core, caller, { organizationId, reportId: id })) };
}

/** @throws Refusal 422 */
function refuseIssueFilters(filters: IssueFilters): void {
  const other = Object.entries(filters).find(
    ([name, value]) => value !== undefined && name !== 'repositoryIds' && name !== 'applicationIds',
  );
  if (other)
    throw impossible(
      `filters.${other[0]}`,
      'An SBOM lists packages, not issues: it takes repositoryIds and applicationIds alone.',
    );
}

/** @throws Refusal 429, 409 */
async function refuseTooMany(db: Queries, organizationId: string): Promise<void> {
  const { kept, unfinished } = await db
    .selectFrom('reports')
    .select((eb) => [
      eb.fn.countAll<number>().as('kept'),
      eb.fn.countAll<number>().filterWhere('finished_at', 'is', null).as('unfinished'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  if (Number(unfinished) >= mostUnfinished)
    throw new Refusal(429, `${mostUnfinished} reports are waiting already.`, { retryAfter: 10 });
  if (Number(kept) >= mostKept)
    throw conflict(`The organization has ${mostKept} reports, which is the limit. Delete some first.`);
}

const position = z.tuple([z.string(), z.string()]);

export async function listReports(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listReports']>,
): Promise<ResponseOf<Operations['listReports']>> {
  const { formats, statuses, limit, cursor } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const scope = { operation: 'reports.list', filters: { organizationId, formats, statuses } };
  let query = reportRows(core.db)
    .where(seesAllRepositories(reach, 'reports', 'report_repositories'))
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit + 1);
  if (formats) query = query.where('reports.format', 'in', formats);
  if (statuses) query = query.where('reports.status', 'in', statuses);
  if (cursor !== undefined) {
    const [at, id] = core.cursors.read(scope, cursor, position);
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('reports.created_at', 'reports.id'), '<', tuple(at, id)),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.created_at,
    row.id,
  ]);
  return { reports: items.map(toReport), ...end };
}

export async function getReport(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getReport']>,
): Promise<ResponseOf<Operations['getReport']>> {
  return { report: toReport(await reportRow(core, caller, request)) };
}

/** Deletes a report; one that is being made is stopped. @throws Refusal 404; 403 unless it is the caller's, or they are an ADMIN */
export async function deleteReport(
  core: WithReports & Pick<ServiceCore, 'work'>,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteReport']>,
): Promise<ResponseOf<Operations['deleteReport']>> {
  const row = await reportRow(core, caller, request);
  if (row.created_by !== caller.userId) {
    const { role } = await membershipOf(core, caller, row.organization_id);
    if (role !== 'ADMIN') throw forbidden('Only who made a report, or an ADMIN, may delete it.');
  }
  await core.db.transaction().execute(async (transaction) => {
    await dropJobs(transaction, [row.id]);
    await transaction.deleteFrom('reports').where('id', '=', row.id).execute();
  });
  core.work.abort(row.id);
  await core.reportFiles.remove([row.id]);
  return { deleted: true };
}

/** A report that the caller sees. @throws Refusal 404 */
export async function reportRow(
  core: Core,
  caller: Caller,
  { organizationId, reportId }: { organizationId?: string | undefined; reportId: string },
) {
  const reach = byRow(await reachOver(core, caller, organizationId));
  const row = await reportRows(core.db)
    .where('reports.id', '=', reportId)
    .where(seesAllRepositories(reach, 'reports', 'report_repositories'))
    .executeTakeFirst();
  if (!row) throw notFound('report');
  return row;
}

/** Deletes reports whose time is over, and files that belong to none. */
export async function expireReports({ db, now, reportFiles }: WithReports): Promise<void> {
  const gone = await db
    .deleteFrom('reports')
    .where('expires_at', '<=', now().toISOString())
    .where('finished_at', 'is not', null)
    .returning('id')
    .execute();
  await reportFiles.remove(gone.map(({ id }) => id));
}

/** Deletes the files of reports that are not there any more, and unfinished ones: nothing is being made yet. */
export async function tidyReportFiles({ db, reportFiles }: WithReports): Promise<void> {
  const kept = await db.selectFrom('reports').select('id').where('status', '=', 'succeeded').execute();
  await reportFiles.removeAllBut(new Set(kept.map(({ id }) => id)));
}
