import { diffLines } from 'diff';
import type { CodeRange } from '../../workspace/positions/positions.ts';

/** Lines that a change brought: from the first to the last, both 1-based and inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** Edits beyond which all lines count as changed: nobody reviews such a change line by line. */
const mostEdits = 20_000;
const patienceMs = 1_000;

/** @param before undefined where the file is new: then all of it is */
export function changedLines(before: string | undefined, after: string): readonly LineSpan[] {
  const whole = { first: 1, last: Number.MAX_SAFE_INTEGER };
  if (before === undefined) return [whole];
  const options = { maxEditLength: mostEdits, timeout: patienceMs, stripTrailingCr: true };
  const parts = diffLines(before, after, options);
  if (!parts) return [whole];
  const spans: LineSpan[] = [];
  let line = 1;
  for (const { added, removed, count } of parts) {
    if (removed) continue;
    if (added) spans.push({ first: line, last: line + count - 1 });
    line += count;
  }
  return spans;
}

/** Whether any line of the range is one of those. */
export function touches(spans: readonly LineSpan[], { startLine, endLine }: CodeRange): boolean {
  return spans.some(({ first, last }) => startLine <= last && endLine >= first);
}
