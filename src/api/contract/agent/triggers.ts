import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branch, Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance } from '../tolerance.ts';
import { Category, IssueStatus, Severity } from '../vocabulary.ts';
import { CronExpression, GivenName, Prompt, scoping, standing, TimeZone } from './scope.ts';

/** Event triggers: the agent is asked something when something happens. */

export const TriggerKind = z.enum([
  'scanCompleted',
  'scanFailed',
  'newIssue',
  'issueStatusChanged',
  'patchReady',
  'schedule',
]);
export type TriggerKind = z.output<typeof TriggerKind>;

const branch = Branch.optional().describe('Of this branch only.');
const leastSeverity = Severity.optional().describe('Of issues of this severity or worse only.');

export const TriggerCondition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('scanCompleted'),
    branch,
    withNewIssues: z.boolean().optional().describe('Only of scans that found something new.'),
  }),
  z.strictObject({ kind: z.literal('scanFailed'), branch }),
  /** Once a scan, with all of its new issues that count. */
  z.strictObject({
    kind: z.literal('newIssue'),
    branch,
    leastSeverity,
    categories: z.array(Category).min(1).max(Category.options.length).optional(),
  }),
  z.strictObject({
    kind: z.literal('issueStatusChanged'),
    leastSeverity,
    to: z.array(IssueStatus).min(1).max(IssueStatus.options.length).optional(),
    by: z.enum(['person', 'system']).optional().describe('`system`: a scan, or the end of a suppression.'),
  }),
  z.strictObject({ kind: z.literal('patchReady'), leastSeverity }),
  z.strictObject({
    kind: z.literal('schedule'),
    expression: CronExpression,
    timeZone: TimeZone.default('UTC'),
  }),
]);
export type TriggerCondition = z.output<typeof TriggerCondition>;

export const usualPerHour = 10;

export const EventTrigger = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  event: TriggerCondition,
  prompt: z.string(),
  ...scoping,
  /** Jobs in any hour; what is over it is dropped, and said in the history. */
  maximumPerHour: z.int().min(1).max(60),
  /** Whether what the agent's own jobs cause fires it too. */
  includeAgentEvents: z.boolean(),
  ...standing,
  /** When it started a job last. */
  lastFiredAt: Instant.nullable(),
  /** Of kind `schedule`. */
  nextRunAt: Instant.nullable(),
});
export type EventTrigger = z.output<typeof EventTrigger>;
tolerance.add(EventTrigger, {
  missing: {
    repositoryIds: [],
    tagIds: [],
    maximumPerHour: usualPerHour,
    includeAgentEvents: false,
    playbookId: null,
    onBehalfOf: '',
    lastFiredAt: null,
    nextRunAt: null,
  },
});

/**
 * `PENDING`: it collects what else happens within the minute. `STARTED`: a job was started. `DROPPED`: there were too
 * many. `FAILED`: no job could be started, for the reason given.
 */
export const TriggerEventStatus = z.enum(['PENDING', 'STARTED', 'DROPPED', 'FAILED']);
export type TriggerEventStatus = z.output<typeof TriggerEventStatus>;

/** One entry of the history: what happened of a kind to a repository within a minute. */
export const TriggerEvent = z.object({
  id: Id,
  organizationId: Id,
  triggerId: Id,
  triggerName: z.string(),
  kind: TriggerKind,
  repositoryId: Id.nullable(),
  repositoryName: z.string().optional(),
  status: TriggerEventStatus,
  /** In one sentence. */
  summary: z.string(),
  /** How many events it stands for. */
  eventCount: Count,
  scanId: Id.optional(),
  /**
   * Of the issues it is about, at most 50, the worst first. `issueCount` counts all; beyond those named, one that
   * changed twice counts twice.
   */
  issueIds: z.array(Id),
  issueCount: Count,
  /** Why it was dropped or failed. */
  reason: z.string().optional(),
  conversationId: Id.optional(),
  jobId: Id.optional(),
  occurredAt: Instant,
  updatedAt: Instant,
});
export type TriggerEvent = z.output<typeof TriggerEvent>;

export const listEventTriggers = endpoint({
  id: 'agent.listEventTriggers',
  method: 'POST',
  path: '/api/v2/agent/listEventTriggers',
  summary: 'Event triggers by name',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page, kind: TriggerKind.optional() }),
  response: z.object({ triggers: z.array(EventTrigger), ...pageEnd }),
});

export const upsertEventTrigger = endpoint({
  id: 'agent.upsertEventTrigger',
  method: 'POST',
  path: '/api/v2/agent/upsertEventTrigger',
  summary: 'Add an event trigger, or replace the one with triggerId',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    triggerId: Id.optional(),
    name: GivenName.optional().describe('The first words of the prompt when omitted.'),
    event: TriggerCondition,
    prompt: Prompt,
    enabled: z.boolean().default(true),
    repositoryIds: scoping.repositoryIds.default([]),
    tagIds: scoping.tagIds.default([]),
    maximumPerHour: EventTrigger.shape.maximumPerHour.default(usualPerHour),
    includeAgentEvents: z.boolean().default(false),
  }),
  response: z.object({ trigger: EventTrigger }),
});

export const deleteEventTrigger = endpoint({
  id: 'agent.deleteEventTrigger',
  method: 'POST',
  path: '/api/v2/agent/deleteEventTrigger',
  summary: 'Delete an event trigger with its history; what its jobs said stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, triggerId: Id }),
  response: z.object({ deleted: z.boolean() }),
});

export const listTriggerHistory = endpoint({
  id: 'agent.listTriggerHistory',
  method: 'POST',
  path: '/api/v2/agent/listTriggerHistory',
  summary: 'What fired triggers, the latest first, with what came of it',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    ...page,
    triggerId: Id.optional(),
    repositoryId: Id.optional(),
    status: TriggerEventStatus.optional(),
  }),
  response: z.object({ events: z.array(TriggerEvent), ...pageEnd }),
});

export const getTriggerEvent = endpoint({
  id: 'agent.getTriggerEvent',
  method: 'POST',
  path: '/api/v2/agent/getTriggerEvent',
  summary: 'One entry of the history, with what the agent was asked',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, eventId: Id }),
  response: z.object({
    event: TriggerEvent.extend({
      /** What the prompt’s placeholders stand for. */
      values: z.record(z.string(), z.string()),
      /** The prompt as it was sent; none until a job was started. */
      prompt: z.string().optional(),
    }),
    trigger: EventTrigger,
  }),
});
