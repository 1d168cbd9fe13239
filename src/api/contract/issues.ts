import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Branch, Id, Instant, organizationScope, RepositoryPath } from './fields.ts';
import { Issue, IssueListItem } from './issue.ts';
import { page, pageEnd, pageUpTo } from './paging.ts';
import {
  AnyIssueStatus,
  Category,
  IssueStatus,
  ScanKind,
  Severity,
  ValidationVerdict,
} from './vocabulary.ts';

/** Operations on issues: find, read, triage. Triage is kept by fingerprint and survives the next scan. */

export const maximumNoteLength = 5000;
export const maximumReasonLength = 5000;
export const maximumIssuesListed = 1000;

const Reason = z.string().trim().max(maximumReasonLength);
const issueSelection = z.array(Id).min(1).max(100);

const filters = {
  repositoryIds: z.array(Id).min(1).max(100).optional(),
  applicationIds: z
    .array(Id)
    .min(1)
    .max(100)
    .optional()
    .describe('Only issues of these applications of monorepos.'),
  scanId: Id.optional().describe('Issues that this scan saw.'),
  branch: Branch.optional(),
  scanKinds: z
    .array(ScanKind)
    .min(1)
    .max(50)
    .optional()
    .describe(
      'Extended: kinds of the scans that saw them last. All but those of pull requests when neither this nor `scanId` is given.',
    ),
  severities: z.array(Severity).min(1).max(50).optional(),
  statuses: z.array(AnyIssueStatus).min(1).max(50).optional().describe('Names of either generation.'),
  categories: z.array(Category).min(1).max(50).optional(),
  vulnClasses: z.array(z.string().min(1).max(100)).min(1).max(100).optional(),
  ruleIds: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  cwes: z
    .array(z.string().regex(/^CWE-\d{1,5}$/))
    .min(1)
    .max(100)
    .optional(),
  validationVerdicts: z.array(ValidationVerdict).min(1).max(50).optional(),
  pathPrefix: RepositoryPath.optional(),
  searchQuery: z.string().max(500).optional().describe('Words in title, description, file or class.'),
  belowThreshold: z
    .boolean()
    .optional()
    .describe(
      'True for the issues that are not shown otherwise, because scanner settings ask for more confidence.',
    ),
  newOnly: z.boolean().optional().describe('Only issues that their latest scan saw for the first time.'),
  exposedOnly: z
    .boolean()
    .optional()
    .describe(
      'Extended: only issues of applications that the cloud posture integration reports as exposed; 422 where none is connected, or it was never read.',
    ),
};

/** What narrows down a list of issues, as it can be kept for later. */
export const IssueFilters = z.strictObject(filters);
export type IssueFilters = z.output<typeof IssueFilters>;

export const searchIssues = endpoint({
  id: 'issues.search',
  method: 'POST',
  path: '/api/v2/issues/search',
  also: [
    { method: 'POST', path: '/api/v1/issues/search' },
    { method: 'GET', path: '/issues/search' },
  ],
  summary: 'Search issues, worst first',
  source: 'specified',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...filters, ...page }),
  response: z.object({ issues: z.array(IssueListItem), ...pageEnd }),
});

export const listIssues = endpoint({
  id: 'issues.list',
  method: 'POST',
  path: '/api/v2/issues/list',
  summary: 'All issues of a repository or a scan in large pages, worst first',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...filters, ...pageUpTo(maximumIssuesListed, 500) }),
  response: z.object({ issues: z.array(IssueListItem), ...pageEnd }),
});

export const getIssue = endpoint({
  id: 'issues.get',
  method: 'GET',
  path: '/issues/{id}',
  summary: 'An issue in full',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ id: Id, ...organizationScope }),
  response: z.object({ issue: Issue }),
});

export const getIssueV1 = endpoint({
  id: 'issues.getV1',
  method: 'POST',
  path: '/api/v1/issues/get',
  summary: 'An issue in full, under its first-generation path',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueId: Id }),
  response: z.object({ issue: Issue }),
});

export const setIssueStatus = endpoint({
  id: 'issues.setStatus',
  method: 'POST',
  path: '/issues/{id}/status',
  summary: 'Update the status of one issue',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({
    id: Id,
    ...organizationScope,
    status: AnyIssueStatus,
    reason: Reason.optional(),
  }),
  response: z.object({ issue: Issue }),
});

export const updateIssueStatuses = endpoint({
  id: 'issues.updateStatus',
  method: 'POST',
  path: '/api/v2/issues/updateStatus',
  summary: 'Update the status of issues, of all or of none, with the reason and an end date',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    issueIds: issueSelection,
    status: IssueStatus,
    reason: Reason.optional(),
    until: Instant.optional().describe('When a suppression ends and the issue is open again.'),
  }),
  response: z.object({ issues: z.array(IssueListItem) }),
});

export const updateIssueNote = endpoint({
  id: 'issues.updateNote',
  method: 'POST',
  path: '/api/v2/issues/updateNote',
  summary: 'Set the note that the organization shares; an empty one clears it',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueId: Id, note: z.string().max(maximumNoteLength) }),
  response: z.object({ issue: Issue }),
});

const triageRequest = z.strictObject({
  ...organizationScope,
  issueIds: issueSelection,
  reason: Reason.optional(),
});
const triageResponse = z.object({ issues: z.array(IssueListItem) });

export const archiveIssues = endpoint({
  id: 'issues.archive',
  method: 'POST',
  path: '/api/v2/issues/archive',
  also: [{ method: 'POST', path: '/api/v1/issues/archive' }],
  summary: 'Put issues aside: status BACKLOG',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: triageRequest,
  response: triageResponse,
});

export const unarchiveIssues = endpoint({
  id: 'issues.unarchive',
  method: 'POST',
  path: '/api/v2/issues/unarchive',
  also: [{ method: 'POST', path: '/api/v1/issues/unarchive' }],
  summary: 'Take issues back up: status PENDING_REVIEW',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: triageRequest,
  response: triageResponse,
});

export const markTruePositive = endpoint({
  id: 'issues.markTruePositive',
  method: 'POST',
  path: '/api/v1/issues/mark-true-positive',
  summary: 'A person confirms the issues: status REVIEWING',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: triageRequest,
  response: triageResponse,
});

export const markFalsePositive = endpoint({
  id: 'issues.markFalsePositive',
  method: 'POST',
  path: '/api/v1/issues/mark-false-positive',
  summary: 'A person rejects the issues: status FALSE_POSITIVE',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: triageRequest,
  response: triageResponse,
});
