import type { AffectedRange } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { compareVersions } from '../versions/index.ts';
import { list, member, text } from './json-values.ts';

interface Event {
  readonly kind: 'introduced' | 'fixed' | 'last_affected';
  readonly version: string;
}

export interface RangesReading {
  readonly ranges: readonly AffectedRange[];
  /** Sentences: what could not be read. */
  readonly problems: readonly string[];
}

/** Ranges and events that are read of one package. */
const mostRanges = 100;
const mostEvents = 200;

/** Versions below all others: OSV has `0` for it in every ecosystem. */
export const beginning = '0';

/** Reads `ranges` of one affected package. Ranges of commits (`GIT`) say nothing of versions, and are left out. */
export function readRanges(ecosystem: Ecosystem, affected: unknown): RangesReading {
  const ranges: AffectedRange[] = [];
  const problems: string[] = [];
  const lastKnown = lastKnownOf(ecosystem, affected);
  for (const range of list(member(affected, 'ranges'), mostRanges)) {
    const type = member(range, 'type');
    if (type === 'GIT') continue;
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') {
      problems.push('A range of an unknown type was left out.');
      continue;
    }
    const found = stretches(ecosystem, list(member(range, 'events'), mostEvents));
    if (typeof found === 'string') problems.push(found);
    else ranges.push(...found.map((one) => (isOpen(one) ? { ...one, ...lastKnown } : one)));
  }
  return { ranges, problems };
}

const isOpen = ({ fixed, lastAffected, before }: AffectedRange): boolean =>
  (fixed ?? lastAffected ?? before) === undefined;

/** The stretches that events mark, in any order (OSV schema, "Evaluation"), or what is wrong with them. */
function stretches(ecosystem: Ecosystem, values: readonly unknown[]): readonly AffectedRange[] | string {
  const events: Event[] = [];
  const limits: string[] = [];
  for (const value of values) {
    const event = eventOf(value);
    const limit = text(member(value, 'limit'));
    if (limit !== undefined && limit !== '*') limits.push(limit);
    if (event) events.push(event);
  }
  if (!events.some(({ kind }) => kind === 'introduced')) return 'A range that begins nowhere was left out.';
  const versions = [...events.map(({ version }) => version), ...limits].filter(
    (version) => version !== beginning,
  );
  const odd = versions.find((version) => compareVersions(ecosystem, version, version) === undefined);
  if (odd !== undefined)
    return `A range with ${JSON.stringify(odd)}, which is no version of ${ecosystem}, was left out.`;
  const order = (a: string, b: string): number => compareBounds(ecosystem, a, b);
  const limit = limits.sort(order).at(-1);
  return walk(
    events.sort((a, b) => order(a.version, b.version) || rank[a.kind] - rank[b.kind]),
    order,
  ).flatMap((range) => (limit === undefined ? [range] : cut(range, limit, order)));
}

/** Of one version: the end of a stretch before the start of the next, and a last affected one after its start. */
const rank = { fixed: 0, introduced: 1, last_affected: 2 } as const;

function eventOf(value: unknown): Event | undefined {
  for (const kind of ['introduced', 'fixed', 'last_affected'] as const) {
    const version = text(member(value, kind));
    if (version !== undefined) return { kind, version };
  }
  return undefined;
}

/** The order of bounds of which each is a version or the beginning. */
function compareBounds(ecosystem: Ecosystem, a: string, b: string): number {
  if (a === beginning || b === beginning) return Number(a !== beginning) - Number(b !== beginning);
  return compareVersions(ecosystem, a, b) ?? 0;
}

function walk(events: readonly Event[], order: (a: string, b: string) => number): readonly AffectedRange[] {
  const ranges: AffectedRange[] = [];
  let introduced: string | undefined;
  for (const { kind, version } of events) {
    if (kind === 'introduced') introduced ??= version;
    else if (introduced !== undefined) {
      if (kind === 'last_affected') ranges.push({ introduced, lastAffected: version });
      else if (order(introduced, version) < 0) ranges.push({ introduced, fixed: version });
      introduced = undefined;
    }
  }
  return introduced === undefined ? ranges : [...ranges, { introduced }];
}

/** What of a range lies before a limit. */
function cut(
  range: AffectedRange,
  limit: string,
  order: (a: string, b: string) => number,
): readonly AffectedRange[] {
  if (order(range.introduced, limit) >= 0) return [];
  const end = range.fixed ?? range.lastAffected;
  return end !== undefined && order(end, limit) < 0
    ? [range]
    : [{ introduced: range.introduced, before: limit }];
}

/** `<= 1.2.3` of the GitHub Advisory Database, beside a range without an end. */
function lastKnownOf(
  ecosystem: Ecosystem,
  affected: unknown,
): Pick<AffectedRange, 'lastAffected' | 'before'> | undefined {
  const known = text(member(member(affected, 'database_specific'), 'last_known_affected_version_range'));
  const [, operator, version] = /^(<=?) ?(\S+)$/.exec(known ?? '') ?? [];
  if (version === undefined || compareVersions(ecosystem, version, version) === undefined) return undefined;
  return operator === '<=' ? { lastAffected: version } : { before: version };
}
