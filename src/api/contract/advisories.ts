import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Count, Id, Instant, organizationScope } from './fields.ts';
import { tolerance, unknownInstant } from './tolerance.ts';

/**
 * Published advisories that scans match packages with: what comes with the service, and what its administrators download or
 * import. They hold for every organization of the service, from the next scan on.
 */

const Database = z.object({
  name: z.string(),
  licence: z.string().describe('SPDX; `NOASSERTION` where it is not known.'),
  newest: z.string().optional().describe('The day of its newest record.'),
  records: Count,
});

export const AdvisorySet = z.object({
  id: z.string().describe('`parapet` for what comes with the service, which cannot be removed.'),
  title: z.string(),
  origin: z.string().optional().describe('The address that it was downloaded from.'),
  ecosystems: z.array(z.string()),
  advisories: Count.describe('One of several ecosystems counts in each.'),
  newest: z.string().optional().describe('The day of its newest record.'),
  updatedAt: Instant,
  thin: z.boolean().describe('So few that a project without an issue may well have vulnerable packages.'),
  databases: z.array(Database),
});
export type AdvisorySet = z.output<typeof AdvisorySet>;

const AdvisoryPhase = z.enum(['WAITING', 'DOWNLOADING', 'IMPORTING', 'DONE', 'FAILED']);
tolerance.add(AdvisoryPhase, { otherwise: 'WAITING' });

const AdvisoryStep = z.object({
  title: z.string().describe('The ecosystem, or the name of what is imported.'),
  phase: AdvisoryPhase,
  bytes: Count.optional().describe('Downloaded so far.'),
  records: Count.optional().describe('Read so far.'),
  advisories: Count.optional().describe('Once it is done.'),
  skipped: Count.optional().describe('Files that are no record, once it is done.'),
  errorMessage: z.string().optional(),
});

export const AdvisoryJobStatus = z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']);
tolerance.add(AdvisoryJobStatus, { otherwise: 'RUNNING' });

export const AdvisoryJob = z.object({
  id: Id,
  status: AdvisoryJobStatus.describe('`FAILED` where no step was done.'),
  origin: z.string().optional().describe('The address of the mirror.'),
  steps: z.array(AdvisoryStep),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type AdvisoryJob = z.output<typeof AdvisoryJob>;
tolerance.add(AdvisoryJob, { missing: { startedAt: unknownInstant, finishedAt: null } });

export const listAdvisories = endpoint({
  id: 'advisories.list',
  method: 'POST',
  path: '/api/v1/sca/advisories/list',
  summary: 'The advisories that scans match packages with, and how far the latest update is',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope }),
  response: z.object({
    sets: z.array(AdvisorySet),
    damaged: z.array(z.string()).describe('Ids of files that cannot be read: remove them.'),
    job: AdvisoryJob.nullable().describe('The latest one since the service started.'),
  }),
});

export const updateAdvisories = endpoint({
  id: 'advisories.update',
  method: 'POST',
  path: '/api/v1/sca/advisories/update',
  summary: 'Download advisories of ecosystems from OSV or a mirror of it',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    from: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .optional()
      .describe(
        'The address of a mirror, which serves `ECOSYSTEM/all.zip` below it. OSV’s public database when omitted.',
      ),
    ecosystems: z
      .array(z.string().trim().min(1).max(50))
      .min(1)
      .max(50)
      .optional()
      .describe('As OSV names them. Those of the packages that repositories have when omitted.'),
  }),
  response: z.object({ job: AdvisoryJob }),
});

export const importAdvisories = endpoint({
  id: 'advisories.import',
  method: 'POST',
  path: '/api/v1/sca/advisories/import',
  summary: 'Import advisories from an archive or a folder of OSV records on the service’s machine',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    path: z.string().min(1).max(4_096).describe('Absolute. The service reads it: nothing is uploaded.'),
  }),
  response: z.object({ job: AdvisoryJob }),
});

export const cancelAdvisoryUpdate = endpoint({
  id: 'advisories.cancel',
  method: 'POST',
  path: '/api/v1/sca/advisories/cancel',
  summary: 'Cancel an update or import of advisories; what was there before stays',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, jobId: Id }),
  response: z.object({ job: AdvisoryJob }),
});

export const removeAdvisories = endpoint({
  id: 'advisories.remove',
  method: 'POST',
  path: '/api/v1/sca/advisories/remove',
  summary: 'Remove advisories that were downloaded or imported',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, id: z.string().min(1).max(200) }),
  response: z.object({ id: z.string() }),
});
