import type { LineIndex } from '../files/lines.ts';

const opening = /#|\/\/|\/\*|--|<!--/;
const directive = /\bnosem(?:grep)?\b(?:[ \t]*:[ \t]*([\w.,/ -]+))?/i;
/** Characters at the end of a line that such a comment is looked for in: each finding looks there. */
const longestComment = 2_000;

/**
 * Whether a comment on the line of a finding, or on one above that holds nothing else, says that a custom rule is not to be told
 * there: `nosemgrep`, or `nosemgrep: rule-id`. No other finding is left out by a comment.
 */
export function isSuppressed(rule: string, line: number, text: string, lines: LineIndex): boolean {
  if (names(endOf(line, text, lines), rule)) return true;
  if (line === 0) return false;
  const start = lines.startOf(line - 1);
  const above = endOf(line - 1, text, lines);
  const isComment =
    lines.endOf(line - 1, text) - start === above.length && above.trimStart().search(opening) === 0;
  return isComment && names(above, rule);
}

function endOf(line: number, text: string, lines: LineIndex): string {
  const end = lines.endOf(line, text);
  return text.slice(Math.max(lines.startOf(line), end - longestComment), end);
}

function names(line: string, rule: string): boolean {
  const start = line.search(opening);
  const found = start < 0 ? undefined : directive.exec(line.slice(start));
  if (!found) return false;
  const ids = found[1]?.split(/[, ]+/).filter((id) => /^[\w./-]*\w$/.test(id)) ?? [];
  return (
    ids.length === 0 || ids.some((id) => id === rule || id.endsWith(`.${rule}`) || id === `custom/${rule}`)
  );
}
