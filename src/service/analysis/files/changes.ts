/** What a folder has that its last commit, or the branch it left, has not; read so that nothing of the repository is run. */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { placeOf } from '../../../git/place.ts';
import { commitOf, headOf } from '../../../git/refs.ts';
import { defaultScanLimits } from '../limits.ts';
import { git, gitState } from './git.ts';
import { listFiles } from './listing.ts';

export interface ChangedFile {
  /** Relative to the folder, `/` as separator. */
  readonly path: string;
  /** Absent where the file is gone. */
  readonly after?: string;
  /** Absent where the file is new. */
  readonly before?: string;
}

export interface FolderChanges {
  /** The commit that it is compared with; absent as long as nothing was committed. */
  readonly base?: string;
  readonly files: readonly ChangedFile[];
  /** Changed, but not read, with the reason as a sentence. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** `commit`: what is not committed. `branch`: also what was committed since it left the main branch. */
export type Since = 'commit' | 'branch';

/** Where branches usually leave from, the likeliest first. */
const mainBranches = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master', 'develop', 'trunk'];
export const maximumChangedFiles = 400;
const maximumChangedBytes = 9 * 1024 * 1024;
const parallelReads = 16;

/**
 * Compares the disk with what git has stored, byte by byte but for the ends of lines: asking git for the difference would
 * run the filters that a repository configures.
 * @returns why not, as a sentence, where git cannot say what changed
 */
export async function folderChanges(
  folder: string,
  since: Since,
  signal?: AbortSignal,
): Promise<FolderChanges | { readonly fault: string }> {
  const state = await gitState(folder);
  if (!state) return { fault: 'The folder is under no version control, so what was changed is not known.' };
  const base = since === 'commit' ? state.commit : await forkOf(folder, signal);
  if (since === 'branch' && base === undefined)
    return { fault: 'There is no main branch that this one has a commit in common with.' };
  const stored = base === undefined ? new Map<string, string>() : await blobsOf(folder, base, signal);
  const { root, files, skips } = await listFiles(folder, defaultScanLimits, signal);
  const draft = new Draft(root, signal);
  for (let at = 0; at < files.length; at += parallelReads) {
    const some = files.slice(at, at + parallelReads);
    const found = await Promise.all(some.map((file) => compared(root, file.path, stored.get(file.path))));
    for (const change of found) if (change) await draft.add(change);
    signal?.throwIfAborted();
  }
  for (const { file, detail } of skips) {
    if (file !== '.' && !stored.has(file)) draft.leftOut.push({ path: file, reason: detail });
  }
  const present = new Set(files.map((file) => file.path));
  for (const [name, blob] of stored) {
    if (!present.has(name) && (await isGone(path.join(root, name)))) await draft.add({ path: name, blob });
  }
  return { ...(base !== undefined && { base }), files: draft.files, leftOut: draft.leftOut };
}

interface Compared {
  readonly path: string;
  /** The bytes that are on the disk; absent where the file is gone. */
  readonly after?: Buffer;
  /** What is stored of it. */
  readonly blob?: string | undefined;
}

/** Changed files as texts, within bounds. */
class Draft {
  readonly files: ChangedFile[] = [];
  readonly leftOut: { path: string; reason: string }[] = [];
  readonly #root: string;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;

  constructor(root: string, signal: AbortSignal | undefined) {
    this.#root = root;
    this.#signal = signal;
  }

  async add({ path: name, after, blob }: Compared): Promise<void> {
    const reason =
      this.files.length >= maximumChangedFiles
        ? `More than ${maximumChangedFiles} files were changed.`
        : undefined;
    const before = reason === undefined && blob !== undefined ? await this.#stored(blob) : undefined;
    const bytes = (after?.length ?? 0) + (before?.length ?? 0);
    const isBinary = [after, before].some((side) => side?.subarray(0, 8_000).includes(0));
    const why =
      reason ??
      (isBinary ? 'It is no text.' : undefined) ??
      (this.#bytes + bytes > maximumChangedBytes
        ? 'The changes are more than is scanned at once.'
        : undefined);
    // What is gone is looked at for what was moved elsewhere; without it nothing is missed.
    if (why !== undefined) {
      if (after) this.leftOut.push({ path: name, reason: why });
      return;
    }
    this.#bytes += bytes;
    this.files.push({
      path: name,
      ...(after && { after: after.toString('utf8') }),
      ...(before && { before: before.toString('utf8') }),
    });
  }

  async #stored(blob: string): Promise<Buffer | undefined> {
    return await git(this.#root, ['cat-file', 'blob', blob], this.#signal);
  }
}

async function compared(root: string, name: string, blob: string | undefined): Promise<Compared | undefined> {
  const after = await readFile(path.join(root, name)).catch(() => undefined);
  if (!after) return undefined;
  if (
    blob !== undefined &&
    [after, withoutCarriageReturns(after)].some((text) => nameOf(text, blob) === blob)
  )
    return undefined;
  return { path: name, after, blob };
}

/** Git's name for some content, in the form that the repository uses. */
function nameOf(content: Buffer, like: string): string {
  const algorithm = like.length === 64 ? 'sha256' : 'sha1';
  return createHash(algorithm).update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}

/** As git stores the text where it converts the ends of lines. */
function withoutCarriageReturns(content: Buffer): Buffer {
  return content.includes('\r\n')
    ? Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : content;
}

/** The files of a commit below the folder, with git's names for their contents; no links, no submodules. */
async function blobsOf(folder: string, commit: string, signal?: AbortSignal): Promise<Map<string, string>> {
  const listed = await git(folder, ['ls-tree', '-r', '-z', commit], signal);
  const blobs = new Map<string, string>();
  for (const entry of listed?.toString('utf8').split('\0') ?? []) {
    const [, blob, name] = /^100\d{3} blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? [];
    if (blob !== undefined && name !== undefined) blobs.set(name, blob);
  }
  return blobs;
}

/** The commit at which what is checked out left the main branch. */
async function forkOf(folder: string, signal?: AbortSignal): Promise<string | undefined> {
  const place = await placeOf(folder);
  if (!place) return undefined;
  const head = (await headOf(place)).commit;
  if (head === undefined) return undefined;
  for (const name of mainBranches) {
    const tip = await commitOf(place, name);
    const fork = tip === undefined ? undefined : await git(folder, ['merge-base', head, tip], signal);
    const commit = fork?.toString().trim();
    if (commit) return commit;
  }
  return undefined;
}

async function isGone(file: string): Promise<boolean> {
  return await lstat(file).then(
    () => false,
    () => true,
  );
}
