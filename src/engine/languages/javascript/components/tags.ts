import type { Span } from '../../embedded.ts';
import { walkCode } from './code-scan.ts';

/** One attribute of a tag. */
export interface Attribute extends Span {
  readonly name: string;
  /** What is given to it; undefined where only the name is written. */
  readonly value: AttributeValue | undefined;
}

type AttributeValue = Span & {
  /** Text between quotes or without them; code in braces; a template literal; an object of attributes: `{...all}`. */
  readonly kind: 'text' | 'code' | 'template' | 'spread';
};

export interface Tag extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly Attribute[];
  /** Whether nothing is in it: `<br>`, `<Child />`. */
  readonly isEmpty: boolean;
}

const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Attributes of one tag that are read. */
const mostAttributes = 1_000;

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f';

/** Finds a text again and again further on in a file, in time that grows with the file alone. */
export class Finder {
  readonly #text: string;
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns where it stands next; -1 where it does not */
  from(needle: string, at: number): number {
    const known = this.#next.get(needle);
    if (known !== undefined && (known < 0 || known >= at)) return known;
    const found = this.#text.indexOf(needle, at);
    this.#next.set(needle, found);
    return found;
  }
}

/** Reads tags of markup in which attributes may be code. */
export class TagReader {
  readonly #text: string;
  readonly #find: Finder;
  readonly #hasCode: boolean;
  readonly #end: number;
  /** From where on no tag ends. */
  #endless = Number.POSITIVE_INFINITY;
  /** As far as braces are text, because nothing closes one before. */
  #broken = 0;

  /**
   * @param hasCode whether braces in a tag are code, as in Svelte and Astro
   * @param end where markup ends
   */
  constructor(text: string, find: Finder, hasCode: boolean, end = text.length) {
    this.#end = end;
    this.#text = text;
    this.#find = find;
    this.#hasCode = hasCode;
  }

  /** @returns the tag that begins at `<`; undefined where none does, or none ends */
  read(at: number): Tag | undefined {
    const text = this.#text;
    if (at >= this.#endless) return undefined;
    let i = at + 1;
    while (
      i < this.#end &&
      !isSpace(text[i]) &&
      text[i] !== '>' &&
      !(text[i] === '/' && text[i + 1] === '>') &&
      text[i] !== '<' &&
      text[i] !== '{'
    )
      i++;
    const nameSpan = { at: at + 1, end: i };
    const name = text.slice(at + 1, i);
    const attributes: Attribute[] = [];
    while (i < this.#end) {
      const char = text[i];
      if (char === '>') return { name, nameSpan, attributes, at, end: i + 1, isEmpty: empty.has(name) };
      if (char === '/' && text[i + 1] === '>')
        return { name, nameSpan, attributes, at, end: i + 2, isEmpty: true };
      if (isSpace(char) || char === '/') {
        i++;
        continue;
      }
      const attribute = this.#attribute(i);
      if (attributes.length < mostAttributes) attributes.push(attribute);
      i = Math.max(attribute.end, i + 1);
    }
    this.#endless = at;
    return undefined;
  }

  /** @returns the end of code in braces that were opened before `at` */
  codeEnd(at: number): number | undefined {
    if (at < this.#broken) return undefined;
    const isEnd = (char: string, _: number, depth: number): boolean => depth === 0 && char === '}';
    const walk = walkCode(this.#text, at, this.#end, isEnd);
    if (walk.isFound) return walk.at;
    this.#broken = walk.at;
    return undefined;
  }

  #attribute(at: number): Attribute {
    const text = this.#text;
    if (this.#hasCode && text[at] === '{') {
      const end = this.codeEnd(at + 1);
      if (end === undefined) return { name: '', at, end: at + 1, value: undefined };
      const inside = text.slice(at + 1, Math.min(end, at + 200)).trimStart();
      if (!inside.startsWith('...')) {
        const value = { at: at + 1, end, kind: 'code' } as const;
        return { name: text.slice(at + 1, end).trim(), at, end: end + 1, value };
      }
      const from = text.indexOf('...', at) + 3;
      return { name: '', at, end: end + 1, value: { at: from, end, kind: 'spread' } };
    }
    let i = at;
    let depth = 0;
    // `:[name]`, `@[event]`: what is between brackets belongs to the name.
    for (; i < this.#end; i++) {
      const char = text[i] as string;
      if (char === '[') depth++;
      else if (char === ']') depth--;
      else if (
        isSpace(char) ||
        char === '>' ||
        (char === '=' && depth <= 0) ||
        (char === '/' && text[i + 1] === '>')
      )
        break;
    }
    const name = text.slice(at, i);
    let next = i;
    while (isSpace(text[next])) next++;
    if (text[next] !== '=') return { name, at, end: i, value: undefined };
    next++;
    while (isSpace(text[next])) next++;
    return { name, at, ...this.#value(next) };
  }

  #value(at: number): { readonly end: number; readonly value: AttributeValue | undefined } {
    const text = this.#text;
    const char = text[at];
    if (char === '"' || char === "'") {
      const end = this.#find.from(char, at + 1);
      return end < 0
        ? { end: at + 1, value: undefined }
        : { end: end + 1, value: { at: at + 1, end, kind: 'text' } };
    }
    if (this.#hasCode && char === '{') {
      const end = this.codeEnd(at + 1);
      return end === undefined
        ? { end: at + 1, value: undefined }
        : { end: end + 1, value: { at: at + 1, end, kind: 'code' } };
    }
    if (this.#hasCode && char === '`') {
      const end = this.#find.from('`', at + 1);
      return end < 0
        ? { end: at + 1, value: undefined }
        : { end: end + 1, value: { at, end: end + 1, kind: 'template' } };
    }
    let i = at;
    while (i < this.#end && !isSpace(text[i]) && text[i] !== '>') i++;
    return { end: i, value: { at, end: i, kind: 'text' } };
  }
}
