import type { RemoteBranches } from './mirror.ts';
import type { FetchReport } from './transfer.ts';

/** The commits of one repository, wherever they come from. @throws MirrorFailure, each; the signal's reason */
export interface Commits {
  /** The bare repository that has what was fetched. */
  readonly folder: string;
  branches(signal?: AbortSignal): Promise<RemoteBranches>;
  /** What some refs are at, by their full names; those that are not there are left out. */
  refs(names: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Makes sure that a commit is there, with all of its files. */
  fetch(commit: string, signal?: AbortSignal, onProgress?: FetchReport): Promise<void>;
  /** The commit at which two branches part, as far as their history is known. */
  mergeBase(commits: readonly [string, string], signal?: AbortSignal): Promise<string | undefined>;
}
