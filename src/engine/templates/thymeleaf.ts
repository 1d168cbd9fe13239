/** Templates of Thymeleaf: attributes that begin with `th:`, and expressions in the text. */
import type { Expr, Node } from '../ir/ir.ts';
import { either, TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { Expressions } from './expressions.ts';
import * as ir from './nodes.ts';

const directive = /(?:\bdata-th-|\bth:)([\w-]+)\s*=\s*(["'])|\[\[|\[\(/g;

/** Returns a template as a function of its context. */
export function lowerThymeleaf(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const attributes = new Attributes(builder);
  const { text } = input;
  directive.lastIndex = 0;
  for (let found = directive.exec(text); found; found = directive.exec(text)) {
    const [open, name, quote] = found;
    const from = directive.lastIndex;
    const close = quote ?? (open === '[[' ? ']]' : ')]');
    const end = text.indexOf(close, from);
    if (end < 0) break;
    directive.lastIndex = end + close.length;
    if (name === undefined) attributes.inline(from, end, open === '[(');
    else attributes.read(name.toLowerCase(), from, end);
  }
  return builder.finish();
}

const addresses: ReadonlySet<string> = new Set(['href', 'action', 'formaction']);

class Attributes {
  readonly #builder: TemplateBuilder;

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
  }

  inline(from: number, to: number, raw: boolean): void {
    const value = this.#value(from, to);
    if (value && raw) this.#write(value, ir.operations.markup);
  }

  read(name: string, from: number, to: number): void {
    const builder = this.#builder;
    const node = { at: from, end: to };
    this.#preprocessed(from, to);
    if (name === 'each' || name === 'with') return this.#variables(name, from, to);
    if (name === 'replace' || name === 'insert' || name === 'include') return this.#fragment(node);
    const value = this.#value(from, to);
    if (!value) return;
    if (name === 'object') builder.assign(node, selected, value);
    else if (name === 'utext') this.#write(value, ir.operations.markup);
    else if (/^on[a-z]/.test(name)) this.#write(value, ir.operations.handler);
    else if (addresses.has(name) && /^\s*(?:@\{\s*)?\$\{/.test(builder.text.slice(from, to)))
      this.#write(value, ir.operations.url);
    else builder.add(ir.run(value));
  }

  #write(value: Expr, api: string): void {
    this.#builder.add(ir.run(ir.operation(value, api, [value])));
  }

  /** `__${x}__` is put into the expression before that is run. */
  #preprocessed(from: number, to: number): void {
    const { text } = this.#builder;
    const mark = /__\$\{([^}]{0,500})\}__/g;
    mark.lastIndex = from;
    for (let found = mark.exec(text); found && found.index < to; found = mark.exec(text)) {
      const value = this.#expression(found.index + 4, found.index + found[0].length - 3);
      this.#write(value, ir.operations.code);
    }
  }

  /** All expressions within a value, put together; undefined where there is none. */
  #value(from: number, to: number): Expr | undefined {
    const { text } = this.#builder;
    const parts: Expr[] = [];
    const open = /[$*]\{/g;
    open.lastIndex = from;
    for (let found = open.exec(text); found && found.index < to; found = open.exec(text)) {
      const end = endOf(text, open.lastIndex, to);
      parts.push(this.#expression(open.lastIndex, end, found[0] === '*{'));
      open.lastIndex = end;
    }
    const [only, ...others] = parts;
    return only && others.length > 0 ? ir.opaque({ at: only.at, end: to }, parts) : only;
  }

  #expression(from: number, to: number, ofSelected = false): Expr {
    const { resolve, text } = this.#builder;
    const named = ofSelected
      ? (name: string, node: Node): Expr =>
          either(node, ir.field(node, resolve(selected, node), name), resolve(name, node))
      : resolve;
    const value = new Expressions(text, from, to, { resolve: named }).expression();
    return value.end > value.at ? value : ir.opaque({ at: from, end: to }, []);
  }

  /** `item, status : ${items}`, `name=${value}` */
  #variables(kind: string, from: number, to: number): void {
    const builder = this.#builder;
    const written = /(\w+)\s*(?:,\s*\w+\s*)?[:=]\s*(?=[$*]\{)/g;
    written.lastIndex = from;
    for (let found = written.exec(builder.text); found && found.index < to; found = written.exec(builder.text)) {
      const start = written.lastIndex;
      const end = endOf(builder.text, start + 2, to);
      const node = { at: start, end };
      const value = this.#value(start, Math.min(end + 1, to));
      if (!value) break;
      const element = kind === 'each' ? ir.index(node, value, ir.opaque(node, [])) : value;
      builder.assign(node, found[1] ?? '', element);
      written.lastIndex = Math.max(end, start + 1);
    }
  }

  /** `~{layouts/header :: title}` */
  #fragment(node: Node): void {
    const name = /^\s*(?:~\{)?\s*'?([\w./-]+)'?\s*(?:::|\}|$)/.exec(this.#builder.text.slice(node.at, node.end))?.[1];
    if (name !== undefined && name !== 'this') this.#builder.include(node, ir.constant(node, name));
  }
}

/** The object that `*{…}` is about. */
const selected = '*';

/** The offset of the bracket that closes an expression. */
function endOf(text: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && depth-- === 0) return at;
  }
  return to;
}
