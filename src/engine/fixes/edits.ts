/** Changes of one text, as replacements of half-open ranges of the text they were made for. */
export interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits; equal ones count once, and of several at one place the given order holds.
 * @throws RangeError when two overlap or one lies outside the text: a fix that contradicts itself
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const { at, end, text: replacement } of inOrder(edits)) {
    if (at < from || end < at || end > text.length) {
      throw new RangeError(`The edits of a fix overlap or lie outside the text (${at} to ${end}).`);
    }
    result += text.slice(from, at) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

/** Sorted by place, insertions before what replaces the text there, without repetitions. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const seen = new Set<string>();
  return edits
    .filter(({ at, end, text }) => {
      const key = `${at} ${end} ${text}`;
      return !seen.has(key) && seen.add(key);
    })
    .toSorted((a, b) => a.at - b.at || a.end - b.end);
}

/**
 * Where an offset of the text before stands after the edits; one inside a replaced range goes to its beginning, or to the
 * end of what replaced it.
 */
export function mapOffset(
  edits: readonly Edit[],
  offset: number,
  inside: 'beginning' | 'end' = 'beginning',
): number {
  let shift = 0;
  for (const { at, end, text } of inOrder(edits)) {
    if (end <= offset && !(at === end && at === offset)) shift += text.length - (end - at);
    else if (at < offset) return at + shift + (inside === 'end' ? text.length : 0);
    else break;
  }
  return offset + shift;
}
