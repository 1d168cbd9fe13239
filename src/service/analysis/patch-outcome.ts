import type { Finding, Range } from '../../engine/finding.ts';
import type { NamedSecret } from '../../engine/fixes/environment.ts';
import type { Need } from '../../engine/fixes/fix.ts';
import type { ProposedChange } from '../../engine/fixes/proposed/change.ts';
import type { Evidence } from '../../engine/fixes/prove.ts';
import type { ScanChoices } from './scan-choices.ts';
import type { UpgradeWish } from './upgrades/propose.ts';

/** What is going on while a patch is made. */
export type PatchStage =
  | 'waiting'
  | 'reading'
  | 'searching'
  | { readonly checking: number; readonly of: number }
  /** A package manager writes the lock file. */
  | { readonly running: string }
  /** A language model is asked: which try of how many. */
  | { readonly asking: number; readonly of: number };

/** An issue whose patch is made. */
export interface FindingRequest extends ScanChoices {
  readonly root: string;
  /** Which issue: as the last scan saw it. */
  readonly file: string;
  readonly fingerprint: string;
  readonly on: (stage: PatchStage) => void;
  readonly signal: AbortSignal;
}

export interface PatchRequest extends FindingRequest {
  /** What other patches of the repository call the secrets that they take out. */
  readonly secrets?: readonly NamedSecret[];
  /** Of a vulnerable package: which packages are upgraded, and how. */
  readonly upgrade?: UpgradeWish | undefined;
}

export interface ChangeRequest extends FindingRequest {
  readonly change: ProposedChange;
}

export interface PatchedFile {
  readonly path: string;
  /** SHA-256 of the file's bytes that the patch was made for, in hexadecimal. */
  readonly baseSha256: string;
  /** SHA-256 of its bytes with the patch. */
  readonly patchedSha256: string;
  /** Unified diff with `a/` and `b/`. */
  readonly diff: string;
  /** The same change, as replacements in the text as it was, none overlapping, in order. */
  readonly edits: readonly (Range & { readonly newText: string })[];
}

export interface MadePatch {
  readonly title: string;
  readonly explanation: string;
  readonly strategy: string;
  readonly files: readonly PatchedFile[];
  readonly evidence: Evidence;
  /** What has to be set where the program runs before it does its work again. */
  readonly needs?: readonly Need[];
  /** The secrets that it takes out, with the variables that it reads them from. */
  readonly secrets?: readonly NamedSecret[];
  /** The other issues that an upgrade ends. */
  readonly resolves?: readonly { readonly file: string; readonly fingerprint: string }[];
}

export type PatchOutcome =
  /** `proven`: everything that is checked is good. */
  | {
      readonly type: 'made';
      readonly proven: boolean;
      readonly patch: MadePatch;
      /** What it is for, as the folder has it now, where it is not proven. */
      readonly finding?: Finding;
    }
  /** No mechanical fix is known to be right. */
  | { readonly type: 'unpatchable'; readonly reason: string; readonly finding?: Finding }
  /** It could not be tried: the code is not as the scan saw it, or not in an encoding that is written. */
  | { readonly type: 'impossible'; readonly reason: string };

/** What came of a change that somebody proposed. */
export type ChangeOutcome =
  | Exclude<PatchOutcome, { type: 'unpatchable' }>
  /** It does what no fix may do; sentences for whoever proposed it. */
  | { readonly type: 'refused'; readonly reasons: readonly string[] };
