import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { AgentJob } from './job.ts';
import { AgentMessage, ToolResult } from './message.ts';
import { AgentJobStatus, AgentSource } from './vocabulary.ts';

/** The agent's jobs, and the consent that their tools ask for. */

export const listJobs = endpoint({
  id: 'agent.listJobs',
  method: 'POST',
  path: '/api/v2/agent/listJobs',
  summary: 'Jobs, the newest first',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    ...page,
    status: AgentJobStatus.optional(),
    trigger: AgentSource.optional(),
    conversationId: Id.optional(),
  }),
  response: z.object({ jobs: z.array(AgentJob), ...pageEnd }),
});

const named = z.strictObject({ ...organizationScope, jobId: Id });

export const getJob = endpoint({
  id: 'agent.getJob',
  method: 'POST',
  path: '/api/v2/agent/getJob',
  summary: 'A job with its messages',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ job: AgentJob, messages: z.array(AgentMessage) }),
});

export const cancelJob = endpoint({
  id: 'agent.cancelJob',
  method: 'POST',
  path: '/api/v2/agent/cancelJob',
  summary: 'Cancel a pending or running job; what it said so far stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: named,
  response: z.object({ job: AgentJob }),
});

/**
 * A job that calls a tool with an effect ends with the call waiting. Agreed to, it runs in a new job of the same
 * conversation, which goes on from there; a call whose effect is in the person's workspace is run by the client, which
 * says how it went.
 */
export const answerToolCall = endpoint({
  id: 'agent.answerToolCall',
  method: 'POST',
  path: '/api/v2/agent/answerToolCall',
  summary: 'Agree to what a tool is about to do, or decline',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    jobId: Id,
    toolCallId: Id,
    approved: z.boolean(),
    result: ToolResult.optional().describe('With `approved`, of a call that the client has run.'),
    errorMessage: z.string().max(2_000).optional().describe('Why the client could not run it.'),
  }),
  /** The job that goes on. */
  response: z.object({ job: AgentJob }),
});
