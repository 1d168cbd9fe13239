import * as l10n from '@vscode/l10n';
import type { LicensePolicy } from '../api/contract/dependencies.ts';
import type { IssueListItem } from '../api/contract/issue.ts';
import type { Scan, ScanProgress } from '../api/contract/scans/scans.ts';
import type {
  OnlineSource,
  ReleaseTrack,
  ScanDepth,
  ScanStatus,
  ThreatModel,
} from '../api/contract/vocabulary.ts';
import { Failure, type FailureText } from '../connection/failure.ts';
import { retryCanHelp } from '../connection/retry.ts';
import type { ScanChoices, ServiceApi } from '../connection/service-api.ts';
import type { IssueStore } from './issues/issue-store.ts';

/** A workspace folder as the session needs it. */
export interface SessionFolder {
  /** URI of the folder. */
  readonly uri: string;
  readonly name: string;
  readonly repositoryId: string;
  /** Path of the folder in the repository, with `/` at its end, where it is not the root. */
  readonly prefix?: string;
}

/** A scan that runs, as last heard of. */
export interface RunningScan {
  readonly scanId: string;
  readonly folder: SessionFolder;
  /** The scan as it was when this window began to follow it. */
  readonly scan: Scan;
  readonly status: ScanStatus;
  readonly progress: ScanProgress | undefined;
}

export interface PastScan {
  readonly folder: SessionFolder;
  readonly scan: Scan;
}

/** What a scan is asked to be. */
export interface ScanWishes {
  readonly depth?: ScanDepth;
  /** URIs of the folders to scan; all when omitted. */
  readonly only?: ReadonlySet<string>;
}

export type Activity =
  /** Nothing was asked of it in this workspace yet. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'loading' }
  /** With no run yet, the service is being started. */
  | { readonly kind: 'scanning'; readonly runs: readonly RunningScan[] }
  | { readonly kind: 'settled' }
  | {
      readonly kind: 'failed';
      readonly failure: FailureText;
      /** Whether what is known was to be loaded, and no scan. */
      readonly isOfLoading?: boolean;
    };

/** What a session is given by its window. */
export interface SessionOptions {
  readonly store: IssueStore;
  /** Does something with the service in the organization of a folder, connecting first when needed. */
  readonly use: <T>(signal: AbortSignal, work: (api: ServiceApi) => Promise<T>, folder: string) => Promise<T>;
  readonly folders: (signal: AbortSignal) => Promise<readonly SessionFolder[]>;
  /** The threat models that the user switched on for a folder. */
  readonly threatModelsOf?: (folder: string) => readonly ThreatModel[];
  /** Whether a user wants hints of a folder. */
  readonly hintsOf?: (folder: string) => boolean;
  /** The release track that a user chose for a folder. */
  readonly releaseTrackOf?: (folder: string) => ReleaseTrack | undefined;
  /** Where a user wants packages to be looked up over the network. */
  readonly onlineSourcesOf?: () => readonly OnlineSource[];
  /** Which licences packages may have, as the user set it. */
  readonly licensePolicy?: () => LicensePolicy | undefined;
  /** Whether the service is a shared one, which fetches the code itself. */
  readonly isShared?: () => boolean;
  /** The branch of a folder that a shared service can fetch; undefined where the remote has none of that name. */
  readonly pushedBranchOf?: (folder: string) => Promise<string | undefined>;
  /** What is checked out in a folder; undefined where that is not known. */
  readonly branchOf: (folder: string) => Promise<string | undefined>;
  readonly log: (message: string) => void;
  /** A scan asked for was running already, and is followed instead. */
  readonly onAlreadyRunning: (folder: SessionFolder) => void;
}

/** Returns a repository's issues that are in the folder, which may be a part of it. */
export function within(
  { prefix = '' }: SessionFolder,
  issues: readonly IssueListItem[],
): readonly IssueListItem[] {
  return prefix === '' ? issues : issues.filter(({ file }) => file.startsWith(prefix));
}

/** Returns whether a scan has ended, however it did. */
export function isFinished(status: ScanStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED';
}

/** Starts a scan of a folder as the user's settings want it; on a shared service, of the branch that is checked out. */
export async function startScanOf(
  options: SessionOptions,
  folder: SessionFolder,
  signal: AbortSignal,
  depth: ScanDepth | undefined,
): Promise<{ readonly started: PastScan; readonly wasRunning: boolean }> {
  const isShared = options.isShared?.() ?? false;
  const branch = isShared ? await options.pushedBranchOf?.(folder.uri) : undefined;
  const choices: ScanChoices = {
    depth,
    branch,
    keepsUsual: isShared,
    threatModels: options.threatModelsOf?.(folder.uri),
    releaseTrack: options.releaseTrackOf?.(folder.uri),
    hints: options.hintsOf?.(folder.uri),
    onlineSources: options.onlineSourcesOf?.(),
    licensePolicy: options.licensePolicy?.(),
  };
  const { scan, wasRunning } = await options.use(
    signal,
    (api) => api.startScan(folder.repositoryId, signal, choices),
    folder.uri,
  );
  return { started: { folder, scan }, wasRunning };
}

/** Returns what is said of an error, and whether trying again can help. */
export function failureText(error: unknown): FailureText {
  const mayPass = retryCanHelp(error);
  if (error instanceof Failure) return { ...error.text, mayPass };
  return { what: error instanceof Error ? error.message : String(error), mayPass };
}

/** Returns what is said of a scan that failed. @param known how many issues the window knows */
export function scanFailure({ folder, scan }: PastScan, known: number): Failure {
  const reason = scan.errorMessage ?? l10n.t('the service gave no reason');
  return new Failure({
    what: l10n.t('The scan of {0} failed: {1}', folder.name, reason),
    mayPass: true,
    ...(known > 0 ? { kept: l10n.t('The {0} issues found so far are kept.', known) } : {}),
  });
}
