import type { OnlineSource } from '../../api/contract/vocabulary.ts';
import type { LicensePolicy } from '../../engine/dependencies/licenses/policy.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { ThreatModel } from '../../engine/threat-models.ts';
import type { ScanAssets } from './assets.ts';
import type { CollectedCoverage } from './collector.ts';
import type { Selection } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import type { IgnoreList, OrganizationFiles } from './scan-choices.ts';
import type { ScanSummary } from './scan-event.ts';

export interface ScanOptions {
  readonly limits?: Partial<ScanLimits>;
  readonly assets?: ScanAssets;
  /** What of the folder is analysed; the project's own code when left out. */
  readonly selection?: Selection;
  /** Worker threads at once; all cores but one when left out. */
  readonly workers?: number;
  /** Whether findings say if rules know a fix for them. */
  readonly withOutlook?: boolean;
  /**
   * Whether the folder's own models and rules hold; true when left out. Not of submitted code, which an editor may send of a workspace
   * that nobody trusts.
   */
  readonly ownModels?: boolean;
  /** Those that are switched on; `defaultThreatModels` when left out. */
  readonly threatModels?: readonly ThreatModel[];
  /** Whether hints are told, too: places that may be wrong, as the routes beside them are otherwise. */
  readonly hints?: boolean;
  /** Where packages are looked up over the network; nowhere when left out. */
  readonly onlineSources?: readonly OnlineSource[];
  /** Which licences packages may have; any when left out. */
  readonly licenses?: LicensePolicy | undefined;
  /** Files that settings leave out. */
  readonly ignoreLists?: readonly IgnoreList[] | undefined;
  /** Absolute paths of folders with models, beside those of the folder itself. */
  readonly modelFolders?: readonly string[];
  /** Absolute paths of files and folders with custom rules, beside those of the folder itself. */
  readonly ruleFiles?: readonly string[];
  /** Rules and models that the service keeps. */
  readonly ofOrganization?: OrganizationFiles | undefined;
}

/**
 * `again`: workers are kept, and what they know of files that are as they were.
 * `anew`: workers are kept, but every file is read again: what stands under a name may be another file.
 * `once`: no worker is kept, so that the memory of one family is free for the next.
 */
export type WorkersUse = 'again' | 'anew' | 'once';

/** What an analysis with other texts came to. */
export interface Tried {
  readonly findings: readonly Finding[];
  /** What it left out of those files that it did not leave out before. */
  readonly unseen: readonly Skip[];
}

/** What an analysis of some files within their folder came to. */
export interface Within {
  readonly findings: readonly Finding[];
  readonly coverage: CollectedCoverage &
    Pick<ScanSummary, 'excluded' | 'hidden' | 'models' | 'rules' | 'threatModels' | 'advisories'>;
}
