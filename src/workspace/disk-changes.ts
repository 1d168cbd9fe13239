/**
 * What the working tree has that the index has not. Git would tell, but only after running the filters that the
 * repository's configuration names on whatever it is not sure of; so the disk is read and compared here.
 */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { placeOf } from '../git/place.ts';
import { type GitAnswer, runGit } from '../git/run.ts';

export interface DiskChanges {
  /** Files that hold something else than the index has of them, and the blob it has; none for a file that is new. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  /** Files that are not there any more, and their blobs. */
  readonly removed: ReadonlyMap<string, string>;
  /** Links and folders where the index has a file. */
  readonly notFiles: ReadonlySet<string>;
}

interface Indexed {
  readonly path: string;
  readonly blob: string;
  /** Size and time of the last change of the file when git last looked, in bytes and nanoseconds. */
  readonly seen: { readonly size: number; readonly time: bigint } | undefined;
}

const parallelReads = 16;
/** Bytes of the largest file that is compared; larger ones count as changed when their size or time did. */
const largest = 16 * 1024 * 1024;
/** Not checked out, or promised by the user not to change: git's `skip-worktree` and `assume-valid`. */
const notLookedAt = 0x4000_8000;

/**
 * @param folder what is in it counts; paths are relative to it
 * @returns the answer of git instead, where it gives none
 * @throws the signal's reason when cancelled
 */
export async function diskChanges(
  folder: string,
  signal: AbortSignal,
): Promise<DiskChanges | Exclude<GitAnswer, { kind: 'ok' }>> {
  const listed = await runGit(folder, ['ls-files', '-z', '--stage', '--debug', '--', '.'], { signal });
  if (listed.kind !== 'ok') return listed;
  const writtenAt = await indexTime(folder);
  const changed = new Map<string, string | undefined>();
  const removed = new Map<string, string>();
  const notFiles = new Set<string>();
  const compare = async (entry: Indexed) => {
    const now = await stateOf(path.join(folder, entry.path), entry, writtenAt);
    if (now === 'removed') removed.set(entry.path, entry.blob);
    else if (now === 'notAFile') notFiles.add(entry.path);
    else if (now === 'changed')
      changed.set(entry.path, entry.blob === emptyBlob(entry.blob) ? undefined : entry.blob);
  };
  const { files, unmerged } = indexedOf(listed.output.toString('utf8'));
  for (let start = 0; start < files.length; start += parallelReads) {
    signal.throwIfAborted();
    await Promise.all(files.slice(start, start + parallelReads).map(compare));
  }
  // What a merge could not settle is in the working tree.
  for (const name of unmerged) changed.set(name, undefined);
  return { changed, removed, notFiles };
}

/** Reads `git ls-files -z --stage --debug`. What it says of files on the disk may be missing: then they are read. */
export function indexedOf(output: string): {
  readonly files: readonly Indexed[];
  readonly unmerged: readonly string[];
} {
  const entry =
    /(\d{6}) ([0-9a-f]{40,64}) (\d)\t([^\0]*)\0(?: {2}ctime: [^\n]*\n {2}mtime: (\d+):(\d+)\n[^\n]*\n[^\n]*\n {2}size: (\d+)\tflags: ([0-9a-f]+)\n)?/gy;
  const files: Indexed[] = [];
  const unmerged = new Set<string>();
  for (const [, mode, blob = '', stage, name = '', seconds, nanoseconds, size, flags] of output.matchAll(
    entry,
  )) {
    if (mode?.startsWith('100') !== true) continue;
    if (stage !== '0') {
      unmerged.add(name);
      continue;
    }
    if ((Number.parseInt(flags ?? '0', 16) & notLookedAt) !== 0) continue;
    const time = seconds === undefined ? 0n : BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds ?? 0);
    files.push({ path: name, blob, seen: time === 0n ? undefined : { size: Number(size), time } });
  }
  return { files, unmerged: [...unmerged] };
}

async function stateOf(
  file: string,
  { blob, seen }: Indexed,
  writtenAt: bigint,
): Promise<'same' | 'changed' | 'removed' | 'notAFile'> {
  try {
    const entry = await lstat(file, { bigint: true });
    if (!entry.isFile()) return 'notAFile';
    const isAsSeen = seen !== undefined && entry.mtimeNs === seen.time && Number(entry.size) === seen.size;
    // A file that was written in the moment that the index was may have been written once more in it.
    if (isAsSeen && entry.mtimeNs < writtenAt) return 'same';
    if (entry.size > largest) return isAsSeen ? 'same' : 'changed';
    const content = await readFile(file);
    return isBlob(content, blob) ? 'same' : 'changed';
  } catch (error) {
    // What cannot be read is told so by whoever reads it.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'removed' : 'changed';
  }
}

/** Whether a content is a blob, as it is or with the line ends that git stores. */
function isBlob(content: Buffer, blob: string): boolean {
  if (nameOf(content, blob) === blob) return true;
  if (!content.includes('\r\n')) return false;
  return nameOf(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), blob) === blob;
}

/** Git's name of a content, by the algorithm that another name was made with. */
function nameOf(content: Uint8Array, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.byteLength}\0`)
    .update(content)
    .digest('hex');
}

/** What the index has of a file that was only announced (`git add --intent-to-add`). */
function emptyBlob(like: string): string {
  return nameOf(new Uint8Array(), like);
}

/** When the index was written; 0 where that is not known, so that every file is read. */
async function indexTime(folder: string): Promise<bigint> {
  const place = await placeOf(folder);
  const entry =
    place && (await lstat(path.join(place.gitDir, 'index'), { bigint: true }).catch(() => undefined));
  return entry?.mtimeNs ?? 0n;
}
