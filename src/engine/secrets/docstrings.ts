/** Documentation within Python: string literals that stand as statements. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

const opening = /(?:[rRuUbBfF]{0,2})("""|'''|"|')/y;

/**
 * The triple-quoted literals of a Python text that are a whole statement: nothing in the program has their value. One pass,
 * linear in the text.
 */
export function docstringsOf(text: string): readonly Span[] {
  const found: Span[] = [];
  let depth = 0;
  /** Whether a statement begins here. */
  let isStart = true;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      continue;
    }
    if (character === '\n') {
      isStart ||= depth === 0;
      at++;
      continue;
    }
    if (character === '\\') {
      at += text.startsWith('\r\n', at + 1) ? 3 : 2;
      continue;
    }
    const isWord = /\w/.test(text[at - 1] ?? '');
    opening.lastIndex = at;
    const quote = isWord ? undefined : opening.exec(text);
    if (quote) {
      const mark = quote[1] ?? '"';
      const end = endOfString(text, at + quote[0].length, mark);
      if (isStart && mark.length === 3 && /^[ \t]*(?:[\r\n;#]|$)/.test(text.slice(end, end + 200)))
        found.push({ start: at, end });
      isStart = false;
      at = end;
      continue;
    }
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    if (!/\s/.test(character)) isStart = character === ';';
    at++;
  }
  return found;
}

function endOfString(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (mark.length === 1 && text[at] === '\n') return at;
    else if (text.startsWith(mark, at)) return at + mark.length;
  }
  return text.length;
}
