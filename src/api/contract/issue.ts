import * as z from 'zod';
import { Id, Instant, Range } from './fields.ts';
import { ModelTrace } from './model-trace.ts';
import { type Tolerance, tolerance, unknownInstant } from './tolerance.ts';
import {
  Category,
  CodeRole,
  Fixer,
  FlowRole,
  InvestigationStatus,
  IssueStatus,
  PatchStatus,
  PatchValidation,
  ScanKind,
  Severity,
  Speaks,
  severityFloor,
  ThreatModel,
  TriageDisposition,
  ValidationVerdict,
  Verdict,
} from './vocabulary.ts';
import { VulnerableDependency } from './vulnerable-dependency.ts';

/** An issue, as it is listed and in full. The operations are in `issues.ts`. */

export const FlowStep = z.object({
  file: z.string(),
  range: Range,
  snippet: z.string(),
  role: FlowRole,
  message: z.string(),
});
export type FlowStep = z.output<typeof FlowStep>;

export const CodeFlow = z.object({ steps: z.array(FlowStep) });
export type CodeFlow = z.output<typeof CodeFlow>;

const CvssMetric = z.object({ metric: z.string(), value: z.string(), reasoning: z.string() });

/** Scores come from a CVSS library, never from a guess; every metric says why. */
export const CvssScoreDetailed = z.object({
  cvssVector: z.string(),
  severity: z.string(),
  score: z.number().min(0).max(10).optional(),
  metrics: z.array(CvssMetric).optional(),
  cvssV3Vector: z.string(),
  cvssV3Severity: z.string(),
  cvssV3Score: z.number().min(0).max(10).optional(),
  cvssV3Metrics: z.array(CvssMetric).optional(),
});

export const PatchSummary = z.object({
  id: Id.optional(),
  status: PatchStatus,
  /** The present step of generation, in words. */
  stage: z.string().optional(),
  validation: PatchValidation,
  errorMessage: z.string().optional(),
  updatedAt: Instant.optional(),
  /** When a person took it first. */
  approvedAt: Instant.optional(),
});
export type PatchSummary = z.output<typeof PatchSummary>;

/** Whether a patch can be made, known before one is asked for. */
export const Fixable = z.object({
  by: Fixer,
  /** Why rules have none, in a sentence or two of Markdown. */
  reason: z.string().optional(),
});
export type Fixable = z.output<typeof Fixable>;

/** How a person can fix it, in the code’s own names. */
export const HowToFix = z.object({
  /** What to do, in a sentence or two of Markdown. */
  text: z.string(),
  /** The command that does it, to be run by a person. */
  command: z.string().optional(),
  /** The code as it was scanned, and an example of what can stand in its place. */
  before: z.string().optional(),
  after: z.string().optional(),
});
export type HowToFix = z.output<typeof HowToFix>;

export const InvestigationSummary = z.object({
  id: Id.optional(),
  status: InvestigationStatus,
  /** The present step, in words. */
  stage: z.string().optional(),
  verdict: Verdict.optional(),
  errorMessage: z.string().optional(),
  updatedAt: Instant.optional(),
});
export type InvestigationSummary = z.output<typeof InvestigationSummary>;

/** An investigation with what it found: facts, each with what it speaks for. */
export const Investigation = InvestigationSummary.extend({
  /** What the person who asked for it knew. */
  context: z.string().optional(),
  requestedAt: Instant.optional(),
  summary: z.string().optional(),
  /** How sure it is that the issue is real, all told. */
  confidence: z.number().min(0).max(100).optional(),
  evidence: z.array(
    z.object({
      speaks: Speaks,
      text: z.string(),
      place: z.object({ file: z.string(), line: z.int().min(1) }).optional(),
    }),
  ),
  /** Which language model was asked for its reasoning, and what that took. */
  trace: ModelTrace.optional(),
});
export type Investigation = z.output<typeof Investigation>;

/** Why the issue has the status it has, once a person decided. */
export const Triage = z.object({
  disposition: TriageDisposition.optional(),
  reason: z.string().optional(),
  by: z.string().optional(),
  at: Instant,
  /** When the decision ends and the issue is open again. */
  until: Instant.optional(),
});
export type Triage = z.output<typeof Triage>;

/** One change of an issue by a person, or, with no `by`, by a scan or the end of a suppression. */
export const HistoryEntry = z.object({
  at: Instant,
  from: IssueStatus,
  to: IssueStatus,
  fromSeverity: Severity.optional(),
  toSeverity: Severity.optional(),
  disposition: TriageDisposition.optional(),
  reason: z.string().optional(),
  by: z.string().optional(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const TrackerIssue = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  state: z
    .object({
      isClosed: z.boolean(),
      /** As the tracker calls it: `In Progress`. */
      name: z.string(),
    })
    .optional()
    .describe('Extension. As the connected tracker said last; absent where no connected tracker has it.'),
});
export type TrackerIssue = z.output<typeof TrackerIssue>;

/** What a list, a tree, a diagnostic and a hover need. */
export const IssueListItem = z.object({
  id: Id,
  organizationId: Id,
  repositoryId: Id,
  repositoryName: z.string(),
  /** The latest scan that saw it. */
  scanId: Id,
  /** The scan that saw it first; equal to `scanId` while it is new. */
  firstSeenScanId: Id.optional(),
  scanKind: ScanKind,
  scanTargetBranch: z.string().nullable(),
  commitSha: z.string().nullable(),
  blobId: z
    .string()
    .optional()
    .describe(
      'Git’s name for the content of the file as it was scanned, committed or not: what `git hash-object` prints. Tells whether the file is still the scanned one.',
    ),
  title: z.string(),
  description: z.string(),
  vulnClass: z.string(),
  category: Category,
  cwes: z.array(z.string()),
  severity: Severity,
  score: z.number().min(0).max(100),
  confidence: z.number().min(0).max(100),
  status: IssueStatus,
  validation: ValidationVerdict,
  file: z.string(),
  ...Range.shape,
  snippet: z.string(),
  fingerprint: z.string(),
  language: z.string(),
  ruleId: z.string(),
  /** Where the flow begins and how many steps it has; in full as `codeFlows` of the detail. */
  flow: z
    .object({
      source: FlowStep,
      stepCount: z.int().min(1),
      threatModel: ThreatModel.optional().describe('Extension. Whose data it is.'),
      otherSinks: z
        .int()
        .min(1)
        .optional()
        .describe(
          'Extension. How many other sinks of its function the same value reaches unguarded; `codeFlows` of the detail lead there.',
        ),
    })
    .optional(),
  codeRole: z
    .object({ role: CodeRole, evidence: z.string() })
    .optional()
    .describe(
      'Extension. What the code is for, where it is no part of the product, and what shows that: a folder, a pattern of names, a build file, an import. The score is low then.',
    ),
  applicationId: Id.optional().describe('The application of a monorepo that its file is a part of.'),
  dependency: VulnerableDependency.optional().describe(
    'Extension. Of an issue of the category SCA: the package, its advisory, and whether it is reached.',
  ),
  patch: PatchSummary.optional(),
  /** Absent where it was not looked for. */
  fixable: Fixable.optional(),
  investigation: InvestigationSummary.optional(),
  note: z.string().optional(),
  triage: Triage.optional(),
  /** The engine's severity, where a person set another. */
  foundSeverity: Severity.optional(),
  trackerIssue: TrackerIssue.optional(),
  url: z.string().optional(),
  createdAt: Instant,
  updatedAt: Instant,
  firstSeenAt: Instant,
  lastSeenAt: Instant,
});
export type IssueListItem = z.output<typeof IssueListItem>;
export type CodeRoleOfIssue = NonNullable<IssueListItem['codeRole']>;

/** How the data of the first flow comes in: what severity, preconditions and attack steps derive from. */
export const Exposure = z.object({
  threatModel: ThreatModel.optional(),
  entryPoint: z
    .object({
      /** In capitals; none where the route answers every method. */
      methods: z.array(z.string()).readonly(),
      path: z.string(),
      /** What stands in front of the handler and asks who the caller is, as written in the code. */
      guards: z.array(z.string()).readonly(),
      /** Which of them lets only administrators pass, as its code or its library shows; never by its name. */
      administrators: z.string().optional(),
      /** Which of them takes only a bearer token in the `Authorization` header, which no browser adds by itself. */
      bearer: z.string().optional(),
    })
    .optional(),
});
export type Exposure = z.output<typeof Exposure>;

export const Reference = z.object({ title: z.string(), url: z.string() });

/** The whole issue. */
export const Issue = IssueListItem.extend({
  codeFlows: z.array(CodeFlow),
  exposure: Exposure.optional(),
  investigation: Investigation.optional(),
  /** What happened to it, newest first; at most the last hundred changes. */
  history: z.array(HistoryEntry).optional(),
  vulnImpact: z.string().optional(),
  /** What to do about it, in Markdown. */
  remediation: z.string().optional(),
  howToFix: HowToFix.optional(),
  references: z.array(Reference).optional(),
  cvssScoreDetailed: CvssScoreDetailed.optional(),
  scoreReason: z
    .string()
    .optional()
    .describe(
      'Extended: why the score that the scan gave and CVSS are of different severities; absent where they agree.',
    ),
  preconditions: z.array(z.object({ text: z.string(), met: z.boolean().nullable() })),
  attackSteps: z.array(
    z.object({
      order: z.int().min(1),
      text: z.string(),
      /** Index of a step of the first code flow. */
      step: z.int().min(0).optional(),
    }),
  ),
  /** A person's rationale, when marked non-exploitable by hand. */
  nonExploitableReason: z.string().optional(),
  /** The system's own runtime assessment. */
  validationSecurityAssessment: z.string().optional(),
});
export type Issue = z.output<typeof Issue>;

/** Only id, title and a severity or score must be there. */
export const readIssue = {
  renamed: { vulnerabilityPatch: 'patch' },
  complete: (fields) => {
    const { score, severity, startLine, startColumn } = fields;
    const word = Severity.options.find(
      (name) => typeof severity === 'string' && name === severity.toUpperCase(),
    );
    return {
      ...fields,
      score: score ?? (typeof severity === 'number' ? severity : severityFloor[word ?? 'MEDIUM']),
      severity: severity ?? score,
      endLine: fields['endLine'] ?? startLine,
      endColumn: fields['endColumn'] ?? startColumn,
    };
  },
  missing: {
    organizationId: '',
    repositoryId: '',
    repositoryName: '',
    scanId: '',
    scanKind: 'FULL',
    description: '',
    vulnClass: 'other',
    category: 'SAST',
    cwes: [],
    confidence: 50,
    status: 'PENDING_REVIEW',
    validation: 'NOT_RUN',
    file: '',
    startLine: 1,
    startColumn: 1,
    endLine: 1,
    endColumn: 1,
    snippet: '',
    fingerprint: '',
    language: '',
    ruleId: '',
    codeFlows: [],
    preconditions: [],
    attackSteps: [],
    createdAt: unknownInstant,
    updatedAt: unknownInstant,
    firstSeenAt: unknownInstant,
    lastSeenAt: unknownInstant,
  },
} as const satisfies Tolerance;
tolerance.add(IssueListItem, readIssue);
tolerance.add(Issue, readIssue);
tolerance.add(InvestigationSummary, { missing: { status: 'RUNNING' } });
tolerance.add(Investigation, { missing: { status: 'RUNNING', evidence: [] } });
tolerance.add(PatchSummary, { missing: { status: 'NONE', validation: 'NOT_RUN' } });
