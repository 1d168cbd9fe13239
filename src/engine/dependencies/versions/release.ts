import type { Ecosystem } from '../package.ts';
import { compareVersions } from './index.ts';

/** What Go calls a commit without a tag; there is no release of it. */
const pseudoVersion = /[.-]\d{14}-[\da-f]{12}(?:\+incompatible)?$/;

/**
 * The release that a prerelease leads to: `24.7.0` for `24.7.0rc1`. By the ecosystem's own order, a prerelease is below its
 * numbers alone.
 * @returns undefined for a release, and for what is no version
 */
export function releaseAfter(ecosystem: Ecosystem, version: string): string | undefined {
  const numbers = /^v?\d+(?:\.\d+)*/.exec(version)?.[0];
  if (numbers === undefined || pseudoVersion.test(version)) return undefined;
  return (compareVersions(ecosystem, version, numbers) ?? 0) < 0 ? numbers : undefined;
}

/** `rc` is the last stage: what follows it is the release. Of an alpha or a nightly build, none may ever come. */
const candidate = /(?:^|[^a-z])(?:rc|cr)(?:[^a-z]|$)/i;

/**
 * The smallest version that a person would upgrade to: a release where one is known that stays within the major version, or
 * where a release candidate says which one it is. Else the smallest version, which is then a prerelease.
 * @param versions those that end what is to be ended
 * @param isFine whether another version does, too
 */
export function preferredVersion(
  ecosystem: Ecosystem,
  versions: Iterable<string>,
  isFine: (version: string) => boolean,
): string | undefined {
  const sorted = [...versions].sort((a, b) => compareVersions(ecosystem, a, b) ?? 0);
  const [smallest] = sorted;
  const release = smallest === undefined ? undefined : releaseAfter(ecosystem, smallest);
  if (smallest === undefined || release === undefined) return smallest;
  if (candidate.test(smallest) && isFine(release)) return release;
  const major = majorOf(smallest);
  const known = sorted.find(
    (version) => releaseAfter(ecosystem, version) === undefined && majorOf(version) === major,
  );
  return known ?? smallest;
}

const majorOf = (version: string): string | undefined => /^v?(\d+)/.exec(version)?.[1];
