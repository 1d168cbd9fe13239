import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { IssueFilters } from '../../api/contract/issues.ts';
import type { ReportFormat } from '../../api/contract/reports/reports.ts';
import { systemCode } from '../analysis/errors.ts';
import { type Caller, type Core, instant, stored } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { inReach, reachOf } from '../core/reach.ts';
import { matchingIssues } from '../issues/issue-filter.ts';
import { storeFailureText } from '../store/errors.ts';
import type { Schema } from '../store/schema.ts';
import { fileNameOf } from './file-name.ts';
import { ReportFailure } from './report-files.ts';
import type { ReportRow } from './report-rows.ts';
import type { ReportWork, ReportWriter } from './report-writer.ts';
import type { WithReports } from './reports.ts';

type Executing = WithReports & { readonly version: string };

/** No report takes longer; one that does has met something that it was not made for. */
const longestMs = 15 * 60_000;

const writers: Readonly<Record<ReportFormat, () => Promise<ReportWriter>>> = {
  DOCX: async () => (await import('./docx/docx-report.ts')).writeDocx,
  CSV: async () => (await import('./csv-report.ts')).writeCsv,
  SARIF: async () => (await import('./sarif-report.ts')).writeSarif,
  SBOM: async () => (await import('./sbom-report.ts')).writeSbom,
};

const interrupted = 'The service was stopped while it made the report. Create it again.';

/** Makes a report that waits and records what became of it. */
export async function executeReport(core: Executing, id: string, signal: AbortSignal): Promise<void> {
  const row = await begin(core, id);
  if (!row) return;
  const limit = AbortSignal.timeout(longestMs);
  try {
    const work = await workOf(core, row, AbortSignal.any([signal, limit]));
    const writer = await writers[row.format]();
    const { bytes, made } = await core.reportFiles.write(id, (write) => writer(work, write));
    const kept = await end(core, id, {
      status: 'succeeded',
      item_count: made,
      size_bytes: bytes,
      file_name: fileNameOf(row),
    });
    // It was deleted meanwhile.
    if (!kept) await core.reportFiles.remove([id]);
  } catch (error) {
    const reason = limit.aborted
      ? `It took more than ${longestMs / 60_000} minutes. Narrow its filters.`
      : reasonOf(error, signal);
    await failReport(
      core,
      id,
      reason ?? 'The report failed for an unknown reason. The service’s log has it.',
    );
    if (reason === undefined) throw error;
  }
}

/** Records that a report that was being made, or waited, has failed. */
export async function failReport(core: Core, id: string, errorMessage = interrupted): Promise<void> {
  await end(core, id, { status: 'failed', error_message: errorMessage });
}

async function begin({ db }: Core, id: string): Promise<ReportRow | undefined> {
  return await db
    .updateTable('reports')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether the report was there and unfinished. */
async function end(core: Core, id: string, ending: Partial<ReportRow>): Promise<boolean> {
  const { numUpdatedRows } = await core.db
    .updateTable('reports')
    .set({ ...ending, finished_at: instant(core) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @throws Refusal where its filters name what is not there any more, ReportFailure where the person has left */
async function workOf(core: Executing, row: ReportRow, signal: AbortSignal): Promise<ReportWork> {
  const { organization_id: organizationId, created_by: userId } = row;
  const caller: Caller = { userId, credential: { kind: 'agent', organizationId } };
  const filters = stored<IssueFilters>(row.filters);
  const reach = await reachOf(core.db, caller, organizationId);
  const eb = expressionBuilder<Schema, never>();
  if (reach.organizationIds.length === 0)
    throw new ReportFailure('Who asked for the report is not a member of the organization any more.');
  const repositories = await core.db
    .selectFrom('repositories')
    .innerJoin('report_repositories', 'report_repositories.repository_id', 'repositories.id')
    .select(['repositories.id', 'repositories.name'])
    .where('report_repositories.report_id', '=', row.id)
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
    .orderBy('repositories.name')
    .orderBy('repositories.id')
    .execute();
  const isWithin: ReportWork['isWithin'] = (organization, repository) =>
    eb.and([
      inReach(reach, organization, repository),
      sql<SqlBool>`${repository} in ${eb.selectFrom('report_repositories').select('repository_id').where('report_id', '=', row.id)}`,
    ]);
  const { ref } = expressionBuilder<Schema, 'issues'>();
  const found = await matchingIssues(core, caller, reach, filters);
  const isOfIssue = isWithin(ref('issues.organization_id'), ref('issues.repository_id'));
  const matching = { ...found, condition: eb.and([found.condition, isOfIssue]) };
  return { core, row, filters, reach, matching, isWithin, repositories, signal };
}

/** Says what a person can do about it; undefined for what is a fault of the service. */
function reasonOf(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return interrupted;
  if (error instanceof ReportFailure || error instanceof Refusal) return error.message;
  if (systemCode(error) === 'ENOSPC')
    return 'The disk that holds the data folder is full. Free some space, then create the report again.';
  return storeFailureText(error);
}
