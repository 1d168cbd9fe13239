import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/** What the agent remembers from one conversation to the next. */

export const maximumMemoryLength = 2_000;
/** Of an organization; of its own and of its repositories' together. */
export const maximumMemories = 1_000;

export const AgentMemory = z.object({
  id: Id,
  organizationId: Id,
  /** Null where it is about the organization as a whole. */
  repositoryId: Id.nullable(),
  text: z.string(),
  /** Whether a person wrote it, or the agent did and a person agreed. */
  source: z.enum(['person', 'agent']),
  /** The job in which the agent wrote it. */
  jobId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type AgentMemory = z.output<typeof AgentMemory>;

const MemoryText = z.string().trim().min(1).max(maximumMemoryLength);

export const listMemories = endpoint({
  id: 'agent.listMemories',
  method: 'POST',
  path: '/api/v2/agent/listMemories',
  summary: 'What the agent remembers, the latest first',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    ...page,
    search: z.string().trim().max(200).optional().describe('Part of the text, in any case.'),
    repositoryId: Id.optional().describe('Of this repository only.'),
  }),
  response: z.object({ memories: z.array(AgentMemory), ...pageEnd }),
});

export const createMemory = endpoint({
  id: 'agent.createMemory',
  method: 'POST',
  path: '/api/v2/agent/createMemory',
  summary: 'Have the agent remember something; what it remembers already in the same words is answered',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, repositoryId: Id.optional(), text: MemoryText }),
  response: z.object({ memory: AgentMemory }),
});

const named = z.strictObject({ ...organizationScope, memoryId: Id });

export const updateMemory = endpoint({
  id: 'agent.updateMemory',
  method: 'POST',
  path: '/api/v2/agent/updateMemory',
  summary: 'Put what the agent remembers in other words',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: named.extend({ text: MemoryText }),
  response: z.object({ memory: AgentMemory }),
});

export const deleteMemory = endpoint({
  id: 'agent.deleteMemory',
  method: 'POST',
  path: '/api/v2/agent/deleteMemory',
  summary: 'Have the agent forget one thing',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ deleted: z.boolean() }),
});

export const clearMemories = endpoint({
  id: 'agent.clearMemories',
  method: 'POST',
  path: '/api/v2/agent/clearMemories',
  summary: 'Have the agent forget everything, or everything about one repository',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, repositoryId: Id.optional() }),
  response: z.object({ deletedCount: Count }),
});
