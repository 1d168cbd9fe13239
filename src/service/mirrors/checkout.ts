import { type FileHandle, mkdir, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spawnGit, startGit } from '../../git/process.ts';
import { BlobStream } from './blob-stream.ts';
import { MirrorFailure, type MirrorLimits } from './limits.ts';
import { type RuleSource, readTreeWithRules, type TreeFile } from './tree.ts';

export interface Where {
  /** A bare repository that has the commit. */
  readonly gitDir: string;
  readonly commit: string;
  /** Where the files are from that decide what is analysed; the commit itself when omitted. */
  readonly rules?: RuleSource | undefined;
  /** Names the work tree among those of the repository. */
  readonly name: string;
}

/** What a folder was written of. */
export interface PresentFiles {
  readonly commit: string;
  readonly rules?: RuleSource | undefined;
  readonly leftOut: readonly string[];
}

export interface CheckoutOptions {
  readonly limits: MirrorLimits;
  /** What the folder has now, where that is known: then only what differs is written. */
  readonly present?: PresentFiles | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CheckedOutFiles {
  /** Paths that are left out. */
  readonly leftOut: readonly string[];
  /** What the files take on the disk, as good as it is known without asking it. */
  readonly bytes: number;
}

/** Files take whole blocks; those that are too large are empty places. */
const blockBytes = 4_096;
const diskBytes = (files: readonly TreeFile[], { fileBytes }: MirrorLimits): number =>
  files.reduce(
    (sum, { bytes }) => sum + (bytes > fileBytes ? 0 : Math.ceil(bytes / blockBytes) * blockBytes),
    0,
  );

/**
 * Writes the files of a commit into a folder, in the place of what is there, as bytes: git's own checkout would convert
 * them as the repository's attributes say. Links and submodules are left out. The folder is a work tree of the mirror,
 * so that git tells tracked files from ignored ones in it. Where it is not finished, the folder is gone.
 * @throws MirrorFailure; the signal's reason
 */
export async function checkOut(
  where: Where,
  folder: string,
  { limits, present, signal }: CheckoutOptions,
): Promise<CheckedOutFiles> {
  const { files, leftOut } = await readTreeWithRules(where.gitDir, where, limits, signal);
  const before = present && (await writtenBefore(where.gitDir, present, { limits, signal }));
  const draft = `${folder}.draft`;
  const target = before ? folder : draft;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(target, { recursive: true, mode: 0o700 });
    const missing = before ? await keepSame(folder, before, files, signal) : files;
    const taken = new Set(await writeFiles(where.gitDir, missing, target, limits, signal));
    const written = files.filter((file) => !taken.has(file.path));
    await makeWorkTree(where, target, written, signal);
    if (!before) {
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
    }
    return { leftOut: [...leftOut, ...taken], bytes: diskBytes(written, limits) };
  } catch (error) {
    await rm(target, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** The files that a folder has; undefined where its commit is not here any more, or not all of them were written. */
async function writtenBefore(
  gitDir: string,
  present: PresentFiles,
  { limits, signal }: CheckoutOptions,
): Promise<readonly TreeFile[] | undefined> {
  try {
    const tree = await readTreeWithRules(gitDir, present, limits, signal);
    return tree.leftOut.length === present.leftOut.length ? tree.files : undefined;
  } catch (error) {
    if (error instanceof MirrorFailure) return undefined;
    throw error;
  }
}

/** Removes what the next commit does not have as it is. @returns what is to be written */
async function keepSame(
  folder: string,
  before: readonly TreeFile[],
  after: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<readonly TreeFile[]> {
  const keyOf = ({ object, executable }: TreeFile): string => `${object} ${executable}`;
  const there = new Map(before.map((file) => [file.path, keyOf(file)]));
  const wanted = new Map(after.map((file) => [file.path, keyOf(file)]));
  const emptied = new Set<string>();
  for (const { path: name } of before) {
    if (wanted.get(name) === there.get(name)) continue;
    signal?.throwIfAborted();
    await rm(path.join(folder, name), { force: true });
    emptied.add(path.dirname(name));
  }
  for (const name of [...emptied].sort((a, b) => b.length - a.length)) await removeEmpty(folder, name);
  return after.filter((file) => there.get(file.path) !== wanted.get(file.path));
}

/** Removes a folder and those above it, as far as they are empty. */
async function removeEmpty(root: string, name: string): Promise<void> {
  for (let at = name; at !== '.' && at !== ''; at = path.dirname(at)) {
    const isGone = await rmdir(path.join(root, at)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
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
