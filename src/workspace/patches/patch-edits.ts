/** The smallest replacements that make one text of another, so that cursors, folds and issues elsewhere stay. */
import { diffIndices } from 'node-diff3';
import { isComparable, linesOf } from './patch-merge.ts';

/** 0-based, end exclusive, columns in UTF-16 units. */
export interface TextReplacement {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly newText: string;
}

/** @param before plain, as `after`. @returns none overlapping, in the order of the text */
export function replacements(before: string, after: string): readonly TextReplacement[] {
  const [from, to] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shortest - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const offsets = lineOffsets(from);
  const [old, now] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  if (!isComparable(old, now))
    return [trimmed(offsets, offsets[start] ?? before.length, old.join(''), now.join(''))];
  return diffIndices(old, now).map(({ buffer1: [at, length], buffer2Content }) => {
    const first = start + at;
    const replaced = from.slice(first, first + length).join('');
    return trimmed(offsets, offsets[first] ?? before.length, replaced, buffer2Content.join(''));
  });
}

function trimmed(offsets: readonly number[], at: number, old: string, now: string): TextReplacement {
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  if (isLowSurrogate(old, head) || isLowSurrogate(now, head)) head -= 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  if (isLowSurrogate(old, old.length - tail) || isLowSurrogate(now, now.length - tail)) tail -= 1;
  return {
    start: positionOf(offsets, at + head),
    end: positionOf(offsets, at + old.length - tail),
    newText: now.slice(head, now.length - tail),
  };
}

/** Whether the offset is in the middle of a character. */
function isLowSurrogate(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return offset > 0 && code >= 0xdc00 && code <= 0xdfff;
}

/** Where each line begins, and where a line after the last one would. */
function lineOffsets(lines: readonly string[]): readonly number[] {
  const offsets = [0];
  let offset = 0;
  for (const line of lines) {
    offset += line.length;
    if (line.endsWith('\n')) offsets.push(offset);
  }
  return offsets;
}

function positionOf(offsets: readonly number[], offset: number): { line: number; character: number } {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: offset - (offsets[low] ?? 0) };
}
