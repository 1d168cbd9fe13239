import { Network } from '../api/transport/network.ts';
import type { Ecosystem } from '../engine/dependencies/package.ts';
import { importMirror, osvMirror } from '../service/dependencies/sources/mirror.ts';
import type { ImportResult } from '../service/dependencies/sources/snapshot-file.ts';

/** Downloads the advisories of an ecosystem to a folder. @param base of a mirror; OSV when left out @throws SourceFailure */
export async function downloadAdvisories(
  base: URL = osvMirror,
  ecosystem: Ecosystem,
  folder: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  await using network = new Network({ systemCertificates: true });
  return await importMirror(base, ecosystem, folder, { network, mayBePrivate: true, signal });
}
