/** Git, asked about a repository that may be hostile. Every call of git in Parapet goes through here. */
import { placeOf, type RepositoryPlace } from './place.ts';
import { type GitAnswer, type GitRequest, spawnGit } from './process.ts';
import { standInOf } from './stand-in.ts';

export type { GitAnswer, GitRequest };

/**
 * What git prints about the repository that holds a folder. Git reads the repository's objects, index and ignore files,
 * but not its configuration; names of branches are unknown to it, so arguments name commits (see `refs.ts`).
 * @param folder where git runs: paths are relative to it
 * @throws the signal's reason when cancelled
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  request: GitRequest = {},
): Promise<GitAnswer> {
  request.signal?.throwIfAborted();
  const place = await placeOf(folder);
  return place ? await runGitIn(place, args, request) : { kind: 'noRepository' };
}

/** As `runGit`, where the repository was found before. */
export async function runGitIn(
  place: RepositoryPlace,
  args: readonly string[],
  request: GitRequest = {},
): Promise<GitAnswer> {
  const standIn = await standInOf(place);
  if ('fault' in standIn) return { kind: 'refused', message: standIn.fault };
  return await spawnGit(['-C', `${place.workTree}/${place.prefix}`, ...args], {
    ...request,
    environment: {
      HOME: standIn.gitDir,
      GIT_DIR: standIn.gitDir,
      GIT_WORK_TREE: place.workTree,
      GIT_OBJECT_DIRECTORY: standIn.objects,
      GIT_INDEX_FILE: standIn.index,
      GIT_SHALLOW_FILE: `${place.commonDir}/shallow`,
    },
  });
}
