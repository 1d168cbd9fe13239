import * as l10n from '@vscode/l10n';

/** A cron expression of five fields in words, where it is one that people write often; else the expression itself. */
export function scheduleText(crontab: string, language: string): string {
  const fields = crontab.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5 || month !== '*') return crontab;
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1];
  const isEveryDay = day === '*' && weekday === '*';
  if (everyMinutes !== undefined && hour === '*' && isEveryDay)
    return l10n.t('every {0} minutes', everyMinutes);
  if (!/^\d{1,2}$/.test(minute)) return crontab;
  const past = minute.padStart(2, '0');
  if (hour === '*' && isEveryDay) return l10n.t('every hour at :{0}', past);
  const everyHours = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (everyHours !== undefined && isEveryDay) return l10n.t('every {0} hours at :{1}', everyHours, past);
  if (!/^\d{1,2}$/.test(hour)) return crontab;
  const time = `${hour.padStart(2, '0')}:${past}`;
  if (isEveryDay) return l10n.t('every day at {0} UTC', time);
  if (day === '*' && weekday === '1-5') return l10n.t('every weekday at {0} UTC', time);
  if (day === '*' && /^[0-7]$/.test(weekday))
    return l10n.t('every {0} at {1} UTC', weekdayName(Number(weekday), language), time);
  if (weekday === '*' && /^\d{1,2}$/.test(day))
    return l10n.t('on day {0} of each month at {1} UTC', day, time);
  return crontab;
}

/** When it runs next, from now on; in the time of this machine. @param now milliseconds since 1970 */
export function nextRunText(nextRunAt: string | null, now: number, language: string): string {
  const at = Date.parse(nextRunAt ?? '');
  if (Number.isNaN(at)) return l10n.t('does not run');
  const minutes = Math.round((at - now) / 60_000);
  if (minutes < 1) return l10n.t('next run now');
  if (minutes < 60) return l10n.t('next run in {0} min', minutes);
  const date = new Date(at);
  const time = date.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
  const days = daysBetween(new Date(now), date);
  if (days === 0) return l10n.t('next run today at {0}', time);
  if (days === 1) return l10n.t('next run tomorrow at {0}', time);
  return l10n.t('next run {0}', date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }));
}

/** A name of a day. @param day 0 and 7 are Sunday, as in cron */
export function weekdayName(day: number, language: string): string {
  // 4 January 1970 was a Sunday.
  const date = new Date(Date.UTC(1970, 0, 4 + (day % 7)));
  return date.toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' });
}

/** What is wrong with a cron expression as it is typed; the service has the last word. */
export function crontabFault(text: string): string | undefined {
  const fields = text.trim().split(/\s+/);
  return fields.length === 5 && fields.every((field) => /^[\w*/,#?-]+$/.test(field))
    ? undefined
    : l10n.t('Five fields: minute, hour, day of the month, month, day of the week. 30 8 * * 1-5');
}

/** Hour and minute of a time of day such as `8:30`; undefined for another text. */
export function timeOfDay(text: string): { readonly hour: number; readonly minute: number } | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const time = { hour: Number(hour), minute: Number(minute) };
  return time.hour < 24 && time.minute < 60 ? time : undefined;
}

function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((dayOf(to) - dayOf(from)) / 86_400_000);
}
