import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope } from './fields.ts';
import { SeverityCounts } from './scans/scans.ts';
import { IssueStatus, ScanStatus } from './vocabulary.ts';

/** Aggregate counts. */

/** A finding that several branches have counts once, unless a branch or a scan is named. */
export const StatsSummary = z.object({
  issuesByStatus: z.record(IssueStatus, Count),
  /** Open issues only. */
  issuesBySeverity: SeverityCounts,
  openIssues: Count,
  resolvedIssues: Count,
  /** Open issues whose validation verdict is CONFIRMED. */
  reachableExploitableIssues: Count,
  /** When anything about one of them last changed, its note, investigation and patch included; null without issues. */
  issuesChangedAt: Instant.nullable().optional(),
  /** A repository as a whole, and after it each application of a monorepo by itself. */
  issuesByApplication: z.array(
    z.object({
      repositoryId: Id,
      repositoryName: z.string(),
      /** Absent for the repository as a whole. */
      applicationId: Id.optional(),
      applicationName: z.string().optional(),
      open: Count,
      resolved: Count,
    }),
  ),
  scanActivity: z.object({
    total: Count,
    byStatus: z.record(ScanStatus, Count),
    lastFinishedAt: Instant.nullable(),
  }),
});
export type StatsSummary = z.output<typeof StatsSummary>;

export const statsSummary = endpoint({
  id: 'stats.summary',
  method: 'POST',
  path: '/api/v2/stats/summary',
  summary:
    'Issue counts by status and severity and scan activity of a scan, a repository or the organization',
  source: 'specified',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...organizationScope,
      scanId: Id.optional(),
      repositoryId: Id.optional(),
      branch: Branch.optional().describe('Only its issues and scans; all branches together when omitted.'),
      applicationIds: z
        .array(Id)
        .min(1)
        .max(100)
        .optional()
        .describe('Applications of monorepos; one that is not there is refused.'),
    })
    .refine(({ scanId, branch }) => scanId === undefined || branch === undefined, {
      path: ['branch'],
      error: 'Give scanId or branch, not both: a scan is of one branch.',
    })
    .refine(({ scanId, repositoryId }) => scanId === undefined || repositoryId === undefined, {
      path: ['repositoryId'],
      error: 'Give scanId or repositoryId, not both.',
    }),
  response: StatsSummary,
});
