import * as z from 'zod';
import { threatModels } from '../threat-models.ts';
import { anySpelling } from './spelling.ts';
import { tolerance } from './tolerance.ts';

/** The words of the interface. */

export const Severity = z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO']);
export type Severity = z.output<typeof Severity>;
anySpelling.add(Severity);

/** The least score of each severity, worst first. */
export const severityFloor = { CRITICAL: 90, HIGH: 70, MEDIUM: 40, LOW: 10, INFO: 0 } as const;

/** @param score 0–100 */
export function severityOf(score: number): Severity {
  return Severity.options.find((severity) => score >= severityFloor[severity]) ?? 'INFO';
}

tolerance.add(Severity, {
  numbers: severityOf,
  words: { moderate: 'MEDIUM', informational: 'INFO', none: 'INFO' },
  otherwise: 'MEDIUM',
});

export const Category = z.enum(['SAST', 'SCA', 'SECRETS', 'IAC']);
export type Category = z.output<typeof Category>;
tolerance.add(Category, { words: { code: 'SAST', dependency: 'SCA', secret: 'SECRETS' }, otherwise: 'SAST' });

export const FlowRole = z.enum(['source', 'propagator', 'sanitizer', 'sink']);
export type FlowRole = z.output<typeof FlowRole>;
tolerance.add(FlowRole, { otherwise: 'propagator' });

export const ThreatModel = z.enum(threatModels);
export type ThreatModel = z.output<typeof ThreatModel>;
tolerance.add(ThreatModel, { otherwise: 'remote' });

/** Where a scan may look up packages over the network: OSV's interface, or the audit of npm's registry. */
export const OnlineSource = z.enum(['OSV', 'NPM']);
export type OnlineSource = z.output<typeof OnlineSource>;

/** What code is for that is no part of the product. */
export const CodeRole = z.enum(['test', 'example', 'tooling', 'generated', 'vendored']);
export type CodeRole = z.output<typeof CodeRole>;
tolerance.add(CodeRole, { otherwise: 'tooling' });

export const IssueStatus = z.enum([
  'PENDING_REVIEW',
  'REVIEWING',
  'PATCHING',
  'RESOLVED',
  'BACKLOG',
  'INFORMATIONAL',
  'NON_EXPLOITABLE',
  'FALSE_POSITIVE',
  'ACCEPTED_RISK',
]);
export type IssueStatus = z.output<typeof IssueStatus>;

/** The first generation's names. */
export const IssueStatusV1 = z.enum([
  'open',
  'processing',
  'patched',
  'closed',
  'archived',
  'silenced',
  'notExploitable',
  'falsePositive',
]);
export type IssueStatusV1 = z.output<typeof IssueStatusV1>;

/** Operations older than v2 take both generations' names. */
export const AnyIssueStatus = z.enum([...IssueStatus.options, ...IssueStatusV1.options]);

export const issueStatusFromV1 = {
  open: 'PENDING_REVIEW',
  processing: 'REVIEWING',
  patched: 'RESOLVED',
  closed: 'RESOLVED',
  archived: 'BACKLOG',
  silenced: 'ACCEPTED_RISK',
  notExploitable: 'NON_EXPLOITABLE',
  falsePositive: 'FALSE_POSITIVE',
} as const satisfies Record<IssueStatusV1, IssueStatus>;

tolerance.add(IssueStatus, { words: issueStatusFromV1, otherwise: 'PENDING_REVIEW' });

export const issueStatusToV1 = {
  PENDING_REVIEW: 'open',
  REVIEWING: 'processing',
  PATCHING: 'processing',
  RESOLVED: 'closed',
  BACKLOG: 'archived',
  INFORMATIONAL: 'silenced',
  NON_EXPLOITABLE: 'notExploitable',
  FALSE_POSITIVE: 'falsePositive',
  ACCEPTED_RISK: 'silenced',
} as const satisfies Record<IssueStatus, IssueStatusV1>;

export function issueStatusOf(name: z.output<typeof AnyIssueStatus>): IssueStatus {
  return name in issueStatusFromV1 ? issueStatusFromV1[name as IssueStatusV1] : (name as IssueStatus);
}

/** Statuses of an issue that still asks for work; the others are resolved or suppressed. */
export const openStatuses: readonly IssueStatus[] = [
  'PENDING_REVIEW',
  'REVIEWING',
  'PATCHING',
  'INFORMATIONAL',
];
export const suppressedStatuses: readonly IssueStatus[] = [
  'BACKLOG',
  'NON_EXPLOITABLE',
  'FALSE_POSITIVE',
  'ACCEPTED_RISK',
];

export const ValidationVerdict = z.enum(['NOT_RUN', 'QUEUED', 'CONFIRMED', 'DISCONFIRMED', 'UNABLE']);
export type ValidationVerdict = z.output<typeof ValidationVerdict>;
tolerance.add(ValidationVerdict, { otherwise: 'NOT_RUN' });

/** What an investigation says of an issue. */
export const Verdict = z.enum(['TRUE_POSITIVE', 'FALSE_POSITIVE', 'NON_EXPLOITABLE', 'UNCERTAIN']);
export type Verdict = z.output<typeof Verdict>;
tolerance.add(Verdict, { otherwise: 'UNCERTAIN' });

export const InvestigationStatus = z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type InvestigationStatus = z.output<typeof InvestigationStatus>;
tolerance.add(InvestigationStatus, { otherwise: 'RUNNING' });

/** Whether a piece of evidence speaks for an issue or against it. */
export const Speaks = z.enum(['real', 'harmless', 'neither']);
tolerance.add(Speaks, { otherwise: 'neither' });

export const TriageDisposition = z.enum([
  'false_positive',
  'non_exploitable',
  'true_positive',
  'severity_change',
  'accepted_risk',
]);
export type TriageDisposition = z.output<typeof TriageDisposition>;

export const PatchStatus = z.enum([
  'NONE',
  'QUEUED',
  'GENERATING',
  'VALIDATING',
  'READY',
  'FAILED',
  'UNPATCHABLE',
]);
export type PatchStatus = z.output<typeof PatchStatus>;
export const PatchValidation = z.enum(['NOT_RUN', 'PASSED', 'FAILED']);
export type PatchValidation = z.output<typeof PatchValidation>;
/** What a patch is held against before it is ready. `projectCheck`: the project’s own tests, which our service does not run. */
export const PatchCheckName = z.enum([
  'applies',
  'parses',
  /** Of a language model's patch: it deletes nothing, switches nothing off and silences no check. */
  'keepsCode',
  'findingGone',
  'nothingNew',
  'projectCheck',
]);
/** Who could make a patch of an issue: rules, a language model that may be asked, or nobody but a person. */
export const Fixer = z.enum(['MECHANICAL', 'MODEL', 'NONE']);
export type Fixer = z.output<typeof Fixer>;
export const PatchMaker = z.enum(['rules', 'model']);
export type PatchMaker = z.output<typeof PatchMaker>;
export const PatchCheckStatus = z.enum(['PASSED', 'FAILED', 'NOT_RUN']);
tolerance.add(PatchStatus, { otherwise: 'NONE' });
/** Statuses of a patch that is still being made. */
export const busyPatchStatuses: readonly PatchStatus[] = ['QUEUED', 'GENERATING', 'VALIDATING'];
tolerance.add(PatchValidation, { otherwise: 'NOT_RUN' });
tolerance.add(PatchCheckName, { otherwise: 'projectCheck' });
tolerance.add(Fixer, { otherwise: 'MODEL' });
tolerance.add(PatchMaker, { otherwise: 'model' });
tolerance.add(PatchCheckStatus, { otherwise: 'NOT_RUN' });

export const ScanStatus = z.enum(['QUEUED', 'INDEXING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type ScanStatus = z.output<typeof ScanStatus>;
anySpelling.add(ScanStatus);
tolerance.add(ScanStatus, {
  words: {
    pending: 'QUEUED',
    inProgress: 'RUNNING',
    success: 'COMPLETED',
    error: 'FAILED',
    canceled: 'CANCELLED',
  },
});
/** Statuses that a scan never leaves. */
export const finishedScanStatuses: readonly ScanStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

export const ScanKind = z.enum(['FULL', 'PR', 'SCA', 'ON_DEMAND']);
export type ScanKind = z.output<typeof ScanKind>;
tolerance.add(ScanKind, { otherwise: 'FULL' });

export const PullRequestState = z.enum(['OPEN', 'MERGED', 'CLOSED']);
export type PullRequestState = z.output<typeof PullRequestState>;
tolerance.add(PullRequestState, { otherwise: 'OPEN' });

export const CodeScanStatus = z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']);
export type CodeScanStatus = z.output<typeof CodeScanStatus>;

export const ScanPhase = z.enum(['fetching', 'listing', 'reading', 'solving', 'saving']);
export type ScanPhase = z.output<typeof ScanPhase>;
tolerance.add(ScanPhase, { otherwise: 'solving' });

export const ReleaseTrack = z.enum(['EDGE', 'STABLE']);
export type ReleaseTrack = z.output<typeof ReleaseTrack>;
tolerance.add(ReleaseTrack, { otherwise: 'STABLE' });

export const RepositoryType = z.enum([
  'github',
  'gitlab',
  'bitbucket',
  'bitbucketDataCenter',
  'azureDevops',
  'git',
  'local',
]);
export type RepositoryType = z.output<typeof RepositoryType>;
tolerance.add(RepositoryType, { otherwise: 'git' });

export const MemberRole = z.enum(['ADMIN', 'MEMBER']);
export type MemberRole = z.output<typeof MemberRole>;
export const MemberStatus = z.enum(['active', 'pendingInvite', 'scimDeprovisioned']);
export type MemberStatus = z.output<typeof MemberStatus>;

/** Why a file, or a part of one, was left out of a scan. */
/** How much work a scan may do. A deep one takes longer, for files that a standard one analyses in part. */
export const ScanDepth = z.enum(['standard', 'deep']);
export type ScanDepth = z.output<typeof ScanDepth>;
tolerance.add(ScanDepth, { otherwise: 'standard' });

export const SkipReason = z.enum([
  'binary',
  'too-large',
  'minified',
  'unreadable',
  'outside-root',
  'encoding',
  'too-deep',
  'syntax-errors',
  'time-limit',
  'step-limit',
  'memory-limit',
  'call-depth',
  'internal-error',
  'unsupported-language',
  'ignored',
  'invalid-model',
  'invalid-rule',
]);
export type SkipReason = z.output<typeof SkipReason>;
tolerance.add(SkipReason, { otherwise: 'unreadable' });
