import * as z from 'zod';
import { LicensePolicy } from '../dependencies.ts';
import { endpoint } from '../endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { anySpelling } from '../spelling.ts';
import { type Tolerance, tolerance, unknownInstant } from '../tolerance.ts';
import {
  OnlineSource,
  PullRequestState,
  ReleaseTrack,
  ScanDepth,
  ScanKind,
  ScanPhase,
  ScanStatus,
  ThreatModel,
} from '../vocabulary.ts';
import { Coverage, CoverageSummary } from './coverage.ts';

/** Scans: one analysis of one repository. The stream of one is in `scan-events.ts`, schedules in `schedules.ts`. */

export const SeverityCounts = z.object({
  CRITICAL: Count,
  HIGH: Count,
  MEDIUM: Count,
  LOW: Count,
  INFO: Count,
});
export type SeverityCounts = z.output<typeof SeverityCounts>;

export const ScanProgress = z.object({
  phase: ScanPhase,
  filesDone: Count,
  filesTotal: Count,
  currentFile: z.string().optional(),
  /** While the code is fetched from a git server; `totalObjects` is 0 until the server has counted them. */
  fetch: z.object({ bytes: Count, objects: Count, totalObjects: Count }).optional(),
});
export type ScanProgress = z.output<typeof ScanProgress>;

/** That somebody let a pull request pass its check in spite of issues. */
export const CheckBypass = z.object({
  by: z.string().describe('An e-mail address, or a name at the code host.'),
  reason: z.string(),
  at: Instant,
});
export type CheckBypass = z.output<typeof CheckBypass>;
tolerance.add(CheckBypass, { missing: { reason: '', at: unknownInstant } });

const CheckStatus = z.enum(['QUEUED', 'DONE', 'FAILED']);
export type CheckStatus = z.output<typeof CheckStatus>;

export const PullRequest = z.object({
  number: z.int().min(1),
  title: z.string().optional(),
  url: z.string().optional(),
  author: z.string().optional(),
  state: PullRequestState.optional(),
  headRef: z.string().optional().describe('Extended: the ref that was scanned, such as `refs/pull/7/head`.'),
  baseBranch: z.string().optional().describe('Extended: the branch that it is to be merged into.'),
  baseSha: z.string().optional().describe('Extended: the commit that the head was compared with.'),
  bypass: CheckBypass.optional().describe(
    'Extended: who let the commit that was scanned pass the check in spite of issues, and why.',
  ),
  check: z
    .object({ status: CheckStatus, note: z.string().optional() })
    .optional()
    .describe('Extended: how the code host was told of this scan; absent where none is.'),
  /** When grouped by pull request: how many other scans of it there are. */
  relatedScanCount: Count.optional(),
});

/** A pull or merge request whose change is to be scanned. */
export const PullRequestToScan = z.strictObject({
  number: z.int().min(1).max(2_147_483_647),
  headRef: Branch.optional().describe(
    'Its branch, or the full name of a ref such as `refs/pull/7/head`. What GitHub or GitLab keep for it when omitted.',
  ),
  baseBranch: Branch.describe('The branch that it is to be merged into.'),
  title: z.string().trim().max(500).optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  author: z.string().trim().max(200).optional(),
});

const scanFields = {
  id: Id,
  organizationId: Id,
  repositoryId: Id,
  repositoryName: z.string(),
  kind: ScanKind,
  status: ScanStatus,
  branch: z.string().nullable(),
  commitSha: z.string().nullable(),
  releaseTrack: ReleaseTrack,
  depth: ScanDepth.optional().describe('Extended: `standard` when omitted.'),
  pullRequest: PullRequest.optional(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** The reason, on failed scans. */
  errorMessage: z.string().optional(),
  /** While it runs. */
  progress: ScanProgress.optional(),
  /** Open issues seen by this scan. */
  issueCounts: SeverityCounts,
  newIssueCount: Count,
  resolvedIssueCount: Count,
};

/** A scan in a list. */
export const Scan = z.object({ ...scanFields, coverage: CoverageSummary.optional() });
export type Scan = z.output<typeof Scan>;

export const ScanDetail = z.object({ ...scanFields, coverage: Coverage.optional() });
export type ScanDetail = z.output<typeof ScanDetail>;

const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
const readScan = {
  missing: {
    organizationId: '',
    repositoryId: '',
    repositoryName: '',
    kind: 'FULL',
    releaseTrack: 'STABLE',
    createdAt: unknownInstant,
    issueCounts: none,
    newIssueCount: 0,
    resolvedIssueCount: 0,
  },
} as const satisfies Tolerance;
tolerance.add(Scan, readScan);
tolerance.add(ScanDetail, readScan);
tolerance.add(SeverityCounts, { missing: none });

export const startScans = endpoint({
  id: 'scans.start',
  method: 'POST',
  path: '/api/v2/scans/start',
  summary: 'Start a full scan of each repository, of all or of none',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    repositoryIds: z.array(Id).min(1).max(100),
    branch: Branch.optional().describe('The default branch, or what is checked out, when omitted.'),
    releaseTrack: ReleaseTrack.optional(),
    depth: ScanDepth.optional().describe(
      'Extended: `deep` gives every limit of the analysis more room, for files that a standard scan analysed in part.',
    ),
    threatModels: z
      .array(ThreatModel)
      .max(ThreatModel.options.length)
      .optional()
      .describe(
        'Extended: the threat models to switch on. When omitted those of the repository’s last scan, else `remote` and `library`.',
      ),
    hints: z
      .boolean()
      .optional()
      .describe(
        'Extended: report hints, too: routes without the authentication or the owner check that the routes beside them have, packages with install scripts or names close to popular ones. Off when omitted.',
      ),
    onlineSources: z
      .array(OnlineSource)
      .max(OnlineSource.options.length)
      .optional()
      .describe(
        'Extended: look packages up over the network, too. OSV is sent ecosystem, name and version of each, npm’s registry names and versions of npm packages. Off when omitted; for administrators.',
      ),
    licensePolicy: LicensePolicy.nullable()
      .optional()
      .describe(
        'Extended: which licences packages may have. That of the repository’s last scan when omitted; null for none.',
      ),
    pullRequest: PullRequestToScan.optional().describe(
      'Extended: scan what this pull request of the one repository brings, in the place of an unfinished scan of it.',
    ),
  }),
  /** In the order of `repositoryIds`. */
  response: z.object({ scans: z.array(Scan) }),
});

export const cancelScan = endpoint({
  id: 'scans.cancel',
  method: 'POST',
  path: '/api/v2/scans/cancel',
  summary: 'Cancel a queued or running scan; issues found so far stay',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, scanId: Id }),
  response: z.object({ scan: Scan }),
});

export const rescanPullRequest = endpoint({
  id: 'scans.rescanPR',
  method: 'POST',
  path: '/scans/rescanPR',
  summary: 'Scan again a pull or merge request that was scanned before',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    scanId: Id.describe('An earlier scan of the pull request.'),
    releaseTrack: ReleaseTrack.optional(),
  }),
  response: z.object({ scan: Scan }),
});

/** As the specification spells them; the capitals of the other operations are taken too. */
const SeverityFilter = z.enum(['Critical', 'High', 'Medium', 'Low']);
anySpelling.add(SeverityFilter);

export const listScans = endpoint({
  id: 'scans.list',
  method: 'GET',
  path: '/scans',
  summary: 'List scans, newest first',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id.optional(),
    branch: Branch.optional(),
    kinds: z.array(ScanKind).min(1).max(50).optional(),
    statuses: z.array(ScanStatus).min(1).max(50).optional(),
    severity: z
      .array(SeverityFilter)
      .min(1)
      .max(50)
      .optional()
      .describe('Scans with an open issue of any of these.'),
    groupByPullRequest: z
      .boolean()
      .default(false)
      .describe('Only the latest scan of each pull request, with the count of its related scans.'),
    ...page,
  }),
  response: z.object({ scans: z.array(Scan), ...pageEnd }),
});

export const getScan = endpoint({
  id: 'scans.get',
  method: 'GET',
  path: '/scans/{id}',
  summary: 'A scan with its coverage',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ id: Id, ...organizationScope }),
  response: z.object({ scan: ScanDetail }),
});
