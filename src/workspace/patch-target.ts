/** Where a patch may write: real files of the workspace folder, and nothing else. */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

export type TargetFault =
  /** It, or a folder on the way to it, is a link that leads out. */
  'outside' | 'missing' | 'notAFile' | 'readOnly' | 'tooLarge';

/** Bytes of the largest file that is changed. */
export const largestTarget = 8 * 1024 * 1024;

/**
 * @param root absolute path of the workspace folder
 * @param file absolute path below it
 * @returns what stands in the way; undefined where nothing does
 */
export async function targetFault(root: string, file: string): Promise<TargetFault | undefined> {
  const realRoot = await realpath(root).catch(() => undefined);
  const real = await realpath(file).catch(() => undefined);
  if (realRoot === undefined || real === undefined) return 'missing';
  const below = path.relative(realRoot, real);
  if (below === '' || below.startsWith('..') || path.isAbsolute(below)) return 'outside';
  const found = await stat(real).catch(() => undefined);
  if (!found) return 'missing';
  if (!found.isFile()) return 'notAFile';
  if (found.size > largestTarget) return 'tooLarge';
  const isWritable = await access(real, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable && (found.mode & 0o222) !== 0 ? undefined : 'readOnly';
}
