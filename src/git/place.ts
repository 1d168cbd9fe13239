/**
 * Where a folder is in git, found by reading files: git itself would read the repository's configuration to find out.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { smallFile } from './small-file.ts';

/** Bytes of a pointer that are read: `.git` as a file, `commondir`. */
const longestPointer = 8_192;
const mostAncestors = 100;

export interface RepositoryPlace {
  /** The folder that holds `.git`, with every link resolved. */
  readonly workTree: string;
  /** What belongs to this work tree: HEAD, the index. */
  readonly gitDir: string;
  /** What linked work trees share: objects, refs, configuration. Of an ordinary clone, the same folder. */
  readonly commonDir: string;
  /** Path of the folder that was asked about from the work tree, with `/` at its end; empty for the work tree itself. */
  readonly prefix: string;
}

/** The repository whose work tree holds a folder; undefined where there is none. Follows git's own search upwards. */
export async function placeOf(folder: string): Promise<RepositoryPlace | undefined> {
  const start = await realpath(folder).catch(() => undefined);
  if (start === undefined) return undefined;
  for (let at = start, up = 0; up < mostAncestors; up += 1) {
    const found = await repositoryAt(at, start);
    if (found === 'broken') return undefined;
    if (found) {
      const relative = path.relative(at, start).split(path.sep).join('/');
      return { workTree: at, ...found, prefix: relative === '' ? '' : `${relative}/` };
    }
    const above = path.dirname(at);
    if (above === at) return undefined;
    at = above;
  }
  return undefined;
}

/** @param asked the folder whose owner must be the repository's, where the user of this process is not */
async function repositoryAt(
  workTree: string,
  asked: string,
): Promise<Pick<RepositoryPlace, 'gitDir' | 'commonDir'> | 'broken' | undefined> {
  const name = path.join(workTree, '.git');
  const entry = await stat(name).catch(() => undefined);
  if (!entry) return undefined;
  // Somebody else's `.git` above the folder, in /tmp for example, has no say about its files.
  if (!(await isOwn(entry.uid, asked))) return 'broken';
  if (entry.isDirectory()) return await withCommon(name);
  if (!entry.isFile()) return undefined;
  const pointer = /^gitdir: (.+)$/m.exec((await smallFile(name, longestPointer)) ?? '')?.[1]?.trim();
  if (pointer === undefined || !staysHere(pointer, workTree)) return 'broken';
  return (await withCommon(path.resolve(workTree, pointer))) ?? 'broken';
}

/** Whether a folder is one that git would take for a repository, and where its shared half is. */
async function withCommon(
  gitDir: string,
): Promise<Pick<RepositoryPlace, 'gitDir' | 'commonDir'> | undefined> {
  const pointer = (await smallFile(path.join(gitDir, 'commondir'), longestPointer))?.trim();
  if (pointer !== undefined && !staysHere(pointer, gitDir)) return undefined;
  const commonDir = pointer === undefined ? gitDir : path.resolve(gitDir, pointer);
  const isFolder = async (name: string) =>
    (await stat(path.join(commonDir, name)).catch(() => undefined))?.isDirectory() === true;
  const isThere =
    (await smallFile(path.join(gitDir, 'HEAD'), longestPointer)) !== undefined &&
    (await isFolder('objects')) &&
    (await isFolder('refs'));
  return isThere ? { gitDir, commonDir } : undefined;
}

async function isOwn(owner: number, folder: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined || owner === user) return true;
  return (await stat(folder).catch(() => undefined))?.uid === owner;
}

/**
 * Whether a path that a repository names is on this machine, or where the repository is. On Windows, opening another
 * share sends the user's credentials there.
 */
export function staysHere(
  target: string,
  from: string,
  { isAbsolute, parse }: Pick<path.PlatformPath, 'isAbsolute' | 'parse'> = path,
): boolean {
  if (!isAbsolute(target)) return true;
  const { root } = parse(target);
  return !/^[\\/]{2}/.test(root) || root.toLowerCase() === parse(from).root.toLowerCase();
}
