import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spawnGit, startGit } from '../../git/process.ts';
import { BlobStream } from './blob-stream.ts';
import { MirrorFailure, type MirrorLimits } from './limits.ts';
import { readTree, type TreeFile } from './tree.ts';

export interface Where {
  /** A bare repository that has the commit. */
  readonly gitDir: string;
  readonly commit: string;
  /** Names the work tree among those of the repository. */
  readonly name: string;
}

/**
 * Writes the files of a commit into a folder, in the place of what is there, as bytes: git's own checkout would convert
 * them as the repository's attributes say. Links and submodules are left out. The folder is a work tree of the mirror,
 * so that git tells tracked files from ignored ones in it; it gets its name once it is whole.
 * @returns paths that are left out
 * @throws MirrorFailure; the signal's reason
 */
export async function checkOut(
  where: Where,
  folder: string,
  limits: MirrorLimits,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { files, leftOut } = await readTree(where.gitDir, where.commit, limits, signal);
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const taken = new Set(await writeFiles(where.gitDir, files, draft, limits, signal));
  const written = files.filter((file) => !taken.has(file.path));
  await makeWorkTree(where, draft, written, signal);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  return [...leftOut, ...taken];
}

/** @returns paths that another one takes, on a disk that does not tell letters of different case apart */
async function writeFiles(
  gitDir: string,
  files: readonly TreeFile[],
  root: string,
  { fileBytes }: MirrorLimits,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const folders = new Set(files.map((file) => path.dirname(path.join(root, file.path))));
  const taken: string[] = [];
  for (const folder of folders) await mkdir(folder, { recursive: true }).catch(() => undefined);
  const git = await startGit(['cat-file', '--batch', '--buffer'], {
    signal,
    environment: { GIT_DIR: gitDir },
    timeoutMs: 15 * 60_000,
  });
  git.on('error', () => undefined);
  git.stdin.on('error', () => undefined);
  const whole = files.filter((file) => file.bytes <= fileBytes);
  git.stdin.end(whole.map(({ object }) => `${object}\n`).join(''));
  try {
    const blobs = new BlobStream(git.stdout);
    for (const file of files) {
      signal?.throwIfAborted();
      const target = await create(path.join(root, file.path));
      if (!target) taken.push(file.path);
      try {
        if (file.bytes > fileBytes) await target?.truncate(file.bytes);
        else await blobs.next(file.object, async (chunk) => void (await target?.write(chunk)));
        if (file.executable) await target?.chmod(0o755);
      } finally {
        await target?.close();
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new MirrorFailure(
      (error as NodeJS.ErrnoException).code === 'ENOSPC'
        ? 'The disk of the service is full.'
        : 'The files of the commit could not be written out.',
      { cause: error },
    );
  } finally {
    git.kill();
  }
  return taken;
}

/** Undefined where something is there already. Links are never followed: there are none in a folder that we fill. */
async function create(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'wx', 0o644);
  } catch (error) {
    if (['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}

/** Makes a folder a work tree of the bare repository, at a commit (gitrepository-layout(5), `worktrees`). Its index has what was written. */
async function makeWorkTree(
  { gitDir, commit, name }: Where,
  folder: string,
  files: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<void> {
  const own = path.join(gitDir, 'worktrees', name);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  await writeFile(path.join(own, 'HEAD'), `${commit}\n`);
  await writeFile(path.join(own, 'commondir'), '../..\n');
  await writeFile(path.join(folder, '.git'), `gitdir: ${own}\n`);
  const answer = await spawnGit(['update-index', '-z', '--index-info'], {
    signal,
    input: files
      .map(({ executable, object, path: name }) => `${executable ? '100755' : '100644'} ${object}\t${name}\0`)
      .join(''),
    environment: { GIT_DIR: gitDir, GIT_INDEX_FILE: path.join(own, 'index') },
    timeoutMs: 120_000,
  });
  if (answer.kind !== 'ok') throw new MirrorFailure('The files of the commit could not be listed.');
}
