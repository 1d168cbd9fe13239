import type { PartWriter, Span } from '../../embedded.ts';
import { BoundAttributes } from './bound-attributes.ts';
import { type Walk, walkCode } from './code-scan.ts';
import { type Attribute, Finder, type Tag, TagReader } from './tags.ts';
import { isComment, TemplateCode } from './template-code.ts';

/** Code in markup in code that is followed. */
const deepest = 100;

/** What stands before markup in code; otherwise `<` compares, or begins types. */
const beforeMarkup = /[(,=?:&|{}[;>\0]/;

/** Lowers Astro's markup to statements: code in braces may hold markup again, which becomes a list of what is in it. */
export class AstroTemplate {
  readonly #text: string;
  readonly #from: number;
  readonly #find: Finder;
  readonly #tags: TagReader;
  #out: TemplateCode;
  #bound: BoundAttributes;
  /** As far as braces are text, because nothing closes one before. */
  #broken = 0;
  #errors = 0;
  /** What stands in `<script>` elements: code that runs in the browser. */
  readonly scripts: Span[] = [];

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.#find = new Finder(text);
    this.#tags = new TagReader(text, this.#find, true);
    this.#out = new TemplateCode(text);
    this.#bound = new BoundAttributes(this.#out, ';\n');
  }

  get code(): PartWriter {
    return this.#out.writer;
  }

  get errors(): number {
    return this.#errors + this.#out.errors;
  }

  read(): void {
    let at = this.#from;
    while (at < this.#text.length) at = this.#markup(at, ';\n', 0).next;
  }

  /** Reads a tag, code in braces, or a character of text. @returns where to go on, and by how much the nesting changed */
  #markup(at: number, ending: string, depth: number): { readonly next: number; readonly nesting: number } {
    const text = this.#text;
    const char = text[at];
    if (char === '{') return { next: this.#braces(at, ending, depth), nesting: 0 };
    if (char !== '<') return { next: this.#textEnd(at), nesting: 0 };
    if (text.startsWith('<!--', at)) {
      const end = this.#find.from('-->', at);
      return { next: end < 0 ? text.length : end + 3, nesting: 0 };
    }
    if (text[at + 1] === '/') {
      const end = this.#find.from('>', at);
      return { next: end < 0 ? text.length : end + 1, nesting: -1 };
    }
    if (text[at + 1] === '>') return { next: at + 2, nesting: 1 };
    const tag = /^[a-z]/i.test(text[at + 1] ?? '') ? this.#tags.read(at) : undefined;
    if (!tag) return { next: at + 1, nesting: 0 };
    this.#open(tag);
    if (tag.isEmpty) return { next: tag.end, nesting: 0 };
    if (tag.name !== 'script' && tag.name !== 'style') return { next: tag.end, nesting: 1 };
    const close = this.#find.from(`</${tag.name}`, tag.end);
    const content = { at: tag.end, end: close < 0 ? text.length : close };
    if (tag.name === 'script') this.#script(tag, content);
    return { next: content.end, nesting: 1 };
  }

  #textEnd(at: number): number {
    const tag = this.#find.from('<', at);
    const code = this.#find.from('{', at);
    const ends = [tag, code].filter((end) => end >= 0);
    return ends.length === 0 ? this.#text.length : Math.max(at + 1, Math.min(...ends));
  }

  #script({ attributes }: Tag, content: Span): void {
    const type = attributes.find(({ name }) => name === 'type')?.value;
    const isData = type && !/^(?:module|text\/javascript)$/.test(this.#text.slice(type.at, type.end));
    if (!isData && this.#text.slice(content.at, content.end).trim() !== '') this.scripts.push(content);
  }

  /** Code of the template, which may hold markup. */
  #braces(at: number, ending: string, depth: number): number {
    if (at < this.#broken || depth >= deepest) return at + 1;
    const [outer, outerBound] = [this.#out, this.#bound];
    this.#out = new TemplateCode(this.#text);
    this.#bound = new BoundAttributes(this.#out, ', ');
    const walk = this.#codeWithMarkup(at + 1, depth);
    const inner = this.#out;
    [this.#out, this.#bound] = [outer, outerBound];
    if (!walk.isFound) {
      this.#broken = walk.at;
      this.#errors++;
      return at + 1;
    }
    if (isComment(this.#text.slice(at + 1, walk.at))) return walk.at + 1;
    outer.glue('(', { at, end: at + 1 });
    outer.writer.take(inner.writer);
    outer.glue(`)${ending}`, { at: walk.at, end: walk.at + 1 });
    return walk.at + 1;
  }

  #codeWithMarkup(at: number, depth: number): Walk {
    const text = this.#text;
    let from = at;
    const walk = walkCode(text, at, text.length, (char, i, open, before) => {
      if (open === 0 && char === '}') return true;
      if (char !== '<' || !/[a-z>!]/i.test(text[i + 1] ?? '') || !this.#isMarkup(i, before)) return false;
      this.#out.writer.verbatim({ at: from, end: i });
      this.#out.glue('[', { at: i, end: i });
      from = this.#element(i, depth + 1);
      this.#out.glue(']', { at: from, end: from });
      return from;
    });
    this.#out.writer.verbatim({ at: from, end: walk.at });
    return walk;
  }

  #isMarkup(at: number, before: string): boolean {
    return (
      beforeMarkup.test(before || '\0') ||
      /\breturn\s{0,20}$/.test(this.#text.slice(Math.max(0, at - 30), at))
    );
  }

  /** One element in code, with all that is in it. @returns where it ends */
  #element(at: number, depth: number): number {
    let nesting = 0;
    let next = at;
    do {
      const step = this.#markup(next, ', ', depth);
      next = Math.max(step.next, next + 1);
      nesting += step.nesting;
    } while (nesting > 0 && next < this.#text.length);
    return next;
  }

  #open(tag: Tag): void {
    const { name, attributes } = tag;
    const isProperty = ({ name: key }: Attribute): boolean =>
      !/^(?:set|client|define|transition|is):/.test(key);
    const isComponent = /^[A-Z][\w$.]*$/.test(name) && name !== 'Fragment';
    for (const attribute of attributes) {
      const { name: key, at, value } = attribute;
      if (!value || value.kind === 'text') continue;
      const place = { at, end: at + Math.max(1, key.length) };
      if (key === 'set:html') this.#bound.evaluate('$$html', [], value, place);
      else if (!isProperty(attribute)) this.#bound.evaluate('', [], value, place);
      else if (!isComponent) this.#bound.element(name, attribute);
    }
    if (isComponent) this.#bound.component(tag, isProperty);
  }
}
