import type { Core } from '../../core/context.ts';
import { type Clock, type ClockFields, nextDue, requireSeldom } from '../../core/cron.ts';

/** When the agent is asked something by the clock. */

/** It is asked at most this often. */
export const leastMinutes = 5;

export const clockFields: ClockFields = { expression: 'expression', timeZone: 'timeZone' };

/** When it is due next. @throws Refusal 422 for what is no clock, never comes due, or too often */
export function checkedClock(core: Pick<Core, 'now'>, clock: Clock, fields = clockFields): string {
  const next = nextDue(clock, core.now(), fields);
  requireSeldom(clock, leastMinutes, core.now(), fields);
  return next;
}
