import type { Ecosystem, Scope } from './package.ts';
import type { PackageStep } from './vulnerable.ts';

/** A package as a scan tells it: in the version that the project resolves it to, with the way that brings it. */
export interface FoundPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version?: string;
  readonly requirement?: string;
  readonly scope: Scope;
  /** Whether the project itself asks for it; undefined where the files do not tell. */
  readonly direct?: boolean;
  /** From what the project asks for to the package; one step where it asks for the package itself. */
  readonly path: readonly PackageStep[];
  /** Where the project asks for it, or for what brings it. */
  readonly manifest: { readonly file: string; readonly line: number };
  readonly lock?: { readonly file: string; readonly line: number };
  /** SPDX expressions, as the files tell them. */
  readonly licenses: readonly string[];
}
