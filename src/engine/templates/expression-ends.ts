/** Where expressions and directives of templates end. */

/** Characters of a directive that are read. */
const longest = 10_000;

/** The offset of the bracket that closes an expression; brackets within it, and texts, are left out. */
export function endOfExpression(text: string, from: number, close: '}' | ']'): number | undefined {
  const open = close === '}' ? '{' : '[';
  const last = Math.min(text.length, from + longest);
  let depth = 0;
  for (let at = from; at < last; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      at = endOfText(text, at, last);
    } else if (character === open) depth++;
    else if (character === close && depth-- === 0) return at;
  }
  return undefined;
}

/** The offset of the bracket that closes a directive: none within its texts and parentheses. */
export function endOfTag(text: string, from: number, close: '>' | ']'): number | undefined {
  const last = Math.min(text.length, from + longest);
  let depth = 0;
  for (let at = from; at < last; at++) {
    const character = text[at];
    if (character === '"' || character === "'") at = endOfText(text, at, last);
    else if (character === '(' || (character === '[' && close === ']')) depth++;
    else if (character === ')') depth--;
    else if (character === close && depth <= 0) return at;
    else if (character === close && close === ']') depth--;
  }
  return undefined;
}

/** The offset of the quote that closes a text, or of the end. */
function endOfText(text: string, from: number, last: number): number {
  const quote = text[from];
  for (let at = from + 1; at < last; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return last;
}
