/** A match within a part of a text, with offsets into the whole. */
export interface Match {
  readonly at: number;
  readonly end: number;
  readonly groups: RegExpExecArray;
}

/**
 * Visits the matches within a part of a text; no more than the part is read.
 * @param each returns where to go on, if that is not behind the match
 */
export function matchesIn(
  text: string,
  from: number,
  to: number,
  pattern: RegExp,
  each: (match: Match) => number | undefined,
): void {
  const part = text.slice(from, to);
  pattern.lastIndex = 0;
  for (let groups = pattern.exec(part); groups; groups = pattern.exec(part)) {
    const end = from + groups.index + groups[0].length;
    const next = each({ at: from + groups.index, end, groups }) ?? end;
    pattern.lastIndex = Math.max(next - from, groups.index + 1);
  }
}
