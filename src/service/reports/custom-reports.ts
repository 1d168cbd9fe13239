import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { IssueFilters } from '../../api/contract/issues.ts';
import type { CustomReport } from '../../api/contract/reports/custom-reports.ts';
import { membershipOf } from '../core/access.ts';
import { inBatches } from '../core/batches.ts';
import { type Caller, type Core, instant, newId, stored } from '../core/context.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { byRow, type OrganizationReach, reachIn, reachOf, reachOver } from '../core/reach.ts';
import { issueStatistics } from '../issues/filter-statistics.ts';
import { matchingIssues } from '../issues/issue-filter.ts';
import { reopenDue } from '../issues/issue-triage.ts';
import type { Queries } from '../store/dialect.ts';
import { seesAllRepositories } from './report-rows.ts';
import { repositoriesOf } from './report-scope.ts';

type Operations = typeof contract.customReports;

/** Of an organization. */
const mostKept = 500;

export async function createCustomReport(
  core: Core,
  caller: Caller,
  { organizationId: requested, name, filters }: ParsedRequestOf<Operations['createCustomReport']>,
): Promise<ResponseOf<Operations['createCustomReport']>> {
  const reach = await reachIn(core, caller, requested);
  const { organizationId } = reach;
  await matchingIssues(core, caller, reach, filters);
  const { kept } = await core.db
    .selectFrom('custom_reports')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= mostKept)
    throw conflict(`The organization has ${mostKept} custom reports, which is the limit. Delete some first.`);
  const id = newId();
  const at = instant(core);
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('custom_reports')
      .values({
        id,
        organization_id: organizationId,
        name,
        filters: JSON.stringify(filters),
        created_by: caller.userId,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await nameRepositories(transaction, reach, id, filters);
  });
  return { customReport: await customReport(core, caller, { organizationId, customReportId: id }) };
}

/** Keeps which repositories the filters name: who does not see one of them does not see the custom report. */
async function nameRepositories(
  db: Queries,
  reach: OrganizationReach,
  id: string,
  filters: IssueFilters,
): Promise<void> {
  const { repositoryIds, applicationIds, scanId } = filters;
  await db.deleteFrom('custom_report_repositories').where('report_id', '=', id).execute();
  if (!repositoryIds && !applicationIds && scanId === undefined) return;
  for (const some of inBatches(await repositoriesOf(db, reach, filters)))
    await db
      .insertInto('custom_report_repositories')
      .values(
        some.map((repository_id) => ({
          report_id: id,
          organization_id: reach.organizationId,
          repository_id,
        })),
      )
      .execute();
}

const position = z.tuple([z.string(), z.string()]);

export async function listCustomReports(
  core: Core & Paged,
  caller: Caller,
  { organizationId: requested, limit, cursor }: ParsedRequestOf<Operations['listCustomReports']>,
): Promise<ResponseOf<Operations['listCustomReports']>> {
  const reach = await reachIn(core, caller, requested);
  const scope = { operation: 'customReports.list', filters: { organizationId: reach.organizationId } };
  let query = customReportRows(core.db)
    .where(seesAllRepositories(reach, 'custom_reports', 'custom_report_repositories'))
    .orderBy('custom_reports.name')
    .orderBy('custom_reports.id')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [name, id] = core.cursors.read(scope, cursor, position);
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('custom_reports.name', 'custom_reports.id'), '>', tuple(name, id)),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name, row.id]);
  return { customReports: items.map(toCustomReport), ...end };
}

export async function getCustomReport(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getCustomReport']>,
): Promise<ResponseOf<Operations['getCustomReport']>> {
  return { customReport: await customReport(core, caller, request) };
}

/** @throws Refusal 404; 403 unless it is the caller's, or they are an ADMIN; 422 where a filter names what is not there */
export async function updateCustomReport(
  core: Core,
  caller: Caller,
  { name, filters, ...request }: ParsedRequestOf<Operations['updateCustomReport']>,
): Promise<ResponseOf<Operations['updateCustomReport']>> {
  const { id, organization_id: organizationId } = await ownRow(core, caller, request, 'change');
  const reach = await reachOf(core.db, caller, organizationId);
  if (filters) await matchingIssues(core, caller, reach, filters);
  await core.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('custom_reports')
      .set({
        ...(name !== undefined && { name }),
        ...(filters && { filters: JSON.stringify(filters) }),
        updated_at: instant(core),
      })
      .where('id', '=', id)
      .execute();
    if (filters) await nameRepositories(transaction, reach, id, filters);
  });
  return { customReport: await customReport(core, caller, request) };
}

/** @throws Refusal 404; 403 unless it is the caller's, or they are an ADMIN */
export async function deleteCustomReport(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteCustomReport']>,
): Promise<ResponseOf<Operations['deleteCustomReport']>> {
  const { id } = await ownRow(core, caller, request, 'delete');
  await core.db.deleteFrom('custom_reports').where('id', '=', id).execute();
  return { deleted: true };
}

/** @throws Refusal 404, 422 where a filter names what is not there any more */
export async function runCustomReport(
  core: Core,
  caller: Caller,
  { days, interval, ...request }: ParsedRequestOf<Operations['runCustomReport']>,
): Promise<ResponseOf<Operations['runCustomReport']>> {
  const found = await customReport(core, caller, request);
  const reach = await reachOf(core.db, caller, found.organizationId);
  await reopenDue(core);
  const matching = await matchingIssues(core, caller, reach, found.filters);
  return {
    customReport: found,
    statistics: await issueStatistics(core, reach, matching, { days, interval }),
  };
}

/** @throws Refusal 404 for an organization that the caller does not see */
export async function getFilterSchema(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['getFilterSchema']>,
): Promise<ResponseOf<Operations['getFilterSchema']>> {
  await reachOver(core, caller, request.organizationId);
  return { schema: { ...z.toJSONSchema(IssueFilters, { io: 'input' }) } };
}

function customReportRows(db: Queries) {
  return db
    .selectFrom('custom_reports')
    .leftJoin('users', 'users.id', 'custom_reports.created_by')
    .selectAll('custom_reports')
    .select(['users.email as maker_email', 'users.name as maker_name']);
}

interface Named {
  readonly organizationId?: string | undefined;
  readonly customReportId: string;
}

async function seenRow(core: Core, caller: Caller, { organizationId, customReportId }: Named) {
  const reach = byRow(await reachOver(core, caller, organizationId));
  const row = await customReportRows(core.db)
    .where('custom_reports.id', '=', customReportId)
    .where(seesAllRepositories(reach, 'custom_reports', 'custom_report_repositories'))
    .executeTakeFirst();
  if (!row) throw notFound('custom report');
  return row;
}

async function ownRow(core: Core, caller: Caller, request: Named, toDo: string) {
  const row = await seenRow(core, caller, request);
  if (row.created_by === caller.userId) return row;
  const { role } = await membershipOf(core, caller, row.organization_id);
  if (role !== 'ADMIN') throw forbidden(`Only who made a custom report, or an ADMIN, may ${toDo} it.`);
  return row;
}

async function customReport(core: Core, caller: Caller, request: Named): Promise<CustomReport> {
  return toCustomReport(await seenRow(core, caller, request));
}

function toCustomReport(row: Awaited<ReturnType<typeof seenRow>>): CustomReport {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    filters: stored<IssueFilters>(row.filters),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.maker_email === null
      ? {}
      : {
          createdBy: {
            email: row.maker_email,
            ...(row.maker_name === null ? {} : { name: row.maker_name }),
          },
        }),
  };
}
