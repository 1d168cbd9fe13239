import { constants, type Stats } from 'node:fs';
import { access, lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isProtected } from './protected-path.ts';

/** Where a patch may write: plain files of the folder's own repository that no program takes its orders from. */

export type TargetFault =
  /** It, or a folder on the way to it, is a link that leads out. */
  | 'outside'
  /** Git, the editor, a hook or a pipeline would run what is written there. */
  | 'protected'
  /** It belongs to another repository below the folder. */
  | 'nested'
  /** It has a second name, whose content would change as well. */
  | 'hardLink'
  /** It belongs to a user who is neither the folder's owner nor the present one. */
  | 'foreign'
  | 'missing'
  | 'notAFile'
  | 'readOnly'
  | 'tooLarge';

/** Bytes of the largest file that is changed. */
export const largestTarget = 8 * 1024 * 1024;

export interface Target {
  /** Absolute, without a link in it. */
  readonly real: string;
  readonly device: number;
  readonly inode: number;
}

/**
 * A file that a patch may change, as it is at this moment. Whoever writes asks before and after: the second answer must
 * have the same real path.
 * @param root absolute path of the folder
 * @param file absolute path below it
 * @returns what stands in the way, where something does
 */
export async function patchTarget(root: string, file: string): Promise<Target | TargetFault> {
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined) return 'missing';
  const spelled = below(root, file) ?? below(realRoot, file);
  if (spelled === undefined || spelled.length === 0) return 'outside';
  if (isProtected(spelled.join('/'))) return 'protected';
  // A colon names a stream of the file.
  if (process.platform === 'win32' && spelled.some((part) => part.includes(':'))) return 'notAFile';
  const way = await wayTo(realRoot, spelled);
  if (typeof way === 'string') return way;
  const [real = '', ...above] = way;
  const found = await stat(real).catch(() => undefined);
  if (!found) return 'missing';
  const fault = (await folderFault(realRoot, above)) ?? (await fileFault(realRoot, real, found));
  return fault ?? { real, device: found.dev, inode: found.ino };
}

/** @returns what stands in the way of changing a file; undefined where nothing does */
export async function targetFault(root: string, file: string): Promise<TargetFault | undefined> {
  const target = await patchTarget(root, file);
  return typeof target === 'string' ? target : undefined;
}

/** Parts of a path below a root; undefined where it is not below it. */
function below(root: string, file: string): readonly string[] | undefined {
  const relative = path.relative(root, file);
  if (path.isAbsolute(relative)) return undefined;
  const parts = relative.split(path.sep).filter((part) => part !== '');
  return parts[0] === '..' ? undefined : parts;
}

/**
 * Follows a path part by part, since each may be a link.
 * @returns the real file, and the real folders between it and the root
 */
async function wayTo(realRoot: string, spelled: readonly string[]): Promise<readonly string[] | TargetFault> {
  let real = realRoot;
  for (const part of spelled) {
    const next = await realpath(path.join(real, part)).catch(() => undefined);
    if (next === undefined) return 'missing';
    const parts = below(realRoot, next);
    if (parts === undefined || parts.length === 0) return 'outside';
    if (isProtected(parts.join('/'))) return 'protected';
    real = next;
  }
  const parts = below(realRoot, real) ?? [];
  return [real, ...parts.slice(0, -1).map((_, index) => path.join(realRoot, ...parts.slice(0, index + 1)))];
}

async function folderFault(realRoot: string, folders: readonly string[]): Promise<TargetFault | undefined> {
  const own = await Promise.all(
    [await gitFolderOf(realRoot), path.join(realRoot, '.vscode')].map(identityOf),
  );
  for (const folder of [realRoot, ...folders]) {
    // By another name (a mount), or a repository without files, which git takes orders from where it is entered.
    const identity = folder === realRoot ? undefined : await identityOf(folder);
    if (identity !== undefined && own.includes(identity)) return 'protected';
    if (await isGitFolder(folder)) return 'protected';
  }
  if (folders.length === 0 || !(await isInRepository(realRoot))) return undefined;
  const nested = await Promise.all(folders.map((folder) => exists(path.join(folder, '.git'))));
  return nested.includes(true) ? 'nested' : undefined;
}

async function fileFault(realRoot: string, real: string, found: Stats): Promise<TargetFault | undefined> {
  if (!found.isFile()) return 'notAFile';
  if (found.nlink > 1) return 'hardLink';
  if (found.size > largestTarget) return 'tooLarge';
  const owners = [process.getuid?.(), (await stat(realRoot).catch(() => undefined))?.uid];
  if (owners[0] !== undefined && !owners.includes(found.uid)) return 'foreign';
  const isWritable = await access(real, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable && (found.mode & 0o222) !== 0 ? undefined : 'readOnly';
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Whether git would take a folder for a repository of its own. */
async function isGitFolder(folder: string): Promise<boolean> {
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(path.join(folder, name))));
  return !parts.includes(false);
}

async function isInRepository(folder: string): Promise<boolean> {
  if (await exists(path.join(folder, '.git'))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && (await isInRepository(parent));
}

/** Git's folder of a repository, which in a submodule or a second work tree a file names. */
async function gitFolderOf(root: string): Promise<string> {
  const dotGit = path.join(root, '.git');
  const found = await stat(dotGit).catch(() => undefined);
  if (!found?.isFile() || found.size > 10_000) return dotGit;
  const text = await readFile(dotGit, 'utf8').catch(() => '');
  return text.startsWith('gitdir:') ? path.resolve(root, text.slice('gitdir:'.length).trim()) : dotGit;
}

async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
