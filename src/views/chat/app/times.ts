import * as l10n from '@vscode/l10n';

/** Times as a reader wants them, in the language of the editor. */

const language = document.documentElement.lang || 'en';
const timeOnly = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(language);

/** Of today the time alone. @param at ISO 8601 */
export function momentText(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? timeOnly.format(date) : dayAndTime.format(date);
}

/** Of today the time, of other days the day. @param at ISO 8601 */
export function dayText(at: string): string {
  const date = new Date(at);
  return date.toDateString() === new Date().toDateString() ? timeOnly.format(date) : dayOnly.format(date);
}

export function durationText(milliseconds: number): string {
  return milliseconds < 1_000
    ? l10n.t('{0} ms', Math.round(milliseconds))
    : l10n.t('{0} s', seconds.format(milliseconds / 1_000));
}

export function countText(count: number): string {
  return whole.format(count);
}

export function bytesText(bytes: number): string {
  return bytes < 1_000 ? l10n.t('{0} bytes', bytes) : l10n.t('{0} kB', seconds.format(bytes / 1_000));
}
