import { concerns } from './advisories/match.ts';
import type { Advisory } from './advisory.ts';
import type { Ecosystem } from './package.ts';
import { compareVersions } from './versions/index.ts';
import { preferredVersion } from './versions/release.ts';

/**
 * Returns the smallest version above the present one, among those that end advisories of the package, that none of them
 * affects; undefined where there is none.
 */
export function smallestUnaffected(
  advisories: readonly Advisory[],
  ecosystem: Ecosystem,
  name: string,
  version: string,
): string | undefined {
  const fixed = new Set(
    advisories.flatMap((advisory) =>
      advisory.affected.flatMap(({ ranges }) => ranges.flatMap((range) => range.fixed ?? [])),
    ),
  );
  const isFine = (candidate: string): boolean =>
    advisories.every((advisory) => !concerns(advisory, ecosystem, name, candidate));
  const above = [...fixed].filter(
    (candidate) => (compareVersions(ecosystem, candidate, version) ?? 0) > 0 && isFine(candidate),
  );
  return preferredVersion(ecosystem, above, isFine);
}
