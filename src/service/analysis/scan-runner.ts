import type { AnnotatedCode, CheckedRules } from '../../engine/custom-rules/check-rules.ts';
import type { RuleFile } from '../../engine/custom-rules/compile-rules.ts';
import type { RuleExample, TriedRule } from '../../engine/custom-rules/try-rule.ts';
import type { Reachability, WantedPackage } from '../../engine/dependencies/reachability/reachability.ts';
import type { Finding } from '../../engine/finding.ts';
import type { Inspection } from '../../engine/investigation/inspection.ts';
import type { FolderChanges, Since } from './files/changes.ts';
import type { LineChange } from './files/git.ts';
import type { ScanEvent, ScanSummary } from './index.ts';
import type { ChangeOutcome, ChangeRequest, PatchOutcome, PatchRequest } from './patch-outcome.ts';
import type { ScanChoices } from './scan-choices.ts';

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
  | 'models'
  | 'rules'
  | 'threatModels'
  | 'advisories'
>;

export interface ScanRequest extends ScanChoices {
  readonly root: string;
  readonly on: (event: ScanEvent) => void;
  readonly signal: AbortSignal;
  /**
   * True for a repository, which will be scanned again, and of which a project's own code is analysed; those of branches do
   * not overlap. False for submitted code, which is gone afterwards and analysed whole, one call after the other.
   */
  readonly again: boolean;
  /** True for one that does not wait for those of branches, nor they for it: somebody waits for its answer. */
  readonly isOfPullRequest?: boolean;
}

/** What every question about a folder says. */
export interface FolderRequest extends ScanChoices {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Told that another question about a folder comes first. */
  readonly on?: (stage: 'waiting') => void;
}

export interface WithinRequest extends Omit<FolderRequest, 'on'> {
  /** By path, relative to the folder: what is analysed in place of what is on the disk. */
  readonly texts: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What an analysis of some files came to. */
export interface Analysed {
  readonly findings: readonly Finding[];
  readonly coverage: ScanCoverage;
}

export interface LookRequest extends Omit<FolderRequest, 'on'> {
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

export interface UsesRequest extends Omit<FolderRequest, 'on'> {
  readonly wanted: WantedPackage;
}

export interface RuleTrial {
  readonly file: RuleFile;
  readonly examples: readonly RuleExample[];
}

export interface RuleCheck {
  readonly root: string;
  /** A file of rules. */
  readonly content: string;
  readonly examples: readonly AnnotatedCode[];
  /** Only files whose paths begin with it are searched. */
  readonly pathPrefix: string;
  readonly maximumMatches: number;
  /** Whether data is followed for rules that ask about it. */
  readonly followData: boolean;
}

/** What may be asked about a folder's code, and the answers. A new one is an entry here and its handler in `folder-answers.ts`. */
export interface FolderQuestions {
  /**
   * Analyses files with other texts than on the disk, together with the rest of their folder: the findings in these files;
   * undefined where a scan of the folder would not read one of them.
   */
  readonly within: { readonly request: WithinRequest; readonly answer: Analysed | undefined };
  /** Looks for a change that removes a finding, and proves it by analysing the folder with it. */
  readonly patch: { readonly request: PatchRequest; readonly answer: PatchOutcome };
  /** Holds a change that somebody proposed to the same proof. */
  readonly change: { readonly request: ChangeRequest; readonly answer: ChangeOutcome };
  /** Analyses the folder with a larger budget and looks at the code around a finding. */
  readonly look: { readonly request: LookRequest; readonly answer: Looked };
  /** Looks for uses of functions of a package in the product's code. */
  readonly uses: { readonly request: UsesRequest; readonly answer: Reachability };
}

export type FolderKind = keyof FolderQuestions;
export type FolderQuestion<K extends FolderKind> = { readonly kind: K } & FolderQuestions[K]['request'];
export type FolderAnswer<K extends FolderKind> = FolderQuestions[K]['answer'];

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
   * Asks about a folder's code; one question after the other. Writes nothing.
   * @throws as `scanFolder`
   */
  ask<K extends FolderKind>(question: FolderQuestion<K>): Promise<FolderAnswer<K>>;
  /**
   * Compiles a custom rule and runs it on its examples, within the time and memory of a worker; one after the other.
   * @throws as `scanFolder`, where the rule takes too long, too
   */
  tryRule(request: RuleTrial): Promise<TriedRule>;
  /**
   * Compiles rules and looks in a folder for what they describe, within the time and memory of a worker; one after the other.
   * @throws as `scanFolder`, where the rules take too long, too
   */
  checkRules(request: RuleCheck): Promise<CheckedRules>;
  /** Ends what was kept for later scans. */
  close(): Promise<void>;
}
