import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Ecosystem } from '../../../engine/dependencies/package.ts';
import { type Access, download } from './bounded-request.ts';
import { type ImportResult, importAdvisories } from './snapshot-file.ts';

/** The archive of npm has about 250 MB; a slow line takes its time. */
const bounds = { timeMs: 15 * 60_000, largest: 1_000_000_000 };

/**
 * Imports the archives of a mirror of OSV, `BASE/ECOSYSTEM/all.zip`, in place of what was imported from it before. Nothing of
 * the project is sent but the names of its ecosystems.
 * @throws SourceFailure where one of them cannot be had; what was imported before stays
 */
export async function importMirror(
  base: URL,
  ecosystems: readonly Ecosystem[],
  file: string,
  access: Access,
): Promise<ImportResult> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(path.dirname(file), 'mirror-'));
  try {
    const archives = [];
    for (const [at, ecosystem] of ecosystems.entries()) {
      const place = path.join(folder, `${at}.zip`);
      await download(access, below(base, `${encodeURIComponent(ecosystem)}/all.zip`), bounds, place);
      archives.push({ path: place, name: `${base.host} ${ecosystem}` });
    }
    return await importAdvisories(archives, file, access.signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An address below another, whether or not that ends with a slash. */
export function below(base: URL, place: string): URL {
  const folder = new URL(base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(place, folder);
}
