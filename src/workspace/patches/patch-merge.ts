/** Puts a change into a text as it is now: where it was made for, by a three-way merge, or where it alone fits. */
import { diff3Merge } from 'node-diff3';
import type { FileChange, Hunk } from './patch-diff.ts';

/** Why a change does not go into a text. */
export type MergeFault =
  /** The text that it changes is not there. */
  | 'nowhere'
  /** It is there more than once, and nothing tells which one is meant. */
  | 'ambiguous'
  /** The same lines were edited since. */
  | 'conflict'
  /** Nothing is left to do. */
  | 'already'
  /** It does not do to its own base what it says. */
  | 'damaged';

export type Merged =
  /** `how`: to the very text it was made for, or together with what was edited since. */
  | { readonly kind: 'text'; readonly text: string; readonly how: 'exact' | 'merged' }
  | { readonly kind: 'refused'; readonly fault: MergeFault };

const refused = (fault: MergeFault): Merged => ({ kind: 'refused', fault });

/** Lines of the largest text that is merged; longer ones are only changed where they are as they were. */
const mostMergedLines = 50_000;

/** With `\n` for every line end and without a byte order mark, as texts are compared. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

/**
 * @param base the text that the change was made for, plain; undefined where it is not known: the change then goes
 *   only where its lines are found exactly once
 * @param present plain
 */
export function mergeChange(change: FileChange, base: string | undefined, present: string): Merged {
  const hunks = change.hunks.map(plainHunk);
  const lines = linesOf(present);
  if (base === undefined) return placed(hunks, lines);
  const baseLines = linesOf(base);
  const changed = appliedAt(
    baseLines,
    hunks.map((hunk) => ({ hunk, at: statedLine(hunk) })),
  );
  if (!changed) return refused('damaged');
  if (present === base) return { kind: 'text', text: changed.join(''), how: 'exact' };
  if (present === changed.join('')) return refused('already');
  if (Math.max(lines.length, baseLines.length) > mostMergedLines) return placed(hunks, lines);
  const merged = merge(lines, baseLines, changed);
  if (merged === 'incomparable') return placed(hunks, lines);
  if (merged === 'conflict') return refused(isThere(hunks, lines) ? 'already' : 'conflict');
  return merged.text === present ? refused('already') : { kind: 'text', text: merged.text, how: 'merged' };
}

/**
 * The exact text that a change makes of its base, line ends and byte order mark included.
 * @returns undefined where it does not fit
 */
export function applyExactly({ hunks }: FileChange, base: string): string | undefined {
  return appliedAt(
    linesOf(base),
    hunks.map((hunk) => ({ hunk, at: statedLine(hunk) })),
  )?.join('');
}

/** What two people made of a text, together. @returns undefined where both changed the same lines */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  const merged = merge(linesOf(ours), linesOf(base), linesOf(theirs));
  return typeof merged === 'string' ? undefined : merged.text;
}

/** Pairs of equal lines that are compared: each line of one text with each like it of the other. */
const mostPairs = 200_000;

/** Whether two texts can be compared line by line in bounded time, which many equal lines keep them from. */
export function isComparable(left: readonly string[], right: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of right) pairs += counts.get(line) ?? 0;
  return pairs <= mostPairs;
}

/** Lines with their ends; the last one may have none. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** 0-based. */
function statedLine({ oldStart }: Hunk): number {
  return oldStart - 1;
}

function plainHunk(hunk: Hunk): Hunk {
  const isFirst = hunk.oldStart <= 1;
  const clean = (side: readonly string[]) =>
    side.map((line, index) => {
      const text = line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line;
      return isFirst && index === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text;
    });
  return { oldStart: hunk.oldStart, old: clean(hunk.old), new: clean(hunk.new) };
}

interface Placed {
  readonly hunk: Hunk;
  /** 0-based line. */
  readonly at: number;
}

function appliedAt(lines: readonly string[], places: readonly Placed[]): string[] | undefined {
  const result: string[] = [];
  let done = 0;
  for (const { hunk, at } of places) {
    if (at < done || !occursAt(lines, hunk.old, at)) return undefined;
    result.push(...lines.slice(done, at), ...hunk.new);
    done = at + hunk.old.length;
  }
  result.push(...lines.slice(done));
  // A line without an end may only be the last one.
  return result.some((line, index) => index < result.length - 1 && !line.endsWith('\n')) ? undefined : result;
}

function occursAt(lines: readonly string[], wanted: readonly string[], at: number): boolean {
  return at + wanted.length <= lines.length && wanted.every((line, index) => lines[at + index] === line);
}

/** Without a base: each hunk where its old lines are, if they are there once. */
function placed(hunks: readonly Hunk[], lines: readonly string[]): Merged {
  const places: Placed[] = [];
  for (const hunk of hunks) {
    const found = occurrences(lines, hunk.old);
    const [at] = found;
    if (at === undefined) return refused(isThere(hunks, lines) ? 'already' : 'nowhere');
    if (found.length > 1) return refused('ambiguous');
    places.push({ hunk, at });
  }
  const text = appliedAt(lines, places)?.join('');
  if (text === undefined) return refused('nowhere');
  const isExact = places.every(({ hunk, at }) => at === statedLine(hunk));
  return { kind: 'text', text, how: isExact ? 'exact' : 'merged' };
}

/** Where the lines are, the first two places. Lines that say nothing are everywhere. */
function occurrences(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  if (wanted.every((line) => line.trim() === '')) return [0, 0];
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length && found.length < 2; at += 1)
    if (occursAt(lines, wanted, at)) found.push(at);
  return found;
}

/** Whether the change was made already, by hand or in another window. */
function isThere(hunks: readonly Hunk[], lines: readonly string[]): boolean {
  return hunks.every(
    (hunk) => occurrences(lines, hunk.new).length === 1 && occurrences(lines, hunk.old).length === 0,
  );
}

function merge(
  ours: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
): { readonly text: string } | 'conflict' | 'incomparable' {
  // What all three begin and end with need not be compared.
  const shortest = Math.min(ours.length, base.length, theirs.length);
  let start = 0;
  while (start < shortest && ours[start] === base[start] && theirs[start] === base[start]) start += 1;
  let end = 0;
  while (
    end < shortest - start &&
    ours.at(-1 - end) === base.at(-1 - end) &&
    theirs.at(-1 - end) === base.at(-1 - end)
  )
    end += 1;
  const inner = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  if (!isComparable(inner(ours), inner(base)) || !isComparable(inner(base), inner(theirs)))
    return 'incomparable';
  const regions = diff3Merge(inner(ours), inner(base), inner(theirs), { excludeFalseConflicts: true });
  const middle: string[] = [];
  for (const region of regions) {
    if (!region.ok) return 'conflict';
    middle.push(...region.ok);
  }
  const all = [...base.slice(0, start), ...middle, ...base.slice(base.length - end)];
  const isBroken = all.some((line, index) => index < all.length - 1 && !line.endsWith('\n'));
  return isBroken ? 'conflict' : { text: all.join('') };
}
