/** Templates with `{{ … }}` and `{% … %}`: Jinja, Django, Nunjucks, Swig, Twig. */
import type { Expr, Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { Expressions } from './expressions.ts';
import { filtered } from './filters.ts';
import * as ir from './nodes.ts';
import { lowerTags } from './tags.ts';

const opening = /\{\{|\{%|\{#/g;
const closing: Readonly<Record<string, RegExp>> = { '{{': /-?\}\}/g, '{%': /[-+]?%\}/g, '{#': /#\}/g };

/** Returns a template as a function of its context. */
export function lowerJinja(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const tags = new Tags(builder);
  return lowerTags(builder, opening, (open, from) => {
    const close = closing[open] as RegExp;
    close.lastIndex = from;
    const end = close.exec(input.text);
    if (!end) return undefined;
    const after = close.lastIndex;
    return () => {
      if (open === '{{') tags.value(from, end.index);
      return open === '{%' ? tags.tag(from, end.index, after) : after;
    };
  });
}

/** The names of tags after which the text up to their end is no template. */
const verbatim: ReadonlySet<string> = new Set(['raw', 'verbatim', 'comment']);

class Tags {
  readonly #builder: TemplateBuilder;

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
  }

  #read(from: number, to: number): Expressions {
    const { resolve, text } = this.#builder;
    return new Expressions(text, from, to, { resolve, colonFilters: true });
  }

  value(from: number, to: number): void {
    const value = this.#read(from, to).expression();
    this.#builder.output(ir.spanOf(value, from, to), value);
  }

  /** @returns where the template goes on */
  tag(from: number, to: number, after: number): number {
    const start = this.#builder.text[from] === '-' || this.#builder.text[from] === '+' ? from + 1 : from;
    const reader = this.#read(start, to);
    const name = reader.takeName()?.text ?? '';
    const node = { at: from, end: to };
    if (verbatim.has(name)) return this.#verbatim(name, after);
    if (name.startsWith('end')) this.#end(name.slice(3));
    else this.#begin(name, reader, node);
    return after;
  }

  #verbatim(name: string, after: number): number {
    const end = new RegExp(String.raw`\{%[-+]?\s*end${name}\b[^%]{0,200}%\}`, 'g');
    end.lastIndex = after;
    const found = end.exec(this.#builder.text);
    if (!found) return after;
    if (name !== 'comment') this.#builder.literal(after, found.index);
    return end.lastIndex;
  }

  #end(name: string): void {
    const builder = this.#builder;
    if (name === 'macro' || name === 'call') builder.end(name === 'macro' ? 'function' : 'call');
    else if (name.startsWith('if')) builder.end('if');
    else builder.end(name === 'blocktranslate' ? 'blocktrans' : name);
  }

  #begin(name: string, reader: Expressions, node: Node): void {
    const builder = this.#builder;
    switch (name) {
      case 'if':
      case 'ifequal':
      case 'ifnotequal':
      case 'ifchanged':
      case 'unless':
        return builder.beginIf(node, name === 'if' ? reader.expression() : ir.opaque(node, []));
      case 'elif':
      case 'elseif':
      case 'else':
      case 'empty':
        return builder.nextBranch(
          node,
          name.startsWith('el') && name !== 'else' ? reader.expression() : ir.opaque(node, []),
        );
      case 'for':
      case 'asyncEach':
      case 'asyncAll':
        return this.#loop(reader, node);
      case 'set':
      case 'assign':
        return this.#set(reader, node);
      case 'with':
        return this.#with(reader, node);
      case 'block':
        return builder.beginBlock(node, reader.takeName()?.text ?? '');
      case 'extends':
        return builder.extends(node, reader.expression());
      case 'include':
        return this.#include(reader, node);
      case 'import':
      case 'from':
        return this.#import(name, reader, node);
      case 'macro':
        return this.#macro(reader, node);
      case 'call':
        return this.#call(reader, node);
      case 'autoescape':
        return builder.beginEscaping('autoescape', !/^(?:off|false|False)/.test(reader.token.text));
      case 'filter':
        return this.#filterBlock(reader, node);
      case 'blocktrans':
      case 'blocktranslate':
        return this.#translation(reader, node);
      case 'firstof':
        for (const value of reader.list()) builder.output(value, value);
        return;
      case 'do':
        return builder.add(ir.run(reader.expression()));
      default:
        return;
    }
  }

  #loop(reader: Expressions, node: Node): void {
    const names: string[] = [];
    while (!reader.isAtEnd && !reader.take('in')) {
      const name = reader.takeName();
      if (name) names.push(name.text);
      else reader.skip();
    }
    const iterable = reader.expression();
    this.#builder.beginLoop(node, names, names.length > 1 ? ir.opaque(iterable, [iterable]) : iterable);
    if (reader.take('if')) this.#builder.add(ir.run(reader.expression()));
  }

  #set(reader: Expressions, node: Node): void {
    const names: string[] = [];
    while (reader.token.kind === 'name') {
      names.push(reader.takeName()?.text ?? '');
      // `{% set ns.x = y %}`
      while (reader.take('.')) reader.takeName();
      if (!reader.take(',')) break;
    }
    const [first] = names;
    if (first === undefined) return;
    if (reader.take('=')) {
      const value = reader.expression();
      for (const name of names) this.#builder.assign(node, name, value);
      return;
    }
    // `{% set x %}…{% endset %}`: what is written within is escaped there.
    this.#builder.beginScope('set');
  }

  /** `{% with a=b c=d %}`, `{% with value as name %}` */
  #with(reader: Expressions, node: Node): void {
    const values = this.#assignments(reader);
    this.#builder.beginScope('with');
    for (const [name, value] of values)
      this.#builder.add(ir.declare(node, ir.variable(node, this.#builder.declare(name)), value));
  }

  #assignments(reader: Expressions): [string, Expr][] {
    const values: [string, Expr][] = [];
    while (!reader.isAtEnd) {
      const { token } = reader;
      const keyword = reader.takeKeyword();
      if (keyword !== undefined) values.push([keyword, reader.expression()]);
      else {
        const value = reader.expression();
        const name = reader.take('as') ? reader.takeName() : undefined;
        if (name) values.push([name.text, value]);
        else if (reader.token === token) reader.skip();
      }
      if (!reader.take(',')) reader.take('and');
    }
    return values;
  }

  #include(reader: Expressions, node: Node): void {
    const builder = this.#builder;
    const name = reader.expression();
    if (!reader.take('with') && !reader.take('ignore')) return builder.include(node, name);
    if (reader.token.text === 'context' || reader.token.text === 'missing')
      return builder.include(node, name);
    // Twig and Swig: `with {…} only`
    if (reader.token.text === '{' || (reader.token.kind === 'name' && reader.following.text !== '=')) {
      const given = reader.expression();
      const own = builder.contextFor(node);
      const both = ir.object(node, [ir.property(node, undefined, own), ir.property(node, undefined, given)]);
      return builder.include(node, name, reader.take('only') ? given : both);
    }
    const values: [string, Expr][] = [];
    let alone = false;
    while (!reader.isAtEnd) {
      const keyword = reader.takeKeyword();
      if (keyword !== undefined) values.push([keyword, reader.expression()]);
      else if (reader.take('only')) alone = true;
      else reader.skip();
    }
    builder.include(node, name, builder.contextFor(node, values, alone));
  }

  #import(kind: string, reader: Expressions, node: Node): void {
    const builder = this.#builder;
    const functions = builder.functionsOf(node, reader.expression());
    if (kind === 'import') {
      const name = reader.take('as') ? reader.takeName() : undefined;
      if (name) builder.assign(node, name.text, functions);
      return;
    }
    if (!reader.take('import')) return;
    while (!reader.isAtEnd) {
      const name = reader.takeName();
      if (!name) {
        reader.skip();
        continue;
      }
      const local = reader.take('as') ? reader.takeName() : name;
      if (local && name.text !== 'with')
        builder.assign(node, local.text, ir.field(node, functions, name.text));
    }
  }

  #macro(reader: Expressions, node: Node): void {
    const signature = reader.takeSignature();
    if (signature) this.#builder.beginFunction(node, signature.name, signature.params);
  }

  /** `{% call(x) m() %}…{% endcall %}`: the body is written where the macro asks for it. */
  #call(reader: Expressions, node: Node): void {
    if (reader.token.text === '(') while (!reader.isAtEnd && !reader.take(')')) reader.skip();
    this.#builder.add(ir.run(reader.expression()));
    this.#builder.begin('call', (body) => this.#builder.add(ir.block(node, body)));
  }

  /** `{% filter escape %}…{% endfilter %}` */
  #filterBlock(reader: Expressions, node: Node): void {
    const name = reader.takeName()?.text ?? '';
    const probe = filtered(node, name, ir.opaque(node, []), []);
    const api = probe.k === 'call' && probe.callee.k === 'api' ? probe.callee.api : undefined;
    if (api === ir.operations.escaped) this.#builder.beginEscaping('filter', true);
    else this.#builder.beginScope('filter');
  }

  #translation(reader: Expressions, node: Node): void {
    const values: [string, Expr][] = [];
    while (!reader.isAtEnd) {
      const keyword = reader.takeKeyword();
      if (keyword !== undefined) values.push([keyword, reader.expression()]);
      else reader.skip();
    }
    this.#builder.beginScope('blocktrans');
    for (const [name, value] of values)
      this.#builder.add(ir.declare(node, ir.variable(node, this.#builder.declare(name)), value));
  }
}
