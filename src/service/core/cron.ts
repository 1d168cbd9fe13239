import { Cron } from 'croner';
import { impossible } from './errors.ts';

export interface Clock {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly expression: string;
  /** Of the IANA database. */
  readonly timeZone: string;
}

/** Where a refusal says the mistake is. */
export interface ClockFields {
  readonly expression: string;
  readonly timeZone: string;
}

/**
 * When an expression is next due after a moment (ISO 8601). A time that a change of clocks leaves out is due right
 * after it; a time of day that the change repeats is due the first time.
 * @throws Refusal 422 for what is no expression of five fields, never comes due, or is in a time zone that is none.
 */
export function nextDue({ expression, timeZone }: Clock, after: Date, fields: ClockFields): string {
  const next = cronOf({ expression, timeZone }, fields).nextRun(after);
  if (!next) throw impossible(fields.expression, 'This cron expression never comes due.');
  return next.toISOString();
}

/**
 * Refuses an expression that comes due more often than that.
 * @throws Refusal 422
 */
export function requireSeldom(clock: Clock, minutes: number, after: Date, fields: ClockFields): void {
  const runs = cronOf(clock, fields).nextRuns(100, after);
  const tooClose = runs.some((run, index) => {
    const before = runs[index - 1];
    return before !== undefined && run.getTime() - before.getTime() < minutes * 60_000;
  });
  if (tooClose) {
    throw impossible(
      fields.expression,
      `This cron expression comes due more often than every ${minutes} minutes.`,
    );
  }
}

function cronOf({ expression, timeZone }: Clock, fields: ClockFields): Cron {
  if (!isTimeZone(timeZone)) {
    throw impossible(
      fields.timeZone,
      'There is no such time zone. Give a name of the IANA database, such as UTC or Europe/Berlin.',
    );
  }
  const parts = expression.trim().split(/\s+/);
  try {
    if (parts.length !== 5) throw new Error(`It has ${parts.length}.`);
    return new Cron(expression, { timezone: timeZone, paused: true, mode: '5-part' });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    throw impossible(fields.expression, `This is not a cron expression of five fields. ${why}`.trim());
  }
}

/** Offsets such as `+01:00` have no changes of clocks and are no time zones. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
