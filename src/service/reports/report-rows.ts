import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { IssueFilters } from '../../api/contract/issues.ts';
import type { Report } from '../../api/contract/reports/reports.ts';
import { stored } from '../core/context.ts';
import { inReach, type Reach } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { ReportTable } from '../store/tables/report-tables.ts';

export type ReportRow = Selectable<ReportTable>;

/** Reports with who made them. */
export function reportRows(db: Queries) {
  return db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.created_by')
    .selectAll('reports')
    .select(['users.email as maker_email', 'users.name as maker_name']);
}

type NamedReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number];

/** Of a query over reports: those of which a person sees every repository, be it their own report or not. */
export function seenReports(reach: Reach): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'reports'>();
  if (reach.organizationIds.length === 0) return sql<SqlBool>`1 = 0`;
  const { ref } = expressionBuilder<Schema, 'report_repositories'>();
  return eb.and([
    eb('reports.organization_id', 'in', [...reach.organizationIds]),
    eb.not(
      eb.exists(
        eb
          .selectFrom('report_repositories')
          .select('report_repositories.repository_id')
          .whereRef('report_repositories.report_id', '=', 'reports.id')
          .where((inner) =>
            inner.not(
              inReach(
                reach,
                ref('report_repositories.organization_id'),
                ref('report_repositories.repository_id'),
              ),
            ),
          ),
      ),
    ),
  ]);
}

export function toReport(row: NamedReportRow): Report {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    format: row.format,
    ...(row.bom_format === null ? {} : { bomFormat: row.bom_format }),
    language: row.language,
    status: row.status,
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    filters: stored<IssueFilters>(row.filters),
    ...(row.item_count === null ? {} : { itemCount: row.item_count }),
    ...(row.file_name === null ? {} : { fileName: row.file_name }),
    ...(row.size_bytes === null ? {} : { sizeBytes: row.size_bytes }),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
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
