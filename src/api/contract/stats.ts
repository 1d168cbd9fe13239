import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope } from './fields.ts';
import { SeverityCounts } from './scans/scans.ts';
import { IssueStatus, ScanStatus, Severity } from './vocabulary.ts';

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

const applicationIds = z
  .array(Id)
  .min(1)
  .max(100)
  .optional()
  .describe('Applications of monorepos; one that is not there is refused.');

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
      applicationIds,
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

/** Days that are looked back at. */
export const maximumStatsDays = 400;

const StatsDay = z.object({
  /** In UTC, `2026-01-31`. */
  date: z.iso.date(),
  /** At the end of the day, or now. */
  open: SeverityCounts,
  /** New on this day, or open again. */
  opened: SeverityCounts,
  resolved: SeverityCounts,
  dismissed: SeverityCounts,
});

const TimeToRemediate = z.object({
  /** How often an issue was resolved. */
  resolutions: Count,
  /** From the first sighting to the resolution; null where there is none. */
  meanSeconds: z.number().min(0).nullable(),
});

export const StatsHistory = z.object({
  /** Every day of the period, the oldest first. */
  days: z.array(StatsDay),
  timeToRemediate: z.record(Severity, TimeToRemediate),
});
export type StatsHistory = z.output<typeof StatsHistory>;

export const TrendInterval = z.enum(['day', 'week']);
export type TrendInterval = z.output<typeof TrendInterval>;

/** The numbers of some issues; what each means is as in `StatsSummary` and `StatsHistory`. */
export const IssueStatistics = z.object({
  ...StatsSummary.pick({
    issuesByStatus: true,
    issuesBySeverity: true,
    openIssues: true,
    resolvedIssues: true,
    reachableExploitableIssues: true,
    issuesByApplication: true,
  }).shape,
  /** Classes by their open issues, at most ten. */
  topVulnClasses: z.array(
    z.object({ vulnClass: z.string(), title: z.string(), open: Count, resolved: Count }),
  ),
  /** Days or weeks, the oldest first: `date` is the first day, `open` at the end of the last. */
  trend: z.array(StatsDay),
  timeToRemediate: z.record(Severity, TimeToRemediate),
  /** Of all severities together. */
  meanTimeToRemediate: TimeToRemediate,
});
export type IssueStatistics = z.output<typeof IssueStatistics>;

export const statsHistory = endpoint({
  id: 'stats.history',
  method: 'POST',
  path: '/api/v2/stats/history',
  summary: 'Open, opened, resolved and dismissed issues a day, and the mean time to remediate, by severity',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id.optional(),
    branch: Branch.optional().describe('Only its issues; all branches together when omitted.'),
    applicationIds,
    days: z.int().min(1).max(maximumStatsDays).default(90).describe('Days back, today included.'),
  }),
  response: StatsHistory,
});
