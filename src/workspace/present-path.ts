import { blobIdOf } from '../api/blob-id.ts';
import type { GitHistory } from './git-history.ts';
import type { ScannedFile } from './positions/scanned-texts.ts';

/** Files that are compared by content when one is gone and nobody said where it went. */
const mostCompared = 200;

export interface Disk {
  exists(path: string): Promise<boolean>;
  /** Undefined when it cannot be read or is too large. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** Renames that were seen as they happened, of files and of folders. */
export class SeenRenames {
  /** From a file's scanned path to the present one. */
  readonly #paths = new Map<string, string>();

  /** Takes a rename of a file or a folder, as it concerns the given files. */
  take(from: string, to: string, files: Iterable<string>): void {
    for (const file of files) {
      const present = this.#paths.get(file) ?? file;
      if (present !== from && !present.startsWith(`${from}/`)) continue;
      const renamed = to + present.slice(from.length);
      if (renamed === file) this.#paths.delete(file);
      else this.#paths.set(file, renamed);
    }
  }

  of(file: string): string | undefined {
    return this.#paths.get(file);
  }
}

/**
 * What a scanned file is called now: as it was, unless it is gone and was seen to be renamed, was renamed in git, or
 * lies untracked elsewhere with the same content.
 * @returns undefined when it is gone
 */
export async function presentPath(
  scanned: ScannedFile,
  renames: SeenRenames,
  history: GitHistory | undefined,
  disk: Disk,
): Promise<string | undefined> {
  const { file, commitSha } = scanned;
  const seen = renames.of(file);
  if (seen !== undefined && (await disk.exists(seen))) return seen;
  if (await disk.exists(file)) return file;
  if (!history) return undefined;
  const renamed = commitSha === null ? undefined : await history.renamedTo(commitSha, file);
  if (renamed !== undefined && (await disk.exists(renamed))) return renamed;
  const name = scanned.blobId ?? (commitSha === null ? undefined : await history.nameAt(commitSha, file));
  if (name === undefined) return undefined;
  const extension = extensionOf(file);
  const others = await history.untracked();
  for (const other of others.filter((one) => extensionOf(one) === extension).slice(0, mostCompared)) {
    const content = await disk.read(other);
    if (content && blobIdOf(content) === name) return other;
  }
  return undefined;
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}
