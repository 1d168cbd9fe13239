import { open, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a service calls the branch of code that is on none: a detached head, or no version control. */
const noBranch = 'HEAD';
/** Bytes of git's pointers that are read: a path or the name of a branch. */
const longestPointer = 8_192;
const mostAncestors = 100;

export interface CheckedOut {
  readonly branch: string;
  /** The file that says so. */
  readonly headFile: string;
}

/**
 * The branch that is checked out in the work tree that holds a folder, as its files say: git is not run, so that it can be
 * asked of any folder at any time. @returns undefined outside of a work tree, and where its files say nothing that is known
 */
export async function checkedOut(folder: string): Promise<CheckedOut | undefined> {
  const gitFolder = await gitFolderOf(folder);
  if (gitFolder === undefined) return undefined;
  const headFile = path.join(gitFolder, 'HEAD');
  const head = (await beginningOf(headFile))?.trim();
  if (head === undefined) return undefined;
  const branch = /^ref: refs\/heads\/(\S.*)$/.exec(head)?.[1];
  if (branch !== undefined) return { branch, headFile };
  return /^[0-9a-f]{40,64}$/.test(head) ? { branch: noBranch, headFile } : undefined;
}

/** Of a linked work tree and a submodule, `.git` is a file that names the folder. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  let at = path.resolve(folder);
  for (let up = 0; up < mostAncestors; up += 1) {
    const name = path.join(at, '.git');
    const found = await stat(name).catch(() => undefined);
    if (found?.isDirectory()) return name;
    if (found?.isFile()) {
      const pointer = /^gitdir: (.+)$/m.exec((await beginningOf(name)) ?? '')?.[1];
      return pointer === undefined ? undefined : path.resolve(at, pointer.trim());
    }
    const above = path.dirname(at);
    if (above === at) return undefined;
    at = above;
  }
  return undefined;
}

async function beginningOf(file: string): Promise<string | undefined> {
  try {
    await using handle = await open(file, 'r');
    if (!(await handle.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestPointer), 0, longestPointer, 0);
    return bytesRead === longestPointer ? undefined : buffer.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  }
}
