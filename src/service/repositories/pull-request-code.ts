import {
  answered,
  type CodeAccess,
  type CodeSource,
  noCode,
  openCommit,
  type RepositoryCode,
  remoteOf,
} from './repository-code.ts';

/** Where the change of a pull request begins and ends. */
export interface PullRequestCommits {
  readonly head: string;
  readonly base: string;
  /** Whether the base is the commit that the head left its branch at; else it is what that branch is at now. */
  readonly isMergeBase: boolean;
}

/**
 * Asks the git server what a pull request brings now.
 * @param refs full names
 * @throws Refusal 422 that says why that is not known; the signal's reason
 */
export async function pullRequestCommits(
  core: CodeAccess,
  repository: CodeSource,
  refs: { readonly head: string; readonly base: string },
  signal?: AbortSignal,
): Promise<PullRequestCommits> {
  const { workingCopies } = core;
  const remote = await remoteOf(core, repository, signal);
  const { id, name } = repository;
  const found = await answered(workingCopies.refs(id, remote, [refs.head, refs.base], signal));
  const head = found.get(refs.head);
  const base = found.get(refs.base);
  if (head === undefined)
    throw noCode(`${name} has no ${refs.head} any more: the pull request, or its branch, was deleted.`);
  if (base === undefined) throw noCode(`${name} has no branch ${refs.base.replace('refs/heads/', '')}.`);
  const left = await workingCopies.mergeBase(id, remote, [head, base], signal);
  return { head, base: left ?? base, isMergeBase: left !== undefined };
}

/**
 * The code of a pull request at one of its commits.
 * @param branch what its scans have in the place of a branch
 * @throws as `pullRequestCommits`
 */
export async function openPullRequestCode(
  core: CodeAccess,
  repository: CodeSource,
  { branch, commit }: { readonly branch: string; readonly commit: string },
  signal?: AbortSignal,
): Promise<RepositoryCode> {
  return await openCommit(core, repository, { branch, commit }, signal);
}

/** Files that a pull request changes; undefined where that cannot be told. */
export function changedFiles(
  { workingCopies }: CodeAccess,
  repository: CodeSource,
  { base, head }: PullRequestCommits,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  return workingCopies.changed(repository.id, [base, head], signal);
}
