import type { OnlineSource, ScanDepth } from '../../api/contract/vocabulary.ts';
import type { AddedModel } from '../../engine/added/added-models.ts';
import type { LicensePolicy } from '../../engine/dependencies/licenses/policy.ts';
import type { PackKind } from '../../engine/packs/index.ts';
import type { ThreatModel } from '../../engine/threat-models.ts';
import type { TeamFile } from './files/team-files.ts';

/** What is not scanned below a folder: patterns as in a .gitignore of it. */
export interface IgnoreList {
  /** Relative to the root, without a `/` at its end; empty for the root. */
  readonly folder: string;
  readonly patterns: readonly string[];
}

/** A template of a pack. */
export interface SwitchedTemplate {
  readonly kind: PackKind;
  readonly pack: string;
  readonly template: string;
  /** Of pack and template, as people read them. */
  readonly title: string;
}

/** What an organization switched on for a repository, beside what the repository itself has. */
export interface OrganizationFiles {
  /** Of all that they say. */
  readonly digest: string;
  /** Custom rules; `file` is what coverage calls them. */
  readonly rules: readonly TeamFile[];
  /** Custom sources and sinks: they add findings, and take none away. */
  readonly models: readonly TeamFile[];
  /** Sinks of templates that are switched on. */
  readonly added: readonly AddedModel[];
  /** Templates that are on, or off, other than by default. */
  readonly switchedOn: readonly SwitchedTemplate[];
  readonly switchedOff: readonly SwitchedTemplate[];
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
