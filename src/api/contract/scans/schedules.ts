import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branch, Id, Instant, organizationScope } from '../fields.ts';

/** Scan schedules: several a repository, each with its own branch. */

export const ScanSchedule = z.object({
  id: Id,
  repositoryId: Id,
  scanBranch: z.string().nullable(),
  executionCriteriaCrontab: z.string(),
  nextRunAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ScanSchedule = z.output<typeof ScanSchedule>;

export const getScanSchedules = endpoint({
  id: 'scans.getSchedule',
  method: 'POST',
  path: '/api/v2/scans/getSchedule',
  summary: 'All schedules of a repository',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, repositoryId: Id }),
  response: z.object({ schedules: z.array(ScanSchedule) }),
});

export const upsertScanSchedule = endpoint({
  id: 'scans.upsertSchedule',
  method: 'POST',
  path: '/api/v2/scans/upsertSchedule',
  summary: 'Add a schedule, or change the one with scheduleId or of the same branch',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    scheduleId: Id.optional(),
    scanBranch: Branch.optional().describe('The default branch when omitted.'),
    executionCriteriaCrontab: z.string().trim().min(1).max(200).describe('Five cron fields, in UTC.'),
  }),
  response: z.object({ schedule: ScanSchedule }),
});

export const deleteScanSchedule = endpoint({
  id: 'scans.deleteSchedule',
  method: 'POST',
  path: '/api/v2/scans/deleteSchedule',
  summary: 'Delete one schedule, or all schedules of the given repositories',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryIds: z.array(Id).min(1).max(100),
    scheduleId: Id.optional().describe('Only this one; it must belong to one of the repositories.'),
  }),
  response: z.object({ deletedScheduleIds: z.array(Id) }),
});
