import * as l10n from '@vscode/l10n';

/** Days on this machine's calendar, written as ISO 8601 does: the same in every language. */

export function dayOf(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant.slice(0, 10);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export type DayEnd =
  | { readonly until: string; readonly fault?: undefined }
  | { readonly until?: undefined; readonly fault: string };

/** The end of a day that a person wrote, as an instant; it must not be over. @param now in milliseconds */
export function endOfDay(text: string, now: number): DayEnd {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? [];
  const end = new Date(Number(year), Number(month) - 1, Number(day), 23, 59, 59);
  const isReal = year !== '' && end.getMonth() === Number(month) - 1 && end.getDate() === Number(day);
  if (!isReal) return { fault: l10n.t('Write a day as 2027-01-31.') };
  return end.getTime() <= now ? { fault: l10n.t('That day is over.') } : { until: end.toISOString() };
}
