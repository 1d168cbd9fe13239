import { createHash } from 'node:crypto';
import type { Patch } from '../api/contract/patches.ts';

/** Names a patch by what it does to which content: another patch of the same issue has another name. */
export function patchVersion({ files }: Pick<Patch, 'files'>): string {
  const parts = files.map(({ path, baseSha256, patchedSha256, diff }) => [
    path,
    baseSha256,
    patchedSha256,
    diff,
  ]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
