import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { IssueFilters } from '../../api/contract/issues.ts';
import type { Report } from '../../api/contract/reports/reports.ts';
import { stored } from '../core/context.ts';
import { inReach, type Reach } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
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

/** Of a query over reports, or custom ones: those of which a person sees every repository, be it their own or not. */
export function seesAllRepositories<T extends 'reports' | 'custom_reports'>(
  reach: Reach,
  table: T,
  repositories: T extends 'reports' ? 'report_repositories' : 'custom_report_repositories',
): Expression<SqlBool> {
  if (reach.organizationIds.length === 0) return sql<SqlBool>`1 = 0`;
  const column = (name: string) => sql.ref<string>(name);
  const unseen = sql`select 1 from ${sql.table(repositories)}
    where ${column(`${repositories}.report_id`)} = ${column(`${table}.id`)}
    and not ${inReach(reach, column(`${repositories}.organization_id`), column(`${repositories}.repository_id`))}`;
  return sql<SqlBool>`(${column(`${table}.organization_id`)} in (${sql.join([...reach.organizationIds])})
    and not exists (${unseen}))`;
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
