import type { PartWriter, Span } from '../../embedded.ts';
import { BoundAttributes } from './bound-attributes.ts';
import { walkCode } from './code-scan.ts';
import { type Attribute, Finder, type Tag, TagReader } from './tags.ts';
import { TemplateCode } from './template-code.ts';

/** Blocks that may be open at once. */
const deepest = 400;

interface OpenBlock {
  readonly kind: string;
  /** Of `{#await}`: what it waits for. */
  readonly awaited?: Span;
}

/** Lowers Svelte's markup to statements: its blocks to loops, branches and functions, attributes to calls. */
export class SvelteTemplate {
  readonly #text: string;
  readonly #out: TemplateCode;
  readonly #bound: BoundAttributes;
  readonly #find: Finder;
  readonly #tags: TagReader;
  readonly #blocks: OpenBlock[] = [];
  /** `<script>` elements, which are no part of the markup. */
  readonly scripts: (Tag & { readonly content: Span })[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#out = new TemplateCode(text);
    this.#bound = new BoundAttributes(this.#out, ';\n');
    this.#find = new Finder(text);
    this.#tags = new TagReader(text, this.#find, true);
  }

  get code(): PartWriter {
    return this.#out.writer;
  }

  get errors(): number {
    return this.#out.errors;
  }

  read(): void {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      const char = text[at];
      if (char === '<') at = this.#tag(at);
      else if (char === '{') {
        const end = this.#tags.codeEnd(at + 1);
        if (end !== undefined) this.#braces({ at: at + 1, end });
        at = (end ?? at) + 1;
      } else at++;
    }
    for (; this.#blocks.length > 0; this.#blocks.pop())
      this.#out.glue('}\n', { at: text.length, end: text.length });
  }

  /** @returns where to go on */
  #tag(at: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', at)) {
      const end = this.#find.from('-->', at);
      return end < 0 ? text.length : end + 3;
    }
    if (!/^[a-z]/i.test(text[at + 1] ?? '')) return at + 1;
    const tag = this.#tags.read(at);
    if (!tag) return at + 1;
    if (tag.name === 'script' || tag.name === 'style') {
      const close = tag.isEmpty ? tag.end : this.#find.from(`</${tag.name}`, tag.end);
      const content = { at: tag.end, end: close < 0 ? text.length : close };
      if (tag.name === 'script') this.scripts.push({ ...tag, content });
      return content.end + 1;
    }
    this.#open(tag);
    return tag.end;
  }

  #open(tag: Tag): void {
    const { name, attributes } = tag;
    const isProperty = ({ name: key }: Attribute): boolean => !/^[a-z]+:/.test(key);
    const isComponent = /^[A-Z]|\./.test(name);
    if (isComponent && /^[\w$.]+$/.test(name)) this.#bound.component(tag, isProperty);
    for (const attribute of attributes) {
      const { name: key, at, value } = attribute;
      if (!value || (isComponent && isProperty(attribute))) continue;
      const place = { at, end: at + Math.max(1, key.length) };
      if (value.kind === 'text') this.#quoted(name, attribute);
      else if (/^on:?[a-z]/.test(key) && key !== 'on') this.#bound.evaluate('$$on', [], value, place);
      else if (key === 'bind:innerHTML') this.#bound.evaluate('$$html', [], value, place);
      else if (isProperty(attribute)) this.#bound.element(name, attribute);
      else this.#bound.evaluate('', [], value, place);
    }
  }

  /** `href="/users/{id}"`: text and code in turn. */
  #quoted(element: string, { name, at, value }: Attribute): void {
    const text = this.#text;
    if (!value) return;
    const pieces: { readonly before: string; readonly code: Span }[] = [];
    let from = value.at;
    for (let open = text.indexOf('{', from); open >= 0 && open < value.end; open = text.indexOf('{', from)) {
      const end = this.#tags.codeEnd(open + 1);
      if (end === undefined || end > value.end) break;
      const code = this.#out.whole({ at: open + 1, end });
      if (code) pieces.push({ before: text.slice(from, open), code });
      from = end + 1;
    }
    if (pieces.length === 0) return;
    this.#out.glue(`$$attribute(${JSON.stringify(element)}, ${JSON.stringify(name)}, (`, {
      at,
      end: at + name.length,
    });
    for (const [i, { before, code }] of pieces.entries()) {
      const plus = i > 0 ? ' + ' : '';
      this.#out.glue(before === '' ? `${plus}(` : `${plus}${JSON.stringify(before)} + (`, {
        at: code.at,
        end: code.at,
      });
      this.#out.code(code);
      this.#out.glue(')', { at: code.end, end: code.end });
    }
    this.#out.glue('));\n', { at: value.end, end: value.end });
  }

  #braces({ at, end }: Span): void {
    const inside = this.#text.slice(at, end);
    const [all = '', sign = '', word = ''] = /^\s*([#:/@])([a-z]+(?:\s{1,9}if\b)?)/.exec(inside) ?? [];
    const rest = { at: at + all.length, end };
    const place = { at, end: rest.at };
    if (sign === '#') this.#begin(word, rest, place);
    else if (sign === ':') this.#goOn(word, rest, place);
    else if (sign === '/') this.#end(word, place);
    else if (sign === '@') this.#special(word, rest, place);
    else this.#bound.evaluate('', [], { at, end }, { at, end });
  }

  #special(word: string, rest: Span, place: Span): void {
    if (word === 'html') this.#bound.evaluate('$$html', [], rest, place);
    else if (word === 'render') this.#bound.evaluate('', [], rest, place);
    else if (word === 'const') {
      const code = this.#out.whole(rest);
      if (!code) return;
      this.#out.glue('const ', place);
      this.#out.code(code);
      this.#out.glue(';\n', { at: code.end, end: code.end });
    }
  }

  #begin(kind: string, rest: Span, place: Span): void {
    if (this.#blocks.length >= deepest) return;
    switch (kind) {
      case 'if':
        this.#opened('if (', rest, ') {\n', place);
        break;
      case 'each':
        this.#each(rest, place);
        break;
      case 'await':
        this.#await(rest, place);
        return;
      case 'snippet':
        this.#snippet(rest, place);
        break;
      default:
        this.#out.glue('{\n', place);
    }
    this.#blocks.push({ kind });
  }

  /** A block's beginning: with the code at `rest`, or without a meaning where that is broken. */
  #opened(before: string, rest: Span, after: string, place: Span): void {
    const code = this.#out.whole(rest);
    if (!code) {
      this.#out.glue('{\n', place);
      return;
    }
    this.#out.glue(before, place);
    this.#out.code(code);
    this.#out.glue(after, { at: code.end, end: code.end });
  }

  /** `items as { id }, index (id)`. */
  #each(rest: Span, place: Span): void {
    const as = this.#wordOutside(rest, 'as');
    const [target, ...others] = as === undefined ? [] : this.#parameters({ at: as + 2, end: rest.end });
    const items = this.#out.whole({ at: rest.at, end: as ?? rest.end });
    if (!items) {
      this.#out.glue('{\n', place);
      return;
    }
    this.#out.glue('for (const ', place);
    if (target) this.#out.writer.verbatim(target);
    else this.#out.glue('$$item', place);
    this.#out.glue(' of (', { at: items.at, end: items.at });
    this.#out.code(items);
    this.#out.glue(')) {\n', { at: items.end, end: items.end });
    for (const other of others) {
      this.#out.glue('let ', other);
      this.#out.writer.verbatim(other);
      this.#out.glue(';\n', { at: other.end, end: other.end });
    }
  }

  /** `promise`, `promise then value`: what a branch shows is what the promise gives. */
  #await(rest: Span, place: Span): void {
    const then = this.#wordOutside(rest, 'then');
    const awaited = this.#out.whole({ at: rest.at, end: then ?? rest.end });
    this.#blocks.push(awaited ? { kind: 'await', awaited } : { kind: 'await' });
    this.#out.glue('{\n', place);
    if (then !== undefined && awaited) this.#settled({ at: then + 4, end: rest.end }, awaited);
  }

  #settled(name: Span, awaited: Span): void {
    const [target] = this.#parameters(name);
    if (!target) return;
    this.#out.glue('const ', target);
    this.#out.writer.verbatim(target);
    this.#out.glue(' = await (', target);
    this.#out.code(awaited);
    this.#out.glue(');\n', target);
  }

  /** `row(item)`: a function that writes markup. */
  #snippet(rest: Span, place: Span): void {
    const open = this.#text.indexOf('(', rest.at);
    const name = this.#text.slice(rest.at, open < 0 ? rest.end : open).trim();
    const isNamed = open >= 0 && open < rest.end && /^[A-Za-z_$][\w$]*$/.test(name);
    if (isNamed) this.#opened(`const ${name} = `, { at: open, end: rest.end }, ' => {\n', place);
    else this.#out.glue('{\n', place);
  }

  #goOn(word: string, rest: Span, place: Span): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    const isElse = block.kind === 'if' && word.startsWith('else');
    if (isElse && /\bif$/.test(word)) this.#opened('} else if (', rest, ') {\n', place);
    else this.#out.glue(isElse ? '} else {\n' : '}\n{\n', place);
    if (word === 'then' && block.awaited) this.#settled(rest, block.awaited);
  }

  #end(kind: string, place: Span): void {
    if (!this.#blocks.some((block) => block.kind === kind)) return;
    for (;;) {
      const block = this.#blocks.pop();
      this.#out.glue('}\n', place);
      if (!block || block.kind === kind) return;
    }
  }

  /** Where a word stands outside of all brackets. */
  #wordOutside({ at, end }: Span, word: string): number | undefined {
    const text = this.#text;
    const walk = walkCode(
      text,
      at,
      end,
      (char, i, depth) =>
        depth === 0 &&
        char === word[0] &&
        text.startsWith(word, i) &&
        /\s/.test(text[i - 1] ?? '') &&
        !/[\w$]/.test(text[i + word.length] ?? ''),
    );
    return walk.isFound ? walk.at : undefined;
  }

  /** Names, or what takes something apart, up to a key in brackets. */
  #parameters({ at, end }: Span): readonly Span[] {
    const found: Span[] = [];
    let from = at;
    const take = (to: number): void => {
      const whole = this.#out.whole({ at: from, end: to });
      const code = whole && this.#text.slice(whole.at, whole.end);
      const form = found.length === 0 ? /^(?:[A-Za-z_$][\w$]*|[{[][\s\S]*[}\]])$/ : /^[A-Za-z_$][\w$]*$/;
      if (whole && code && form.test(code)) found.push(whole);
      from = to + 1;
    };
    const walk = walkCode(this.#text, at, end, (char, i, depth) => {
      if (depth > 0) return false;
      if (char === ',') take(i);
      return char === '(';
    });
    take(walk.isFound ? walk.at : end);
    return found;
  }
}
