import { answered, type CodeAccess, type CodeSource, noCode, originOf } from './repository-code.ts';

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
  const origin = await originOf(core, repository, signal);
  const { id, name } = repository;
  const found = await answered(workingCopies.refs(id, origin, [refs.head, refs.base], signal));
  const head = found.get(refs.head);
  const base = found.get(refs.base);
  if (head === undefined)
    throw noCode(`${name} has no ${refs.head} any more: the pull request, or its branch, was deleted.`);
  if (base === undefined) throw noCode(`${name} has no branch ${refs.base.replace('refs/heads/', '')}.`);
  const left = await workingCopies.mergeBase(id, origin, [head, base], signal);
  return { head, base: left ?? base, isMergeBase: left !== undefined };
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
