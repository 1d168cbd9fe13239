import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { PatchStatusItem } from '../patches.ts';
import { PatchStatus, Severity } from '../vocabulary.ts';

/** What came of the agent's jobs. */

/** A patch that a job of the agent had made, or approved or cancelled. */
export const AgentPatch = PatchStatusItem.extend({
  issueTitle: z.string(),
  severity: Severity,
  file: z.string(),
  repositoryId: Id,
  repositoryName: z.string(),
  /** What it does, in one line, once it is ready. */
  title: z.string().optional(),
  approvedAt: Instant.optional(),
  /** The job that had to do with it last, and its conversation. */
  jobId: Id,
  conversationId: Id,
  touchedAt: Instant,
});
export type AgentPatch = z.output<typeof AgentPatch>;

export const listPatches = endpoint({
  id: 'agent.listPatches',
  method: 'POST',
  path: '/api/v2/agent/listPatches',
  summary: 'Patches that the agent’s jobs had made or decided on, the latest first',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    ...page,
    repositoryId: Id.optional(),
    status: PatchStatus.optional(),
  }),
  response: z.object({ patches: z.array(AgentPatch), ...pageEnd }),
});

export const AgentPullRequest = z.object({
  id: Id,
  repositoryId: Id,
  title: z.string(),
  url: z.string(),
  status: z.enum(['OPEN', 'MERGED', 'CLOSED']),
  jobId: Id,
  conversationId: Id,
  createdAt: Instant,
});

export const listPullRequests = endpoint({
  id: 'agent.listPullRequests',
  method: 'POST',
  path: '/api/v2/agent/listPullRequests',
  summary: 'Pull requests that the agent’s jobs opened, the latest first, with their state at the code host',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page, repositoryId: Id.optional() }),
  response: z.object({ pullRequests: z.array(AgentPullRequest), ...pageEnd }),
});
