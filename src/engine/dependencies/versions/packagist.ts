import { between, everyClause, holds, type Relation, someClause } from './clauses.ts';
import { compareLists, compareNaturals, natural, successor } from './digits.ts';
import { type Allows, versionScheme } from './scheme.ts';

interface ComposerVersion {
  readonly release: readonly string[];
  /** dev < alpha < beta < RC < stable < patch. */
  readonly stability: number;
  readonly counts: readonly string[];
  /** `-dev` after a stage: before that stage. */
  readonly isDev: boolean;
}

const form =
  /^v?(\d+(?:\.\d+){0,3})(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)([.-]?\d+(?:[.-]\d+)*)?)?([.-]?dev)?(?:\+\S*)?$/i;

const [dev, stable] = [0, 4];
const stabilities: Readonly<Record<string, number>> = {
  alpha: 1,
  a: 1,
  beta: 2,
  b: 2,
  rc: 3,
  stable,
  patch: 5,
  pl: 5,
  p: 5,
};

/**
 * Packagist: Composer's versions, in the order of PHP's `version_compare` after normalization, and its constraints
 * (getcomposer.org, "Versions and constraints"). A branch (`dev-main`, `2.x-dev`) is no version.
 */
export const packagist = versionScheme<ComposerVersion>({
  parse,
  compare,
  requirement: (text) => someClause(text.split(/\s*\|\|?\s*/), conjunction),
});

function parse(text: string): ComposerVersion | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, release = '', stage, counts = '', isDev] = match;
  return {
    release: release.split('.').map(natural),
    stability: stage === undefined ? (isDev ? dev : stable) : (stabilities[stage.toLowerCase()] ?? stable),
    counts: (counts.match(/\d+/g) ?? []).map(natural),
    isDev: isDev !== undefined,
  };
}

function compare(left: ComposerVersion, right: ComposerVersion): number {
  return (
    compareLists(left.release, right.release, '0', compareNaturals) ||
    left.stability - right.stability ||
    compareLists(left.counts, right.counts, '0', compareNaturals) ||
    Number(right.isDev) - Number(left.isDev)
  );
}

const atDev = (release: readonly string[]): ComposerVersion => ({
  release,
  stability: dev,
  counts: [],
  isDev: true,
});

/** The lower bound of a clause: a version without a stage begins with its development versions. */
function lowerBound(version: ComposerVersion): ComposerVersion {
  return version.stability === stable && !version.isDev ? atDev(version.release) : version;
}

/** The first version after those that share the first `length` numbers. */
function afterSeries(release: readonly string[], length: number): ComposerVersion {
  const parts = Array.from({ length }, (_, at) => release[at] ?? '0');
  return atDev([...parts.slice(0, -1), successor(parts.at(-1) ?? '0')]);
}

function conjunction(text: string): Allows<ComposerVersion> | undefined {
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(text.trim());
  if (hyphen) return hyphenRange(hyphen[1] ?? '', hyphen[2] ?? '');
  const joined = text.trim().replaceAll(/([<>=!~^])\s+/g, '$1');
  return everyClause(joined.split(/\s*,\s*|\s+/), clause);
}

/** `1.0 - 2.0` takes all of 2.0.*, `1.0 - 2.0.0` ends with 2.0.0. */
function hyphenRange(low: string, high: string): Allows<ComposerVersion> | undefined {
  const [from, to] = [parse(low), parse(high)];
  if (!from || !to) return undefined;
  const isPartial = to.release.length < 3 && to.stability === stable;
  const start = lowerBound(from);
  if (isPartial) return between(start, afterSeries(to.release, to.release.length), compare);
  return (version) => compare(version, start) >= 0 && compare(version, to) <= 0;
}

const relations: Readonly<Record<string, Relation>> = {
  '': '=',
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

function clause(text: string): Allows<ComposerVersion> | undefined {
  const bare = text.replace(/@(?:stable|rc|beta|alpha|dev)$/i, '');
  const series = /^v?(?:(\d+(?:\.\d+)*)\.)?[*x]$/i.exec(bare);
  if (series) return wildcard(series[1]);
  const [, operator = '', rest = ''] = /^([<>=!~^]*)(v?\d\S*)$/i.exec(bare) ?? [];
  const bound = parse(rest);
  if (!bound) return undefined;
  const { release } = bound;
  if (operator === '^') {
    const first = release.slice(0, 3).findIndex((part) => part !== '0');
    return between(
      lowerBound(bound),
      afterSeries(release, first < 0 ? Math.min(3, release.length) : first + 1),
      compare,
    );
  }
  if (operator === '~') {
    return between(lowerBound(bound), afterSeries(release, Math.max(1, release.length - 1)), compare);
  }
  const relation = Object.hasOwn(relations, operator) ? relations[operator] : undefined;
  if (!relation) return undefined;
  const edge = relation === '<' || relation === '>=' ? lowerBound(bound) : bound;
  return (version) => holds(relation, compare(version, edge));
}

function wildcard(prefix: string | undefined): Allows<ComposerVersion> {
  if (prefix === undefined) return () => true;
  const release = prefix.split('.').map(natural);
  return between(atDev(release), afterSeries(release, release.length), compare);
}
