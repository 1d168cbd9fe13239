import {
  constants,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Bounds of a project that is copied: more takes longer than anybody waits for. */
export interface CopyLimits {
  readonly files: number;
  readonly bytes: number;
}
export const copyLimits: CopyLimits = { files: 20_000, bytes: 400 * 1024 * 1024 };

/** Folders of installed packages: linked, because they are large and no part of the project's own code. */
const linked = new Set(['node_modules', '.venv', 'venv']);
const leftOut = new Set(['.git', '.hg', '.svn']);
const atOnce = 16;

export type CopyOutcome =
  | { readonly kind: 'copied'; readonly copy: ProjectCopy }
  | { readonly kind: 'tooLarge' };

/** A copy of a project in a folder of its own, which the user alone may read. */
export class ProjectCopy {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Writes a file of the copy, and only of the copy: never through a link.
   * @param path relative to the project's root
   * @returns false where the file is not the copy's own
   */
  async write(path: string, text: string): Promise<boolean> {
    const target = resolve(this.folder, path);
    if (!target.startsWith(this.folder + sep)) return false;
    const parent = await realpath(dirname(target)).catch(() => undefined);
    if (parent === undefined || relative(this.folder, parent).startsWith('..')) return false;
    if (parent !== dirname(target)) return false;
    await rm(target, { force: true });
    await writeFile(target, text, { flag: 'wx' });
    return true;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Copies a project without its version control. Packages that are installed in it are linked.
 * @throws the signal's reason when cancelled; errors of the file system
 */
export async function copyProject(
  root: string,
  signal: AbortSignal,
  limits: CopyLimits = copyLimits,
): Promise<CopyOutcome> {
  const copy = new ProjectCopy(await realpath(await mkdtemp(join(tmpdir(), 'parapet-check-'))));
  try {
    const left = { ...limits };
    const isWhole = await copyFolder(root, copy.folder, left, signal);
    if (isWhole) return { kind: 'copied', copy };
    await copy.remove();
    return { kind: 'tooLarge' };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

/** @returns whether all of it is within the bounds */
async function copyFolder(
  from: string,
  to: string,
  left: { files: number; bytes: number },
  signal: AbortSignal,
): Promise<boolean> {
  const files: string[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) files.push(entry.name);
    else if (!entry.isDirectory() || leftOut.has(entry.name)) continue;
    else if (linked.has(entry.name)) await symlink(source, target, 'junction');
    else {
      await mkdir(target);
      if (!(await copyFolder(source, target, left, signal))) return false;
    }
  }
  left.files -= files.length;
  if (left.files < 0) return false;
  for (let i = 0; i < files.length; i += atOnce) {
    signal.throwIfAborted();
    const sizes = await Promise.all(
      files.slice(i, i + atOnce).map(async (name) => {
        const { size } = await lstat(join(from, name));
        if (size <= left.bytes) await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
        return size;
      }),
    );
    left.bytes -= sizes.reduce((sum, size) => sum + size, 0);
    if (left.bytes < 0) return false;
  }
  return true;
}
