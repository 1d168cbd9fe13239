import type { Advisory, AffectedPackage, AffectedRange, AffectedSymbols } from '../advisory.ts';
import { canonicalName } from '../names.ts';
import type { Ecosystem } from '../package.ts';
import { compareVersions, isVersion } from '../versions/index.ts';
import { preferredVersion } from '../versions/release.ts';
import { includes, lies } from './stretches.ts';

/** Why an advisory concerns one version of a package. */
export interface Concern {
  readonly affected: true;
  /** The smallest fixed version above this one that no range of the advisory affects; a release where one is known. */
  readonly fixed?: string;
  /** The ranges that have the version; empty where it is listed by itself. */
  readonly ranges: readonly AffectedRange[];
  readonly symbols: readonly AffectedSymbols[];
  /** The sources that say so. */
  readonly sources: readonly string[];
  /** Sources of the same advisory by which this version is not affected. */
  readonly disputedBy: readonly string[];
}

/** It names the package, and it cannot be told whether this version is meant: `reason` is a sentence. */
export interface UnknownConcern {
  readonly affected: 'unknown';
  readonly reason: string;
}

/** Whether an advisory concerns a version of a package, with the evidence; false for one that was withdrawn. */
export function concerns(
  advisory: Advisory,
  ecosystem: Ecosystem,
  name: string,
  version: string,
): Concern | UnknownConcern | false {
  if (advisory.withdrawn !== undefined) return false;
  const wanted = canonicalName(ecosystem, name);
  const told = advisory.affected.filter(
    (one) => one.ecosystem === ecosystem && canonicalName(ecosystem, one.name) === wanted,
  );
  if (told.length === 0) return false;
  if (!isVersion(ecosystem, version)) {
    return told.some(({ versions }) => versions.includes(version))
      ? concern(
          advisory,
          told,
          told.filter(({ versions }) => versions.includes(version)),
          version,
        )
      : { affected: 'unknown', reason: `${JSON.stringify(version)} is no version of ${ecosystem}.` };
  }
  const affecting = told.filter((one) => includes(one, version) === true);
  if (affecting.length > 0) return concern(advisory, told, affecting, version);
  return told.some((one) => includes(one, version) === undefined)
    ? { affected: 'unknown', reason: `${advisory.id} has a range that cannot be compared.` }
    : false;
}

function concern(
  advisory: Advisory,
  told: readonly AffectedPackage[],
  affecting: readonly AffectedPackage[],
  version: string,
): Concern {
  const sourcesOf = (list: readonly AffectedPackage[]): readonly string[] => [
    ...new Set(list.flatMap(({ sources }) => sources ?? advisory.sources)),
  ];
  const sources = sourcesOf(affecting);
  const fixed = smallestFixed(told, version);
  return {
    affected: true,
    ...(fixed !== undefined && { fixed }),
    ranges: affecting.flatMap(({ ecosystem, ranges }) =>
      ranges.filter((range) => lies(ecosystem, version, range) === true),
    ),
    symbols: affecting.flatMap(({ symbols }) => symbols),
    sources,
    disputedBy: sourcesOf(told).filter((source) => !sources.includes(source)),
  };
}

/** By all sources together: a version that one of them calls fixed and another affected fixes nothing for sure. */
function smallestFixed(told: readonly AffectedPackage[], version: string): string | undefined {
  const [first] = told;
  if (!first) return undefined;
  const { ecosystem } = first;
  const isFine = (other: string): boolean => told.every((one) => includes(one, other) === false);
  const candidates = told.flatMap(({ ranges }) =>
    ranges.flatMap(({ fixed }) =>
      fixed !== undefined && (compareVersions(ecosystem, fixed, version) ?? 0) > 0 && isFine(fixed)
        ? fixed
        : [],
    ),
  );
  return preferredVersion(ecosystem, candidates, isFine);
}
