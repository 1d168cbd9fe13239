/** Patterns that say so little about a text that a match makes nothing safe. */
const loose = /(?<!\\)\.(?!\w)|\\[SWD]|\[\^/;

/**
 * Whether a text that matches has only characters that the pattern lists: anchored at both ends (or matched as a whole)
 * and without wildcards or complements.
 * @param whole the call matches the whole text (`fullmatch`, Java's `matches`)
 * @param fromStart the call matches from the start (Python's `match`)
 */
export function isStrictPattern(source: string, whole: boolean, fromStart: boolean): boolean {
  const start = whole || fromStart || source.startsWith('^') || source.startsWith('\\A');
  const end = whole || /(?<!\\)\$$/.test(source) || /\\[zZ]$/.test(source);
  if (!start || !end) return false;
  return !loose.test(withoutEscapedDots(source)) && !/(?<!\\)\|/.test(topLevel(source));
}

/** A dot inside a class is a dot. */
const withoutEscapedDots = (source: string): string =>
  source
    .replace(/\\\./g, '')
    .replace(/\[(?!\^)(?:\\.|[^\]\\])*\]/g, (set) => (/\\[SWD]/.test(set) ? '.' : 'c'));

/** What stands outside of groups: an alternative there escapes the anchors. */
function topLevel(source: string): string {
  let depth = 0;
  let result = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string;
    if (c === '\\') {
      i++;
      continue;
    }
    if (c === '(') depth++;
    else if (c === ')') depth--;
    else if (depth === 0) result += c;
  }
  return result;
}
