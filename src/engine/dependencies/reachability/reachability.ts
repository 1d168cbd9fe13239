import type { CodeFlow, Location } from '../../finding.ts';
import type { AffectedSymbols } from '../advisory.ts';
import type { Ecosystem } from '../package.ts';

/** A package of which somebody wants to know whether the product uses what is vulnerable in it. */
export interface WantedPackage {
  /** Names it in the answer: unique among those asked for together. */
  readonly key: string;
  readonly ecosystem: Ecosystem;
  /** As in `PackageEntry.name`. */
  readonly name: string;
  /** What is vulnerable in it, as the advisories say; empty where none says. */
  readonly symbols: readonly AffectedSymbols[];
  /** Names of the packages that the project itself asks for and that bring this one; empty where it is asked for itself. */
  readonly broughtBy: readonly string[];
}

/** How far the product gets into a vulnerable package: each level includes those below it. */
export type Reachability =
  /** An entry point of the product reaches a vulnerable function: from the entry, call by call, to the place that uses it. */
  | { readonly level: 'reached'; readonly flow: CodeFlow }
  /** Product code uses a vulnerable function, in code that no known entry point reaches. */
  | { readonly level: 'called'; readonly places: readonly Location[] }
  /**
   * Product code imports the package. With `symbols` known, it was not seen to use a vulnerable function; a use that
   * the analysis does not follow is not excluded.
   */
  | {
      readonly level: 'imported';
      readonly places: readonly Location[];
      readonly symbols: 'known' | 'unknown';
    }
  /** Every file of the languages that could import it was read, and none does. */
  | { readonly level: 'not-imported' }
  /** It cannot be told: `why` is a sentence; `places` are what it speaks of, such as imports of the package that brings it. */
  | { readonly level: 'unknown'; readonly why: string; readonly places: readonly Location[] };
