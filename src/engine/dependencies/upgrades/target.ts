import { mergeByAlias } from '../advisories/merge.ts';
import type { AdvisorySource } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';
import { smallestUnaffected } from '../unaffected-version.ts';

/** A package that is to get another version. */
export interface Raise {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** @returns to which version a package is raised: the smallest later one that no advisory affects */
export function raiseOf(
  ecosystem: Ecosystem,
  name: string,
  from: string,
  sources: readonly AdvisorySource[],
): Raise | undefined {
  const advisories = mergeByAlias(sources.flatMap((source) => source.find(ecosystem, name)));
  const to = smallestUnaffected(advisories, ecosystem, name, from);
  return to === undefined ? undefined : { ecosystem, name, from, to };
}

/**
 * Whether two versions promise the same interface by Semantic Versioning: the first number is the same, and below 1.0 the
 * second one, too.
 */
export function isSameMajor(left: string, right: string): boolean {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  return a[0] === b[0] && (a[0] !== '0' || a[1] === b[1]);
}

const numbersOf = (version: string): readonly string[] => version.replace(/^v/, '').split(/[.+-]/);
