import type { Advisory } from './advisory.ts';
import type { Ecosystem, Scope } from './package.ts';

/** What a finding of the category `SCA` says beyond its place: the package, its advisory, and whether it is reached. */
export interface VulnerableDependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** The version that the project resolves it to. */
  readonly version: string;
  readonly scope: Scope;
  /** Whether the project itself asks for it. */
  readonly direct: boolean;
  /** From what the project asks for to the package itself. */
  readonly path: readonly PackageStep[];
  /** Where the lock file has it. */
  readonly lock?: { readonly file: string; readonly line: number };
  /** Other versions of it in the same lock file that are affected, too. */
  readonly otherVersions: readonly string[];
  readonly advisory: Pick<Advisory, 'id' | 'aliases' | 'sources' | 'cvss' | 'published' | 'references'>;
  /** Whether the package itself is the attack: whoever installs it runs it. */
  readonly isMalicious?: boolean;
  /** The smallest version above this one that no range of the advisory affects; a release where one is known. */
  readonly fixedVersion?: string;
  /** The smallest version above this one that no known advisory of the package affects. */
  readonly safeVersion?: string;
  readonly reachability: ReachabilityEvidence;
}

export interface PackageStep {
  readonly name: string;
  readonly version?: string;
}

/** How far the evidence goes, each level including the ones behind it: imported, called, reached from an entry point. */
export interface ReachabilityEvidence {
  readonly level: 'REACHED' | 'CALLED' | 'IMPORTED' | 'NOT_IMPORTED' | 'UNKNOWN';
  /** In a sentence: what was seen, or why it is not known. */
  readonly evidence: string;
  /** Of an import: whether an advisory says which part of the package is vulnerable, so that its use could be seen. */
  readonly isPartPublished?: boolean;
  readonly places: readonly { readonly file: string; readonly line: number }[];
}
