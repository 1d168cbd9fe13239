/** The versions and ranges of one ecosystem. */
export interface VersionScheme {
  /**
   * A number below, equal to or above 0, as for `Array.sort`; undefined where one of them is no version.
   * Spellings of one version are equal: `1.0` and `1.0.0` where the ecosystem says so.
   */
  compare(left: string, right: string): number | undefined;
  isVersion(text: string): boolean;
  /** Whether a requirement allows a version; undefined where either cannot be read. */
  satisfies(version: string, requirement: string): boolean | undefined;
}

/** Whether a requirement that was read allows a version. */
export type Allows<V> = (version: V) => boolean;

interface Rules<V> {
  /** @returns undefined for what is no version */
  readonly parse: (text: string) => V | undefined;
  readonly compare: (left: V, right: V) => number;
  /** @returns undefined for what is no requirement */
  readonly requirement: (text: string) => Allows<V> | undefined;
}

/** Characters of a version and of a requirement; real ones are far below, and longer ones are not read. */
const longestVersion = 256;
const longestRequirement = 2_000;

/** Makes a scheme of an ecosystem's rules; what is too long is no version and no requirement. */
export function versionScheme<V>(rules: Rules<V>): VersionScheme {
  const parse = (text: string): V | undefined =>
    text.length > longestVersion ? undefined : rules.parse(text.trim());
  return {
    compare(left, right) {
      const [a, b] = [parse(left), parse(right)];
      return a === undefined || b === undefined ? undefined : rules.compare(a, b);
    },
    isVersion: (text) => parse(text) !== undefined,
    satisfies(version, requirement) {
      if (requirement.length > longestRequirement) return undefined;
      const parsed = parse(version);
      return parsed === undefined ? undefined : rules.requirement(requirement.trim())?.(parsed);
    },
  };
}
