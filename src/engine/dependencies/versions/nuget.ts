import { holds } from './clauses.ts';
import { compareLists, compareNaturals, compareTexts, natural, successor } from './digits.ts';
import { type Allows, versionScheme } from './scheme.ts';

interface NuGetVersion {
  readonly release: readonly string[];
  /** In small letters; empty for a release. */
  readonly labels: readonly string[];
}

const form = /^v?(\d+(?:\.\d+){0,3})(?:-([\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z.-]*)?$/i;

/**
 * NuGet: up to four numbers, pre-releases by Semantic Versioning 2.0.0 whatever their case, without build metadata; and
 * NuGet's intervals and floating versions ("Package versioning"). A version alone is a minimum.
 */
export const nuget = versionScheme<NuGetVersion>({ parse, compare, requirement });

function parse(text: string): NuGetVersion | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, release = '', labels] = match;
  return { release: release.split('.').map(natural), labels: labels?.toLowerCase().split('.') ?? [] };
}

function compare(left: NuGetVersion, right: NuGetVersion): number {
  const order = compareLists(left.release, right.release, '0', compareNaturals);
  if (order !== 0) return order;
  if (left.labels.length === 0 || right.labels.length === 0) return right.labels.length - left.labels.length;
  return compareLists<string | undefined>(left.labels, right.labels, undefined, compareLabels);
}

function compareLabels(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  const [isNumeric, isOtherNumeric] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isNumeric !== isOtherNumeric) return isNumeric ? -1 : 1;
  return isNumeric ? compareNaturals(natural(left), natural(right)) : compareTexts(left, right);
}

function requirement(text: string): Allows<NuGetVersion> | undefined {
  const interval = /^([[(])([^,]*)(?:(,)([^,]*))?([\])])$/.exec(text.replaceAll(' ', ''));
  if (interval) {
    const [, opening = '', low = '', comma, high = '', closing = ''] = interval;
    return within(opening, low, comma === undefined ? low : high, closing);
  }
  const floating = /^(?:(\d+(?:\.\d+)*)\.)?\*(?:-\*)?$/.exec(text);
  if (floating) return series(floating[1]);
  const minimum = parse(text);
  return minimum && ((version) => compare(version, minimum) >= 0);
}

function within(
  opening: string,
  low: string,
  high: string,
  closing: string,
): Allows<NuGetVersion> | undefined {
  const [from, to] = [parse(low), parse(high)];
  if ((low !== '' && !from) || (high !== '' && !to) || (low === '' && high === '')) return undefined;
  return (version) =>
    (!from || holds(opening === '[' ? '>=' : '>', compare(version, from))) &&
    (!to || holds(closing === ']' ? '<=' : '<', compare(version, to)));
}

/** `1.2.*`: what begins with 1.2. */
function series(prefix: string | undefined): Allows<NuGetVersion> {
  if (prefix === undefined) return () => true;
  const release = prefix.split('.').map(natural);
  const until = { release: [...release.slice(0, -1), successor(release.at(-1) ?? '0')], labels: ['0'] };
  return (version) => compare(version, { release, labels: [] }) >= 0 && compare(version, until) < 0;
}
