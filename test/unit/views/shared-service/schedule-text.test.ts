import assert from 'node:assert/strict';
import {
  crontabFault,
  nextRunText,
  scheduleText,
  timeOfDay,
} from '../../../../src/views/shared-service/schedule-text.ts';

describe('a schedule in words', () => {
  it('says what people write often', () => {
    const texts = [
      ['0 3 * * *', 'every day at 03:00 UTC'],
      ['30 8 * * 1-5', 'every weekday at 08:30 UTC'],
      ['5 14 * * 1', 'every Monday at 14:05 UTC'],
      ['0 0 * * 7', 'every Sunday at 00:00 UTC'],
      ['15 * * * *', 'every hour at :15'],
      ['*/20 * * * *', 'every 20 minutes'],
      ['0 */6 * * *', 'every 6 hours at :00'],
      ['0 2 1 * *', 'on day 1 of each month at 02:00 UTC'],
    ];
    for (const [crontab = '', text] of texts) assert.equal(scheduleText(crontab, 'en'), text, crontab);
  });

  it('shows any other expression as it is, rather than a wrong sentence', () => {
    for (const crontab of [
      '0 3 1 * 1',
      '0 3 * 6 *',
      '0 3,15 * * *',
      '0-5 3 * * *',
      '0 3 * * MON',
      '@daily',
      '',
    ])
      assert.equal(scheduleText(crontab, 'en'), crontab);
  });

  it('says when it runs next, on the clock of this machine', () => {
    const now = new Date(2026, 10, 23, 12, 0).getTime();
    const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();
    assert.equal(nextRunText(at(2026, 10, 23, 12, 25), now, 'en-GB'), 'next run in 25 min');
    assert.equal(nextRunText(at(2026, 10, 23, 18, 0), now, 'en-GB'), 'next run today at 18:00');
    assert.equal(nextRunText(at(2026, 10, 24, 3, 0), now, 'en-GB'), 'next run tomorrow at 03:00');
    assert.match(nextRunText(at(2026, 10, 30, 3, 0), now, 'en-GB'), /^next run 30 Nov 2026/);
    assert.equal(nextRunText(at(2026, 10, 23, 11, 0), now, 'en-GB'), 'next run now');
    assert.equal(nextRunText(null, now, 'en-GB'), 'does not run');
  });

  it('checks what is typed', () => {
    assert.equal(crontabFault('*/5 0-6 1,15 * MON'), undefined);
    for (const text of ['', '* * * *', '* * * * * *', 'a b c d (e)']) assert.ok(crontabFault(text), text);
    assert.deepEqual(timeOfDay('8:05'), { hour: 8, minute: 5 });
    for (const text of ['24:00', '08:60', '8', '8:5', '']) assert.equal(timeOfDay(text), undefined, text);
  });
});
