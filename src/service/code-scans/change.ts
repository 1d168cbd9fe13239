import { parsePatch } from 'diff';
import type { Finding } from '../../engine/finding.ts';
import { impossible } from '../core/errors.ts';

type Lines = ReadonlyMap<string, ReadonlySet<number>>;

/** What a unified diff says about files, by their names after it. */
export interface Change {
  /** The numbers that added lines have in the files as they are after the diff. */
  readonly added: Lines;
  /** What renamed files were called before. */
  readonly renamedFrom: ReadonlyMap<string, string>;
}

/** @throws Refusal 422 when the text is no unified diff with a hunk */
export function changeOf(diff: string): Change {
  const added = new Map<string, Set<number>>();
  const renamedFrom = new Map<string, string>();
  for (const file of parsed(diff)) {
    const path = nameIn(file.newFileName, 'b/');
    const before = nameIn(file.oldFileName, 'a/');
    if (before !== path && before !== '/dev/null') renamedFrom.set(path, before);
    const lines = added.get(path) ?? new Set<number>();
    added.set(path, lines);
    for (const hunk of file.hunks) {
      let line = hunk.newStart;
      for (const text of hunk.lines) {
        if (text.startsWith('+')) lines.add(line);
        if (text.startsWith('+') || text.startsWith(' ') || text === '') line++;
      }
    }
  }
  return { added, renamedFrom };
}

function nameIn(name: string | undefined, prefix: string): string {
  return name?.startsWith(prefix) ? name.slice(prefix.length) : (name ?? '');
}

function parsed(diff: string) {
  try {
    const files = parsePatch(diff).filter((file) => file.hunks.length > 0);
    if (files.length > 0) return files;
  } catch {
    // Said below, in the same words as for a text without any hunk.
  }
  throw impossible('submission.diff', 'This is not a unified diff with at least one hunk.');
}

/** Whether any line of the finding was added. */
export function touches(finding: Finding, added: Lines): boolean {
  const lines = added.get(finding.file);
  if (!lines) return false;
  for (let line = finding.range.startLine; line <= finding.range.endLine; line++) {
    if (lines.has(line)) return true;
  }
  return false;
}

/**
 * The findings that a change brings: those that are not among the findings before it, be it in the same file, in the
 * file under its name of then, or in a file that they were moved away from. Of several equal ones in a file, of which
 * some were there before, those on added lines are taken for the new ones.
 */
export function broughtBy(
  { added, renamedFrom }: Change,
  after: readonly Finding[],
  before: readonly Finding[],
): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) count(known, `${finding.file}\n${kindOf(finding)}`, 1);
  const inPlace = [...after].sort((a, b) => Number(touches(a, added)) - Number(touches(b, added)));
  const elsewhere = inPlace.filter((finding) => {
    const file = renamedFrom.get(finding.file) ?? finding.file;
    return !take(known, `${file}\n${kindOf(finding)}`);
  });
  const moved = new Map<string, number>();
  for (const [key, left] of known) count(moved, key.slice(key.indexOf('\n') + 1), left);
  return elsewhere.filter((finding) => !take(moved, kindOf(finding)));
}

/** The fingerprint without the number that tells equal ones in a file apart. */
function kindOf({ fingerprint }: Finding): string {
  return fingerprint.replace(/:\d+$/, '');
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}
