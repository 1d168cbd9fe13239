import * as l10n from '@vscode/l10n';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, or until when, in words; the date and time in full as a tooltip. */
export function When({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <span class="quiet">{l10n.t('never')}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(language())}>
      {inWords(date.getTime() - Date.now())}
    </time>
  );
}

/** When something was, to the second. */
export function PointInTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at}>
      {new Date(at).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  );
}

/** @param ms into the future; negative for the past */
function inWords(ms: number): string {
  const seconds = ms / 1000;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return Math.abs(seconds) < 60 ? l10n.t('now') : format.format(Math.round(seconds / size), unit);
}

/** How long something took, e.g. `3.4 days`. */
export function lengthInWords(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(seconds / size);
}

export const language = (): string => document.documentElement.lang || 'en';
