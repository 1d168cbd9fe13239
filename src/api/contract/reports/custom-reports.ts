import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { IssueFilters } from '../issues.ts';
import { page, pageEnd } from '../paging.ts';
import { IssueStatistics, maximumStatsDays, TrendInterval } from '../stats.ts';
import { tolerance } from '../tolerance.ts';
import { ReportName } from './reports.ts';

/**
 * Custom reports: filters that are kept under a name, and the numbers of what they choose (specification, section 1). Who runs
 * one gets the numbers of what they see.
 */

export const CustomReport = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  filters: IssueFilters,
  createdAt: Instant,
  updatedAt: Instant,
  createdBy: z.object({ email: z.string(), name: z.string().optional() }).optional(),
});
export type CustomReport = z.output<typeof CustomReport>;
tolerance.add(CustomReport, { missing: { filters: {} } });

const answer = z.object({ customReport: CustomReport });
const named = { ...organizationScope, customReportId: Id };

export const createCustomReport = endpoint({
  id: 'customReports.create',
  method: 'POST',
  path: '/api/v2/customReports/create',
  summary: 'Keep filters of issues under a name',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [404, 409, 422],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, name: ReportName, filters: IssueFilters.default({}) }),
  response: answer,
});

export const listCustomReports = endpoint({
  id: 'customReports.list',
  method: 'POST',
  path: '/api/v2/customReports/list',
  summary: 'List custom reports by name',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ customReports: z.array(CustomReport), ...pageEnd }),
});

export const getCustomReport = endpoint({
  id: 'customReports.get',
  method: 'POST',
  path: '/api/v2/customReports/get',
  summary: 'The filters of a custom report',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(named),
  response: answer,
});

export const updateCustomReport = endpoint({
  id: 'customReports.update',
  method: 'POST',
  path: '/api/v2/customReports/update',
  summary: 'Change name or filters; what is not given stays',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({ ...named, name: ReportName.optional(), filters: IssueFilters.optional() }),
  response: answer,
});

export const deleteCustomReport = endpoint({
  id: 'customReports.delete',
  method: 'POST',
  path: '/api/v2/customReports/delete',
  summary: 'Forget a custom report',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(named),
  response: z.object({ deleted: z.boolean() }),
});

export const runCustomReport = endpoint({
  id: 'customReports.run',
  method: 'POST',
  path: '/api/v2/customReports/run',
  summary:
    'The numbers of the issues that a custom report chooses: severities, classes, mean time to remediate, trend',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...named,
    days: z.int().min(1).max(maximumStatsDays).default(90).describe('Days back, today included.'),
    interval: TrendInterval.default('day'),
  }),
  response: z.object({ customReport: CustomReport, statistics: IssueStatistics }),
});

export const getFilterSchema = endpoint({
  id: 'customReports.filterSchema',
  method: 'POST',
  path: '/api/v2/customReports/filterSchema',
  summary: 'The filters of reports as a JSON Schema (2020-12)',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({ schema: z.record(z.string(), z.unknown()) }),
});
