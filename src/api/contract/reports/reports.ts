import * as z from 'zod';
import { bomFormats } from '../../bom/bom-formats.ts';
import { endpoint, file } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { IssueFilters } from '../issues.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance } from '../tolerance.ts';

/**
 * Reports: files that the service makes of issues, or of packages (specification, sections 1 and 2.4). A report has what
 * the person who asked for it could see when it was made, and is there for everyone who sees all of its repositories.
 */

export const ReportFormat = z.enum(['DOCX', 'CSV', 'SARIF', 'SBOM']);
export type ReportFormat = z.output<typeof ReportFormat>;

export const ReportStatus = z.enum(['queued', 'running', 'succeeded', 'failed']);
export type ReportStatus = z.output<typeof ReportStatus>;
tolerance.add(ReportStatus, { words: { completed: 'succeeded', pending: 'queued' }, otherwise: 'running' });

export const ReportLanguage = z.enum(['en', 'de']);
export type ReportLanguage = z.output<typeof ReportLanguage>;
tolerance.add(ReportLanguage, { otherwise: 'en' });

/** Days that a report is kept. */
export const reportRetentionDays = 30;
/** A report that comes to more has failed. */
export const maximumReportBytes = 100 * 1024 * 1024;

export const ReportName = z.string().trim().min(1).max(200);

export const Report = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  format: ReportFormat,
  /** Of an SBOM. */
  bomFormat: z.enum(bomFormats).optional(),
  /** Of the sentences in it. */
  language: ReportLanguage,
  status: ReportStatus,
  /** Why it failed. */
  errorMessage: z.string().optional(),
  filters: IssueFilters,
  /** Issues in it, or packages of an SBOM; absent until it is made. */
  itemCount: Count.optional(),
  /** What it is saved as, and what it comes to; absent until it is made. */
  fileName: z.string().optional(),
  sizeBytes: Count.optional(),
  createdAt: Instant,
  /** Null while it is queued or running. */
  finishedAt: Instant.nullable(),
  /** When it is deleted. */
  expiresAt: Instant,
  createdBy: z.object({ email: z.string(), name: z.string().optional() }).optional(),
});
export type Report = z.output<typeof Report>;
tolerance.add(Report, { missing: { language: 'en', filters: {} } });

export const createReport = endpoint({
  id: 'reports.create',
  method: 'POST',
  path: '/api/v2/reports/create',
  summary: 'Make a report of the issues, or for an SBOM of the packages, that filters choose',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    format: ReportFormat,
    name: ReportName.optional().describe('Made of the format and the day when omitted.'),
    language: ReportLanguage.default('en').describe('Of the sentences of a DOCX.'),
    bomFormat: z.enum(bomFormats).default('cyclonedx-1.6').describe('Of an SBOM.'),
    filters: IssueFilters.default({}).describe('An SBOM takes repositoryIds and applicationIds alone.'),
  }),
  response: z.object({ report: Report }),
});

export const listReports = endpoint({
  id: 'reports.list',
  method: 'POST',
  path: '/api/v2/reports/list',
  summary: 'List reports, the newest first',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    formats: z.array(ReportFormat).min(1).max(10).optional(),
    statuses: z.array(ReportStatus).min(1).max(10).optional(),
    ...page,
  }),
  response: z.object({ reports: z.array(Report), ...pageEnd }),
});

export const getReport = endpoint({
  id: 'reports.get',
  method: 'POST',
  path: '/api/v2/reports/get',
  summary: 'How far a report is, or why it failed',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, reportId: Id }),
  response: z.object({ report: Report }),
});

export const deleteReport = endpoint({
  id: 'reports.delete',
  method: 'POST',
  path: '/api/v2/reports/delete',
  summary: 'Delete a report and its file; one that is being made is stopped',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, reportId: Id }),
  response: z.object({ deleted: z.boolean() }),
});

/** What each format is sent as. */
export const reportTypes = {
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  CSV: 'text/csv; charset=utf-8',
  SARIF: 'application/sarif+json',
  SBOM: 'application/json',
} as const satisfies Record<ReportFormat, string>;

export const downloadReport = file({
  id: 'reports.download',
  method: 'GET',
  path: '/api/v2/reports/{id}/download',
  summary: 'The file of a report',
  source: 'extended',
  effect: 'reads',
  errors: [404, 409],
  idempotent: true,
  request: z.strictObject({ id: Id, ...organizationScope }),
  contentTypes: Object.values(reportTypes),
});
