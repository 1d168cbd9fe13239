import type { Ecosystem } from '../engine/dependencies/package.ts';
import { sourceNetwork } from '../service/dependencies/sources/bounded-request.ts';
import { importMirror, osvMirror } from '../service/dependencies/sources/mirror.ts';
import type { ImportResult } from '../service/dependencies/sources/snapshot-file.ts';

/** Downloads the advisories of an ecosystem to a folder. @param base of a mirror; OSV when left out @throws SourceFailure */
export async function downloadAdvisories(
  base: URL = osvMirror,
  ecosystem: Ecosystem,
  folder: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  await using network = sourceNetwork(true);
  return await importMirror(base, ecosystem, folder, { network, mayBePrivate: true, signal });
}
