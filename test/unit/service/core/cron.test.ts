import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextDue, requireSeldom } from '../../../../src/service/core/cron.ts';
import { Refusal } from '../../../../src/service/core/errors.ts';

const fields = { expression: 'expression', timeZone: 'timeZone' };
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
];

function due(expression: string, timeZone: string, after: string): string {
  return nextDue({ expression, timeZone }, new Date(after), fields);
}

function refusal(expression: string, timeZone = 'UTC'): Refusal {
  try {
    due(expression, timeZone, '2026-01-01T00:00:00Z');
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.status, 422);
    return error;
  }
  assert.fail(`${expression} in ${timeZone} was taken`);
}

/** Hour, minute, day and weekday that clocks in a zone show. */
function shown(instant: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...({ hour: '2-digit', minute: '2-digit', day: '2-digit', weekday: 'short' } as const),
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { hour: Number(part('hour')), minute: Number(part('minute')), weekday: part('weekday') };
}

describe('cron expressions', () => {
  it('come due by the clocks of their time zone, in summer and in winter', () => {
    assert.equal(due('0 9 * * *', 'Europe/Berlin', '2026-01-15T00:00:00Z'), '2026-01-15T08:00:00.000Z');
    assert.equal(due('0 9 * * *', 'Europe/Berlin', '2026-07-15T00:00:00Z'), '2026-07-15T07:00:00.000Z');
    assert.equal(due('0 9 * * 1', 'Asia/Kathmandu', '2026-01-01T00:00:00Z'), '2026-01-05T03:15:00.000Z');
  });

  it('whose time a change of clocks leaves out come due right after it, once', () => {
    const first = due('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z');
    assert.equal(first, '2026-03-29T01:00:00.000Z');
    assert.equal(due('30 2 * * *', 'Europe/Berlin', first), '2026-03-30T00:30:00.000Z');
  });

  it('whose time of day a change of clocks repeats come due the first time only', () => {
    const first = due('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z');
    assert.equal(first, '2026-10-25T00:30:00.000Z');
    assert.equal(due('30 2 * * *', 'Europe/Berlin', first), '2026-10-26T01:30:00.000Z');
  });

  it('come due later than asked, at a minute that the clocks of the zone show as written', () => {
    const hours = fc.integer({ min: 4, max: 22 });
    const minutes = fc.integer({ min: 0, max: 59 });
    const moments = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2034-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), hours, minutes, moments, (zone, hour, minute, after) => {
        const next = nextDue({ expression: `${minute} ${hour} * * 1-5`, timeZone: zone }, after, fields);
        assert.ok(Date.parse(next) > after.getTime());
        assert.ok(Date.parse(next) - after.getTime() < 5 * 86_400_000);
        const clock = shown(next, zone);
        assert.deepEqual([clock.hour, clock.minute], [hour, minute]);
        assert.ok(!['Sat', 'Sun'].includes(clock.weekday));
        // Nothing is skipped: a moment before it is due, it is due then.
        const justBefore = new Date(Date.parse(next) - 1_000);
        if (justBefore > after)
          assert.equal(
            nextDue({ expression: `${minute} ${hour} * * 1-5`, timeZone: zone }, justBefore, fields),
            next,
          );
      }),
      { numRuns: 150 },
    );
  });

  it('wait for a leap year where they must', () => {
    assert.equal(due('0 0 29 2 *', 'UTC', '2026-03-01T00:00:00Z'), '2028-02-29T00:00:00.000Z');
  });

  it('that never come due are refused', () => {
    for (const never of ['0 0 30 2 *', '0 0 31 4,6,9,11 *', '0 0 31 2 *']) {
      assert.match(refusal(never).message, /never comes due/);
      assert.deepEqual(refusal(never).extra.issues?.[0]?.path, 'expression');
    }
  });

  it('that are none are refused with what is wrong', () => {
    for (const none of [
      '',
      ' ',
      '* * * *',
      '0 0 9 * * 1',
      '@daily',
      '61 * * * *',
      'a b c d e',
      '0 9 * * 9',
      '\0',
    ])
      assert.match(refusal(none).message, /not a cron expression of five fields/);
  });

  it('in a time zone that is none are refused', () => {
    for (const zone of ['Mars/Olympus', '+01:00', '', 'UTC+2', '../UTC', 'x'.repeat(60)]) {
      const { message, extra } = refusal('0 9 * * *', zone);
      assert.match(message, /no such time zone/);
      assert.equal(extra.issues?.[0]?.path, 'timeZone');
    }
  });

  it('that come due too often are refused, wherever in the day', () => {
    const after = new Date('2026-01-01T00:00:00Z');
    const check = (expression: string) =>
      requireSeldom({ expression, timeZone: 'Europe/Berlin' }, 5, after, fields);
    for (const often of ['* * * * *', '*/4 * * * *', '0,2 9 * * *', '58,0 * * * *'])
      assert.throws(() => check(often), /more often than every 5 minutes/, often);
    for (const seldom of ['*/5 * * * *', '0 * * * *', '0,30 9 * * 1-5', '0 0 29 2 *']) check(seldom);
  });
});
