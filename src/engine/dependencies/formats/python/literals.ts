import type { LocatedText, LocatedValue, Member } from '../../../files/structured/value.ts';

/** Lists inside each other that are read. */
const maximumDepth = 20;

/**
 * Reads a literal of Python: strings, lists, tuples, sets and dictionaries; a string with `.split()` behind it is a list.
 * Items that are computed are left out.
 * @returns undefined where none begins at the offset
 */
export function pythonLiteral(text: string, offset: number): LocatedValue | undefined {
  return new LiteralReader(text, offset).value(1);
}

class LiteralReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#at = offset;
  }

  value(depth: number): LocatedValue | undefined {
    this.#blank();
    const start = this.#at;
    const first = this.#text[start] ?? '';
    if (first === '[' || first === '(' || first === '{')
      return depth > maximumDepth ? undefined : this.#items(depth);
    const prefix = /^[rRbBuU]{0,2}["']/.exec(this.#text.slice(start, start + 3))?.[0];
    const string = prefix === undefined ? undefined : this.#string(start, prefix.length - 1);
    if (!string) return undefined;
    const split = /^\s*\.split(?:lines)?\(\s*\)/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0];
    if (split === undefined) return string;
    this.#at += split.length;
    return { kind: 'list', items: wordsOf(string), start: string.start, end: this.#at };
  }

  #blank(): void {
    for (;;) {
      const code = this.#text[this.#at];
      if (code === '#') {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else if (code !== undefined && /[\s\\]/.test(code)) this.#at++;
      else return;
    }
  }

  /** The offsets are those of the text inside the quotes, and one more at each side. */
  #string(start: number, prefix: number): LocatedText | undefined {
    const open = start + prefix;
    const quote = this.#text[open] ?? '';
    const fence = this.#text.startsWith(quote.repeat(3), open) ? quote.repeat(3) : quote;
    let at = open + fence.length;
    while (at < this.#text.length && !this.#text.startsWith(fence, at)) {
      if (fence.length === 1 && this.#text[at] === '\n') return undefined;
      at += this.#text[at] === '\\' ? 2 : 1;
    }
    if (at >= this.#text.length) return undefined;
    this.#at = at + fence.length;
    return { kind: 'text', text: this.#text.slice(open + fence.length, at), start: open, end: this.#at };
  }

  #items(depth: number): LocatedValue {
    const start = this.#at;
    const closing = { '[': ']', '(': ')', '{': '}' }[this.#text[start] ?? ''] ?? '';
    const items: LocatedValue[] = [];
    const members = new Map<string, Member>();
    this.#at++;
    for (;;) {
      this.#blank();
      if (this.#at >= this.#text.length) break;
      if (this.#text[this.#at] === closing) {
        this.#at++;
        break;
      }
      const item = this.value(depth + 1);
      this.#blank();
      if (item?.kind === 'text' && closing === '}' && this.#text[this.#at] === ':') {
        this.#at++;
        const value = this.value(depth + 1);
        if (value && this.#isItemOver(closing)) members.set(item.text, { key: item, value });
      } else if (item && this.#isItemOver(closing)) items.push(item);
      this.#skipRest(closing);
    }
    const span = { start, end: this.#at };
    return members.size > 0 ? { kind: 'table', members, ...span } : { kind: 'list', items, ...span };
  }

  #isItemOver(closing: string): boolean {
    this.#blank();
    const next = this.#text[this.#at];
    return next === ',' || next === closing;
  }

  /** Goes behind the comma that ends an item, over what is computed in it. */
  #skipRest(closing: string): void {
    let open = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (open === 0 && character === closing) return;
      if (open === 0 && character === ',') {
        this.#at++;
        return;
      }
      if ('([{'.includes(character)) open++;
      else if (')]}'.includes(character)) open--;
      else if (character === '"' || character === "'") {
        if (!this.#string(this.#at, 0)) continue;
        this.#at--;
      } else if (character === '#') {
        this.#blank();
        this.#at--;
      }
    }
  }
}

/** The words of a string, each with the offsets that one in quotes would have. */
function wordsOf({ text, start, end }: LocatedText): readonly LocatedText[] {
  const inside = start + (end - start - text.length) / 2;
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    kind: 'text',
    text: word,
    start: inside + index - 1,
    end: inside + index + word.length + 1,
  }));
}
