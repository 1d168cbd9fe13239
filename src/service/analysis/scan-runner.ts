import type { ScanDepth } from '../../api/contract/vocabulary.ts';
import type { Finding } from '../../engine/finding.ts';
import type { Inspection } from '../../engine/investigation/inspection.ts';
import type { FolderChanges, Since } from './files/changes.ts';
import type { LineChange } from './files/git.ts';
import type { ScanEvent, ScanSummary } from './index.ts';
import type { ChangeOutcome, ChangeRequest, PatchOutcome, PatchRequest } from './patch-outcome.ts';

export interface CheckedOut {
  /** Absent when HEAD is detached. */
  readonly branch?: string;
  /** Absent as long as nothing was committed. */
  readonly commit?: string;
}

/** The branch name of a folder that has none: not under version control, or at no branch. */
export const noBranch = 'HEAD';

export type ScanCoverage = Pick<
  ScanSummary,
  | 'filesAnalysed'
  | 'bytesAnalysed'
  | 'filesByLanguage'
  | 'filesSkipped'
  | 'filesPartial'
  | 'incomplete'
  | 'skips'
  | 'skipsTruncated'
  | 'excluded'
  | 'hidden'
>;

export interface ScanRequest {
  readonly root: string;
  readonly on: (event: ScanEvent) => void;
  readonly signal: AbortSignal;
  /**
   * True for a repository, which will be scanned again, and of which a project's own code is analysed; such calls do
   * not overlap. False for submitted code, which is gone afterwards and analysed whole, one call after the other.
   */
  readonly again: boolean;
  /** `standard` when omitted. */
  readonly depth?: ScanDepth;
}

export interface WithinRequest {
  readonly root: string;
  /** By path, relative to the folder: what is analysed in place of what is on the disk. */
  readonly texts: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What an analysis of some files came to. */
export interface Analysed {
  readonly findings: readonly Finding[];
  readonly coverage: ScanCoverage;
}

export interface LookRequest {
  readonly root: string;
  /** Which issue: as the last scan saw it. */
  readonly file: string;
  readonly fingerprint: string;
  /** 1-based. */
  readonly line: number;
  readonly on: (stage: 'waiting' | 'analysing' | 'history') => void;
  readonly signal: AbortSignal;
}

/** What a closer look at an issue shows. */
export interface Looked {
  /** The finding as the deeper analysis has it; undefined where it has none. */
  readonly found: Finding | undefined;
  readonly inspection: Inspection;
  /** The last commit that changed its line. */
  readonly change?: LineChange;
}

/** The port through which operations have a folder analysed; the real one drives worker threads. */
export interface ScanRunner {
  /** What a folder has checked out; undefined when it is under no version control. */
  checkedOut(root: string, signal?: AbortSignal): Promise<CheckedOut | undefined>;
  /** The files of a folder that a scan would read, relative to it, in order, and what it leaves out on purpose. */
  listing(
    root: string,
    signal?: AbortSignal,
  ): Promise<{
    readonly files: readonly { readonly path: string; readonly bytes: number }[];
    /** Counts by reason. */
    readonly excluded: Readonly<Record<string, number>>;
  }>;
  /** What was changed in a folder; why that is not known, as a sentence, where it is not. */
  changes(
    root: string,
    since: Since,
    signal?: AbortSignal,
  ): Promise<FolderChanges | { readonly fault: string }>;
  /**
   * Analyses a folder and reports as it goes.
   * @throws the signal's reason when cancelled; an error with a sentence for the user when it cannot be done.
   */
  scanFolder(request: ScanRequest): Promise<ScanCoverage>;
  /**
   * Analyses files with other texts than on the disk, together with the rest of their folder. Writes nothing.
   * @returns the findings in these files; undefined where a scan of the folder would not read one of them
   * @throws as `scanFolder`
   */
  analyseWithin(request: WithinRequest): Promise<Analysed | undefined>;
  /**
   * Looks for a change that removes a finding, and proves it by analysing the folder with it. Writes nothing.
   * @throws the signal's reason when cancelled; an error with a sentence for the user when it cannot be done.
   */
  patch(request: PatchRequest): Promise<PatchOutcome>;
  /**
   * Holds a change that somebody proposed to the same proof. Writes nothing.
   * @throws as `patch`
   */
  tryChange(request: ChangeRequest): Promise<ChangeOutcome>;
  /**
   * Analyses the folder with a larger budget and looks at the code around a finding.
   * @throws the signal's reason when cancelled; an error with a sentence for the user when it cannot be done.
   */
  investigate(request: LookRequest): Promise<Looked>;
  /** Ends what was kept for later scans. */
  close(): Promise<void>;
}
