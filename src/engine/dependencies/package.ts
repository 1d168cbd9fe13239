import type { Range } from '../finding.ts';

/** What manifests and lock files say of packages, in the same words for every ecosystem. */

/** Ecosystems by the names that OSV gives them (OSV schema 1.7, `affected[].package.ecosystem`), and two that it has none for. */
export const ecosystems = [
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'crates.io',
  'RubyGems',
  'Packagist',
  'NuGet',
  'Pub',
  'Hex',
  'SwiftURL',
  'GitHub Actions',
  'conda',
  'docker',
] as const;
export type Ecosystem = (typeof ecosystems)[number];

/** What a package is needed for. A package that both need is one of production. */
export type Scope = 'production' | 'development' | 'unknown';

/** Where a package comes from: only what a registry serves is looked up in advisories by its name. */
export type Origin = 'registry' | 'git' | 'url' | 'path';

/** What one file says of one package. */
export interface PackageEntry {
  /** Unique within its file: `needs` of others name it. */
  readonly key: string;
  readonly ecosystem: Ecosystem;
  /** In the ecosystem's canonical spelling: PEP 503 for PyPI, `group:artifact` for Maven, the module's path for Go. */
  readonly name: string;
  /** Exact, in the ecosystem's own spelling; undefined where the file has a range only. */
  readonly version?: string;
  /** The range that is asked for, in the ecosystem's own syntax. */
  readonly requirement?: string;
  readonly scope: Scope;
  /** The group by its own name, e.g. `devDependencies`. */
  readonly group: string;
  /** Whether the project itself asks for it; undefined where the file does not tell. */
  readonly direct?: boolean;
  /** It asks for nothing: it says the version of a package where something else asks for it (overrides, catalogs). */
  readonly constrains?: true;
  /** Other files take it from this list: where one does, that one asks for it. */
  readonly isOffered?: true;
  /** Keys of the entries of the same file that it needs. */
  readonly needs: readonly string[];
  readonly origin: Origin;
  /** Its licence as the file words it. */
  readonly license?: string;
  /** Where it stands: the name in a manifest, the entry's first line in a lock file. */
  readonly range: Range;
  /** Where its version or range stands, for an edit; undefined where the file has none, or computes it. */
  readonly versionRange?: Range;
  /** Of a lock file: the address that it was fetched from. */
  readonly resolved?: string;
  /** Of a lock file that keeps checksums: whether it has one of this package. */
  readonly hasChecksum?: boolean;
  /** The lock file says that installing the package runs a script of it. */
  readonly hasInstallScript?: true;
  /** Where its version or range stands instead, if that is another file: a parent, a catalog, a central list. */
  readonly versionElsewhere?: { readonly file: string; readonly range: Range };
}

/** What one file says, and what of it could not be read. */
export interface ManifestReading {
  /** Relative to the project's root, `/` as separator. */
  readonly file: string;
  /** A manifest asks for packages; a lock file says which versions these came to. */
  readonly kind: 'manifest' | 'lock';
  /** The format by its usual name, e.g. `package-lock`. */
  readonly format: string;
  readonly packages: readonly PackageEntry[];
  readonly problems: readonly ManifestProblem[];
}

export interface ManifestProblem {
  /** 1-based. */
  readonly line: number;
  /** A sentence: what is wrong, and what was left out because of it. */
  readonly message: string;
}

/** The files of a project, for formats that need more than one: includes, parents, catalogs, workspaces. */
export interface ProjectFiles {
  /** Every path that was listed, relative to the root. */
  readonly paths: readonly string[];
  /** @returns the text of a listed file; undefined for any other path, and for a file that is no text or too large */
  read(path: string): string | undefined;
}

/** One format of manifests or lock files. */
export interface ManifestFormat {
  /** As in `ManifestReading.format`. */
  readonly id: string;
  readonly kind: 'manifest' | 'lock';
  /** Its files are not text: `read` is given none, and says why. */
  readonly isBinary?: true;
  /** @param path relative to the root */
  reads(path: string): boolean;
  /**
   * @returns all that the file says; a damaged part is a problem, and the rest is kept
   * @throws SyntaxError or RangeError, with a sentence, for a file of which nothing can be read
   */
  read(
    text: string,
    path: string,
    files: ProjectFiles,
  ): { readonly packages: readonly PackageEntry[]; readonly problems: readonly ManifestProblem[] };
  /** @returns the listed files that this one includes: they are read in the same format, whatever their names */
  includes?(text: string, path: string, files: ProjectFiles): readonly string[];
}
