import { weaknesses } from '../../weaknesses/index.ts';
import { bitOf, everyClass, type Mask, noClass } from './masks.ts';
import { pathIn, pathWithout } from './path-texts.ts';
import { factsWithout } from './quoted-places.ts';

/** Patterns that say so little about a text that a match makes nothing safe. */
const loose = /(?<!\\)\.(?!\w)|\\[SWD]|\[\^/;

/** What is asked of the text besides: `(?=.{1,253}$)`. */
const lookAheads = /\(\?[=!](?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^()[\\])*\)/g;

/** A longer pattern is no list of characters that somebody went through, and would take long to read. */
const longestStrict = 2_000;

/**
 * Whether a text that matches has only characters that the pattern lists: anchored at both ends (or matched as a whole)
 * and without wildcards or complements.
 * @param whole the call matches the whole text (`fullmatch`, Java's `matches`)
 * @param fromStart the call matches from the start (Python's `match`)
 */
export function isStrictPattern(source: string, whole: boolean, fromStart: boolean): boolean {
  const start = whole || fromStart || source.startsWith('^') || source.startsWith('\\A');
  const end = whole || /(?<!\\)\$$/.test(source) || /\\[zZ]$/.test(source);
  if (!start || !end || source.length > longestStrict) return false;
  return (
    !loose.test(withoutEscapedDots(source.replace(lookAheads, ''))) && !/(?<!\\)\|/.test(topLevel(source))
  );
}

/** Weaknesses that do harm with certain texts only. */
const byHarm = weaknesses.flatMap(({ id, harm }) => (harm ? [{ id, ...harm }] : []));

/** The classes for which a text is safe that a strict pattern matches: by the characters that its sets list. */
export function clearedByPattern(source: string): Mask {
  const sets = [
    ...source
      .replace(lookAheads, '')
      .replace(/\\[pP]\{\w+\}/g, 'p')
      .matchAll(/\[(?!\^)(?:\\[\s\S]|[^\]\\])*\]|\\s/g),
  ].map(([set]) => compiled(set));
  let mask = everyClass;
  for (const { id, characters = [], starts = [] } of byHarm) {
    const isOpen = characters.some((way) =>
      [...way].every((character) => sets.some((set) => set?.test(character) ?? true)),
    );
    const [starting] = starts;
    const mayStart = starting !== undefined && !beginsHarmless(source, true);
    if (isOpen || mayStart) mask = mask.without(bitOf(id));
  }
  // A text of harmless characters may still be a long one.
  if (/[*+]|\{\d*,\}/.test(source)) mask = mask.without(bitOf('redos'));
  return mask.meets(bitOf('path-traversal')) ? pathIn(source, mask) : mask;
}

/** The first thing that a pattern asks of a text: a set, an escape or a character, and what says that it may be left out. */
const firstAsked =
  /^(?:\^|\\A)?(?:\((?:\?:|\?P?<\w+>)?)*(\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[^\\[({|*+?.^$])([*?]|\{0)?/;

/**
 * Whether a text that matches begins with no `-`, so that no program reads it as an option.
 * @param fromStart the call matches from the text's start
 */
export function beginsHarmless(source: string, fromStart: boolean): boolean {
  if (!fromStart && !/^(?:\^|\\A)/.test(source)) return false;
  const [, atom, optional] = firstAsked.exec(source) ?? [];
  if (atom === undefined || optional !== undefined || /\||\)(?:[*?]|\{0)/.test(source)) return false;
  return compiled(`^${atom}$`)?.test('-') === false;
}

/** Whether a pattern finds every text that begins with a `-`: `^-`, `^[-+]`. */
export function findsOption(source: string, whole: boolean): boolean {
  return !whole && /^\^(?:\\?-\+?|\[(?!\^)[^\]]*-\]\+?|\[-[^\]]*\]\+?)(?:\.\*)?$/.test(source);
}

/** What is longer lists more than characters to keep out. */
const longestDenial = 200;

/** Where in a text something stands, which a pattern that only looks for it does not ask. */
const places = /[\^$]|\\[bBAzZG]|\(\?/;

/** A pattern that finds what is not in a list: `[^\w.-]+`. */
const unlisted = /^\[\^((?:\\[^SWD]|[^\]\\])+)\][+*]?$/;

/** The classes for which a text is safe in which a pattern is not found, wherever it looks for what the harm needs. */
export function clearedByAbsence(source: string): Mask {
  const [, listed] = unlisted.exec(source) ?? [];
  if (listed !== undefined) return clearedByPattern(`[${listed}]`);
  const pattern = denial(source);
  return pattern ? clearedWithout((text) => pattern.test(text)) : noClass;
}

/** A pattern of a whole text that may have all but what is listed: `[^\r\n]*`. */
const allBut = /^(?:\^|\\A)?(\[\^(?:\\[\s\S]|[^\]\\])+\])(?:[*+]|\{[\d,]+\})?(?:\$|\\[zZ])?$/;

/** A pattern of a whole text that asks for something anywhere in it, line breaks or not: `(?s).*[\r\n].*`. */
const somewhere = /^\(\?s\)\.\*(\[(?!\^)(?:\\[\s\S]|[^\]\\])+\])\+?\.\*$/;

/** The classes for which a text is safe of which a pattern matches the whole, or does not: what is listed is not in it. */
export function clearedByWhole(source: string, matches: boolean): Mask {
  const [, set] = (matches ? allBut : somewhere).exec(source) ?? [];
  return set === undefined ? noClass : clearedByAbsence(matches ? `[${set.slice(2)}` : set);
}

/**
 * The classes for which a text is safe in which everything that a pattern finds was replaced. Only what it finds as a single
 * character is gone for good: the parts of a longer text may come together once what stood between them is removed.
 */
export function clearedByRemoval(source: string, replacement: string): Mask {
  const pattern = denial(source);
  if (!pattern || pattern.test(replacement)) return noClass;
  return clearedWithout((text) => [...text].some((character) => pattern.test(character)));
}

/** What ends the name of a host in an address. */
const hostEnds = ['/', '\\', '?', '#'];

/** The classes that have a way of which all texts are kept out. */
function clearedWithout(isOut: (text: string) => boolean): Mask {
  let mask = pathWithout(isOut).or(factsWithout(isOut));
  if (hostEnds.every(isOut)) mask = mask.or(bitOf('one-host'));
  for (const { id, needs = [] } of byHarm)
    if (needs.some((texts) => texts.every(isOut))) mask = mask.or(bitOf(id));
  return mask;
}

/** A pattern that looks anywhere in a text. */
const denial = (source: string): RegExp | undefined =>
  source.length > longestDenial || places.test(source.replace(/\[(?:\\[\s\S]|[^\]\\])*\]/g, ''))
    ? undefined
    : compiled(source);

/** @returns undefined for what is no valid expression: nothing is known of it */
function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
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
export function topLevel(source: string): string {
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
