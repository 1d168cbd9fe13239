/** Templates of Pug (once Jade): tags by lines and indentation, expressions in JavaScript. */
import type { Expr, Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { Expressions } from './expressions.ts';
import { matchesIn } from './matches.ts';
import * as ir from './nodes.ts';

/** Returns a template as a function of its context. */
export function lowerPug(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  new Lines(builder).read();
  return builder.finish();
}

const addresses: ReadonlySet<string> = new Set(['href', 'action', 'formaction', 'xlink:href']);
const keyword =
  /^(?:(-)\s|(each|for|if|unless|while|case|when|else)\b|(include|extends|block|append|prepend)\b|(mixin)\s|(\+)|(!?=)|(\/\/))/;
const tag = /^[\w:-]*(?:[.#][\w:-]+)*/;

class Lines {
  readonly #builder: TemplateBuilder;
  /** Indentation of the mixin whose body is read. */
  #mixin: number | undefined;
  /** Indentation of a comment whose lines are left out. */
  #comment: number | undefined;

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
  }

  read(): void {
    const { text } = this.#builder;
    let at = 0;
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      let from = at;
      while (from < end && (text[from] === ' ' || text[from] === '\t')) from++;
      at = from < end ? Math.max(end, this.#line(from, end, from - at)) + 1 : end + 1;
    }
  }

  /** @returns where what was read ends: attributes may go over lines */
  #line(from: number, end: number, indent: number): number {
    if (this.#comment !== undefined && indent > this.#comment) return end;
    this.#comment = undefined;
    if (this.#mixin !== undefined && indent <= this.#mixin) {
      this.#builder.end('function');
      this.#mixin = undefined;
    }
    const { text } = this.#builder;
    const found = keyword.exec(text.slice(from, Math.min(end, from + 12)));
    const node = { at: from, end };
    const after = from + (found?.[0].length ?? 0);
    if (found?.[7] !== undefined) this.#comment = indent;
    else if (found?.[1] !== undefined) this.#code(after, end);
    else if (found?.[2] !== undefined) this.#control(found[2], after, end);
    else if (found?.[3] !== undefined) this.#file(found[3], node, after);
    else if (found?.[4] !== undefined) {
      this.#mixin = indent;
      const [name = '', ...params] = text.slice(after, end).match(/[\w$]+/g) ?? [];
      this.#builder.beginFunction(node, name, params);
    } else if (found?.[5] !== undefined) this.#builder.add(ir.run(this.#expression(after, end)));
    else if (found?.[6] !== undefined) this.#output(after, end, found[6] === '=');
    else return this.#element(from, end);
    return end;
  }

  #expression(from: number, to: number): Expr {
    const { resolve, text } = this.#builder;
    const value = new Expressions(text, from, to, { resolve }).expression();
    return value.end > value.at ? value : ir.opaque({ at: from, end: to }, []);
  }

  #output(from: number, to: number, escaped: boolean): void {
    const value = this.#expression(from, to);
    this.#builder.add(ir.run(escaped ? value : ir.operation(value, ir.operations.markup, [value])));
  }

  /** `- var x = y` */
  #code(from: number, to: number): void {
    const { text } = this.#builder;
    const assigned = /^\s*(?:(?:var|let|const)\s+)?([\w$]+)\s*=(?!=)/.exec(text.slice(from, to));
    if (!assigned?.[1]) return;
    const node = { at: from, end: to };
    this.#builder.assign(node, assigned[1], this.#expression(from + assigned[0].length, to));
  }

  #control(word: string, from: number, to: number): void {
    if (word !== 'each' && word !== 'for') return;
    const { text } = this.#builder;
    const loop = /^\s*([\w$]+)(?:\s*,\s*[\w$]+)?\s+(?:in|of)\s/.exec(text.slice(from, to));
    if (!loop?.[1]) return;
    const node = { at: from, end: to };
    const items = this.#expression(from + loop[0].length, to);
    this.#builder.assign(node, loop[1], ir.index(node, items, ir.opaque(node, [])));
  }

  #file(word: string, node: Node, from: number): void {
    const name = this.#builder.text.slice(from, node.end).trim();
    if (word === 'extends') this.#builder.extends(node, ir.constant(node, name));
    else if (word === 'include' && !name.startsWith(':') && name !== '')
      this.#builder.include(node, ir.constant(node, name));
  }

  #element(from: number, lineEnd: number): number {
    const { text } = this.#builder;
    let at = from + (tag.exec(text.slice(from, Math.min(lineEnd, from + 300)))?.[0].length ?? 0);
    let end = lineEnd;
    if (text[at] === '(') {
      const close = endOf(text, at + 1, ')');
      this.#attributes(at + 1, close);
      at = close + 1;
      if (at > lineEnd) {
        const newline = text.indexOf('\n', at);
        end = newline < 0 ? text.length : newline;
      }
    }
    if (text.startsWith('!=', at)) this.#output(at + 2, end, false);
    else if (text[at] === '=') this.#output(at + 1, end, true);
    else this.#interpolated(at, end);
    return end;
  }

  /** `#{x}` is escaped, `!{x}` is not. */
  #interpolated(from: number, to: number): void {
    const { text } = this.#builder;
    matchesIn(text, from, to, /(?<!\\)([#!])\{/g, ({ end, groups }) => {
      const close = Math.min(endOf(text, end, '}', to), to);
      this.#output(end, close, groups[1] === '#');
      return close;
    });
  }

  #attributes(from: number, to: number): void {
    const { text } = this.#builder;
    matchesIn(text, from, to, /(?<![\w:@.-])['"]?([\w:@.-]+)['"]?\s*(!?=)(?!=)\s*/g, ({ end, groups }) => {
      const close = endOfValue(text, end, to);
      this.#attribute(groups[1]?.toLowerCase() ?? '', groups[2] === '=', end, close);
      return close;
    });
  }

  #attribute(name: string, escaped: boolean, from: number, to: number): void {
    const value = this.#expression(from, to);
    const api = !escaped
      ? ir.operations.markup
      : /^on[a-z]/.test(name)
        ? ir.operations.handler
        : addresses.has(name)
          ? ir.operations.url
          : undefined;
    this.#builder.add(ir.run(api === undefined ? value : ir.operation(value, api, [value])));
  }
}

/** The offset of a closing bracket, or the end of the text: brackets and texts within are passed over. */
function endOf(text: string, from: number, close: string, to = text.length): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const character = text[at] as string;
    if (character === close && depth === 0) return at;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if ('"\'`'.includes(character)) at = endOfText(text, at);
  }
  return to;
}

/** An attribute's value ends with a comma, or a blank in front of the next name. */
function endOfValue(text: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const character = text[at] as string;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if ('"\'`'.includes(character)) at = endOfText(text, at);
    else if (
      depth <= 0 &&
      (character === ',' ||
        /^[\s]+['"]?[\w:@.-]+['"]?\s*!?=(?!=)/.test(text.slice(at, Math.min(to, at + 80))))
    )
      return at;
  }
  return to;
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[from]) return at;
  }
  return text.length;
}
