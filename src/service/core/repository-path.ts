import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isGitName } from '../../api/protected-path.ts';
import { impossible, notFound } from './errors.ts';

/**
 * The real path of something in a repository.
 * @throws Refusal 422 when the path or a link on it leads out of the root, 404 when there is nothing, or git's own.
 */
export async function within(root: string, path: string): Promise<string> {
  const segments = path.split(/[/\\]/);
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path) || segments.includes('..') || path.includes('\0'))
    throw outside();
  const real = await realpath(join(root, path)).catch(() => undefined);
  if (real === undefined) throw notFound('file or directory');
  if (!isInside(root, real)) throw outside();
  if (isGitOwn(root, real)) throw notFound('file or directory');
  return real;
}

/** Whether a path is git's own: that is no source, and its configuration may hold credentials. */
export function isGitOwn(root: string, real: string): boolean {
  return relative(root, real).split(sep).some(isGitName);
}

/** Whether a path is its root, or below it. */
export function isInside(root: string, real: string): boolean {
  const steps = relative(root, real);
  return steps === '' || (!isAbsolute(steps) && steps !== '..' && !steps.startsWith(`..${sep}`));
}

function outside() {
  return impossible('path', 'The path leads out of the repository.');
}
