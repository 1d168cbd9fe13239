import type { AffectedRange } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { compareVersions } from '../versions/index.ts';

/** Versions from `from` on (`0`: from the first one) until before `until`, or up to `last`; without either, all above. */
export interface Interval {
  readonly from: string;
  readonly until?: string;
  readonly last?: string;
}

/** How databases of an ecosystem write requirements where they differ. */
const plainMeans: Partial<Record<Ecosystem, '=' | '^'>> = { 'crates.io': '^' };

/**
 * The intervals of a requirement as advisories write them: comparisons that all hold, alternatives by `||`.
 * @returns undefined for what cannot be written as intervals
 */
export function intervalsOf(ecosystem: Ecosystem, requirement: string): readonly Interval[] | undefined {
  const intervals: Interval[] = [];
  for (const alternative of requirement.split('||')) {
    const clauses = alternative
      .replaceAll(/([<>=~^])\s+/g, '$1')
      .split(/[,\s]+/)
      .filter((clause) => clause !== '');
    let whole: Interval | undefined = { from: '0' };
    for (const clause of clauses) {
      const interval = intervalOf(ecosystem, clause);
      if (!interval || clauses.length === 0) return undefined;
      whole = whole && intersection(ecosystem, whole, interval);
    }
    if (whole) intervals.push(whole);
  }
  return intervals;
}

function intervalOf(ecosystem: Ecosystem, clause: string): Interval | undefined {
  if (clause === '*') return { from: '0' };
  const [, sign = '', text = ''] = /^([<>=~^]*)v?(\d\S*)$/.exec(clause) ?? [];
  const version = whole(ecosystem, text);
  const operator = sign === '' ? (plainMeans[ecosystem] ?? '=') : sign;
  if (compareVersions(ecosystem, version, version) === undefined) return undefined;
  switch (operator) {
    case '>=':
      return { from: version };
    case '>': {
      const from = successor(ecosystem, version);
      return from === undefined ? undefined : { from };
    }
    case '<':
      return { from: '0', until: version };
    case '<=':
      return { from: '0', last: version };
    case '=':
    case '==':
      return { from: version, last: version };
    case '~>':
      return {
        from: version,
        until: bumped(version, Math.max(1, text.split('-')[0]?.split('.').length ?? 1) - 1),
      };
    case '~':
      return { from: version, until: bumped(version, Math.min(2, text.split('.').length)) };
    case '^': {
      const parts = version.split('-')[0]?.split('.') ?? [];
      const first = parts.findIndex((part) => part !== '0');
      return { from: version, until: bumped(version, first < 0 ? text.split('.').length : first + 1) };
    }
    default:
      return undefined;
  }
}

/** Versions of Semantic Versioning have three numbers; advisories leave some out. */
function whole(ecosystem: Ecosystem, text: string): string {
  if (ecosystem !== 'npm' && ecosystem !== 'crates.io') return text;
  const numbers = /^\d+(?:\.\d+){0,2}/.exec(text)?.[0] ?? '';
  const parts = numbers.split('.');
  return [...parts, '0', '0'].slice(0, Math.max(3, parts.length)).join('.') + text.slice(numbers.length);
}

/** The first version that has one more at the place `length`: 1.2.3 at 2 is 1.3 (.0). */
function bumped(version: string, length: number): string {
  const all = version.split('-')[0]?.split('.') ?? [];
  const numbers = all.slice(0, Math.max(1, length)).map((part) => Number.parseInt(part, 10) || 0);
  const raised = [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1];
  return [...raised, ...Array.from({ length: Math.max(0, all.length - raised.length) }, () => 0)].join('.');
}

/** The smallest version above another; undefined where the ecosystem has no such thing. */
function successor(ecosystem: Ecosystem, version: string): string | undefined {
  if (ecosystem === 'RubyGems') return `${version}.0.1`;
  if (ecosystem !== 'npm' && ecosystem !== 'crates.io')
    return /^\d+(?:\.\d+){0,2}$/.test(version) ? `${version}.1` : undefined;
  if (version.includes('-')) return `${version}.0`;
  const [major, minor, patch = '0'] = version.split('.');
  return `${major}.${minor}.${Number(patch) + 1}-0`;
}

function order(ecosystem: Ecosystem, a: string, b: string): number {
  if (a === '0' || b === '0') return Number(a !== '0') - Number(b !== '0');
  return compareVersions(ecosystem, a, b) ?? 0;
}

function intersection(ecosystem: Ecosystem, a: Interval, b: Interval): Interval | undefined {
  const from = order(ecosystem, a.from, b.from) >= 0 ? a.from : b.from;
  const [first, second] = byEnd(ecosystem, a, b);
  const end = first.until ?? first.last;
  const isEmpty = end !== undefined && order(ecosystem, from, end) > (first.last === undefined ? -1 : 0);
  return isEmpty ? undefined : { from, ...endOf(end === undefined ? second : first) };
}

const endOf = ({ until, last }: Interval): Pick<Interval, 'until' | 'last'> => ({
  ...(until !== undefined && { until }),
  ...(last !== undefined && { last }),
});

/** Two intervals, the one that ends first before the other. */
function byEnd(ecosystem: Ecosystem, a: Interval, b: Interval): readonly [Interval, Interval] {
  const [end, other] = [a.until ?? a.last, b.until ?? b.last];
  if (end === undefined) return [b, a];
  if (other === undefined) return [a, b];
  const by = order(ecosystem, end, other);
  return by < 0 || (by === 0 && a.until !== undefined) ? [a, b] : [b, a];
}

/** Everything outside of intervals: before one that brings the fix it ends `fixed`, before any other just there. */
export function outside(
  ecosystem: Ecosystem,
  patched: readonly Interval[],
  unaffected: readonly Interval[],
): readonly AffectedRange[] | undefined {
  const sorted = [
    ...patched.map((interval) => ({ ...interval, isPatched: true })),
    ...unaffected.map((interval) => ({ ...interval, isPatched: false })),
  ].sort((a, b) => order(ecosystem, a.from, b.from));
  const ranges: AffectedRange[] = [];
  let introduced: string | undefined = '0';
  for (const interval of sorted) {
    if (introduced === undefined) break;
    if (order(ecosystem, introduced, interval.from) < 0) {
      ranges.push({
        introduced,
        ...(interval.isPatched ? { fixed: interval.from } : { before: interval.from }),
      });
    }
    const next: string | undefined =
      interval.last === undefined ? interval.until : successor(ecosystem, interval.last);
    if (interval.last !== undefined && next === undefined) return undefined;
    introduced = next === undefined || order(ecosystem, introduced, next) < 0 ? next : introduced;
  }
  return introduced === undefined ? ranges : [...ranges, { introduced }];
}

/** Intervals that are affected, with the fixed versions that the same record names. */
export function inside(
  ecosystem: Ecosystem,
  affected: readonly Interval[],
  patched: readonly Interval[],
): readonly AffectedRange[] {
  return affected.map(({ from, until, last }) => {
    const end = until ?? last;
    if (end === undefined) return { introduced: from };
    const [fixed] = patched
      .map((interval) => interval.from)
      .filter((version) => version !== '0' && order(ecosystem, version, end) >= (last === undefined ? 0 : 1))
      .sort((a, b) => order(ecosystem, a, b));
    const next = affected.map((one) => one.from).filter((version) => order(ecosystem, version, end) > 0);
    const isBeforeNext =
      fixed !== undefined && next.every((version) => order(ecosystem, fixed, version) <= 0);
    if (isBeforeNext && (last !== undefined || order(ecosystem, fixed, end) === 0))
      return { introduced: from, fixed };
    return { introduced: from, ...(until === undefined ? { lastAffected: end } : { before: end }) };
  });
}
