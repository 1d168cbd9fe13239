import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, organizationScope } from './fields.ts';
import { Issue, IssueListItem } from './issue.ts';
import { maximumReasonLength } from './issues.ts';
import { page, pageEnd } from './paging.ts';
import { Severity, TriageDisposition } from './vocabulary.ts';

/** Triage beyond the status: what people decided and why, how bad they hold it for, and where they follow it up. */

const Reason = z.string().trim().max(maximumReasonLength);

export const updateIssueSeverity = endpoint({
  id: 'issues.updateSeverity',
  method: 'POST',
  path: '/api/v2/issues/updateSeverity',
  summary: 'Set how severe issues are, of all or of none; null gives them the engine’s severity back',
  source: 'extended',
  effect: 'changes',
  errors: [403, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    issueIds: z.array(Id).min(1).max(100),
    severity: Severity.nullable(),
    reason: Reason.optional(),
  }),
  response: z.object({ issues: z.array(IssueListItem) }),
});

export const linkTrackerIssue = endpoint({
  id: 'issues.linkTrackerIssue',
  method: 'POST',
  path: '/api/v2/issues/linkTrackerIssue',
  summary:
    'Link the issue of a tracker in which this one is followed up, by its address or by the id that it has in a connected tracker; a null url takes the link away',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    issueId: Id,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .nullable()
      .optional()
      .describe('May be left out where trackerId and id name the issue.'),
    trackerId: Id.optional().describe('The connected tracker that has it.'),
    id: z.string().trim().min(1).max(200).optional().describe('Taken from the address when left out.'),
    title: z.string().trim().min(1).max(500).optional().describe('The id when left out.'),
  }),
  response: z.object({ issue: Issue }),
});

export const TriageRationale = z.object({
  issueId: Id,
  title: z.string(),
  vulnClass: z.string(),
  file: z.string(),
  disposition: TriageDisposition.optional(),
  reason: z.string().optional(),
  by: z.string().optional(),
  at: Instant,
});

export const triageRationales = endpoint({
  id: 'issues.triageRationales',
  method: 'POST',
  path: '/api/v2/issues/triageRationales',
  summary: 'What people decided about the findings of a repository, and why, newest first',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, repositoryId: Id, ...page }),
  response: z.object({ rationales: z.array(TriageRationale), ...pageEnd }),
});
