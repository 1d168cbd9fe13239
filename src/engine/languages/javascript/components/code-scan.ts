/** Finds where code within markup ends, without parsing it: brackets, texts, comments and regular expressions. */

/** Before a slash, what an operand ends with: the slash then divides. */
const endsOperand = /[\w$)\]}'"`]/;
const keywordBefore = /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|await|yield|new|else|do)$/;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Brackets that may be open at once. */
const deepest = 1_000;

/** How far a walk over code came. */
export interface Walk {
  readonly isFound: boolean;
  readonly at: number;
}

/**
 * Walks over code from `at`. Calls `on` at each character that stands outside of texts and comments, with the brackets that are open.
 * @param on gives true to end the walk there, or where to go on
 * @returns where `on` ended it, or where it turned out that the code does not end or that brackets do not fit
 */
export function walkCode(
  text: string,
  at: number,
  end: number,
  on: (char: string, at: number, depth: number, before: string) => boolean | number,
): Walk {
  const open: string[] = [];
  let before = '';
  for (let i = at; i < end; i++) {
    const char = text[i] as string;
    // A template goes on after what is computed in it.
    if (char === '}' && open.at(-1) === '`') {
      open.pop();
      const next = templateEnd(text, i + 1, end, open);
      if (next === undefined) return { isFound: false, at: end };
      i = next;
      before = '`';
      continue;
    }
    const answer = on(char, i, open.length, before);
    if (answer === true) return { isFound: true, at: i };
    if (typeof answer === 'number') {
      i = answer - 1;
      before = ')';
      continue;
    }
    if (char === '"' || char === "'") {
      const close = quoteEnd(text, i, end);
      if (close === undefined) return { isFound: false, at: i };
      i = close;
    } else if (char === '`') {
      const next = templateEnd(text, i + 1, end, open);
      if (next === undefined) return { isFound: false, at: end };
      i = next;
    } else if (char === '/' && (text[i + 1] === '/' || text[i + 1] === '*')) {
      const close = commentEnd(text, i, end);
      if (close === undefined) return { isFound: false, at: i };
      i = close;
      continue;
    } else if (char === '/' && isRegExp(text, i, before)) {
      i = regExpEnd(text, i, end) ?? i;
    } else if (char in closing) {
      if (open.length >= deepest) return { isFound: false, at: i };
      open.push(closing[char] as string);
    } else if (char === ')' || char === ']' || char === '}') {
      if (open.pop() !== char) return { isFound: false, at: i };
    }
    if (char > ' ') before = text[i] as string;
  }
  return { isFound: false, at: end };
}

/** Where the bracket that was opened before `at` is closed. */
export function closingBracket(text: string, at: number, end: number, bracket = '}'): number | undefined {
  const walk = walkCode(text, at, end, (char, _, depth) => depth === 0 && char === bracket);
  return walk.isFound ? walk.at : undefined;
}

/** Whether code is whole: no bracket, text or comment of it is left open or closes something outside. */
export function isWhole(code: string): boolean {
  // A line comment would take what follows it along.
  const isEnd = (_: string, at: number, depth: number): boolean => depth === 0 && at === code.length;
  return walkCode(`${code}\0`, 0, code.length + 1, isEnd).isFound;
}

function quoteEnd(text: string, at: number, end: number): number | undefined {
  const quote = text[at];
  for (let i = at + 1; i < end; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === quote) return i;
    else if (char === '\n') return undefined;
  }
  return undefined;
}

/** The backtick that ends a template, or the brace after `$` that code begins at, which is then open. */
function templateEnd(text: string, at: number, end: number, open: string[]): number | undefined {
  for (let i = at; i < end; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '`') return i;
    else if (char === '$' && text[i + 1] === '{') {
      if (open.length >= deepest) return undefined;
      open.push('`');
      return i + 1;
    }
  }
  return undefined;
}

function commentEnd(text: string, at: number, end: number): number | undefined {
  const isLine = text[at + 1] === '/';
  const close = text.indexOf(isLine ? '\n' : '*/', at + 2);
  if (close < 0 || close >= end) return undefined;
  return isLine ? close : close + 1;
}

const isRegExp = (text: string, at: number, before: string): boolean =>
  before === '' ||
  !endsOperand.test(before) ||
  keywordBefore.test(text.slice(Math.max(0, at - 12), at).trimEnd());

function regExpEnd(text: string, at: number, end: number): number | undefined {
  let inClass = false;
  for (let i = at + 1; i < end; i++) {
    const char = text[i];
    if (char === '\n') return undefined;
    if (char === '\\') i++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return i;
  }
  return undefined;
}
