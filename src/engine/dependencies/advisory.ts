import type { Ecosystem } from './package.ts';

/** The facts of an advisory, without its texts: what OSV (schema 1.7) says of identity, ranges and severity. */
export interface Advisory {
  /** The id under which it is shown: a CVE where it has one, else its source's own. */
  readonly id: string;
  /** Every other id of the same vulnerability. */
  readonly aliases: readonly string[];
  /** In one sentence; undefined where the source's text may not be passed on. */
  readonly summary?: string;
  readonly cwes: readonly string[];
  /** CVSS vectors as published, the newest version first. */
  readonly cvss: readonly string[];
  /** As the source words it, where it has no vector. */
  readonly severity?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  /** ISO 8601 dates. */
  readonly published?: string;
  readonly modified?: string;
  /** It was taken back: kept so that triage of it can be explained, never matched. */
  readonly withdrawn?: string;
  readonly affected: readonly AffectedPackage[];
  /** Which sources say so, e.g. `golang/vulndb`. */
  readonly sources: readonly string[];
  readonly references: readonly string[];
}

/** Whether the package itself is the attack: OSV's ids of malicious packages (github.com/ossf/malicious-packages), or CWE-506. */
export const isMalicious = ({ id, aliases, cwes }: Pick<Advisory, 'id' | 'aliases' | 'cwes'>): boolean =>
  [id, ...aliases].some((name) => name.startsWith('MAL-')) || cwes.includes('CWE-506');

export interface AffectedPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly ranges: readonly AffectedRange[];
  /** Versions listed one by one. */
  readonly versions: readonly string[];
  /** The functions, methods and classes that are vulnerable, where published, by module or import path. */
  readonly symbols: readonly AffectedSymbols[];
  /** Which of the advisory's sources say so, where others say something else or nothing of the package; all where undefined. */
  readonly sources?: readonly string[];
}

export interface AffectedSymbols {
  /** Import path or module; the package itself where undefined. */
  readonly module?: string;
  /** Names within it, `Type.Method` for methods; all of it where empty. */
  readonly names: readonly string[];
}

/** One stretch of versions, in the ecosystem's order: from `introduced` on (`0`: from the first one) until before `fixed`. */
export interface AffectedRange {
  readonly introduced: string;
  readonly fixed?: string;
  /** The last one that is affected, where no fixed one is known. */
  readonly lastAffected?: string;
  /** The first one of which nothing is said, where neither is known. */
  readonly before?: string;
}

/** Whatever answers which advisories concern packages. */
export interface AdvisorySource {
  /** Shown with findings and in the coverage. */
  readonly name: string;
  /** Every advisory that names the package, whatever its ranges. */
  find(ecosystem: Ecosystem, name: string): readonly Advisory[];
}
