/** Where a reader of HCL is in its text, and how it gets past what it does not take apart. */
import type { Fault } from '../../files/structured/value.ts';

export class Cursor {
  readonly text: string;
  at = 0;
  fault: Fault | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The character here; undefined at the end. */
  peek(): string | undefined {
    return this.text[this.at];
  }

  /** Keeps the first mistake, and ends the reading. */
  fail(message: string): void {
    this.fault ??= {
      offset: Math.min(this.at, this.text.length),
      message: `${message} What follows was not read.`,
    };
    this.at = this.text.length;
  }

  /** Skips blanks and comments. @returns whether anything follows */
  blank(lines: boolean): boolean {
    const { text } = this;
    for (;;) {
      const ch = this.peek();
      if (ch === ' ' || ch === '\t' || ch === '\r' || ch === '\ufeff' || (lines && ch === '\n')) this.at += 1;
      else if (ch === '#' || (ch === '/' && text[this.at + 1] === '/')) {
        const end = text.indexOf('\n', this.at);
        this.at = end < 0 ? text.length : end;
      } else if (ch === '/' && text[this.at + 1] === '*') {
        const end = text.indexOf('*/', this.at + 2);
        this.at = end < 0 ? text.length : end + 2;
      } else return this.at < text.length;
    }
  }

  /** Takes what a sticky pattern matches here; the empty text without it. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Past the bracket that closes one that was opened. @throws RangeError where it is nested too deep */
  closing(bracket: string): void {
    const open: string[] = [bracket];
    for (let ch = this.peek(); ch !== undefined; ch = this.peek()) {
      if (ch === open.at(-1)) {
        open.pop();
        this.at += 1;
        if (open.length === 0) return;
      } else if (counterparts.has(ch)) {
        open.push(counterparts.get(ch) ?? '');
        if (open.length > 1_000) throw new RangeError('It is nested more than 1000 deep.');
        this.at += 1;
      } else if (ch === '"') this.plainString();
      else if (ch === '#') this.blank(false);
      else this.at += 1;
    }
    this.fail('A bracket has no counterpart.');
  }

  /** Past a string within an expression, whose interpolations have strings of their own. */
  plainString(): void {
    let depth = 0;
    for (this.at += 1; this.at < this.text.length; this.at++) {
      const ch = this.peek();
      if (ch === '\\') this.at += 1;
      else if (ch === '$' && this.text[this.at + 1] === '{') depth += 1;
      else if (ch === '}' && depth > 0) depth -= 1;
      else if ((ch === '"' && depth === 0) || ch === '\n') break;
    }
    this.at += 1;
  }

  /** Past a heredoc. @returns what it holds; undefined where none begins or ends here */
  heredoc(): string | undefined {
    heredocPattern.lastIndex = this.at;
    const found = heredocPattern.exec(this.text);
    if (!found) return undefined;
    const from = this.at + found[0].length;
    const [, , word = ''] = found;
    let at = from;
    for (;;) {
      const end = this.text.indexOf('\n', at);
      const line = this.text.slice(at, end < 0 ? this.text.length : end).trim();
      if (line === word) {
        // The line break ends the attribute.
        this.at = end < 0 ? this.text.length : end;
        return this.text.slice(from, at);
      }
      if (end < 0) {
        this.fail('A heredoc has no end.');
        return undefined;
      }
      at = end + 1;
    }
  }

  /** To the end of an expression: a line break, a comma or a bracket of what is around. */
  skip(): void {
    for (let ch = this.peek(); ch !== undefined; ch = this.peek()) {
      if (isEnd(ch) && !(ch === '\n' && this.#goesOn())) return;
      if (ch === '"') this.plainString();
      else if (counterparts.has(ch)) {
        this.at += 1;
        this.closing(counterparts.get(ch) ?? '');
      } else if (ch === '<' && this.text[this.at + 1] === '<') {
        if (this.heredoc() === undefined) this.at += 2;
      } else if (ch === '#') this.blank(false);
      else this.at += 1;
    }
  }

  /** A condition may go on with `?` and `:` on further lines. */
  #goesOn(): boolean {
    return /^\n\s*(?:[?:]|&&|\|\|)/.test(this.text.slice(this.at, this.at + 200));
  }
}

/** Whether an expression ends before a character. */
export const isEnd = (ch: string | undefined): boolean =>
  ch === undefined || ch === '\n' || ch === ',' || ch === '}' || ch === ']' || ch === ')';

const counterparts: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const heredocPattern = /<<(-?)([A-Za-z_]\w*)[ \t]*(?:#[^\n]*)?\r?\n/y;
