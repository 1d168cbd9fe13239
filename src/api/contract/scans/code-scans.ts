import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { Issue, readIssue } from '../issue.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance } from '../tolerance.ts';
import { CodeScanStatus } from '../vocabulary.ts';
import { Coverage } from './coverage.ts';
import { ScanProgress, SeverityCounts } from './scans.ts';

/** On-demand scans (beta): files, a diff or a snippet, reviewed without becoming part of a repository. */

export const maximumSubmissionBytes = 10 * 1024 * 1024;
export const maximumSubmissionFiles = 500;
export const codeScanRetentionDays = 7;

const SubmittedPath = z.string().min(1).max(4096);
export const SubmittedFile = z.strictObject({ path: SubmittedPath, content: z.string() });
export type SubmittedFile = z.output<typeof SubmittedFile>;

/** What is reviewed. */
export const Submission = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('files'),
    files: z.array(SubmittedFile).min(1).max(maximumSubmissionFiles),
    inRepository: z
      .boolean()
      .optional()
      .describe(
        'Analyses the files in place of those of the repository that `repositoryId` names, together with the rest of it: flows through its other files are followed, and only issues in these files are reported. For a repository on the service’s own machine.',
      ),
  }),
  z.strictObject({
    type: z.literal('diff'),
    diff: z
      .string()
      .min(1)
      .describe('Unified; only issues on added lines are reported, unless `before` is given.'),
    files: z
      .array(SubmittedFile)
      .max(maximumSubmissionFiles)
      .describe('The changed files as they are after it.'),
    before: z
      .array(SubmittedFile)
      .max(maximumSubmissionFiles)
      .optional()
      .describe(
        'The changed files as they were before it, under their names of then. With them, what the change brings is reported: what was there before is not, on whichever lines; and what is new is, also on lines that it left alone.',
      ),
  }),
  z.strictObject({
    type: z.literal('snippet'),
    content: z.string().min(1),
    path: SubmittedPath.describe('A file name whose extension tells the language.'),
    startLine: z.int().min(1).default(1).describe('The line of the file that the snippet begins at.'),
  }),
]);
export type Submission = z.output<typeof Submission>;

export const CodeScan = z.object({
  id: Id,
  organizationId: Id,
  repositoryId: Id.optional(),
  name: z.string().optional(),
  type: z.enum(['files', 'diff', 'snippet']),
  status: CodeScanStatus,
  progress: ScanProgress.optional(),
  errorMessage: z.string().optional(),
  issueCounts: SeverityCounts,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** When the results go. */
  expiresAt: Instant,
});
export type CodeScan = z.output<typeof CodeScan>;

/** An issue of an on-demand scan belongs to no repository unless one was named. */
export const CodeScanIssue = Issue.extend({
  repositoryId: Id.nullable(),
  repositoryName: z.string().nullable(),
});
export type CodeScanIssue = z.output<typeof CodeScanIssue>;
tolerance.add(CodeScanIssue, readIssue);

const whichScan = z.strictObject({ ...organizationScope, codeScanId: Id });

export const submitCodeScan = endpoint({
  id: 'codeScans.submit',
  method: 'POST',
  path: '/api/v2/async-code-scans/submit',
  summary: 'Submit files, a diff or a snippet for review',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 413, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id.optional().describe(
      'Whose triage applies: issues dismissed there are not reported again.',
    ),
    name: z.string().trim().max(200).optional(),
    submission: Submission,
  }),
  response: z.object({ codeScan: CodeScan }),
});

export const submitChanges = endpoint({
  id: 'codeScans.submitChanges',
  method: 'POST',
  path: '/api/v2/async-code-scans/submit-changes',
  summary:
    'Submit what a repository on the service’s own machine has that its last commit, or the main branch, has not; what was there before is not reported',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 413, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id,
    since: z
      .enum(['commit', 'branch'])
      .default('commit')
      .describe('`branch`: also what was committed since it left the main branch.'),
  }),
  response: z.object({
    codeScan: CodeScan,
    /** The commit that it was compared with; absent as long as nothing was committed. */
    base: z.string().optional(),
    files: z.array(z.object({ path: z.string(), change: z.enum(['added', 'modified']) })),
    /** Changed files that are not scanned, with the reason. */
    leftOut: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
});

export const getCodeScanStatus = endpoint({
  id: 'codeScans.status',
  method: 'POST',
  path: '/api/v2/async-code-scans/status',
  summary: 'How far an on-demand scan is',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: whichScan,
  response: z.object({ codeScan: CodeScan }),
});

export const getCodeScanResults = endpoint({
  id: 'codeScans.results',
  method: 'POST',
  path: '/api/v2/async-code-scans/results',
  summary: 'The issues of a completed on-demand scan; 409 before',
  source: 'specified',
  effect: 'reads',
  errors: [404, 409],
  idempotent: true,
  request: z.strictObject({ ...whichScan.shape, ...page }),
  response: z.object({
    codeScan: CodeScan,
    issues: z.array(CodeScanIssue),
    coverage: Coverage.optional(),
    ...pageEnd,
  }),
});

export const cancelCodeScan = endpoint({
  id: 'codeScans.cancel',
  method: 'POST',
  path: '/api/v2/async-code-scans/cancel',
  summary: 'Cancel a queued or running on-demand scan',
  source: 'specified',
  effect: 'changes',
  errors: [404, 409],
  idempotent: true,
  request: whichScan,
  response: z.object({ codeScan: CodeScan }),
});

/** Files that one answer of `localFiles` lists. */
export const maximumLocalFiles = 5000;

export const listLocalFiles = endpoint({
  id: 'codeScans.localFiles',
  method: 'POST',
  path: '/api/v2/async-code-scans/local-files',
  summary:
    'The files of a folder on the service’s own machine that a full scan would read, so that a client knows what may be submitted; offered by the embedded service only',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    path: z.string().min(1).max(4096).describe('Absolute path of the project’s folder.'),
    below: z.string().max(4096).default('').describe('A folder in it, relative; all of it when omitted.'),
    paths: z
      .array(SubmittedPath)
      .max(maximumLocalFiles)
      .optional()
      .describe('Only which of these files are among them.'),
  }),
  response: z.object({
    /** In the order of their paths, at most `maximumLocalFiles` of them. */
    files: z.array(z.object({ path: z.string(), bytes: Count })),
    /** Complete, where `files` may be cut. */
    totalFiles: Count,
    totalBytes: Count,
    /** What was left out on purpose, by reason, as in a scan's coverage; of the project's folder as a whole. */
    excluded: z.record(z.string(), Count),
  }),
});
