/** Which files a change consists of: the working tree, what is staged, or a branch since it left another. */
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Failure } from '../connection/failure.ts';
import { placeOf, type RepositoryPlace } from '../git/place.ts';
import { branchesOf, commitOf, defaultBranchOf, headOf, isShallow } from '../git/refs.ts';
import { runGit } from '../git/run.ts';
import { withUserExcludes } from '../git/settings.ts';
import { type DiskChanges, diskChanges } from './disk-changes.ts';
import { failureOf, git } from './git-failure.ts';
import { renamesOf } from './renames.ts';
import { isBinary, type LeftOut, largestFileBytes } from './submission.ts';

export type ChangeScope =
  /** Everything that is not committed: staged, changed and untracked. */
  | { readonly kind: 'workingTree' }
  /** What the next commit would bring. */
  | { readonly kind: 'staged' }
  /** The branch since it left another, with what is not committed. */
  | { readonly kind: 'branch'; readonly base: string };

/** Both sides of a changed file, as text. */
export interface ChangedFile {
  /** Relative to the folder, `/` as separator. */
  readonly path: string;
  readonly content: string;
  /** Absent when the file is new; with another path when it was renamed. */
  readonly before?: { readonly path: string; readonly content: string };
}

export interface Changes {
  readonly files: readonly ChangedFile[];
  readonly leftOut: readonly LeftOut[];
}

interface Entry {
  readonly path: string;
  readonly before: { readonly path: string; readonly blob: string } | undefined;
  /** The blob in the index; undefined where the file on the disk is meant. */
  readonly after: string | undefined;
}

/** A file that is no longer there, and its blob. */
interface Removed {
  readonly path: string;
  readonly blob: string;
}

/** Bounds what one change may be, before anything is read. */
const mostEntries = 5_000;
const parallelReads = 16;

/**
 * @param folder what is in it counts; paths are relative to it
 * @param only when given, only these paths
 * @throws Failure when git is missing, the folder is in no repository, or there is no common commit
 */
export async function changesOf(
  folder: string,
  scope: ChangeScope,
  signal: AbortSignal,
  only?: ReadonlySet<string>,
): Promise<Changes> {
  const base = scope.kind === 'staged' ? undefined : await baseOf(folder, scope, signal);
  const raw = await git(
    folder,
    [
      'diff-index',
      '--cached',
      '--raw',
      '-z',
      '--no-abbrev',
      '--find-renames',
      '--relative',
      '--no-ext-diff',
      '--no-textconv',
      '--ignore-submodules',
      base ?? (await lastCommit(folder, signal)),
      '--',
      '.',
    ],
    signal,
  );
  const inIndex = entriesOf(raw.toString('utf8'), base === undefined);
  const { entries, removed, leftOut } =
    base === undefined ? inIndex : withDisk(inIndex, await onDisk(folder, signal));
  if (base !== undefined) {
    const others = await git(
      folder,
      [...(await withUserExcludes()), 'ls-files', '-z', '--others', '--exclude-standard', '--', '.'],
      signal,
    );
    for (const name of others.toString('utf8').split('\0')) {
      // A nested repository is named with a slash at its end; its changes are its own.
      if (name !== '' && !name.endsWith('/'))
        entries.push({ path: name, before: undefined, after: undefined });
    }
  }
  const wanted = only ? entries.filter((entry) => only.has(entry.path)) : entries;
  if (wanted.length > mostEntries) throw tooMany(wanted.length);
  const leftWanted = only ? leftOut.filter((one) => only.has(one.path)) : leftOut;
  return await withRenames(folder, await contentsOf(folder, wanted, leftWanted, signal), removed, signal);
}

async function onDisk(folder: string, signal: AbortSignal): Promise<DiskChanges> {
  const found = await diskChanges(folder, signal);
  if ('kind' in found) throw failureOf(folder, found);
  return found;
}

/** Adds what the disk has to what the index has. */
function withDisk(inIndex: ReturnType<typeof entriesOf>, disk: DiskChanges): ReturnType<typeof entriesOf> {
  const removed = [...inIndex.removed];
  const leftOut = inIndex.leftOut.filter(
    ({ path: name }) => !disk.changed.has(name) && !disk.removed.has(name),
  );
  const entries = new Map(inIndex.entries.map((entry) => [entry.path, entry]));
  for (const [name, blob] of disk.changed) {
    const renamed = inIndex.renamed.get(name);
    const before = renamed ?? (blob === undefined ? undefined : { path: name, blob });
    if (!entries.has(name)) entries.set(name, { path: name, before, after: undefined });
  }
  for (const [name, blob] of disk.removed) {
    const entry = entries.get(name);
    entries.delete(name);
    const before = inIndex.renamed.get(name) ?? (entry ? entry.before : { path: name, blob });
    if (before) removed.push(before);
  }
  for (const name of disk.notFiles) {
    entries.delete(name);
    leftOut.push({ path: name, reason: 'notAFile' });
  }
  return { entries: [...entries.values()], renamed: inIndex.renamed, removed, leftOut };
}

/** New files that were renamed, as far as their contents tell, get what they were before. */
async function withRenames(
  folder: string,
  { files, leftOut }: Changes,
  removed: readonly Removed[],
  signal: AbortSignal,
): Promise<Changes> {
  const added = files.filter(({ before }) => before === undefined);
  if (added.length === 0 || removed.length === 0) return { files, leftOut };
  const texts = await readBlobs(folder, [...new Set(removed.map(({ blob }) => blob))], signal);
  const olds = removed.flatMap(({ path: name, blob }) => {
    const text = texts.get(blob);
    return text?.kind === 'text' ? [{ path: name, content: text.text }] : [];
  });
  const renames = renamesOf(olds, added);
  const isOnlyRenamed = ({ path: name, content }: ChangedFile) => renames.get(name)?.content === content;
  return {
    files: files
      .filter((file) => !isOnlyRenamed(file))
      .map((file) => {
        const before = file.before ?? renames.get(file.path);
        return before ? { ...file, before } : file;
      }),
    leftOut: [
      ...leftOut,
      ...files.filter(isOnlyRenamed).map(({ path: name }) => ({
        path: name,
        reason: 'renamed' as const,
        detail: renames.get(name)?.path ?? '',
      })),
    ],
  };
}

function tooMany(count: number): Failure {
  return new Failure({
    what: l10n.t('The change has {0} files; at most {1} are taken at a time.', count, mostEntries),
    advice: l10n.t('Scan the workspace instead.'),
  });
}

/** The commit, or the empty tree, that the working tree is compared with. */
async function baseOf(
  folder: string,
  scope: Exclude<ChangeScope, { kind: 'staged' }>,
  signal: AbortSignal,
): Promise<string> {
  const place = await repositoryOf(folder);
  const head = (await headOf(place)).commit;
  // Nothing was committed yet, so everything is new.
  if (head === undefined) return await emptyTree(folder, signal);
  if (scope.kind === 'workingTree') return head;
  const base = await commitOf(place, scope.base);
  const common = base && (await runGit(folder, ['merge-base', head, base], { signal }));
  if (common && common.kind === 'ok') return common.output.toString().trim();
  throw new Failure({
    what: l10n.t('There is no commit that this branch and {0} have in common.', scope.base),
    advice: (await isShallow(place))
      ? l10n.t('The clone is shallow: fetch the rest of its history, or scan the working tree’s changes.')
      : l10n.t('Choose another branch, or scan the working tree’s changes.'),
  });
}

/** @throws Failure when the folder is in none */
async function repositoryOf(folder: string): Promise<RepositoryPlace> {
  const place = await placeOf(folder);
  if (place) return place;
  throw failureOf(folder, { kind: 'noRepository' });
}

/** The last commit, or the empty tree before the first one. */
async function lastCommit(folder: string, signal: AbortSignal): Promise<string> {
  return await baseOf(folder, { kind: 'workingTree' }, signal);
}

async function emptyTree(folder: string, signal: AbortSignal): Promise<string> {
  return (await git(folder, ['hash-object', '-t', 'tree', '--stdin'], signal)).toString().trim();
}

/** The branch that others are usually merged into, as far as the repository says; undefined when it does not. */
export async function usualBase(folder: string): Promise<string | undefined> {
  const place = await repositoryOf(folder);
  const named = await defaultBranchOf(place, 'origin');
  if (named !== undefined) return named;
  for (const name of ['origin/main', 'origin/master', 'main', 'master', 'develop', 'trunk'])
    if ((await commitOf(place, name)) !== undefined) return name;
  return undefined;
}

const mostBranches = 200;

/** Branches of the repository, those committed to last first. */
export async function branches(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const commits = await branchesOf(await repositoryOf(folder));
  const input = `${[...new Set(commits.values())].join('\n')}\n`;
  const sorted = await runGit(folder, ['rev-list', '--no-walk=sorted', '--ignore-missing', '--stdin'], {
    signal,
    input,
  });
  const order = sorted.kind === 'ok' ? sorted.output.toString('utf8').split('\n') : [];
  const rank = new Map(order.map((commit, index) => [commit, index]));
  const rankOf = (commit: string) => rank.get(commit) ?? order.length;
  return [...commits]
    .sort(([, a], [, b]) => rankOf(a) - rankOf(b))
    .slice(0, mostBranches)
    .map(([name]) => name);
}

const noBlob = /^0+$/;

/** Reads `git diff-index --raw -z`: `:modes blobs status`, then one path, or two of a renamed or copied file. */
export function entriesOf(
  raw: string,
  fromIndex: boolean,
): {
  entries: Entry[];
  /** What files were that were renamed and are otherwise the same. */
  renamed: ReadonlyMap<string, Removed>;
  removed: Removed[];
  leftOut: LeftOut[];
} {
  const entries = new Map<string, Entry>();
  const renamed = new Map<string, Removed>();
  const removed: Removed[] = [];
  const leftOut: LeftOut[] = [];
  const fields = raw.split('\0');
  for (let at = 0; at < fields.length; ) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = (fields[at++] ?? '')
      .replace(/^:/, '')
      .split(' ');
    if (status === '') break;
    const isPair = status.startsWith('R') || status.startsWith('C');
    const from = fields[at++] ?? '';
    const name = isPair ? (fields[at++] ?? '') : from;
    if (status === 'D') {
      if (isFile(oldMode)) removed.push({ path: name, blob: oldBlob });
      continue;
    }
    if (status === 'R100') {
      renamed.set(name, { path: from, blob: oldBlob });
      leftOut.push({ path: name, reason: 'renamed', detail: from });
      continue;
    }
    if (!isFile(newMode) && status !== 'U') {
      leftOut.push({ path: name, reason: 'notAFile' });
      continue;
    }
    const wasThere = isFile(oldMode) && !noBlob.test(oldBlob) && !status.startsWith('C');
    entries.set(name, {
      path: name,
      before: wasThere ? { path: from, blob: oldBlob } : undefined,
      after: fromIndex && !noBlob.test(newBlob) ? newBlob : undefined,
    });
  }
  return { entries: [...entries.values()], renamed, removed, leftOut };
}

function isFile(mode: string): boolean {
  return mode.startsWith('100');
}

async function contentsOf(
  folder: string,
  entries: readonly Entry[],
  leftBefore: readonly LeftOut[],
  signal: AbortSignal,
): Promise<Changes> {
  const leftOut = [...leftBefore];
  const blobs = entries.flatMap(({ before, after }) => [
    ...(before ? [before.blob] : []),
    ...(after === undefined ? [] : [after]),
  ]);
  const texts = await readBlobs(folder, [...new Set(blobs)], signal);
  const files: ChangedFile[] = [];
  for (let start = 0; start < entries.length; start += parallelReads) {
    signal.throwIfAborted();
    const batch = entries.slice(start, start + parallelReads);
    const afters = await Promise.all(
      batch.map(async ({ path: name, after }) =>
        after === undefined ? await readText(path.join(folder, name)) : texts.get(after),
      ),
    );
    for (const [index, { path: name, before }] of batch.entries()) {
      const after = afters[index];
      if (after === undefined || after.kind === 'missing') continue;
      const then = before ? texts.get(before.blob) : undefined;
      // Another mode, or line ends that git ignores: nothing to scan.
      if (after.kind === 'text' && then?.kind === 'text' && after.text === then.text) continue;
      if (after.kind !== 'text') leftOut.push({ path: name, reason: after.kind });
      else if (then?.kind === 'text' && before)
        files.push({ path: name, content: after.text, before: { path: before.path, content: then.text } });
      else files.push({ path: name, content: after.text });
    }
  }
  return { files, leftOut };
}

export type TextRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' | 'tooLarge' | 'unreadable' | 'notAFile' | 'missing' };

/** A file of the disk as text; links are not followed. */
export async function readText(file: string): Promise<TextRead> {
  try {
    const entry = await lstat(file);
    if (!entry.isFile()) return { kind: 'notAFile' };
    if (entry.size > largestFileBytes) return { kind: 'tooLarge' };
    return textOf(await readFile(file));
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { kind: isGone ? 'missing' : 'unreadable' };
  }
}

function textOf(bytes: Uint8Array): TextRead {
  if (bytes.byteLength > largestFileBytes) return { kind: 'tooLarge' };
  return isBinary(bytes) ? { kind: 'binary' } : { kind: 'text', text: new TextDecoder().decode(bytes) };
}

/** The texts of blobs, read by one process; large ones are told by their size and not read. */
async function readBlobs(
  folder: string,
  blobs: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, TextRead>> {
  const texts = new Map<string, TextRead>();
  if (blobs.length === 0) return texts;
  const sizes = await runGit(folder, ['cat-file', '--batch-check'], {
    signal,
    input: `${blobs.join('\n')}\n`,
  });
  if (sizes.kind !== 'ok') throw failureOf(folder, sizes);
  const small: string[] = [];
  for (const line of sizes.output.toString('utf8').split('\n')) {
    const [blob = '', type, size] = line.split(' ');
    if (type !== 'blob') continue;
    if (Number(size) > largestFileBytes) texts.set(blob, { kind: 'tooLarge' });
    else small.push(blob);
  }
  const read = await runGit(folder, ['cat-file', '--batch'], { signal, input: `${small.join('\n')}\n` });
  if (read.kind !== 'ok') throw failureOf(folder, read);
  for (let at = 0; at < read.output.length; ) {
    const end = read.output.indexOf('\n', at);
    if (end < 0) break;
    const [blob = '', type, size] = read.output.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const bytes = Number(size);
    texts.set(blob, textOf(read.output.subarray(at, at + bytes)));
    at += bytes + 1;
  }
  return texts;
}
