import type { Finding, Skip } from '../finding.ts';
import type { Ecosystem } from './catalog/schema.ts';
import type { AiComponent } from './component.ts';
import type { PartFacts } from './parts.ts';

/** A file as the detection sees it. */
export interface AiFile {
  /** Relative to the scanned root, `/` as separator. */
  readonly path: string;
  /** Bytes on the disk, which may be many more than were read. */
  readonly size: number;
  /** Whole, where the file is text of bounded size. */
  readonly text?: string;
  /** The first bytes. */
  readonly head?: Uint8Array;
}

/** A package that a manifest or a lock file names. */
export interface Dependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version?: string;
  /** 1-based. */
  readonly line: number;
  readonly scope: 'runtime' | 'dev' | 'unknown';
  /** The group by its own name, e.g. `devDependencies`. */
  readonly group: string;
  /** From a lock file: present, but not necessarily asked for. */
  readonly locked: boolean;
  /** Undefined where the file does not tell. */
  readonly direct?: boolean;
}

export interface Import {
  readonly ecosystem: Ecosystem;
  /** The package's name, in the catalog's form. */
  readonly name: string;
  /** What code calls it: as much of what is imported as tells the package. */
  readonly as: string;
  /** Other packages that bring what is imported, in the catalog's form: it is not known which one is meant. */
  readonly or?: readonly string[];
  /** What is imported by its first name: a folder or file of the project of that name is meant instead. */
  readonly module: string;
  readonly line: number;
}

export interface Loaded {
  readonly kind: 'MODEL_FILE' | 'DATASET';
  /** As the code writes it. */
  readonly target: string;
  readonly line: number;
}

/** What one file says by itself. Plain data: kept between scans, sent between threads. */
export interface FileFacts {
  readonly path: string;
  readonly components: readonly AiComponent[];
  readonly dependencies: readonly Dependency[];
  readonly imports: readonly Import[];
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  /** Files that the code loads as models, or trains with, as it calls them. */
  readonly loaded?: readonly Loaded[];
  /** Of a manifest or a workspace's list of members. */
  readonly part?: PartFacts;
}
