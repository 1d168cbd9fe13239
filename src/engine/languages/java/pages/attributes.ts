import type { Span } from '../../embedded.ts';

/** An attribute of a directive or an action: where its value stands, without quotes. */
export interface Attribute extends Span {
  readonly name: string;
}

/** What stands in an attribute's value, or in template text. */
export interface ValuePart extends Span {
  readonly kind: 'text' | 'el' | 'java';
}

/** Characters of a tag that are read. */
const longestTag = 20_000;
/** Characters of an expression that are read. */
const longestExpression = 5_000;

/**
 * Reads the attributes of a tag from behind its name. Quotes within expressions end no value.
 * @returns the attributes, where the tag ends, and whether it closes itself; undefined where it does not end
 */
export function readAttributes(
  text: string,
  from: number,
):
  | { readonly attributes: readonly Attribute[]; readonly end: number; readonly isEmpty: boolean }
  | undefined {
  const last = Math.min(text.length, from + longestTag);
  const attributes: Attribute[] = [];
  const named = /([\w:.-]+)\s{0,50}=\s{0,50}(["'])/y;
  for (let at = from; at < last; ) {
    if (text.startsWith('/>', at) || text.startsWith('%>', at))
      return { attributes, end: at + 2, isEmpty: true };
    if (text[at] === '>') return { attributes, end: at + 1, isEmpty: false };
    if (text.startsWith('<%', at)) {
      at = after(text, '%>', at, last);
      continue;
    }
    named.lastIndex = at;
    const found = named.exec(text);
    if (!found) {
      at++;
      continue;
    }
    const begin = named.lastIndex;
    const end = endOfValue(text, begin, last, found[2] ?? '"');
    attributes.push({ name: found[1] ?? '', at: begin, end });
    at = end + 1;
  }
  return undefined;
}

function endOfValue(text: string, from: number, to: number, quote: string): number {
  for (let at = from; at < to; at++) {
    if (text[at] === quote) return at;
    if (text[at] === '\\') at++;
    else if (text.startsWith('<%', at)) at = after(text, '%>', at, to) - 1;
    else if (isExpression(text, at)) at = (endOfExpression(text, at) ?? at + 2) - 1;
  }
  return to;
}

const after = (text: string, what: string, from: number, otherwise: number): number => {
  const found = text.indexOf(what, from);
  return found < 0 || found >= otherwise ? otherwise : found + what.length;
};

const isExpression = (text: string, at: number): boolean =>
  (text[at] === '$' || text[at] === '#' || text[at] === '%') && text[at + 1] === '{';

/** The offset behind the bracket that closes the expression which begins here. */
export function endOfExpression(text: string, from: number): number | undefined {
  const last = Math.min(text.length, from + longestExpression);
  let depth = 0;
  for (let at = from + 2; at < last; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      // An apostrophe that nothing closes is none of an expression.
      if (close < 0 || close >= last) return undefined;
      at = close;
    } else if (character === '{') depth++;
    else if (character === '}' && depth-- === 0) return at + 1;
  }
  return undefined;
}

/** Takes an attribute's value apart: its texts, and its expressions in either language. */
export function partsOfValue(text: string, { at: from, end: to }: Span): readonly ValuePart[] {
  const parts: ValuePart[] = [];
  let begin = from;
  const add = (kind: ValuePart['kind'], at: number, end: number, next: number): void => {
    parts.push({ kind, at, end });
    begin = next;
  };
  for (let at = from; at < to; at++) {
    const isJava = text.startsWith('<%=', at);
    if (!isJava && !isExpression(text, at)) continue;
    const end = isJava ? after(text, '%>', at, to) : (endOfExpression(text, at) ?? to);
    if (at > begin) add('text', begin, at, at);
    if (isJava) add('java', at + 3, Math.max(at + 3, end - 2), end);
    else add('el', at + 2, Math.max(at + 2, end - 1), end);
    at = end - 1;
  }
  if (begin < to) add('text', begin, to, to);
  return parts;
}
