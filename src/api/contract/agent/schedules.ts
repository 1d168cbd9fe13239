import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance } from '../tolerance.ts';
import { AgentJob } from './job.ts';
import { CronExpression, GivenName, LastRun, Prompt, scoping, standing, TimeZone } from './scope.ts';

/** Cron schedules: the agent is asked something at certain times. */

export const CronSchedule = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  prompt: z.string(),
  expression: z.string(),
  timeZone: z.string(),
  ...scoping,
  ...standing,
  /** Null while it is not enabled. */
  nextRunAt: Instant.nullable(),
  lastRun: LastRun.nullable(),
});
export type CronSchedule = z.output<typeof CronSchedule>;
tolerance.add(CronSchedule, {
  missing: {
    repositoryIds: [],
    tagIds: [],
    playbookId: null,
    onBehalfOf: '',
    lastRun: null,
    nextRunAt: null,
  },
});

const defaultZone = TimeZone.default('UTC').describe(
  'Of the IANA database. A time that a change of clocks leaves out comes due right after it; one that it repeats comes due once.',
);

export const listCronSchedules = endpoint({
  id: 'agent.listCronSchedules',
  method: 'POST',
  path: '/api/v2/agent/listCronSchedules',
  summary: 'Cron schedules by name',
  source: 'specified',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ schedules: z.array(CronSchedule), ...pageEnd }),
});

export const createCronSchedule = endpoint({
  id: 'agent.createCronSchedule',
  method: 'POST',
  path: '/api/v2/agent/createCronSchedule',
  summary: 'Have the agent asked something at certain times',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    name: GivenName.optional().describe('The first words of the prompt when omitted.'),
    prompt: Prompt,
    expression: CronExpression,
    timeZone: defaultZone,
    enabled: z.boolean().default(true),
    repositoryIds: scoping.repositoryIds.default([]),
    tagIds: scoping.tagIds.default([]),
  }),
  response: z.object({ schedule: CronSchedule }),
});

const named = z.strictObject({ ...organizationScope, scheduleId: Id });

export const updateCronSchedule = endpoint({
  id: 'agent.updateCronSchedule',
  method: 'POST',
  path: '/api/v2/agent/updateCronSchedule',
  summary: 'Change a schedule; what is omitted stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: named.extend({
    name: GivenName.optional(),
    prompt: Prompt.optional(),
    expression: CronExpression.optional(),
    timeZone: TimeZone.optional(),
    enabled: z.boolean().optional(),
    repositoryIds: scoping.repositoryIds.optional(),
    tagIds: scoping.tagIds.optional(),
  }),
  response: z.object({ schedule: CronSchedule }),
});

export const deleteCronSchedule = endpoint({
  id: 'agent.deleteCronSchedule',
  method: 'POST',
  path: '/api/v2/agent/deleteCronSchedule',
  summary: 'Delete a schedule; what its jobs said stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: named,
  response: z.object({ deleted: z.boolean() }),
});

export const triggerCronSchedule = endpoint({
  id: 'agent.triggerCronSchedule',
  method: 'POST',
  path: '/api/v2/agent/triggerCronSchedule',
  summary: 'Run a schedule now, enabled or not; when it is next due stays',
  source: 'specified',
  effect: 'changes',
  success: 202,
  errors: [403, 404, 409],
  idempotent: false,
  request: named,
  response: z.object({ schedule: CronSchedule, jobs: z.array(AgentJob) }),
});
