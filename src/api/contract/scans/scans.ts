import * as z from 'zod';
import { LicensePolicy } from '../dependencies.ts';
import { endpoint } from '../endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { anySpelling } from '../spelling.ts';
import { type Tolerance, tolerance, unknownInstant } from '../tolerance.ts';
import {
  Category,
  OnlineSource,
  PullRequestState,
  ReleaseTrack,
  ScanDepth,
  ScanKind,
  ScanPhase,
  ScanStatus,
  SkipReason,
  ThreatModel,
} from '../vocabulary.ts';

/** Scans: one analysis of one repository. The stream of one is in `scan-events.ts`, schedules in `schedules.ts`. */

export const SeverityCounts = z.object({
  CRITICAL: Count,
  HIGH: Count,
  MEDIUM: Count,
  LOW: Count,
  INFO: Count,
});
export type SeverityCounts = z.output<typeof SeverityCounts>;

export const Skip = z.object({
  file: z
    .string()
    .describe('Relative to the root. `.` stands for the scan as a whole: there is no file to show.'),
  reason: SkipReason,
  /** One sentence for the user: what was met, which limit, in numbers. */
  detail: z.string(),
  /** True when the file was analysed in part. */
  partial: z.boolean(),
});
export type Skip = z.output<typeof Skip>;

/**
 * What should have been analysed and was not, or not to its end: code over a limit, unreadable files, failures. What is left
 * out on purpose (dependencies, ignored and minified files, other languages) is not part of it.
 */
export const Incomplete = z.object({
  files: Count,
  functions: Count.describe(
    'Functions whose analysis was stopped at a limit; the rest of their file was analysed.',
  ),
  reasons: z.record(z.string(), Count).describe('Skips by their reason.'),
});

/** Files that an ignore rule hides, by the file that has the rule. */
export const HiddenFiles = z.object({
  ruleFile: z
    .string()
    .describe(
      'Relative to the root: `.gitignore`, `.git/info/exclude`; of the user’s own list, beginning with `~`.',
    ),
  files: Count,
  /** Those of them with code in a language that is analysed. */
  code: Count,
  /** There are more: counting stopped at a limit. */
  atLeast: z.boolean().optional(),
});

/** A team's own model file that held in the scan. */
export const ActiveModel = z.object({
  file: z.string().describe('Relative to the root; elsewhere as the command line names it.'),
  library: z.string().describe('`<language>/<library>`.'),
  rows: Count.describe('APIs that something is said of.'),
});

/** A file of custom rules that held in the scan. */
export const ActiveRules = z.object({
  file: z
    .string()
    .describe('Relative to the root; of those that the service keeps, such as `rule “No eval”`, their name.'),
  rules: Count,
});

/** Advisories that packages were matched with. */
export const MatchedAdvisories = z.object({
  title: z.string(),
  advisories: Count,
  newest: z.string().optional().describe('The day of the newest record.'),
  updatedAt: Instant.describe('When they were downloaded, imported or asked for.'),
  thin: z.boolean().describe('So few that a project without an issue may well have vulnerable packages.'),
});
export type MatchedAdvisories = z.output<typeof MatchedAdvisories>;
tolerance.add(MatchedAdvisories, { missing: { advisories: 0, updatedAt: unknownInstant, thin: false } });

/** What the release track keeps from being reported. */
export const HeldBack = z.object({
  track: ReleaseTrack,
  heldBack: z.array(z.string()).describe('Classes of issues that only EDGE reports; none on EDGE.'),
  findings: Count.describe('What was found of these classes and not reported.'),
});

/** What the scan did and did not look at. Nothing is left out in silence. */
export const CoverageSummary = z.object({
  filesAnalysed: Count,
  bytesAnalysed: Count,
  filesByLanguage: z.record(z.string(), Count),
  filesSkipped: Count,
  filesPartial: Count,
  incomplete: Incomplete.optional().describe(
    'Extension. All zero after a complete scan; absent from older services.',
  ),
  excluded: z
    .record(z.string(), Count)
    .optional()
    .describe(
      'What was left out on purpose before anything was read, as counts of files and of folders that were not entered, by reason: dependencies, build-output, tooling, minified, media, ignored, link.',
    ),
  hidden: z
    .array(HiddenFiles)
    .optional()
    .describe('Files that ignore rules hide, by rule file, the one that hides the most first.'),
  threatModels: z
    .array(ThreatModel)
    .optional()
    .describe('Extension. The threat models that were switched on; absent from older services.'),
  models: z
    .array(ActiveModel)
    .optional()
    .describe('Extension. The team’s own models that held; absent from older services.'),
  rules: z
    .array(ActiveRules)
    .optional()
    .describe('Extension. The custom rules that held; absent from older services.'),
  releaseTrack: HeldBack.optional().describe(
    'Extension. The set of rules that was taken; absent from older services.',
  ),
  advisories: z
    .array(MatchedAdvisories)
    .optional()
    .describe(
      'Extension. The advisories that packages were matched with; none where nothing was to be looked up.',
    ),
  switchedOff: z
    .array(z.object({ module: Category, folder: z.string().optional() }))
    .optional()
    .describe(
      'Extension. Kinds of issues that scanner settings switch off, in the whole repository or in the folder of an application.',
    ),
  belowThreshold: Count.optional().describe(
    'Extension. Open issues that are not shown, because the scan is less sure of them than scanner settings ask for.',
  ),
});
tolerance.add(HeldBack, { missing: { heldBack: [], findings: 0 } });
tolerance.add(HiddenFiles, { missing: { files: 0, code: 0 } });
tolerance.add(ActiveModel, { missing: { rows: 0 } });
tolerance.add(ActiveRules, { missing: { rules: 0 } });

export const Coverage = CoverageSummary.extend({
  skips: z.array(Skip),
  /** True when there were more skips than are listed; the counts are complete. */
  skipsTruncated: z.boolean(),
});
export type Coverage = z.output<typeof Coverage>;

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
