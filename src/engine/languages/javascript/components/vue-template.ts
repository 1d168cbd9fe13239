import type { PartWriter, Span } from '../../embedded.ts';
import { PugReader } from './pug.ts';
import { type Attribute, Finder, type Tag, TagReader } from './tags.ts';
import { TemplateCode } from './template-code.ts';

/** Elements that may be open at once; deeper ones count as those around them. */
const deepest = 400;

interface OpenElement {
  readonly name: string;
  /** Braces to close after it. */
  readonly braces: number;
  readonly isConditional: boolean;
  /** `v-pre`: nothing in it is code. */
  readonly isPlain: boolean;
}

/** Lowers Vue's templates to statements: `v-for` to loops, `v-if` to branches, directives and bound attributes to calls. */
export class VueTemplate {
  readonly #text: string;
  readonly #components: ReadonlySet<string>;
  readonly #out: TemplateCode;
  readonly #stack: OpenElement[] = [];
  /** Whether what was written last is a branch that an `else` may follow. */
  #afterIf = false;
  #slots = 0;

  /** @param components names that the script has: those of components among them */
  constructor(text: string, components: ReadonlySet<string>) {
    this.#text = text;
    this.#components = components;
    this.#out = new TemplateCode(text);
  }

  get code(): PartWriter {
    return this.#out.writer;
  }

  get expressions(): string {
    return this.#out.expressions;
  }

  get errors(): number {
    return this.#out.errors;
  }

  /** Reads the block of a template in the language that it names. */
  read(content: Span, language: string): void {
    if (language === 'pug' || language === 'jade') new PugReader(this.#text, this).read(content);
    else if (language === 'html') this.#html(content);
    while (this.#stack.length > 0) this.close(content);
  }

  #html({ at: from, end }: Span): void {
    const text = this.#text;
    const find = new Finder(text);
    const tags = new TagReader(text, find, false, end);
    let at = from;
    while (at < end) {
      const next = find.from('<', at);
      const stop = next < 0 || next > end ? end : next;
      this.plain({ at, end: stop }, find);
      if (stop === end) return;
      at = stop + 1;
      if (text.startsWith('<!--', stop)) {
        const close = find.from('-->', stop);
        at = close < 0 ? end : close + 3;
      } else if (text[stop + 1] === '/') {
        const close = find.from('>', stop);
        at = close < 0 ? end : close + 1;
        this.#closeNamed(text.slice(stop + 2, at - 1).trim(), { at: stop, end: at });
      } else if (/^[a-z]/i.test(text[stop + 1] ?? '')) {
        const tag = tags.read(stop);
        if (tag) {
          this.open(tag);
          if (tag.isEmpty) this.close({ at: tag.end, end: tag.end });
          at = tag.end;
        }
      }
    }
  }

  #closeNamed(name: string, place: Span): void {
    const depth = this.#stack.findLastIndex((element) => element.name === name);
    if (depth < 0) return;
    while (this.#stack.length > depth) this.close(place);
  }

  /** Text, in which double braces are code. */
  plain({ at, end }: Span, find: Finder): void {
    for (let open = find.from('{{', at); open >= 0 && open < end; ) {
      const close = find.from('}}', open + 2);
      if (close < 0 || close > end) return;
      if (!this.#stack.at(-1)?.isPlain) this.value({ at: open + 2, end: close });
      open = find.from('{{', close + 2);
    }
  }

  /** What is written out, escaped. */
  value(code: Span): void {
    this.#afterIf = false;
    this.#out.evaluate('', [], code, code);
  }

  open(tag: Tag): void {
    const { name, nameSpan, attributes } = tag;
    const of = (directive: string): Attribute | undefined =>
      attributes.find((attribute) => attribute.name === directive);
    const isPlain = this.#stack.at(-1)?.isPlain === true || of('v-pre') !== undefined;
    if (isPlain) {
      this.#push({ name, braces: 0, isConditional: false, isPlain });
      return;
    }
    // A loop is in the branch that follows another, and around a test of its own.
    const follows = of('v-else') !== undefined || of('v-else-if') !== undefined;
    const isAfter = follows && this.#branch(of, nameSpan);
    let braces = this.#loop(of('v-for'));
    const isConditional = isAfter || (!follows && this.#branch(of, nameSpan));
    if (isConditional) braces++;
    const isLoop = braces > (isConditional ? 1 : 0);
    this.#afterIf = false;
    const slot = attributes.find(({ name: written }) => /^(?:v-slot|slot-scope|#)/.test(written));
    if (slot && this.#slot(slot)) braces++;
    if (!this.#component(tag)) for (const attribute of attributes) this.#attribute(name, attribute);
    this.#push({ name, braces, isConditional: isConditional && (isAfter || !isLoop), isPlain });
  }

  #push(element: OpenElement): void {
    if (this.#stack.length < deepest) {
      this.#stack.push(element);
      return;
    }
    this.#out.glue('}'.repeat(element.braces), { at: 0, end: 0 });
  }

  close(place: Span): void {
    const element = this.#stack.pop();
    if (!element) return;
    if (element.braces > 0) this.#out.glue(`${'}'.repeat(element.braces)}\n`, place);
    this.#afterIf = element.isConditional;
  }

  /** `v-for="(item, index) in items"`. @returns how many braces it opened */
  #loop(attribute: Attribute | undefined): number {
    if (!attribute?.value) return 0;
    const { at, end } = attribute.value;
    const code = this.#text.slice(at, end);
    const between = /\s(?:in|of)\s/.exec(code);
    if (!between) return 0;
    const items = this.#out.whole({ at: at + between.index + between[0].length, end });
    const written = code.slice(0, between.index);
    const isList = /^\s*\(/.test(written);
    const inside = isList
      ? { at: at + written.indexOf('(') + 1, end: at + written.lastIndexOf(')') }
      : { at, end: at + between.index };
    const [first, ...others] = this.#aliases(inside);
    if (!items || !first) return 0;
    this.#out.glue('for (const ', attribute);
    this.#out.writer.verbatim(first);
    this.#out.glue(' of (', { at: first.end, end: items.at });
    this.#out.code(items);
    this.#out.glue(')) {\n', { at: items.end, end: items.end });
    for (const other of others) {
      this.#out.glue('let ', other);
      this.#out.writer.verbatim(other);
      this.#out.glue(';\n', { at: other.end, end: other.end });
    }
    return 1;
  }

  /** The names of a loop: the first may take what it is given apart. */
  #aliases({ at, end }: Span): readonly Span[] {
    const found: Span[] = [];
    let depth = 0;
    let from = at;
    for (let i = at; i <= end; i++) {
      const char = this.#text[i] ?? '';
      if (char === '{' || char === '[') depth++;
      else if (char === '}' || char === ']') depth--;
      if (i < end && !(char === ',' && depth === 0)) continue;
      const whole = this.#out.whole({ at: from, end: i });
      const isFirst = found.length === 0;
      if (
        whole &&
        /^(?:[A-Za-z_$][\w$]*|[{[][\s\S]*[}\]])$/.test(this.#text.slice(whole.at, whole.end)) &&
        (isFirst || this.#text[whole.at] !== '{')
      )
        found.push(whole);
      from = i + 1;
    }
    return found;
  }

  #branch(of: (directive: string) => Attribute | undefined, place: Span): boolean {
    const test = of('v-if') ?? of('v-else-if');
    const condition = test?.value && this.#out.whole(test.value);
    const isElse = of('v-else') !== undefined || of('v-else-if') !== undefined;
    if (!condition && !isElse) return false;
    const begin = isElse && this.#afterIf ? 'else ' : '';
    if (!condition) {
      this.#out.glue(`${begin}{\n`, place);
      return true;
    }
    this.#out.glue(`${begin}if (`, test ?? place);
    this.#out.code(condition);
    this.#out.glue(') {\n', { at: condition.end, end: condition.end });
    return true;
  }

  /** `#item="{ item }"`: what the component around it gives is not known. */
  #slot({ value }: Attribute): boolean {
    const names = value && this.#out.whole(value);
    if (!names || !/^(?:[A-Za-z_$][\w$]*|\{[\s\S]*\})$/.test(this.#text.slice(names.at, names.end)))
      return false;
    this.#out.glue('{ const ', names);
    this.#out.writer.verbatim(names);
    this.#out.glue(` = $$slot(${this.#slots++});\n`, { at: names.end, end: names.end });
    return true;
  }

  /** A component of the project is a function of its attributes. */
  #component({ name, nameSpan, attributes }: Tag): boolean {
    const local = name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const known = this.#components.has(local) ? local : this.#components.has(name) ? name : undefined;
    if (known === undefined || /^[a-z]+$/.test(name)) return false;
    for (const attribute of attributes) if (!boundName(attribute.name)) this.#attribute(name, attribute);
    this.#out.glue(`$$component(${known}, {`, nameSpan);
    for (const attribute of attributes) {
      const bound = boundName(attribute.name);
      const value = attribute.value && bound ? this.#out.whole(attribute.value) : undefined;
      if (!value || !bound) continue;
      const key = bound.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      this.#out.glue(`${JSON.stringify(key)}: (`, { at: attribute.at, end: value.at });
      this.#out.code(value);
      this.#out.glue('), ', { at: value.end, end: value.end });
    }
    this.#out.glue('});\n', nameSpan);
    return true;
  }

  #attribute(element: string, { name, at, value }: Attribute): void {
    if (!value) return;
    const place = { at, end: at + name.length };
    const bound = boundName(name);
    if (bound !== undefined) {
      this.#out.evaluate('$$attribute', [element, bound], value, place);
      return;
    }
    const [directive = ''] = name.split(/[:.]/, 1);
    if (directive === 'v-html') this.#out.evaluate('$$html', [], value, place);
    else if (name === 'v-bind') this.#out.evaluate('$$attributes', [element], value, place);
    else if (name.startsWith('@') || directive === 'v-on') this.#handler(value, place);
    else if (/^v-(?!for$|if$|else|slot|model)/.test(directive)) this.#out.evaluate('', [], value, place);
  }

  /** A handler's statements, the function that it names, or one that it is. */
  #handler(value: Span, place: Span): void {
    const code = this.#out.whole(value);
    if (!code) return;
    const written = this.#text.slice(code.at, code.end);
    const isFunction = /^(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/.test(written);
    const isName = /^[\w$.]+$/.test(written);
    this.#out.glue(isFunction ? '$$on(' : '$$on(($event) => {', place);
    this.#out.code(code);
    this.#out.glue(isFunction ? ');\n' : isName ? '($event)});\n' : '\n});\n', {
      at: code.end,
      end: code.end,
    });
  }
}

/** The attribute that a directive binds: `href` of `:href`, `v-bind:href.prop`; undefined for any other one, or a computed name. */
function boundName(name: string): string | undefined {
  const written = /^(?::|v-bind:|\.)([\w-]+(?:\.[\w.-]+)?)$/.exec(name)?.[1];
  return written?.split('.', 1)[0];
}
