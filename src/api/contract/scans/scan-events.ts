import * as z from 'zod';
import { stream } from '../endpoint.ts';
import { Id, organizationScope } from '../fields.ts';
import { IssueListItem } from '../issue.ts';
import { tolerance } from '../tolerance.ts';
import { ScanStatus } from '../vocabulary.ts';
import { CoverageSummary } from './coverage.ts';
import { ScanProgress, SeverityCounts } from './scans.ts';

/** How the scan ended. */
const ScanDone = z.object({
  scanId: Id,
  status: ScanStatus,
  issueCounts: SeverityCounts,
  errorMessage: z.string().optional(),
});
tolerance.add(ScanDone, { missing: { issueCounts: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 } } });

/**
 * A scan as it happens. Every event has an `id:`; a client that lost the connection sends the last one as
 * `Last-Event-ID` and misses nothing. The stream begins with the present `scan.status` and ends with `done`; a
 * comment comes every 15 s when nothing else does.
 */
export const scanEvents = stream({
  id: 'scans.events',
  method: 'GET',
  path: '/api/v2/scans/{id}/events',
  summary: 'Progress and results of a scan as server-sent events',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ id: Id, ...organizationScope }),
  events: {
    'scan.status': z.object({ scanId: Id, status: ScanStatus, errorMessage: z.string().optional() }),
    'scan.progress': ScanProgress,
    /** `known`: it was there before this scan, perhaps triaged. */
    'issue.found': z.object({ issue: IssueListItem, known: z.boolean() }),
    /** An issue of an earlier scan that this one no longer finds. */
    'issue.resolved': z.object({ issueId: Id }),
    coverage: CoverageSummary,
    error: z.object({ message: z.string() }),
    done: ScanDone,
  },
});

/** Seconds of silence after which the service sends a comment. */
export const heartbeatSeconds = 15;
