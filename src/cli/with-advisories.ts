import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultScanAssets } from '../service/analysis/assets.ts';
import type { ScanOptions } from '../service/analysis/index.ts';
import { importInThread } from '../service/dependencies/sources/import-in-thread.ts';
import {
  advisoryFolderOf,
  snapshotOf,
  snapshotsIn,
} from '../service/dependencies/sources/snapshot-folder.ts';
import { dataFolderOf } from '../service/lifecycle/options.ts';
import type { CommandContext } from './scan-command.ts';

/**
 * Does something with the advisories of this machine, and with those of archives and folders that hold for this run alone.
 * @throws SourceFailure where one of them cannot be read
 */
export async function withAdvisories<T>(
  paths: readonly string[],
  { environment, scan = {}, signal }: CommandContext,
  work: (options: ScanOptions) => Promise<T>,
): Promise<T> {
  const assets = scan.assets ?? defaultScanAssets();
  const advisoryFolder = advisoryFolderOf(dataFolderOf(undefined, environment));
  const once = paths.length > 0 ? await mkdtemp(path.join(tmpdir(), 'parapet-advisories-')) : undefined;
  try {
    for (const given of paths) {
      const from = path.resolve(given);
      const title = path.basename(from);
      await importInThread({ from, title, file: snapshotOf(once ?? '', title) }, signal);
    }
    const advisories = [...assets.advisories, ...(once === undefined ? [] : snapshotsIn(once))];
    return await work({ ...scan, assets: { ...assets, advisories, advisoryFolder } });
  } finally {
    if (once !== undefined) await rm(once, { recursive: true, force: true });
  }
}
