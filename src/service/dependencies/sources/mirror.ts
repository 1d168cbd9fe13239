import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Ecosystem } from '../../../engine/dependencies/package.ts';
import { type Access, download } from './bounded-request.ts';
import { importInThread } from './import-in-thread.ts';
import type { ImportResult } from './snapshot-file.ts';
import { downloadPrefix, snapshotOf } from './snapshot-folder.ts';

/** OSV's public database. Its archives have the form of a mirror, and it is sent the names of ecosystems alone. */
export const osvMirror = new URL('https://osv-vulnerabilities.storage.googleapis.com/');

/** The archive of npm has about 250 MB; a slow line takes its time. */
const bounds = { timeMs: 15 * 60_000, largest: 1_000_000_000 };

/** How far the archive of one ecosystem is. */
export type MirrorStep =
  | { readonly phase: 'downloading'; readonly bytes: number }
  | { readonly phase: 'importing'; readonly records: number };

/**
 * Imports the archive of an ecosystem from a mirror of OSV, `BASE/ECOSYSTEM/all.zip`, in place of what was imported from
 * there before. Nothing of the project is sent but the name of the ecosystem.
 * @param folder of the snapshots
 * @throws SourceFailure where it cannot be had; what was imported before stays
 */
export async function importMirror(
  base: URL,
  ecosystem: Ecosystem,
  folder: string,
  access: Access,
  on: (step: MirrorStep) => void = () => undefined,
): Promise<ImportResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(path.join(folder, downloadPrefix));
  try {
    const archive = path.join(draft, 'all.zip');
    const url = below(base, `${encodeURIComponent(ecosystem)}/all.zip`);
    await download(access, url, bounds, archive, (bytes) => on({ phase: 'downloading', bytes }));
    const title = titleOf(base, ecosystem);
    const data = { from: archive, title, file: snapshotOf(folder, title), origin: url.href };
    return await importInThread(data, access.signal, (records) => on({ phase: 'importing', records }));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** What a person knows the archive of an ecosystem by. */
function titleOf(base: URL, ecosystem: Ecosystem): string {
  const mirror =
    base.href === osvMirror.href ? 'OSV' : `${base.host}${base.pathname === '/' ? '' : base.pathname}`;
  return `${mirror} (${ecosystem})`;
}

/** An address below another, whether or not that ends with a slash. */
export function below(base: URL, place: string): URL {
  const folder = new URL(base);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(place, folder);
}
