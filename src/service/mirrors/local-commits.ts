import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { placeOf, type RepositoryPlace } from '../../git/place.ts';
import { spawnGit } from '../../git/process.ts';
import { commitOfRef } from '../../git/refs.ts';
import { runGitIn } from '../../git/run.ts';
import { standInOf } from '../../git/stand-in.ts';
import type { Commits } from './commits.ts';
import { MirrorFailure } from './limits.ts';

/** A repository of this machine, by a folder in it. */
export interface LocalRepository {
  readonly folder: string;
}

/**
 * The commits of a repository of this machine. Its objects are borrowed by a bare repository of ours, so nothing is copied,
 * its configuration has no say, and its work tree is not touched.
 * @param gitDir where ours is
 */
export function localCommits(gitDir: string, { folder }: LocalRepository): Commits {
  const placeOfIt = async (): Promise<RepositoryPlace> => {
    const place = await placeOf(folder);
    if (!place) throw new MirrorFailure('The folder of this repository is under no version control.');
    return place;
  };
  return {
    folder: gitDir,
    branches: () => Promise.reject(new MirrorFailure('A local folder is scanned as it is.')),
    refs: async (names) => {
      const place = await placeOfIt();
      const found = await Promise.all(names.map(async (name) => [name, await refOf(place, name)] as const));
      return new Map(found.flatMap(([name, commit]) => (commit === undefined ? [] : [[name, commit]])));
    },
    fetch: async (commit, signal) => {
      await borrow(gitDir, await placeOfIt(), commit.length === 64);
      const has = ['cat-file', '-e', `${commit}^{tree}`];
      if ((await spawnGit(has, { signal, environment: { GIT_DIR: gitDir } })).kind !== 'ok')
        throw new MirrorFailure(`The repository does not have the commit ${commit.slice(0, 12)}.`);
    },
    mergeBase: async ([one, other], signal) => {
      const answer = await runGitIn(await placeOfIt(), ['merge-base', one, other], { signal });
      return answer.kind === 'ok' ? answer.output.toString('utf8').trim().split('\n')[0] : undefined;
    },
  };
}

/** What a ref is at; of a branch that was never checked out here, what it was at the remote when it was last fetched. */
async function refOf(place: RepositoryPlace, name: string): Promise<string | undefined> {
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined;
  const ofRemotes = branch === undefined ? [] : [`refs/remotes/${branch}`, `refs/remotes/origin/${branch}`];
  for (const one of [name, ...ofRemotes]) {
    const commit = await commitOfRef(place, one);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

/** Makes a bare repository that has the objects of another one. */
async function borrow(gitDir: string, place: RepositoryPlace, isSha256: boolean): Promise<void> {
  const standIn = await standInOf(place);
  if ('fault' in standIn) throw new MirrorFailure(standIn.fault);
  const { objects } = standIn;
  // Git reads a line of the list as a path; one that begins so would be read as something else.
  if (/[\r\n]/.test(objects) || /^["#]/.test(objects))
    throw new MirrorFailure('The folder of this repository has a name that git cannot borrow from.');
  if ((await stat(path.join(gitDir, 'HEAD')).catch(() => undefined)) === undefined) {
    await rm(gitDir, { recursive: true, force: true });
    await mkdir(gitDir, { recursive: true, mode: 0o700 });
    const format = isSha256 ? ['--object-format=sha256'] : [];
    const made = await spawnGit(['init', '--quiet', '--bare', '--template=', ...format, gitDir], {
      environment: { GIT_DIR: gitDir },
    });
    if (made.kind !== 'ok') throw new MirrorFailure('Git is not installed where the service runs.');
  }
  await mkdir(path.join(gitDir, 'objects', 'info'), { recursive: true });
  await writeFile(path.join(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`);
}
