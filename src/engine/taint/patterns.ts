import { bitOf, everyClass } from './masks.ts';

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

/**
 * Characters with which a text does harm, by class, each line enough by itself and all characters of a line needed for it.
 * A pattern that lets them through makes nothing safe there. Classes that are not named are safe under any strict pattern.
 */
const harmful: Readonly<Record<string, readonly string[]>> = {
  'command-injection': [';', '|', '&', '`', '$', '<', '>', '\n'],
  'sql-injection': ["'", '"', ';'],
  'xpath-injection': ["'", '"'],
  'ldap-injection': ['(', ')', '*'],
  xss: ['<'],
  'path-traversal': ['./', '.\\'],
  'open-redirect': ['/.', '/:'],
  ssrf: ['/.', '/:'],
  'header-injection': ['\n', '\r'],
  'log-injection': ['\n', '\r'],
  'code-injection': ['(', '=', ';'],
  'template-injection': ['{', '$', '<', '#'],
};

/** The classes for which a text is safe that a strict pattern matches: by the characters that its sets list. */
export function clearedByPattern(source: string): number {
  const sets = [
    ...source.replace(/\\[pP]\{\w+\}/g, 'p').matchAll(/\[(?!\^)(?:\\[\s\S]|[^\]\\])*\]|\\s/g),
  ].map(listing);
  let mask = everyClass;
  for (const [vulnClass, ways] of Object.entries(harmful)) {
    const isOpen = ways.some((way) =>
      [...way].every((character) => sets.some((set) => set?.test(character) ?? true)),
    );
    if (isOpen) mask &= ~bitOf(vulnClass);
  }
  // A text of harmless characters may still be a long one.
  if (/[*+]|\{\d*,\}/.test(source)) mask &= ~bitOf('redos');
  return mask;
}

/** @returns undefined for what is no valid set: nothing is known of it */
function listing([set]: RegExpMatchArray): RegExp | undefined {
  try {
    return new RegExp(set);
  } catch {
    return undefined;
  }
}

/**
 * The source of one group of a pattern, by number (0 is the whole) or by name; undefined where there is none such. It is in
 * parentheses of its own: alternatives in it escape no anchor.
 */
export function groupOf(source: string, which: number | string): string | undefined {
  if (which === 0) return `(?:${source})`;
  const open: { readonly start: number; readonly isWanted: boolean }[] = [];
  let count = 0;
  let isInSet = false;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (isInSet) isInSet = c !== ']';
    else if (c === '[') isInSet = true;
    else if (c === '(') {
      const [head = '', name] = /^\((?:\?P?<(\w+)>)?/.exec(source.slice(i, i + longestGroupHead)) ?? [];
      const captures = name !== undefined || source[i + 1] !== '?';
      if (captures) count++;
      open.push({ start: i + head.length, isWanted: captures && (which === count || which === name) });
    } else if (c === ')') {
      const group = open.pop();
      if (group?.isWanted) return `(?:${source.slice(group.start, i)})`;
    }
  }
  return undefined;
}

/** Characters in which a group's name is looked for. */
const longestGroupHead = 64;

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
