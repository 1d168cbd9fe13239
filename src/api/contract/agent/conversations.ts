import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { Cursor, page, pageEnd } from '../paging.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { AgentJob } from './job.ts';
import { AgentMessage, Attachment, isText, maximumAttachments, notText, Said } from './message.ts';
import { AgentSource } from './vocabulary.ts';

/** Conversations with the agent. One bound to a repository is there only for those who see the repository. */

export const Conversation = z.object({
  id: Id,
  organizationId: Id,
  repositoryId: Id.nullable(),
  /** The issue that its first message came with: it is a chat thread of that issue. */
  issueId: Id.optional(),
  /** The first words of what began it, unless a title was given. */
  title: z.string(),
  source: AgentSource,
  messageCount: Count,
  /** The beginning of the last message, one line. */
  preview: z.string(),
  /** The job that is pending or running. */
  activeJobId: Id.nullable(),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Conversation = z.output<typeof Conversation>;
tolerance.add(Conversation, {
  missing: {
    ...{ organizationId: '', title: '', source: 'manual', messageCount: 0, preview: '' },
    ...{ createdAt: unknownInstant, updatedAt: unknownInstant },
  },
});

const attachments = z.array(Attachment).max(maximumAttachments).default([]);

export const createConversation = endpoint({
  id: 'agent.createConversation',
  method: 'POST',
  path: '/api/v2/agent/createConversation',
  summary: 'Begin a conversation; an initial message creates a job at once',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    repositoryId: Id.optional().describe(
      'What it is about. When omitted: the repository of an attached issue, else all of the organization.',
    ),
    title: z.string().trim().min(1).max(200).optional(),
    initialMessage: Said.optional(),
    attachments,
    source: z.enum(['manual', 'chatTool']).default('manual'),
  }),
  response: z.object({ conversation: Conversation, job: AgentJob.optional() }),
});

export const listConversations = endpoint({
  id: 'agent.listConversations',
  method: 'POST',
  path: '/api/v2/agent/listConversations',
  summary: 'Conversations, the one spoken in last first',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    ...page,
    search: z
      .string()
      .trim()
      .max(200)
      .refine(isText, notText)
      .optional()
      .describe(
        'Part of a title or message, in any case; of a title alone when it is shorter than 3 characters.',
      ),
    source: AgentSource.optional(),
    repositoryId: Id.optional(),
    issueId: Id.optional().describe('Chat threads of this issue.'),
    archived: z.boolean().default(false),
  }),
  response: z.object({ conversations: z.array(Conversation), ...pageEnd }),
});

export const getConversation = endpoint({
  id: 'agent.getConversation',
  method: 'POST',
  path: '/api/v2/agent/getConversation',
  summary: 'A conversation with its jobs and the latest of its messages; the cursor leads to earlier ones',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    conversationId: Id,
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  response: z.object({
    conversation: Conversation,
    /** The jobs of the messages given, and the active one with the first page, in the order they were created. */
    jobs: z.array(AgentJob),
    /** In the order they were said. */
    messages: z.array(AgentMessage),
    ...pageEnd,
  }),
});

export const sendMessage = endpoint({
  id: 'agent.sendMessage',
  method: 'POST',
  path: '/api/v2/agent/sendMessage',
  summary: 'Say more; creates a job that answers',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, conversationId: Id, message: Said, attachments }),
  response: z.object({ message: AgentMessage, job: AgentJob }),
});

const named = z.strictObject({ ...organizationScope, conversationId: Id });

export const archiveConversation = endpoint({
  id: 'agent.archiveConversation',
  method: 'POST',
  path: '/api/v2/agent/archiveConversation',
  summary: 'Put a conversation away; its jobs are cancelled',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ conversation: Conversation }),
});

export const unarchiveConversation = endpoint({
  id: 'agent.unarchiveConversation',
  method: 'POST',
  path: '/api/v2/agent/unarchiveConversation',
  summary: 'Take a conversation back',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ conversation: Conversation }),
});
