import type { OnlineSource, ScanDepth } from '../../api/contract/vocabulary.ts';
import type { LicensePolicy } from '../../engine/dependencies/licenses/policy.ts';
import type { ThreatModel } from '../../engine/threat-models.ts';
import type { TeamFile } from './files/team-files.ts';

/** What is not scanned below a folder: patterns as in a .gitignore of it. */
export interface IgnoreList {
  /** Relative to the root, without a `/` at its end; empty for the root. */
  readonly folder: string;
  readonly patterns: readonly string[];
}

/** What an organization switched on for a repository, beside what the repository itself has. */
export interface OrganizationFiles {
  /** Of all that they say. */
  readonly digest: string;
  /** Custom rules; `file` is what coverage calls them. */
  readonly rules: readonly TeamFile[];
  /** Models of libraries. */
  readonly models: readonly TeamFile[];
}

/** How a folder is scanned. Questions about its code are asked of the same scan: another one may not have the issue. */
export interface ScanChoices {
  /** `standard` when omitted. */
  readonly depth?: ScanDepth | undefined;
  /** Those that are switched on; the usual ones when omitted. */
  readonly threatModels?: readonly ThreatModel[] | undefined;
  /** Whether hints are told, too. */
  readonly hints?: boolean | undefined;
  /** Where packages are looked up over the network. */
  readonly onlineSources?: readonly OnlineSource[] | undefined;
  /** Which licences packages may have; any when omitted. */
  readonly licenses?: LicensePolicy | undefined;
  /** Files that are left out; of several lists the one of the innermost folder holds for a file. */
  readonly ignoreLists?: readonly IgnoreList[] | undefined;
  /** They hold for submitted code, too: they are not part of it. */
  readonly ofOrganization?: OrganizationFiles | undefined;
}
