import type { LineIndex } from '../files/lines.ts';

const comment = /(?:#|\/\/|\/\*|--|<!--).*?\bnosem(?:grep)?\b(?:\s*:\s*([\w.,/ -]+))?/i;

/**
 * Whether a comment on the line of a finding, or on one above that holds nothing else, says that a custom rule is not to be told
 * there: `nosemgrep`, or `nosemgrep: rule-id`. No other finding is left out by a comment.
 */
export function isSuppressed(rule: string, line: number, text: string, lines: LineIndex): boolean {
  const own = text.slice(lines.startOf(line), lines.endOf(line, text));
  if (names(own, rule)) return true;
  if (line === 0) return false;
  const above = text.slice(lines.startOf(line - 1), lines.endOf(line - 1, text));
  return /^\s*(?:#|\/\/|\/\*|--|<!--)/.test(above) && names(above, rule);
}

function names(line: string, rule: string): boolean {
  const found = comment.exec(line);
  if (!found) return false;
  const ids = found[1]?.split(/[, ]+/).filter((id) => /^[\w./-]*\w$/.test(id)) ?? [];
  return (
    ids.length === 0 || ids.some((id) => id === rule || id.endsWith(`.${rule}`) || id === `custom/${rule}`)
  );
}
