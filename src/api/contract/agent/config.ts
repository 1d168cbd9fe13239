import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { MemberRole } from '../vocabulary.ts';
import { EventTrigger } from './triggers.ts';
import { AgentPermission } from './vocabulary.ts';

/** How the agent works in an organization, and who may use it. */

export const usualConcurrentRuns = 3;
export const maximumConcurrentRuns = 20;
export const maximumInstructionsLength = 10_000;

export const AgentConfig = z.object({
  enabled: z.boolean(),
  /** The chat channel as a team names it: `#appsec`. Whether it is posted to, `getChatChannel` says. */
  chatChannel: z.string().nullable(),
  /** Jobs that run at the same time; others wait. */
  maxConcurrentRuns: z.int().min(1).max(maximumConcurrentRuns),
  /** What every job is told besides what it is asked. */
  globalInstructions: z.string(),
  /** Null as long as nothing was changed. */
  updatedAt: Instant.nullable(),
});
export type AgentConfig = z.output<typeof AgentConfig>;

export const getConfig = endpoint({
  id: 'agent.getConfig',
  method: 'POST',
  path: '/api/v2/agent/getConfig',
  summary: 'How the agent works, its event triggers, and what the caller may do',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(organizationScope),
  response: z.object({
    config: AgentConfig,
    eventTriggers: z.array(EventTrigger),
    permissions: z.array(AgentPermission),
  }),
});

export const updateConfig = endpoint({
  id: 'agent.updateConfig',
  method: 'POST',
  path: '/api/v2/agent/updateConfig',
  summary: 'Change how the agent works; only what is given changes. Switched off, its jobs are cancelled',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    enabled: z.boolean().optional(),
    chatChannel: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .describe('null: none, and nothing is sent to it.'),
    maxConcurrentRuns: AgentConfig.shape.maxConcurrentRuns.optional(),
    globalInstructions: z.string().trim().max(maximumInstructionsLength).optional(),
  }),
  response: z.object({ config: AgentConfig }),
});

export const AgentMember = z.object({
  memberId: Id,
  email: z.string(),
  role: MemberRole,
  /** What they may do in all. */
  permissions: z.array(AgentPermission),
  /** What of it their teams grant: it stays, whatever is set for the member. */
  fromTeams: z.array(AgentPermission).optional(),
});
export type AgentMember = z.output<typeof AgentMember>;

export const listMemberPermissions = endpoint({
  id: 'agent.listMemberPermissions',
  method: 'POST',
  path: '/api/v2/agent/listMemberPermissions',
  summary: 'What each active member may do with the agent, by address',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ members: z.array(AgentMember), ...pageEnd }),
});

export const updateMemberPermissions = endpoint({
  id: 'agent.updateMemberPermissions',
  method: 'POST',
  path: '/api/v2/agent/updateMemberPermissions',
  summary: 'Say what a member may do with the agent; Agent Run implies Agent View, and an ADMIN has both',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    memberId: Id,
    permissions: z.array(AgentPermission).max(AgentPermission.options.length),
  }),
  response: z.object({ member: AgentMember }),
});
