import * as z from 'zod';
import { Id, Instant } from '../fields.ts';

/** What schedules, event triggers and playbooks have in common. */

export const maximumPromptLength = 10_000;

export const Prompt = z
  .string()
  .trim()
  .min(1)
  .max(maximumPromptLength)
  .describe('What the agent is asked. `{{repository}}` and the like are filled in when it runs.');

export const GivenName = z.string().trim().min(1).max(200);

/** Five cron fields: minute, hour, day of the month, month, day of the week. */
export const CronExpression = z.string().trim().min(1).max(200);
/** A name of the IANA time zone database. */
export const TimeZone = z.string().trim().min(1).max(64);

/** Both empty: the organization as a whole. */
export const scoping = {
  repositoryIds: z.array(Id).max(100),
  tagIds: z.array(Id).max(50).describe('With them, all repositories that have one of the tags when it runs.'),
};

/** How what starts jobs by itself stands. */
export const standing = {
  enabled: z.boolean(),
  /** The playbook it belongs to; it is changed through that. */
  playbookId: Id.nullable(),
  /** Why it cannot run at present, e.g. because its repositories were deleted. */
  problem: z.string().optional(),
  /** The e-mail address of the person on whose behalf it runs: who made or changed it last. */
  onBehalfOf: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
};

export const LastRun = z.object({
  at: Instant,
  /** `due`: on time. `madeUp`: it was due while the service was not running. `manual`: a person asked. */
  reason: z.enum(['due', 'madeUp', 'manual', 'event']),
  jobIds: z.array(Id),
  /** What was left out of this run, and why. */
  message: z.string().optional(),
});
export type LastRun = z.output<typeof LastRun>;
