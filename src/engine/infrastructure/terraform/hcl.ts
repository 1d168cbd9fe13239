/**
 * Reads HCL, the language of Terraform (github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md), as far as rules ask: blocks,
 * attributes, literals, lists, objects, heredocs, references, and conditions of what is known. What is computed has the tag
 * `expression`.
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
import { Cursor, isEnd } from './cursor.ts';
import { expression, type Operand, operated, precedences } from './operators.ts';

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

/** Returns the blocks of a text, and its first mistake. @throws RangeError where it is nested too deep */
export function readHcl(
  text: string,
  resolve: Resolve,
): { readonly blocks: readonly Block[]; readonly fault?: Fault } {
  return new HclReader(text, resolve).file();
}

class HclReader {
  readonly #cursor: Cursor;
  readonly #resolve: Resolve;

  constructor(text: string, resolve: Resolve) {
    this.#cursor = new Cursor(text);
    this.#resolve = resolve;
  }

  file(): { readonly blocks: readonly Block[]; readonly fault?: Fault } {
    const cursor = this.#cursor;
    const blocks: Block[] = [];
    while (cursor.blank(true) && !cursor.fault) {
      const start = cursor.at;
      const type = cursor.take(wordPattern);
      if (type === '') cursor.fail('A block or an attribute is missing.');
      const labels = this.#labels();
      const end = cursor.at;
      cursor.blank(false);
      if (cursor.peek() === '{') blocks.push({ type, labels, header: { start, end }, body: this.#body(1) });
      else if (cursor.peek() === '=') {
        cursor.at += 1;
        const value = this.#value(1);
        const members = new Map([[type, { key: { start, end }, value }]]);
        blocks.push({
          type: '',
          labels: [],
          header: { start, end },
          body: { kind: 'table', members, start, end: cursor.at },
        });
      } else cursor.fail('A block has no body.');
    }
    return { blocks, ...(cursor.fault && { fault: cursor.fault }) };
  }

  #labels(): readonly string[] {
    const cursor = this.#cursor;
    const labels: string[] = [];
    for (;;) {
      const before = cursor.at;
      cursor.blank(false);
      if (cursor.peek() === '"') {
        const end = cursor.text.indexOf('"', cursor.at + 1);
        if (end < 0) return labels;
        labels.push(cursor.text.slice(cursor.at + 1, end));
        cursor.at = end + 1;
      } else {
        const word = cursor.take(wordPattern);
        if (word === '') {
          cursor.at = before;
          return labels;
        }
        labels.push(word);
      }
    }
  }

  #body(depth: number): LocatedTable {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const cursor = this.#cursor;
    const members = new Map<string, Member>();
    const start = cursor.at;
    cursor.at += 1;
    while (cursor.blank(true) && cursor.peek() !== '}') this.#entry(members, depth);
    if (cursor.at >= cursor.text.length) cursor.fail('A block has no end.');
    else cursor.at += 1;
    return { kind: 'table', members, start, end: cursor.at };
  }

  #entry(members: Map<string, Member>, depth: number): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    const name = cursor.take(wordPattern);
    const key = { start, end: cursor.at };
    const labels = this.#labels();
    cursor.blank(false);
    if (name !== '' && cursor.peek() === '{') {
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
    } else if (name !== '' && cursor.peek() === '=') {
      cursor.at += 1;
      const value = this.#value(depth);
      // As if it was not there.
      if (value.kind !== 'literal' || value.text !== 'null') members.set(name, { key, value });
    } else cursor.fail('An attribute has no value.');
  }

  /** One expression, to its end. */
  #value(depth: number): LocatedValue {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const cursor = this.#cursor;
    cursor.blank(false);
    const start = cursor.at;
    const value = this.#condition(depth);
    const end = cursor.at;
    cursor.blank(false);
    if (value && isEnd(cursor.peek())) return value;
    cursor.at = Math.max(cursor.at, end);
    cursor.skip();
    return { kind: 'literal', text: '', tag: expression, start, end: this.#trimmed(start) };
  }

  /** `a ? b : c`, where `a` is known. */
  #condition(depth: number): LocatedValue | undefined {
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    const cursor = this.#cursor;
    const { at: start } = cursor;
    const condition = this.#operation(depth, 0);
    cursor.blank(false);
    if (condition === undefined || cursor.take(/\s*\?/y) === '') return condition;
    cursor.blank(true);
    const first = this.#condition(depth + 1);
    if (cursor.take(/\s*:/y) === '') return undefined;
    cursor.blank(true);
    const second = this.#condition(depth + 1);
    const isTrue = condition.kind === 'literal' && condition.tag === undefined && condition.text === 'true';
    const isFalse = condition.kind === 'literal' && condition.tag === undefined && condition.text === 'false';
    const chosen = isTrue ? first : isFalse ? second : undefined;
    return chosen && { ...chosen, start, end: cursor.at };
  }

  /** Operators that compare and join Booleans, by how tight they bind. */
  #operation(depth: number, level: number): Operand {
    const cursor = this.#cursor;
    const pattern = precedences[level];
    if (!pattern) return this.#operand(depth);
    const start = cursor.at;
    let left = this.#operation(depth, level + 1);
    for (;;) {
      const before = cursor.at;
      cursor.blank(false);
      const operator = cursor.take(pattern).trim();
      if (operator === '') {
        cursor.at = before;
        return left;
      }
      cursor.blank(true);
      left = operated(operator, left, this.#operation(depth, level + 1), { start, end: cursor.at });
    }
  }

  #operand(depth: number): Operand {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (depth > maximumDepth) throw new RangeError(`It is nested more than ${maximumDepth} deep.`);
    if (cursor.peek() === '!') {
      cursor.at += 1;
      cursor.blank(false);
      return operated('!', this.#operand(depth + 1), undefined, { start, end: cursor.at });
    }
    if (cursor.peek() !== '(') return this.#primary(depth);
    cursor.at += 1;
    cursor.blank(true);
    const inner = this.#value(depth + 1);
    cursor.blank(true);
    if (cursor.peek() !== ')') return undefined;
    cursor.at += 1;
    return inner;
  }

  #primary(depth: number): LocatedValue | undefined {
    const cursor = this.#cursor;
    const start = cursor.at;
    const ch = cursor.peek();
    if (ch === '"') return this.#string();
    if (ch === '[') return this.#list(depth + 1);
    if (ch === '{') return this.#object(depth + 1);
    if (ch === '<') return this.#heredoc();
    const literal = cursor.take(literalPattern);
    if (literal !== '') return { kind: 'literal', text: literal, start, end: cursor.at };
    const reference = cursor.take(referencePattern);
    if (cursor.peek() !== '(') {
      const known = reference === '' ? undefined : this.#resolve(reference);
      return known && anchored(known, { start, end: cursor.at });
    }
    // Functions that give what they are given.
    if (!/^(?:jsonencode|toset|tolist|tostring|tobool|tonumber|sensitive|nonsensitive)$/.test(reference))
      return undefined;
    cursor.at += 1;
    cursor.blank(true);
    const inner = this.#value(depth + 1);
    cursor.blank(true);
    if (cursor.peek() !== ')') return undefined;
    cursor.at += 1;
    return inner;
  }

  #list(depth: number): LocatedValue {
    const cursor = this.#cursor;
    const start = cursor.at;
    const items: LocatedValue[] = [];
    cursor.at += 1;
    while (cursor.blank(true) && cursor.peek() !== ']') {
      const before = cursor.at;
      items.push(this.#value(depth));
      cursor.blank(true);
      if (cursor.peek() === ',') cursor.at += 1;
      else if (cursor.at === before) break;
      else if (cursor.peek() !== ']') cursor.skip();
    }
    if (cursor.peek() === ']') cursor.at += 1;
    else cursor.fail('A list has no end.');
    return { kind: 'list', items, start, end: cursor.at };
  }

  #object(depth: number): LocatedValue {
    const cursor = this.#cursor;
    const start = cursor.at;
    const members = new Map<string, Member>();
    cursor.at += 1;
    while (cursor.blank(true) && cursor.peek() !== '}') {
      const key = cursor.at;
      const name = cursor.peek() === '"' ? this.#string() : undefined;
      const word = name?.kind === 'text' ? name.text : cursor.take(wordPattern);
      const span = { start: key, end: cursor.at };
      cursor.blank(false);
      if (cursor.peek() === '=' || cursor.peek() === ':') {
        cursor.at += 1;
        members.set(word, { key: span, value: this.#value(depth) });
        cursor.blank(true);
        if (cursor.peek() === ',') cursor.at += 1;
      } else {
        // A comprehension, or a computed key.
        cursor.closing('}');
        return { kind: 'table', members: new Map(), start, end: cursor.at, tag: expression };
      }
    }
    if (cursor.peek() === '}') cursor.at += 1;
    else cursor.fail('An object has no end.');
    return { kind: 'table', members, start, end: cursor.at };
  }

  /** A string with what its interpolations stand for. */
  #string(): LocatedValue {
    const cursor = this.#cursor;
    const start = cursor.at;
    let text = '';
    cursor.at += 1;
    for (let ch = cursor.peek(); ch !== '"'; ch = cursor.peek()) {
      if (ch === undefined || ch === '\n') {
        cursor.fail('A string has no end.');
        break;
      }
      if (ch === '\\') {
        const next = cursor.text[cursor.at + 1] ?? '';
        text += next === 'n' ? '\n' : next === 't' ? '\t' : next;
        cursor.at += 2;
      } else if ((ch === '$' || ch === '%') && cursor.text[cursor.at + 1] === '{')
        text += this.#interpolation();
      else {
        text += ch;
        cursor.at += 1;
      }
    }
    if (cursor.peek() === '"') cursor.at += 1;
    return { kind: 'text', text, start, end: cursor.at };
  }

  #interpolation(): string {
    const cursor = this.#cursor;
    const from = cursor.at + 2;
    cursor.at = from;
    cursor.closing('}');
    return interpolated(cursor.text.slice(from, cursor.at - 1), this.#resolve);
  }

  #heredoc(): LocatedValue | undefined {
    const start = this.#cursor.at;
    const body = this.#cursor.heredoc();
    const text = body?.replace(/\$\{([^}\n]{0,500})\}/g, (_, inner: string) =>
      interpolated(inner, this.#resolve),
    );
    return text === undefined ? undefined : { kind: 'text', text, start, end: this.#cursor.at };
  }

  #trimmed(start: number): number {
    let end = this.#cursor.at;
    while (end > start && /\s/.test(this.#cursor.text[end - 1] ?? '')) end -= 1;
    return end;
  }
}

/** What `${…}` stands for, or the mark of what is not known. */
export function interpolated(inner: string, resolve: Resolve): string {
  const known = /^[a-z]\w*(?:\.[\w-]+)+$/i.test(inner.trim()) ? resolve(inner.trim()) : undefined;
  const isScalar = known && (known.kind === 'text' || known.kind === 'literal') && known.tag === undefined;
  return isScalar ? known.text : unknownMark;
}

/** Values of elsewhere that are larger are not known: they are copied to each place that names them. */
const maximumCopied = 500;

/** A value of elsewhere with the place that names it, all the way down. */
export function anchored(value: LocatedValue, span: Span): LocatedValue | undefined {
  let count = 0;
  const copy = (each: LocatedValue): LocatedValue => {
    count += 1;
    if (count > maximumCopied) return { ...each, ...span };
    if (each.kind === 'list') return { ...each, ...span, items: each.items.map(copy) };
    if (each.kind !== 'table') return { ...each, ...span };
    const members = [...each.members].map(
      ([key, member]) => [key, { key: span, value: copy(member.value) }] as const,
    );
    return { ...each, ...span, members: new Map(members) };
  };
  const made = copy(value);
  return count > maximumCopied ? undefined : made;
}

const wordPattern = /[A-Za-z_][\w-]*/y;
const literalPattern = /(?:true|false|null)(?![\w.-])|-?\d+(?:\.\d+)?(?![\w.])/y;
const referencePattern = /[A-Za-z_][\w-]*(?:\.(?:[\w-]+|\*))*/y;
