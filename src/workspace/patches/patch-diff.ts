/** Reads what a service sends as a patch. Nothing in it is trusted: not its size, its paths, nor that it is text. */
import { parsePatch, type StructuredPatch } from 'diff';
import { isGitName } from '../../api/protected-path.ts';

/** One place of a file that changes. Lines carry their line end; the last one of a file may have none. */
export interface Hunk {
  /** 1-based line of the old text; where nothing is removed, the line that the new ones come before. */
  readonly oldStart: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export interface FileChange {
  /** Relative to the repository, `/` as separator; never leads out of it. */
  readonly path: string;
  readonly hunks: readonly Hunk[];
  /** SHA-256 of the bytes it was made for, and of those with it; undefined where the service does not say. */
  readonly baseSha256: string | undefined;
  readonly patchedSha256: string | undefined;
}

/** Why a diff is not taken at all. */
export type DiffFault =
  | 'empty'
  | 'tooLarge'
  /** It is no unified diff, or a broken one. */
  | 'malformed'
  /** A path that is absolute, leads out of the repository, or into git's own folder. */
  | 'path'
  | 'binary'
  | 'link'
  /** Makes, deletes, renames or copies a file, or changes its mode. */
  | 'notAnEdit';

export type ReadDiff =
  | { readonly kind: 'changes'; readonly changes: readonly FileChange[] }
  | { readonly kind: 'refused'; readonly fault: DiffFault; readonly path?: string };

interface SentFile {
  readonly path: string;
  readonly baseSha256: string;
  readonly patchedSha256: string;
  readonly diff: string;
}

/** Characters of all diffs of one patch; a fix is a few lines. */
export const largestDiff = 2 * 1024 * 1024;
const mostFiles = 50;
const mostHunks = 500;

/** Reads a patch's diffs: file by file where the service sends them so, else all of them from one text. */
export function readDiffs(files: readonly SentFile[], whole: string): ReadDiff {
  const sent = files.length > 0 ? files : [undefined];
  if (sent.length > mostFiles) return { kind: 'refused', fault: 'tooLarge' };
  let size = 0;
  for (const file of sent) size += (file?.diff ?? whole).length;
  if (size > largestDiff) return { kind: 'refused', fault: 'tooLarge' };
  const changes: FileChange[] = [];
  for (const file of sent) {
    const read = readDiff(file?.diff ?? whole);
    if (read.kind === 'refused') return read;
    const [only] = read.changes;
    if (!file) changes.push(...read.changes);
    else if (read.changes.length !== 1 || only?.path !== file.path)
      return { kind: 'refused', fault: 'malformed', path: file.path };
    else changes.push({ ...only, baseSha256: file.baseSha256, patchedSha256: file.patchedSha256 });
  }
  const paths = new Set(changes.map(({ path }) => path));
  if (paths.size !== changes.length || changes.length > mostFiles)
    return { kind: 'refused', fault: paths.size === changes.length ? 'tooLarge' : 'malformed' };
  return { kind: 'changes', changes };
}

function readDiff(text: string): ReadDiff {
  if (text.trim() === '') return { kind: 'refused', fault: 'empty' };
  if (/^GIT binary patch$/m.test(text)) return { kind: 'refused', fault: 'binary' };
  let parsed: readonly StructuredPatch[];
  try {
    parsed = parsePatch(withoutSentLineEnds(text));
  } catch {
    return { kind: 'refused', fault: 'malformed' };
  }
  const changes: FileChange[] = [];
  for (const one of parsed) {
    const read = readFile(one);
    if (read.kind === 'refused') return read;
    changes.push(...read.changes);
  }
  return changes.length === 0 ? { kind: 'refused', fault: 'malformed' } : { kind: 'changes', changes };
}

function readFile(parsed: StructuredPatch): ReadDiff {
  // With neither name, what git or a mail put before the first file.
  if (parsed.hunks.length === 0 && !parsed.isGit) return { kind: 'changes', changes: [] };
  const path = pathOf(parsed);
  const at = path === undefined ? {} : { path };
  const refused = (fault: DiffFault): ReadDiff => ({ kind: 'refused', fault, ...at });
  if (parsed.isBinary) return refused('binary');
  if ([parsed.oldMode, parsed.newMode].some((mode) => mode === '120000' || mode === '160000'))
    return refused('link');
  const isMade = [parsed.oldFileName, parsed.newFileName].includes('/dev/null');
  if (isMade || parsed.isCreate || parsed.isDelete || parsed.isRename || parsed.isCopy || parsed.newMode)
    return refused('notAnEdit');
  if (path === undefined || !isInside(path)) return refused('path');
  if (parsed.hunks.length === 0) return refused('empty');
  if (parsed.hunks.length > mostHunks) return refused('tooLarge');
  const hunks = parsed.hunks.map(({ oldStart, lines }) => ({ oldStart, ...sidesOf(lines) }));
  return { kind: 'changes', changes: [{ path, hunks, baseSha256: undefined, patchedSha256: undefined }] };
}

/** The path without `a/` and `b/`, where both sides have them; undefined where the sides differ. */
function pathOf({ oldFileName, newFileName }: StructuredPatch): string | undefined {
  const [from, to] = [oldFileName?.trimEnd(), newFileName?.trimEnd()];
  if (from === undefined || to === undefined) return undefined;
  if (from.startsWith('a/') && to.startsWith('b/'))
    return from.slice(2) === to.slice(2) ? to.slice(2) : undefined;
  return from === to ? to : undefined;
}

/** Whether a path can only name something in the repository's own files. */
export function isInside(path: string): boolean {
  return (
    path.length <= 4096 &&
    !/\p{Cc}|[\\\ufffd]/u.test(path) &&
    !/^[A-Za-z]:/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGitName(part))
  );
}

function sidesOf(lines: readonly string[]): Pick<Hunk, 'old' | 'new'> {
  const sides: { old: string[]; new: string[] } = { old: [], new: [] };
  for (const [index, line] of lines.entries()) {
    const sign = line[0];
    if (sign === '\\') continue;
    const isUnended = lines[index + 1]?.startsWith('\\') === true;
    const text = isUnended ? line.slice(1) : `${line.slice(1)}\n`;
    if (sign !== '+') sides.old.push(text);
    if (sign !== '-') sides.new.push(text);
  }
  return sides;
}

/** A diff whose own headers end in CR LF was converted on its way: those line ends are not the file's. */
function withoutSentLineEnds(text: string): string {
  return /^(?:@@|---|\+\+\+) .*\r$/m.test(text) && !/^(?:@@|---|\+\+\+) .*[^\r]$/m.test(text)
    ? text.replaceAll('\r\n', '\n')
    : text;
}
