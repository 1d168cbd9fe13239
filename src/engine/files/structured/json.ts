import {
  type Fault,
  type LocatedValue,
  type Member,
  maximumDepth,
  maximumFaults,
  type Structured,
} from './value.ts';

/** What ends the reading of a file; what was read before it is kept. */
class Stop extends Error {}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads JSON (RFC 8259) with comments and trailing commas. After a mistake that cannot be passed over, what was read
 * before it is kept; a missing or a second comma is passed over, as a settled merge conflict leaves them.
 * @throws SyntaxError where there is no value at all; RangeError where tables are nested too deep
 */
export function readJson(text: string): Structured {
  const reader = new JsonReader(text);
  return reader.read();
}

class JsonReader {
  readonly #text: string;
  readonly #faults: Fault[] = [];
  #at = 0;
  #isBroken = false;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  read(): Structured {
    this.#space();
    const root = this.#root();
    if (!root) throw new SyntaxError('It is not JSON.');
    if (this.#faults.length === 0) {
      this.#space();
      if (this.#at < this.#text.length) this.#fault('More follows after the end of the JSON value.');
    }
    return { root, faults: this.#faults };
  }

  #root(): LocatedValue | undefined {
    try {
      return this.#value(0);
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  #fault(message: string, offset = this.#at): void {
    if (this.#faults.length < maximumFaults) this.#faults.push({ offset, message });
  }

  /** Skips white space and comments. */
  #space(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.#at++;
      else if (code === 47 && text.charCodeAt(this.#at + 1) === 47) this.#skipPast('\n');
      else if (code === 47 && text.charCodeAt(this.#at + 1) === 42) {
        this.#at += 2;
        this.#skipPast('*/');
      } else return;
    }
  }

  #skipPast(end: string): void {
    const at = this.#text.indexOf(end, this.#at);
    this.#at = at < 0 ? this.#text.length : at + end.length;
  }

  #value(depth: number): LocatedValue | undefined {
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === 123) return this.#table(depth + 1);
    if (code === 91) return this.#list(depth + 1);
    if (code === 34) {
      const text = this.#string();
      return { kind: 'text', text, start, end: this.#at };
    }
    literal.lastIndex = start;
    const found = literal.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    return { kind: 'literal', text: found, start, end: this.#at };
  }

  #table(depth: number): LocatedValue {
    const start = this.#at;
    const members = new Map<string, Member>();
    const table = { kind: 'table', members, start, end: this.#text.length } satisfies LocatedValue;
    this.#items(depth, 125, () => {
      const keyStart = this.#at;
      if (this.#text.charCodeAt(this.#at) !== 34) throw new Stop('A key in double quotes is missing.');
      const name = this.#string();
      const end = this.#at;
      this.#space();
      if (this.#text.charCodeAt(this.#at) !== 58) throw new Stop('A colon is missing.');
      this.#at++;
      this.#space();
      const value = this.#value(depth);
      if (!value) throw new Stop('A value is missing.');
      if (members.has(name))
        this.#fault(`The key ${shown(name)} comes twice; the last one counts.`, keyStart);
      members.set(name, { key: { start: keyStart, end }, value });
    });
    table.end = this.#at;
    return table;
  }

  #list(depth: number): LocatedValue {
    const items: LocatedValue[] = [];
    const list = { kind: 'list', items, start: this.#at, end: this.#text.length } satisfies LocatedValue;
    this.#items(depth, 93, () => {
      const value = this.#value(depth);
      if (!value) throw new Stop('A value is missing.');
      items.push(value);
    });
    list.end = this.#at;
    return list;
  }

  /** Reads what stands between a bracket and its counterpart. */
  #items(depth: number, closing: number, readOne: () => void): void {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    this.#at++;
    let wantsComma = false;
    while (!this.#isBroken) {
      this.#space();
      const code = this.#text.charCodeAt(this.#at);
      if (code === closing) {
        this.#at++;
        return;
      }
      if (code === 44) {
        if (!wantsComma) this.#fault('There is a comma too many.');
        wantsComma = false;
        this.#at++;
        continue;
      }
      if (wantsComma && this.#at < this.#text.length) this.#fault('A comma is missing.');
      try {
        readOne();
        wantsComma = true;
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        this.#fault(`${error.message} What follows was not read.`);
        this.#isBroken = true;
      }
    }
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    let isPlain = true;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 34) break;
      if (code === 92) {
        isPlain = false;
        at++;
      } else if (code === 10 || Number.isNaN(code)) throw new Stop('A string has no end.');
      at++;
    }
    this.#at = at + 1;
    const raw = text.slice(start, at);
    return isPlain ? raw : unescaped(raw);
  }
}

const literal = /-?\d[\d.eE+-]*|true|false|null/y;

const unescaped = (raw: string): string =>
  raw.replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, hex: string | undefined, one: string | undefined) =>
    hex === undefined ? (escapes[one ?? ''] ?? one ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** A key for a message: short. */
export const shown = (key: string): string => JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
