import * as z from 'zod';
import { stream } from '../endpoint.ts';
import { Id, organizationScope } from '../fields.ts';
import { PatchStatusItem } from '../patches.ts';
import { AgentTrace } from './job.ts';
import { AgentMessage, ToolCall } from './message.ts';
import { AgentJobStatus } from './vocabulary.ts';

/**
 * A job as it happens (specification, section 6.2). Every event has an `id:`; a client that lost the connection sends
 * the last one as `Last-Event-ID` and misses nothing. The stream begins with the present `job.status` and ends with
 * `done`; a comment comes every 15 s when nothing else does. A message's parts are in its `message.completed` and, from
 * then on, in the conversation: until then they are told here alone. A job that goes on after a person's answer tells
 * of the call in the message where it was made.
 */
export const jobStream = stream({
  id: 'agent.jobStream',
  method: 'GET',
  path: '/api/v2/agent/jobs/{jobId}/stream',
  summary: 'What a job says and does, as server-sent events',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ jobId: Id, ...organizationScope }),
  events: {
    'job.status': z.object({
      jobId: Id,
      status: AgentJobStatus,
      stage: z.string().optional(),
      errorMessage: z.string().optional(),
    }),
    /** Text to append to a part of a message; a part that is not there yet begins with it. */
    'message.delta': z.object({ messageId: Id, part: z.int().min(0), text: z.string() }),
    'message.completed': z.object({ message: AgentMessage }),
    'tool.started': z.object({ messageId: Id, part: z.int().min(0), call: ToolCall }),
    /** It ended, or waits for consent: `call.status` says which. */
    'tool.completed': z.object({ messageId: Id, part: z.int().min(0), call: ToolCall }),
    'patch.ready': z.object({
      messageId: Id,
      part: z.int().min(0),
      /** What the patch does, in one line. */
      title: z.string(),
      patch: PatchStatusItem,
    }),
    error: z.object({ message: z.string() }),
    done: z.object({
      jobId: Id,
      status: AgentJobStatus,
      errorMessage: z.string().optional(),
      trace: AgentTrace,
    }),
  },
});
