import type { AffectedPackage, AffectedRange } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { compareVersions } from '../versions/index.ts';
import { beginning } from './osv-ranges.ts';

/** Whether a version lies within a range; undefined where a bound is no version of the ecosystem. */
export function lies(ecosystem: Ecosystem, version: string, range: AffectedRange): boolean | undefined {
  const { introduced, fixed, lastAffected, before } = range;
  const from = introduced === beginning ? 1 : compareVersions(ecosystem, version, introduced);
  if (from === undefined) return undefined;
  if (from < 0) return false;
  const end = fixed ?? before ?? lastAffected;
  if (end === undefined) return true;
  const order = compareVersions(ecosystem, version, end);
  if (order === undefined) return undefined;
  return order < 0 || (order === 0 && end === lastAffected && fixed === undefined && before === undefined);
}

/** Whether a package's ranges or list of versions have a version; undefined where a bound cannot be compared. */
export function includes(of: AffectedPackage, version: string): boolean | undefined {
  const answers = of.ranges.map((range) => lies(of.ecosystem, version, range));
  if (answers.includes(true)) return true;
  if (of.versions.some((listed) => isSame(of.ecosystem, listed, version))) return true;
  return answers.includes(undefined) ? undefined : false;
}

/** Whether two spellings are of one version. */
export const isSame = (ecosystem: Ecosystem, a: string, b: string): boolean =>
  a === b || compareVersions(ecosystem, a, b) === 0;

/** Leaves out the listed versions that lie within the ranges: sources list what their ranges already say. */
export function withoutListed(of: AffectedPackage): AffectedPackage {
  const bare = { ...of, versions: [] };
  return { ...of, versions: of.versions.filter((version) => includes(bare, version) !== true) };
}
