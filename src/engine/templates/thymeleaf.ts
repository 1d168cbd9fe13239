/** Templates of Thymeleaf: attributes that begin with `th:`, and expressions in the text. */
import type { Expr, Node } from '../ir/ir.ts';
import { either, TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { Expressions } from './expressions.ts';
import { matchesIn } from './matches.ts';
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
    matchesIn(text, from, to, /__\$\{([^}]{0,500})\}__/g, ({ at, end }) => {
      this.#write(this.#expression(at + 4, end - 3), ir.operations.code);
      return undefined;
    });
  }

  /** All expressions within a value, put together; undefined where there is none. */
  #value(from: number, to: number): Expr | undefined {
    const { text } = this.#builder;
    const parts: Expr[] = [];
    matchesIn(text, from, to, /[$*]\{/g, ({ end, groups }) => {
      const close = endOf(text, end, to);
      parts.push(this.#expression(end, close, groups[0] === '*{'));
      return close;
    });
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
    const { text } = builder;
    matchesIn(text, from, to, /(\w+)\s*(?:,\s*\w+\s*)?[:=]\s*(?=[$*]\{)/g, ({ end: start, groups }) => {
      const end = endOf(text, start + 2, to);
      const node = { at: start, end };
      const value = this.#value(start, Math.min(end + 1, to)) ?? ir.opaque(node, []);
      const element = kind === 'each' ? ir.index(node, value, ir.opaque(node, [])) : value;
      builder.assign(node, groups[1] ?? '', element);
      return end;
    });
  }

  /** `~{layouts/header :: title}` */
  #fragment(node: Node): void {
    const name = /^\s{0,20}(?:~\{)?\s{0,20}'?([\w./-]+)'?\s{0,20}(?:::|\}|$)/.exec(
      this.#builder.text.slice(node.at, node.end),
    )?.[1];
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
