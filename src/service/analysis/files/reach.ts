import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Skip } from '../../../engine/finding.ts';
import { ScanError, systemCode } from '../errors.ts';

/** The folder with every link resolved. @throws ScanError where it is none, or may not be read */
export async function resolveRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) {
      throw new ScanError(
        'not-a-folder',
        `${folder} is not a folder. Give the folder that holds the project.`,
      );
    }
    return root;
  } catch (error) {
    if (error instanceof ScanError) throw error;
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') {
      throw new ScanError('no-permission', `${folder} may not be read by this user.`, { cause: error });
    }
    if (code === 'ELOOP') {
      throw new ScanError('not-a-folder', `${folder} is a link that leads back to itself.`, { cause: error });
    }
    throw new ScanError('not-found', `${folder} does not exist.`, { cause: error });
  }
}

/** Where names below a root lead once every link is resolved: a scan follows none that leads out of it. */
export class Reach {
  readonly #root: string;
  readonly #folders = new Map<string, Promise<'inside' | 'link' | 'outside'>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Where a folder lies; `link`: inside, and listed by another name, too. */
  ofFolder(folder: string): Promise<'inside' | 'link' | 'outside'> {
    const known = this.#folders.get(folder);
    if (known) return known;
    const expected = path.join(this.#root, folder);
    const answer = realpath(expected).then(
      (real) => {
        if (real.normalize().toLowerCase() === expected.normalize().toLowerCase()) return 'inside';
        return isInside(this.#root, real) ? 'link' : 'outside';
      },
      () => 'inside' as const,
    );
    this.#folders.set(folder, answer);
    return answer;
  }

  /**
   * Why a link is to be reported. One inside the root leads to something that is listed by its own name, a broken one to
   * nothing: undefined for both.
   */
  async faultOfLink(name: string): Promise<Pick<Skip, 'reason' | 'detail'> | undefined> {
    try {
      if (isInside(this.#root, await realpath(path.join(this.#root, name)))) return undefined;
      return {
        reason: 'outside-root',
        detail: 'It is a link that leads out of the scanned folder; it was not followed.',
      };
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'ELOOP') return undefined;
      const detail = `It is a link that cannot be followed (${code ?? 'unknown error'}).`;
      return { reason: 'unreadable', detail };
    }
  }
}

/** Whether a resolved path is the root or below it. */
function isInside(root: string, target: string): boolean {
  const relative = path.relative(root, target);
  return relative === '' || (!path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..');
}
