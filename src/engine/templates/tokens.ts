/** The tokens of expressions in templates: those of Jinja, Django, Twig, Nunjucks, FreeMarker and the Java engines. */

export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'operator' | 'end';
  /** A name or operator as written; of a text what is between its quotes. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Longest first. */
const operators =
  /\?\?|\?:|\*\*|\/\/|\.\.\*|\.\.<|\.\.|===|!==|==|!=|<=|>=|&&|\|\||->|=>|\?\.|[-+*/%~|.,:()[\]{}<>=!?@#&$^;]/y;
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /\d[\d_]*(?:\.\d+)?/y;
const space = /\s+/y;

/** Tokens of an expression that are read. */
const mostTokens = 1_500;

/** Returns the tokens of a part of a text; characters that are none of any are left out. */
export function tokensOf(text: string, from: number, to: number): readonly Token[] {
  const tokens: Token[] = [];
  let at = from;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    return found && at + found[0].length <= to ? found[0] : undefined;
  };
  while (at < to && tokens.length < mostTokens) {
    const blank = match(space);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const quote = text[at];
    if (quote === '"' || quote === "'" || quote === '`') {
      const end = endOfText(text, at, to);
      tokens.push({ kind: 'text', text: text.slice(at + 1, Math.max(at + 1, end - 1)), at, end });
      at = end;
      continue;
    }
    const word = match(name);
    const digits = word === undefined ? match(number) : undefined;
    const written = word ?? digits ?? match(operators);
    if (written === undefined) {
      at++;
      continue;
    }
    const kind = word !== undefined ? 'name' : digits !== undefined ? 'number' : 'operator';
    tokens.push({ kind, text: written, at, end: at + written.length });
    at += written.length;
  }
  return tokens;
}

/** The offset behind a quoted text; one that is not closed ends with the expression. */
function endOfText(text: string, from: number, to: number): number {
  const quote = text[from];
  for (let at = from + 1; at < to; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
  }
  return to;
}
