import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { CronExpression, GivenName, LastRun, scoping, TimeZone } from './scope.ts';
import { TriggerKind } from './triggers.ts';

/** Playbooks: tasks for the agent from a library, made one's own by parameters. */

const described = {
  /** Lower case with hyphens; unique in the template. */
  id: z.string(),
  label: z.string(),
  description: z.string().optional(),
};

export const PlaybookParameter = z.discriminatedUnion('type', [
  z.object({
    ...described,
    type: z.literal('text'),
    default: z.string(),
    minimumLength: z.int().min(0),
    maximumLength: z.int().min(1),
  }),
  z.object({
    ...described,
    type: z.literal('number'),
    default: z.number(),
    minimum: z.number(),
    maximum: z.number(),
    integer: z.boolean(),
  }),
  z.object({ ...described, type: z.literal('boolean'), default: z.boolean() }),
  z.object({
    ...described,
    type: z.literal('select'),
    default: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).min(1),
  }),
]);
export type PlaybookParameter = z.output<typeof PlaybookParameter>;

/** What has an active playbook run. */
export const PlaybookStart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('schedule'), expression: z.string() }),
  z.object({ type: z.literal('event'), kind: TriggerKind }),
]);
export type PlaybookStart = z.output<typeof PlaybookStart>;

export const PlaybookTemplate = z.object({
  id: z.string(),
  title: z.string(),
  /** What one gets, in a sentence. */
  summary: z.string(),
  /** What it does and what it asks for, in Markdown. */
  description: z.string(),
  start: PlaybookStart,
  parameters: z.array(PlaybookParameter),
});
export type PlaybookTemplate = z.output<typeof PlaybookTemplate>;

export const ParameterValue = z.union([z.string().max(2_000), z.number(), z.boolean()]);
export type ParameterValue = z.output<typeof ParameterValue>;

const ParameterValues = z
  .record(z.string().max(64), ParameterValue)
  .refine((values) => Object.keys(values).length <= 50, { error: 'Give at most 50 parameters.' })
  .describe('By the ids of the template’s parameters; what is omitted has its default.');

/** A template that was installed. */
export const Playbook = z.object({
  id: Id,
  organizationId: Id,
  templateId: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  /** Complete. */
  parameters: z.record(z.string(), ParameterValue),
  start: PlaybookStart,
  timeZone: z.string(),
  ...scoping,
  problem: z.string().optional(),
  onBehalfOf: z.string(),
  /** The event trigger through which it runs; what fired it is in that one's history. */
  triggerId: Id.nullable(),
  /** The schedule through which it runs. */
  scheduleId: Id.nullable(),
  nextRunAt: Instant.nullable(),
  lastRun: LastRun.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Playbook = z.output<typeof Playbook>;

export const listPlaybooks = endpoint({
  id: 'agent.listPlaybooks',
  method: 'POST',
  path: '/api/v2/agent/listPlaybooks',
  summary: 'The library, whole, and the playbooks that were installed, by name',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ templates: z.array(PlaybookTemplate), playbooks: z.array(Playbook), ...pageEnd }),
});

const setting = {
  name: GivenName.optional().describe('The template’s title when omitted.'),
  expression: CronExpression.optional().describe('When it runs; for templates that run by a schedule.'),
  timeZone: TimeZone.optional(),
  repositoryIds: scoping.repositoryIds.optional(),
  tagIds: scoping.tagIds.optional(),
  parameters: ParameterValues.optional(),
};

export const installPlaybook = endpoint({
  id: 'agent.installPlaybook',
  method: 'POST',
  path: '/api/v2/agent/installPlaybook',
  summary: 'Make a playbook of a template; it is paused unless activate is true',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    templateId: z.string().min(1).max(64),
    ...setting,
    activate: z.boolean().default(false),
  }),
  response: z.object({ playbook: Playbook }),
});

const named = z.strictObject({ ...organizationScope, playbookId: Id });

export const updatePlaybook = endpoint({
  id: 'agent.updatePlaybook',
  method: 'POST',
  path: '/api/v2/agent/updatePlaybook',
  summary: 'Change a playbook; what is omitted stays',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: named.extend(setting),
  response: z.object({ playbook: Playbook }),
});

export const activatePlaybook = endpoint({
  id: 'agent.activatePlaybook',
  method: 'POST',
  path: '/api/v2/agent/activatePlaybook',
  summary: 'Let a playbook run by its schedule or event',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ playbook: Playbook }),
});

export const pausePlaybook = endpoint({
  id: 'agent.pausePlaybook',
  method: 'POST',
  path: '/api/v2/agent/pausePlaybook',
  summary: 'Keep a playbook from running; jobs of it that run go on',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ playbook: Playbook }),
});

export const uninstallPlaybook = endpoint({
  id: 'agent.uninstallPlaybook',
  method: 'POST',
  path: '/api/v2/agent/uninstallPlaybook',
  summary: 'Remove a playbook; what its jobs said stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: named,
  response: z.object({ uninstalled: z.boolean() }),
});
