import assert from 'node:assert/strict';
import { dayOf, endOfDay } from '../../../../src/views/issues/days.ts';

const now = new Date(2026, 0, 31, 12).getTime();

describe('the end of a suppression', () => {
  it('is the end of the day that was written, on this machine’s calendar', () => {
    const { until } = endOfDay(' 2026-2-1 ', now);
    assert.equal(until, new Date(2026, 1, 1, 23, 59, 59).toISOString());
    assert.equal(dayOf(until ?? ''), '2026-02-01');
  });

  it('may be today, but not a day that is over', () => {
    assert.ok(endOfDay('2026-01-31', now).until);
    assert.equal(endOfDay('2026-01-30', now).fault, 'That day is over.');
  });

  it('is a day that there is', () => {
    for (const text of [
      '',
      'soon',
      '2026-02-30',
      '2026-13-01',
      '31.1.2027',
      '2027-01-31T00:00',
      '99999-01-01',
    ])
      assert.equal(endOfDay(text, now).fault, 'Write a day as 2027-01-31.', text);
  });
});
