import { PackageURL } from 'packageurl-js';

/** What a VEX document says, whatever its format. */
export type VexVerdict = 'not_affected' | 'false_positive' | 'affected' | 'accepted' | 'fixed' | 'undecided';

export interface GivenStatement {
  /** The vulnerability's id and its other names. */
  readonly names: readonly string[];
  readonly subjects: readonly VexSubjectOf[];
  readonly verdict: VexVerdict;
  /** Justification and rationale, as they are given; empty where there is neither. */
  readonly detail: string;
  /** ISO 8601; undefined where neither statement nor document says when. */
  readonly at?: string;
}

/** A package, within a product or wherever it is. */
export interface VexSubjectOf {
  /** The product's package URL or name. */
  readonly product?: string;
  /** The package's URL, with or without a version. */
  readonly purl: string;
  /** Versions, and ranges in the notation of vers, that it is about; every version of the URL where there are none. */
  readonly versions?: readonly string[];
  readonly ranges?: readonly string[];
}

export interface VexDocument {
  readonly author: string;
  readonly statements: readonly GivenStatement[];
  /** Statements that could not be read. */
  readonly unread: number;
}

/** A package URL in parts that can be compared. */
export interface PackageName {
  /** Type, namespace and name. */
  readonly base: string;
  readonly version?: string;
}

/** @returns undefined for what is no package URL, or is about one file of a package (qualifiers other than a type, a path) */
export function packageNameOf(purl: string): PackageName | undefined {
  try {
    const { type, namespace, name, version, qualifiers, subpath } = PackageURL.fromString(purl);
    if (subpath || Object.keys(qualifiers ?? {}).some((key) => key !== 'type')) return undefined;
    const base = new PackageURL(type, namespace, name, undefined, undefined, undefined).toString();
    return { base, ...(version && { version }) };
  } catch {
    // The library throws for every text that is no package URL.
    return undefined;
  }
}
