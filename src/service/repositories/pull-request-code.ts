import { answered, type CodeAccess, type CodeSource, noCode, originOf, prefixOf } from './repository-code.ts';

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

/** Files that a pull request changes, by their paths in the code that is scanned; undefined where that cannot be told. */
export async function changedFiles(
  { workingCopies }: CodeAccess,
  repository: CodeSource,
  { base, head }: PullRequestCommits,
  signal?: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const changed = await workingCopies.changed(repository.id, [base, head], signal);
  const prefix = await prefixOf(repository);
  if (!changed || prefix === '') return changed;
  return new Set(
    [...changed].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
