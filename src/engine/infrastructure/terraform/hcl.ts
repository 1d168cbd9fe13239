/**
 * Reads HCL, the language of Terraform (github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md), as far as rules ask: blocks,
 * attributes, literals, lists, objects, heredocs and references. What is computed has the tag `expression`.
 */
import {
  type Fault,
  type LocatedTable,
  type LocatedValue,
  type Member,
  maximumDepth,
  type Span,
} from '../../files/structured/value.ts';
import { unknownMark } from '../values.ts';

/** A block of the top level: `resource "aws_s3_bucket" "data" { … }`. */
export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  /** From its type to the last label. */
  readonly header: Span;
  /** Blocks within it are lists of tables under their type. */
  readonly body: LocatedTable;
}

/** Says what a reference stands for, `var.size`; undefined where that is not known. */
export type Resolve = (reference: string) => LocatedValue | undefined;

export const expression = 'expression';

/** Returns the blocks of a text, and its first mistake. @throws RangeError where it is nested too deep */
export function readHcl(
  text: string,
  resolve: Resolve,
): { readonly blocks: readonly Block[]; readonly fault?: Fault } {
  return new HclReader(text, resolve).file();
}

interface Draft {
  readonly members: Map<string, Member>;
  readonly start: number;
}

class HclReader {
  readonly #text: string;
  readonly #resolve: Resolve;
  #at = 0;
  #fault: Fault | undefined;

  constructor(text: string, resolve: Resolve) {
    this.#text = text;
    this.#resolve = resolve;
  }

  file(): { readonly blocks: readonly Block[]; readonly fault?: Fault } {
    const blocks: Block[] = [];
    while (this.#blank(true) && !this.#fault) {
      const start = this.#at;
      const type = this.#word();
      if (type === '') this.#fail('A block or an attribute is missing.');
      const labels = this.#labels();
      const end = this.#at;
      this.#blank(false);
      if (this.#text[this.#at] === '{')
        blocks.push({ type, labels, header: { start, end }, body: this.#body(1) });
      else if (this.#text[this.#at] === '=') {
        this.#at += 1;
        const value = this.#value(1);
        const members = new Map([[type, { key: { start, end }, value }]]);
        blocks.push({
          type: '',
          labels: [],
          header: { start, end },
          body: { kind: 'table', members, start, end: this.#at },
        });
      } else this.#fail('A block has no body.');
    }
    return { blocks, ...(this.#fault && { fault: this.#fault }) };
  }

  #fail(message: string): void {
    this.#fault ??= {
      offset: Math.min(this.#at, this.#text.length),
      message: `${message} What follows was not read.`,
    };
    this.#at = this.#text.length;
  }

  /** Skips blanks and comments. @returns whether anything follows */
  #blank(lines: boolean): boolean {
    const text = this.#text;
    for (;;) {
      const ch = text[this.#at];
      if (ch === ' ' || ch === '\t' || ch === '\r' || ch === '\ufeff' || (lines && ch === '\n'))
        this.#at += 1;
      else if (ch === '#' || (ch === '/' && text[this.#at + 1] === '/')) {
        const end = text.indexOf('\n', this.#at);
        this.#at = end < 0 ? text.length : end;
      } else if (ch === '/' && text[this.#at + 1] === '*') {
        const end = text.indexOf('*/', this.#at + 2);
        this.#at = end < 0 ? text.length : end + 2;
      } else return this.#at < text.length;
    }
  }

  #word(): string {
    wordPattern.lastIndex = this.#at;
    const word = wordPattern.exec(this.#text)?.[0] ?? '';
    this.#at += word.length;
    return word;
  }

  #labels(): readonly string[] {
    const labels: string[] = [];
    for (;;) {
      const before = this.#at;
      this.#blank(false);
      if (this.#text[this.#at] === '"') {
        const end = this.#text.indexOf('"', this.#at + 1);
        if (end < 0) return labels;
        labels.push(this.#text.slice(this.#at + 1, end));
        this.#at = end + 1;
      } else {
        const word = this.#word();
        if (word === '') {
          this.#at = before;
          return labels;
        }
        labels.push(word);
      }
    }
  }

  #body(depth: number): LocatedTable {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const draft: Draft = { members: new Map(), start: this.#at };
    this.#at += 1;
    while (this.#blank(true) && this.#text[this.#at] !== '}') this.#entry(draft, depth);
    if (this.#at >= this.#text.length) this.#fail('A block has no end.');
    else this.#at += 1;
    return { kind: 'table', members: draft.members, start: draft.start, end: this.#at };
  }

  #entry({ members }: Draft, depth: number): void {
    const start = this.#at;
    const name = this.#word();
    const key = { start, end: this.#at };
    const labels = this.#labels();
    this.#blank(false);
    if (name !== '' && this.#text[this.#at] === '{') {
      const body = this.#body(depth + 1);
      // What a dynamic block makes is in its content.
      const content = name === 'dynamic' ? body.members.get('content')?.value : undefined;
      const made = content?.kind === 'list' ? (content.items[0] ?? body) : body;
      const type = name === 'dynamic' ? (labels[0] ?? name) : name;
      const before = members.get(type)?.value;
      const items = [...(before?.kind === 'list' ? before.items : []), made];
      members.set(type, {
        key: members.get(type)?.key ?? key,
        value: { kind: 'list', items, start: made.start, end: made.end },
      });
    } else if (name !== '' && this.#text[this.#at] === '=') {
      this.#at += 1;
      members.set(name, { key, value: this.#value(depth) });
    } else this.#fail('An attribute has no value.');
  }

  /** One expression, to its end. */
  #value(depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    this.#blank(false);
    const start = this.#at;
    const value = this.#primary(depth);
    const end = this.#at;
    this.#blank(false);
    if (value && isEnd(this.#text[this.#at])) return value;
    this.#at = Math.max(this.#at, end);
    this.#skip();
    return { kind: 'literal', text: '', tag: expression, start, end: this.#trimmed(start) };
  }

  #primary(depth: number): LocatedValue | undefined {
    const start = this.#at;
    const ch = this.#text[start];
    if (ch === '"') return this.#string();
    if (ch === '[') return this.#list(depth + 1);
    if (ch === '{') return this.#object(depth + 1);
    if (ch === '<' && this.#text[start + 1] === '<') return this.#heredoc();
    literalPattern.lastIndex = start;
    const literal = literalPattern.exec(this.#text)?.[0];
    if (literal !== undefined) {
      this.#at += literal.length;
      return { kind: 'literal', text: literal, start, end: this.#at };
    }
    referencePattern.lastIndex = start;
    const reference = referencePattern.exec(this.#text)?.[0] ?? '';
    this.#at += reference.length;
    if (this.#text[this.#at] !== '(') {
      const known = reference === '' ? undefined : this.#resolve(reference);
      return known && { ...known, start, end: this.#at };
    }
    // Functions that give what they are given.
    if (!/^(?:jsonencode|toset|tolist|tostring|tobool|tonumber|sensitive|nonsensitive)$/.test(reference))
      return undefined;
    this.#at += 1;
    this.#blank(true);
    const inner = this.#value(depth + 1);
    this.#blank(true);
    if (this.#text[this.#at] !== ')') return undefined;
    this.#at += 1;
    return inner;
  }

  #list(depth: number): LocatedValue {
    const start = this.#at;
    const items: LocatedValue[] = [];
    this.#at += 1;
    while (this.#blank(true) && this.#text[this.#at] !== ']') {
      const before = this.#at;
      items.push(this.#value(depth));
      this.#blank(true);
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#at === before) break;
      else if (this.#text[this.#at] !== ']') this.#skip();
    }
    if (this.#text[this.#at] === ']') this.#at += 1;
    else this.#fail('A list has no end.');
    return { kind: 'list', items, start, end: this.#at };
  }

  #object(depth: number): LocatedValue {
    const start = this.#at;
    const members = new Map<string, Member>();
    this.#at += 1;
    while (this.#blank(true) && this.#text[this.#at] !== '}') {
      const key = this.#at;
      const name = this.#text[key] === '"' ? this.#string() : undefined;
      const word = name?.kind === 'text' ? name.text : this.#word();
      const span = { start: key, end: this.#at };
      this.#blank(false);
      const sign = this.#text[this.#at];
      if (sign === '=' || sign === ':') {
        this.#at += 1;
        members.set(word, { key: span, value: this.#value(depth) });
        this.#blank(true);
        if (this.#text[this.#at] === ',') this.#at += 1;
      } else {
        // A comprehension, or a computed key.
        this.#closing('}');
        return { kind: 'table', members: new Map(), start, end: this.#at, tag: expression };
      }
    }
    if (this.#text[this.#at] === '}') this.#at += 1;
    else this.#fail('An object has no end.');
    return { kind: 'table', members, start, end: this.#at };
  }

  /** A string with what its interpolations stand for. */
  #string(): LocatedValue {
    const start = this.#at;
    let text = '';
    this.#at += 1;
    for (let ch = this.#text[this.#at]; ch !== '"'; ch = this.#text[this.#at]) {
      if (ch === undefined || ch === '\n') {
        this.#fail('A string has no end.');
        break;
      }
      if (ch === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        text += next === 'n' ? '\n' : next === 't' ? '\t' : next;
        this.#at += 2;
      } else if ((ch === '$' || ch === '%') && this.#text[this.#at + 1] === '{')
        text += this.#interpolation();
      else {
        text += ch;
        this.#at += 1;
      }
    }
    if (this.#text[this.#at] === '"') this.#at += 1;
    return { kind: 'text', text, start, end: this.#at };
  }

  /** What `${…}` stands for, or the mark of what is not known. */
  #interpolation(): string {
    const from = this.#at + 2;
    this.#at = from;
    this.#closing('}');
    const inner = this.#text.slice(from, this.#at - 1).trim();
    const known = /^[a-z]\w*(?:\.[\w-]+)+$/i.test(inner) ? this.#resolve(inner) : undefined;
    const isScalar = known && (known.kind === 'text' || known.kind === 'literal') && known.tag === undefined;
    return isScalar ? known.text : unknownMark;
  }

  #heredoc(): LocatedValue | undefined {
    const start = this.#at;
    heredocPattern.lastIndex = start;
    const found = heredocPattern.exec(this.#text);
    if (!found) return undefined;
    const from = start + found[0].length;
    const [, , word = ''] = found;
    let at = from;
    for (;;) {
      const end = this.#text.indexOf('\n', at);
      const line = this.#text.slice(at, end < 0 ? this.#text.length : end).trim();
      if (line === word) {
        const body = this.#text.slice(from, at).replace(/\$\{[^}\n]{0,500}\}/g, unknownMark);
        // The line break ends the attribute.
        this.#at = end < 0 ? this.#text.length : end;
        return { kind: 'text', text: body, start, end: this.#at };
      }
      if (end < 0) {
        this.#fail('A heredoc has no end.');
        return undefined;
      }
      at = end + 1;
    }
  }

  /** To the end of an expression: a line break, a comma or a bracket of what is around. */
  #skip(): void {
    for (let ch = this.#text[this.#at]; ch !== undefined; ch = this.#text[this.#at]) {
      if (isEnd(ch) && !(ch === '\n' && this.#goesOn())) return;
      this.#one(ch);
    }
  }

  /** A condition may go on with `?` and `:` on further lines. */
  #goesOn(): boolean {
    return /^\n\s*(?:[?:]|&&|\|\|)/.test(this.#text.slice(this.#at, this.#at + 200));
  }

  #one(ch: string): void {
    if (ch === '"') this.#string();
    else if (ch === '(' || ch === '[' || ch === '{') {
      this.#at += 1;
      this.#closing(ch === '(' ? ')' : ch === '[' ? ']' : '}');
    } else if (ch === '<' && this.#text[this.#at + 1] === '<') {
      if (!this.#heredoc()) this.#at += 2;
    } else if (ch === '#') this.#blank(false);
    else this.#at += 1;
  }

  #closing(bracket: string): void {
    const open: string[] = [bracket];
    for (let ch = this.#text[this.#at]; ch !== undefined; ch = this.#text[this.#at]) {
      if (ch === open.at(-1)) {
        open.pop();
        this.#at += 1;
        if (open.length === 0) return;
      } else if (ch === '(' || ch === '[' || ch === '{') {
        open.push(ch === '(' ? ')' : ch === '[' ? ']' : '}');
        if (open.length > 1_000) throw new RangeError('It is nested more than 1000 deep.');
        this.#at += 1;
      } else if (ch === '"') this.#plainString();
      else if (ch === '#') this.#blank(false);
      else this.#at += 1;
    }
    this.#fail('A bracket has no counterpart.');
  }

  /** A string within an expression, without what it holds: interpolations in it have strings of their own. */
  #plainString(): void {
    let depth = 0;
    for (this.#at += 1; this.#at < this.#text.length; this.#at++) {
      const ch = this.#text[this.#at];
      if (ch === '\\') this.#at += 1;
      else if (ch === '$' && this.#text[this.#at + 1] === '{') depth += 1;
      else if (ch === '}' && depth > 0) depth -= 1;
      else if ((ch === '"' && depth === 0) || ch === '\n') break;
    }
    this.#at += 1;
  }

  #trimmed(start: number): number {
    let end = this.#at;
    while (end > start && /\s/.test(this.#text[end - 1] ?? '')) end -= 1;
    return end;
  }
}

const isEnd = (ch: string | undefined): boolean =>
  ch === undefined || ch === '\n' || ch === ',' || ch === '}' || ch === ']' || ch === ')';

const wordPattern = /[A-Za-z_][\w-]*/y;
const literalPattern = /(?:true|false|null)(?![\w.-])|-?\d+(?:\.\d+)?(?![\w.])/y;
const referencePattern = /[A-Za-z_][\w-]*(?:\.(?:[\w-]+|\*))*/y;
const heredocPattern = /<<(-?)([A-Za-z_]\w*)[ \t]*\r?\n/y;
