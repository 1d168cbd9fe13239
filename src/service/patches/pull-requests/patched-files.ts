import { applyPatch, parsePatch } from 'diff';
import { readBase, sha256 } from '../../analysis/base-text.ts';
import { conflict } from '../../core/errors.ts';
import type { PatchContent } from '../patch-rows.ts';

/**
 * The files of a patch as they become, of code that may have moved on since it was made: further up or down, its lines and
 * those around them have to be as they were.
 * @throws Refusal 409 where they are not
 */
export async function patchedFiles(
  root: string,
  { files }: Pick<PatchContent, 'files'>,
): Promise<{ path: string; content: string }[]> {
  return await Promise.all(
    files.map(async ({ path, diff, baseSha256, patchedSha256 }) => {
      const base = await readBase(root, path).catch(() => undefined);
      if (base === undefined || typeof base === 'string') throw moved(path);
      const [change] = parsePatch(diff);
      const content =
        change && applyPatch(base.text, change, { fuzzFactor: 0, autoConvertLineEndings: false });
      if (content === undefined || content === false) throw moved(path);
      if (base.sha256 === baseSha256 && sha256(content) !== patchedSha256) throw moved(path);
      return { path, content };
    }),
  );
}

const moved = (path: string) =>
  conflict(
    `${path} has changed where the patch changes it. Scan the branch again and generate the patch anew.`,
  );
