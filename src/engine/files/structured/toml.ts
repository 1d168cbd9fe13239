import { shown } from './json.ts';
import { tomlString } from './toml-strings.ts';
import {
  type Fault,
  type LocatedList,
  type LocatedTable,
  type LocatedValue,
  type Member,
  maximumDepth,
  maximumFaults,
  type Span,
  type Structured,
} from './value.ts';

/** What ends the reading of one statement; the next line is read again. */
class Stop extends Error {}

interface OpenTable extends LocatedTable {
  readonly members: Map<string, Member>;
  end: number;
}

interface OpenList extends LocatedList {
  readonly items: LocatedValue[];
  end: number;
}

interface Key extends Span {
  readonly name: string;
}

/**
 * Reads TOML 1.0 (toml.io/en/v1.0.0), with the place of every key and value. A statement that is wrong is left out.
 * @throws SyntaxError where nothing can be read; RangeError where tables are nested too deep
 */
export function readToml(text: string): Structured & { readonly root: LocatedTable } {
  return new TomlReader(text).read();
}

class TomlReader {
  readonly #text: string;
  readonly #faults: Fault[] = [];
  /** Tables that a header of their own opened. */
  readonly #opened = new Set<LocatedTable>();
  /** Lists that `[[…]]` made; others are closed. */
  readonly #tables = new Set<LocatedValue>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  read(): Structured & { readonly root: LocatedTable } {
    const root = emptyTable({ start: 0, end: this.#text.length });
    let current = root;
    for (this.#blank(true); this.#at < this.#text.length; this.#blank(true)) {
      const start = this.#at;
      try {
        if (this.#text[start] === '[') current = this.#header(root);
        else this.#assignment(current, 1);
        this.#endOfLine();
        current.end = this.#at;
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        this.#fault(error.message, start);
        const next = this.#text.indexOf('\n', Math.max(start, this.#at));
        this.#at = next < 0 ? this.#text.length : next;
      }
    }
    if (root.members.size === 0 && this.#faults.length > 0) throw new SyntaxError('It is not TOML.');
    return { root, faults: this.#faults };
  }

  #fault(message: string, offset: number): void {
    if (this.#faults.length < maximumFaults) this.#faults.push({ offset, message });
  }

  /** Skips spaces and, where wanted, line breaks and comments. */
  #blank(lines: boolean): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 32 || code === 9) this.#at++;
      else if (lines && (code === 10 || code === 13)) this.#at++;
      else if (lines && code === 35) this.#comment();
      else return;
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #endOfLine(): void {
    this.#blank(false);
    const code = this.#text.charCodeAt(this.#at);
    if (code === 35) this.#comment();
    else if (code !== 10 && code !== 13 && this.#at < this.#text.length)
      throw new Stop('More follows after a value on its line.');
  }

  #header(root: OpenTable): OpenTable {
    const start = this.#at;
    const isItem = this.#text.startsWith('[[', start);
    this.#at += isItem ? 2 : 1;
    const keys = this.#keys();
    if (!this.#text.startsWith(isItem ? ']]' : ']', this.#at))
      throw new Stop('The header of a table has no end.');
    this.#at += isItem ? 2 : 1;
    const span = { start, end: this.#at };
    let table = root;
    for (const key of keys.slice(0, -1)) table = this.#below(table, key);
    const last = keys.at(-1);
    if (!last) throw new Stop('A key is missing.');
    return isItem ? this.#newItem(table, last, span) : this.#opening(table, last, span);
  }

  #newItem(table: OpenTable, key: Key, span: Span): OpenTable {
    const known = table.members.get(key.name)?.value;
    const item = emptyTable(span);
    if (isOpenList(known) && this.#tables.has(known)) {
      known.items.push(item);
      return item;
    }
    if (known) this.#fault(`The key ${shown(key.name)} comes twice; the last one counts.`, key.start);
    const list: OpenList = { kind: 'list', items: [item], ...span };
    this.#tables.add(list);
    table.members.set(key.name, { key: spanOf(key), value: list });
    return item;
  }

  #opening(table: OpenTable, key: Key, span: Span): OpenTable {
    const known = table.members.get(key.name)?.value;
    const opened = known && isOpenTable(known) ? known : emptyTable(span);
    if (known && (opened !== known || this.#opened.has(known)))
      this.#fault(`The table ${shown(key.name)} comes twice.`, key.start);
    if (opened !== known) table.members.set(key.name, { key: spanOf(key), value: opened });
    this.#opened.add(opened);
    return opened;
  }

  /** @returns the table under a key, of a list of tables the last one; a new one where there is none */
  #below(table: OpenTable, key: Key): OpenTable {
    const known = table.members.get(key.name)?.value;
    const found = known && isOpenList(known) && this.#tables.has(known) ? known.items.at(-1) : known;
    if (found && isOpenTable(found)) return found;
    if (found) throw new Stop(`The key ${shown(key.name)} is used for a value and for a table.`);
    const made = emptyTable(spanOf(key));
    table.members.set(key.name, { key: spanOf(key), value: made });
    return made;
  }

  #assignment(into: OpenTable, depth: number): void {
    const keys = this.#keys();
    const last = keys.at(-1);
    if (!last || this.#text[this.#at] !== '=') throw new Stop('A key and an equals sign are missing.');
    this.#at++;
    this.#blank(false);
    const value = this.#value(depth);
    let table = into;
    for (const key of keys.slice(0, -1)) table = this.#below(table, key);
    if (table.members.has(last.name))
      this.#fault(`The key ${shown(last.name)} comes twice; the last one counts.`, last.start);
    table.members.set(last.name, { key: spanOf(last), value });
  }

  /** A key with dots, and the white space after it. */
  #keys(): Key[] {
    const keys: Key[] = [];
    for (;;) {
      this.#blank(false);
      const start = this.#at;
      const first = this.#text[start];
      if (first === '"' || first === "'") keys.push({ name: this.#string(), start, end: this.#at });
      else {
        bareKey.lastIndex = start;
        const name = bareKey.exec(this.#text)?.[0];
        if (name === undefined) throw new Stop('A key is missing.');
        this.#at += name.length;
        keys.push({ name, start, end: this.#at });
      }
      this.#blank(false);
      if (keys.length > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
      if (this.#text[this.#at] !== '.') return keys;
      this.#at++;
    }
  }

  #string(): string {
    const found = tomlString(this.#text, this.#at);
    if (!found) throw new Stop('A string has no end.');
    this.#at = found.end;
    return found.text;
  }

  #value(depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const start = this.#at;
    const first = this.#text[start];
    if (first === '"' || first === "'") {
      const text = this.#string();
      return { kind: 'text', text, start, end: this.#at };
    }
    if (first === '[') return this.#list(depth);
    if (first === '{') return this.#inlineTable(depth);
    literal.lastIndex = start;
    const text = literal.exec(this.#text)?.[0];
    if (text === undefined) throw new Stop('A value is missing.');
    this.#at += text.length;
    return { kind: 'literal', text, start, end: this.#at };
  }

  #list(depth: number): LocatedValue {
    const list: OpenList = { kind: 'list', items: [], start: this.#at, end: 0 };
    this.#between(']', () => void list.items.push(this.#value(depth + 1)));
    list.end = this.#at;
    return list;
  }

  #inlineTable(depth: number): LocatedValue {
    const table = emptyTable({ start: this.#at, end: 0 });
    this.#between('}', () => this.#assignment(table, depth + 1));
    table.end = this.#at;
    return table;
  }

  #between(closing: string, readOne: () => void): void {
    this.#at++;
    for (;;) {
      this.#blank(true);
      if (this.#text[this.#at] === closing) break;
      readOne();
      this.#blank(true);
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== closing) throw new Stop('A bracket has no counterpart.');
    }
    this.#at++;
  }
}

const bareKey = /[\w-]+/y;
/** Numbers, Booleans, dates and times; a space may stand between a date and its time. */
const literal = /(?:\d{4}-\d\d-\d\d \d\d:[\d:.Z+-]*|[\w.+:-]+)/y;

const spanOf = ({ start, end }: Span): Span => ({ start, end });
const emptyTable = ({ start, end }: Span): OpenTable => ({ kind: 'table', members: new Map(), start, end });
const isOpenTable = (value: LocatedValue): value is OpenTable => value.kind === 'table';
const isOpenList = (value: LocatedValue | undefined): value is OpenList => value?.kind === 'list';
