import type { ManifestProblem } from './package.ts';

export interface Agreed {
  /** As long as the text, with blanks in the place of what is in conflict. */
  readonly text: string;
  readonly problems: readonly ManifestProblem[];
}

/**
 * Blanks the conflicts that a merge left in a file (git-merge, "How conflicts are presented"): what both sides agree on
 * remains, each character at its place.
 */
export function withoutConflicts(text: string): Agreed {
  if (!text.includes('<<<<<<<')) return { text, problems: [] };
  const problems: ManifestProblem[] = [];
  let isInside = false;
  const lines = text.split('\n').map((line, index) => {
    const isEnd = isInside && /^>{7}(?: |\r?$)/.test(line);
    if (!isInside && /^<{7}(?: |\r?$)/.test(line)) {
      isInside = true;
      problems.push({
        line: index + 1,
        message: 'A merge conflict begins here; only what both sides agree on was read.',
      });
    }
    if (!isInside) return line;
    if (isEnd) isInside = false;
    return ' '.repeat(line.length);
  });
  return { text: lines.join('\n'), problems };
}
