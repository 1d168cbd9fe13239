import { lineEnd } from '../lines.ts';
import { shown } from './json.ts';
import {
  blockScalar,
  fold,
  isBreak,
  isQuote,
  isSpace,
  plainEnd,
  plainValue,
  quotedEnd,
  quotedScalar,
  Stop,
} from './plain-yaml-scalars.ts';
import {
  type Fault,
  type LocatedValue,
  type Member,
  maximumDepth,
  maximumFaults,
  type Span,
  type Structured,
} from './value.ts';

/**
 * Reads every document of YAML as package managers write it, in linear time: block mappings and lists, flow
 * collections, and scalars of all kinds. Anchors, aliases and tags are mistakes. After a mistake what was read before
 * it is kept, and the document ends.
 * @throws SyntaxError where nothing can be read; RangeError where tables are nested too deep
 */
export function readPlainYaml(text: string): readonly Structured[] {
  const reader = new PlainYamlReader(text);
  const documents: Structured[] = [];
  for (let found = reader.document(); found; found = reader.document()) documents.push(found);
  return documents;
}

class PlainYamlReader {
  readonly #text: string;
  #faults: Fault[] = [];
  #at: number;
  /** Where the line of `#at` starts. */
  #line: number;
  #isBroken = false;
  /** Where a key was looked for last, and where it ends: what asks whether there is one reads it next. */
  #keyAt = -1;
  #keyStop: number | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#line = this.#at;
  }

  document(): Structured | undefined {
    this.#faults = [];
    this.#isBroken = false;
    while (!this.#significant() && this.#at < this.#text.length) this.#nextLine();
    if (this.#at >= this.#text.length) return undefined;
    let root: LocatedValue | undefined;
    try {
      root = this.#block(1);
      if (!this.#isBroken && this.#significant())
        throw new Stop('A line is indented otherwise than those before it.');
    } catch (error) {
      this.#stop(error);
    }
    if (!root || (root.kind === 'text' && this.#faults.length > 0)) throw new SyntaxError('It is not YAML.');
    while (this.#isBroken && !this.#isMarker() && this.#at < this.#text.length) this.#nextLine();
    return { root, faults: this.#faults };
  }

  #stop(error: unknown): void {
    if (!(error instanceof Stop)) throw error;
    if (!this.#isBroken) this.#fault(this.#at, `${error.message} What follows was not read.`);
    this.#isBroken = true;
  }

  #fault(offset: number, message: string): void {
    if (this.#faults.length < maximumFaults) this.#faults.push({ offset, message });
  }

  get #indent(): number {
    return this.#at - this.#line;
  }

  #nextLine(): void {
    this.#line = Math.min(this.#text.length, lineEnd(this.#text, this.#at) + 1);
    this.#at = this.#line;
  }

  /** Whether a document ends here: `---`, `...` or a directive. */
  #isMarker(): boolean {
    if (this.#at !== this.#line) return false;
    const code = this.#text.charCodeAt(this.#at);
    if (code !== 45 && code !== 46) return code === 37;
    return this.#text.startsWith(code === 45 ? '---' : '...', this.#at);
  }

  /** Goes to the next content of the document. @returns false at its end */
  #significant(): boolean {
    const text = this.#text;
    for (;;) {
      while (isSpace(text.charCodeAt(this.#at))) this.#at++;
      const code = text.charCodeAt(this.#at);
      if (Number.isNaN(code) || this.#isMarker()) return false;
      if (code !== 10 && code !== 13 && code !== 35) return true;
      this.#nextLine();
    }
  }

  /** @returns the value whose first content is at the cursor */
  #block(depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    if (this.#isDash()) return this.#list(depth);
    if (this.#isLongKey() || this.#keyEnd() !== undefined) return this.#mapping(depth);
    return this.#inline(this.#indent - 1, depth);
  }

  #isLongKey(): boolean {
    return this.#text.charCodeAt(this.#at) === 63 && this.#text.charCodeAt(this.#at + 1) === 32;
  }

  #isDash(): boolean {
    return this.#text.charCodeAt(this.#at) === 45 && isBreak(this.#text.charCodeAt(this.#at + 1), false);
  }

  /** @returns where the key at the cursor ends; undefined where there is none */
  #keyEnd(): number | undefined {
    if (this.#keyAt === this.#at) return this.#keyStop;
    this.#keyStop = this.#findKeyEnd();
    this.#keyAt = this.#at;
    return this.#keyStop;
  }

  #findKeyEnd(): number | undefined {
    const text = this.#text;
    const start = this.#at;
    const isQuoted = isQuote(text.charCodeAt(start));
    let end: number;
    if (isQuoted) {
      end = quotedEnd(text, start);
      if (lineEnd(text, start) < end) return undefined;
    } else end = plainEnd(text, start, false);
    let colon = end;
    while (isSpace(text.charCodeAt(colon))) colon++;
    const isColon = text.charCodeAt(colon) === 58 && isBreak(text.charCodeAt(colon + 1), false);
    return isColon && end > start ? end : undefined;
  }

  #list(depth: number): LocatedValue {
    const items: LocatedValue[] = [];
    const list = { kind: 'list', items, start: this.#at, end: this.#at } satisfies LocatedValue;
    const indent = this.#indent;
    try {
      while (!this.#isBroken && this.#significant() && this.#indent === indent && this.#isDash()) {
        this.#at++;
        while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
        items.push(this.#isLineOver() ? this.#below(indent, depth, false) : this.#block(depth + 1));
        list.end = this.#at;
      }
    } catch (error) {
      this.#stop(error);
    }
    return list;
  }

  #mapping(depth: number): LocatedValue {
    const members = new Map<string, Member>();
    const table = { kind: 'table', members, start: this.#at, end: this.#at } satisfies LocatedValue;
    const indent = this.#indent;
    try {
      while (!this.#isBroken && this.#significant() && this.#indent === indent && !this.#isDash()) {
        const key = this.#key(indent);
        const { name } = key;
        if (members.has(name))
          this.#fault(key.start, `The key ${shown(name)} comes twice; the last one counts.`);
        members.set(name, { key, value: this.#value(indent, depth, key.isLong) });
        table.end = this.#at;
      }
      if (!this.#isBroken && this.#significant() && this.#indent > indent)
        throw new Stop('A line is indented otherwise than those before it.');
    } catch (error) {
      this.#stop(error);
    }
    return table;
  }

  /** Reads a key and its colon; `? ` stands before a long key, whose colon is on a line of its own. */
  #key(indent: number): Span & { readonly name: string; readonly isLong: boolean } {
    const isLong = this.#isLongKey();
    if (isLong) {
      this.#at += 2;
      while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    }
    const start = this.#at;
    const key = isLong ? this.#inline(indent, 1) : undefined;
    const end = key?.end ?? this.#keyEnd();
    if (end === undefined) throw new Stop('A key is missing.');
    const isQuoted = isQuote(this.#text.charCodeAt(start));
    const name =
      key?.kind === 'text'
        ? key.text
        : isQuoted
          ? quotedScalar(this.#text, start).text
          : this.#text.slice(start, end);
    this.#at = end;
    if (isLong && !(this.#significant() && this.#indent === indent)) throw new Stop('A key has no value.');
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    if (this.#text[this.#at] !== ':') throw new Stop('A colon is missing.');
    this.#at++;
    return { name, isLong, start, end };
  }

  /** @param mayBeBlock a mapping or a list may begin on the line of the colon */
  #value(indent: number, depth: number, mayBeBlock: boolean): LocatedValue {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    if (this.#isLineOver()) return this.#below(indent, depth, true);
    return mayBeBlock ? this.#block(depth + 1) : this.#inline(indent, depth);
  }

  #isLineOver(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return Number.isNaN(code) || code === 10 || code === 13 || code === 35;
  }

  /** @param isMapping whether a list may stand at the indentation of its key */
  #below(indent: number, depth: number, isMapping: boolean): LocatedValue {
    const start = this.#at;
    if (
      this.#significant() &&
      (this.#indent > indent || (isMapping && this.#indent === indent && this.#isDash()))
    )
      return this.#block(depth + 1);
    return { kind: 'literal', text: 'null', start, end: start };
  }

  /** A scalar or a flow collection, from the cursor to the end of its last line. */
  #inline(parent: number, depth: number): LocatedValue {
    const start = this.#at;
    const first = this.#text.charAt(start);
    if ('&*!@`%'.includes(first) && first !== '')
      throw new Stop('Anchors, aliases and tags are not read here.');
    if (first === '|' || first === '>') {
      const { text, end } = blockScalar(this.#text, start, parent);
      this.#at = end;
      this.#line = end;
      this.#nextLine();
      return { kind: 'text', text, start, end };
    }
    if (first === '{' || first === '[') return this.#closed(this.#flow(depth + 1));
    if (first === '"' || first === "'") {
      const { text, end } = quotedScalar(this.#text, start);
      this.#at = end;
      return this.#closed({ kind: 'text', text, start, end });
    }
    return this.#plain(parent);
  }

  #closed(value: LocatedValue): LocatedValue {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    if (!this.#isLineOver()) throw new Stop('More follows after a value on its line.');
    return value;
  }

  #plain(parent: number): LocatedValue {
    const start = this.#at;
    const first = this.#plainLine();
    if (!this.#isContinued(parent)) return plainValue(first, start, this.#at);
    const lines = [first];
    do lines.push(this.#plainLine());
    while (this.#isContinued(parent));
    return plainValue(fold(lines), start, this.#at);
  }

  /** What a line has of a plain scalar. */
  #plainLine(): string {
    const start = this.#at;
    const end = plainEnd(this.#text, start, false);
    if (this.#text.charCodeAt(end) === 58) throw new Stop('A key stands where a value is expected.');
    this.#at = end;
    return this.#text.slice(start, end);
  }

  /** Goes to the next line of a plain scalar, if it has one. */
  #isContinued(parent: number): boolean {
    const from = this.#at;
    const line = this.#line;
    while (isSpace(this.#text.charCodeAt(this.#at)) || this.#text.charCodeAt(this.#at) === 13) this.#at++;
    const isLastOfLine = this.#text.charCodeAt(this.#at) === 10;
    if (isLastOfLine && this.#significant() && this.#indent > parent && this.#line !== line) return true;
    this.#at = from;
    this.#line = line;
    return false;
  }

  #flow(depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') {
      const members = new Map<string, Member>();
      this.#between('}', () => {
        const key = this.#flowScalar();
        this.#blank();
        const name = key.text;
        if (this.#text[this.#at] !== ':') throw new Stop('A colon is missing.');
        this.#at++;
        this.#blank();
        members.set(name, { key: { start: key.start, end: key.end }, value: this.#flow(depth + 1) });
      });
      return { kind: 'table', members, start, end: this.#at };
    }
    if (first !== '[') return this.#flowScalar();
    const items: LocatedValue[] = [];
    this.#between(']', () => void items.push(this.#flow(depth + 1)));
    return { kind: 'list', items, start, end: this.#at };
  }

  #flowScalar(): LocatedValue & { readonly text: string } {
    const start = this.#at;
    const first = this.#text.charAt(start);
    if ('&*!@`%|>'.includes(first) && first !== '')
      throw new Stop('Anchors, aliases and tags are not read here.');
    if (first === '"' || first === "'") {
      const { text, end } = quotedScalar(this.#text, start);
      this.#at = end;
      return { kind: 'text', text, start, end };
    }
    const end = plainEnd(this.#text, start, true);
    const value = plainValue(this.#text.slice(start, end), start, end);
    this.#at = end;
    if (value.kind !== 'text' && value.kind !== 'literal') throw new Stop('A value is missing.');
    return value;
  }

  #between(closing: string, readOne: () => void): void {
    this.#at++;
    for (;;) {
      this.#blank();
      if (this.#text[this.#at] === closing) break;
      const from = this.#at;
      readOne();
      this.#blank();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== closing || this.#at === from)
        throw new Stop('A bracket has no counterpart.');
    }
    this.#at++;
  }

  /** Skips white space, line breaks and comments inside a flow collection. */
  #blank(): void {
    for (;;) {
      while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 10 && code !== 13 && code !== 35) return;
      this.#nextLine();
    }
  }
}
