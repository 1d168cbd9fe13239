/** Expressions of GitHub Actions (docs.github.com/en/actions/reference/workflows-and-actions/expressions). */

/** One `${{ … }}` of a text. */
export interface Expression {
  /** What stands between the braces. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Returns the expressions of a stretch of a file. */
export function expressionsIn(text: string, from: number, to: number): readonly Expression[] {
  const found: Expression[] = [];
  for (let at = text.indexOf('${{', from); at >= 0 && at < to; ) {
    const close = text.indexOf('}}', at);
    if (close < 0 || close + 2 > to) break;
    found.push({ text: text.slice(at + 3, close).trim(), at, end: close + 2 });
    at = text.indexOf('${{', close + 2);
  }
  return found;
}

const token = /\s*(?:('(?:[^']|'')*')|([A-Za-z_][\w-]*)|(\d[\w.]*)|(&&|\|\||[=!<>]=|[()[\].,!*<>]))/y;

/** Longer ones are cut: nobody writes them. */
const maximumTokens = 300;

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (tokens.length < maximumTokens) {
    const found = token.exec(text);
    if (!found) break;
    tokens.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
  }
  return tokens;
}

/** Functions whose result holds nothing of their arguments but yes or no, or a digest. */
const blunt = new Set(['contains', 'startswith', 'endswith', 'hashfiles', 'success', 'failure', 'always']);

/**
 * Returns the contexts whose values an expression may give, `github.event.issue.title`, in lower case: not those that it only
 * compares. A key that is computed, and all of a list, is `*`.
 */
export function valuesOf(text: string): readonly string[] {
  return new Values(tokensOf(text)).all();
}

class Values {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  all(): readonly string[] {
    return [...new Set(this.#either())];
  }

  #takes(...tokens: readonly string[]): boolean {
    if (!tokens.includes(this.#tokens[this.#at] ?? '')) return false;
    this.#at += 1;
    return true;
  }

  /** Operands of `||` and `&&` are values; what they decide by is only looked at. */
  #either(): readonly string[] {
    const found = [...this.#both()];
    while (this.#takes('||')) found.push(...this.#both());
    return found;
  }

  #both(): readonly string[] {
    let last = this.#compared();
    while (this.#takes('&&')) last = this.#compared();
    return last;
  }

  #compared(): readonly string[] {
    const first = this.#primary();
    if (!this.#takes('==', '!=', '<', '>', '<=', '>=')) return first;
    this.#primary();
    return [];
  }

  #primary(): readonly string[] {
    const next = this.#tokens[this.#at++];
    if (next === undefined) return [];
    if (next === '!') {
      this.#primary();
      return [];
    }
    if (next === '(') {
      const inner = this.#either();
      this.#takes(')');
      return inner;
    }
    if (!/^[A-Za-z_]/.test(next)) return [];
    if (this.#takes('(')) return this.#call(next.toLowerCase());
    return [this.#path(next.toLowerCase())];
  }

  #call(name: string): readonly string[] {
    const found: string[] = [];
    while (this.#at < this.#tokens.length && !this.#takes(')')) {
      const before = this.#at;
      found.push(...this.#either());
      this.#takes(',');
      if (this.#at === before) this.#at += 1;
    }
    const rest = this.#path(name);
    return blunt.has(name) || rest === '' ? [] : found;
  }

  #path(start: string): string {
    let path = start;
    for (;;) {
      if (this.#takes('.')) path += `.${(this.#tokens[this.#at++] ?? '*').toLowerCase()}`;
      else if (this.#takes('[')) {
        const key = /^'(.*)'$/.exec(this.#tokens[this.#at] ?? '')?.[1];
        if (key === undefined) this.#either();
        else this.#at += 1;
        this.#takes(']');
        path += `.${key?.toLowerCase() ?? '*'}`;
      } else return path;
    }
  }
}
