/** Templates of FreeMarker: `${ }`, `<#directive>`, `<@macro>`, or the same in square brackets. */
import type { Expr, Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { endOfExpression, endOfTag } from './expression-ends.ts';
import { Expressions } from './expressions.ts';
import * as ir from './nodes.ts';
import { lowerTags } from './tags.ts';
import type { Token } from './tokens.ts';

const opening = /<#--|\[#--|\$\{|#\{|\[=|<\/?[#@]|\[\/?[#@]/g;

/** Returns a template as a function of its context. */
export function lowerFreemarker(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const directives = new Directives(builder);
  const { text } = input;
  // Which brackets a file has for its directives, the first of them says.
  const isSquare = /[<[]#/.exec(text)?.[0] === '[#';
  return lowerTags(builder, opening, (open, from) => {
    if (open.startsWith(isSquare ? '<' : '[')) return 'text';
    const isComment = open.endsWith('--');
    const isValue = open.endsWith('{') || open === '[=';
    const end = isComment
      ? text.indexOf(isSquare ? '--]' : '-->', from)
      : isValue
        ? endOfExpression(text, from, open === '[=' ? ']' : '}')
        : endOfTag(text, from, isSquare ? ']' : '>');
    if (end === undefined || end < 0) return 'text';
    const after = end + (isComment ? 3 : 1);
    return () => {
      if (isValue) directives.value(from, end);
      return isValue || isComment ? after : directives.tag(open, from, end, after);
    };
  });
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Built-ins that escape markup, or leave none of anybody's choice. */
const escaping = words('html xhtml xml rtf esc js_string json_string url url_path');
/** Built-ins that give a number, a date or a test. */
const plain = words(
  `c cn size length index counter int long double float short byte number abs round floor ceiling boolean date time datetime
   date_if_unknown iso iso_utc has_content exists is_string is_number contains starts_with ends_with index_of last_index_of
   matches seq_contains seq_index_of has_next is_first is_last item_parity item_cycle string_number`,
);
/** Names of formats in which values are escaped. */
const markup = /^['"]?(?:X?HTML|XML)\b/i;

class Directives {
  readonly #builder: TemplateBuilder;
  readonly #builtIn = (node: Node, name: string, input: Expr, args: readonly Expr[]): Expr => {
    if (name === 'no_esc') return ir.operation(node, ir.operations.markup, [input]);
    if (name === 'eval' || name === 'interpret') return ir.operation(node, ir.operations.code, [input]);
    if (name === 'then' && args.length === 2)
      return ir.conditional(node, input, args[0] as Expr, args[1] as Expr);
    const isPlain = plain.has(name) || name.startsWith('is_');
    const kind = escaping.has(name) ? 'escaped' : isPlain ? 'plain' : 'filter';
    return ir.operation(node, ir.operations[kind], [input, ...args]);
  };

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
  }

  #read(from: number, to: number, depth = 0): Expressions {
    const { resolve, text } = this.#builder;
    return new Expressions(text, from, to, {
      resolve,
      builtIn: this.#builtIn,
      textOf: (token) => this.#textOf(token, depth),
    });
  }

  /** `"Dear ${name}"` */
  #textOf(token: Token, depth: number): Expr {
    const parts: Expr[] = [];
    const { text } = this.#builder;
    for (let at = text.indexOf('${', token.at); at >= 0 && at < token.end; at = text.indexOf('${', at + 2)) {
      const end = endOfExpression(text, at + 2, '}');
      if (end === undefined || end > token.end || depth > 2) break;
      parts.push(this.#read(at + 2, end, depth + 1).expression());
    }
    if (parts.length === 0) return ir.constant(token, token.text);
    const begin = /^[^$]*/.exec(token.text)?.[0] ?? '';
    return { k: 'template', parts: [ir.constant(token, begin), ...parts], at: token.at, end: token.end };
  }

  value(from: number, to: number): void {
    const value = this.#read(from, to).expression();
    this.#builder.output(ir.spanOf(value, from, to), value);
  }

  /** @returns where the template goes on */
  tag(open: string, from: number, end: number, after: number): number {
    const node = { at: from, end };
    const isEnd = open[1] === '/';
    if (open.endsWith('@')) {
      if (!isEnd) this.#call(node);
      return after;
    }
    const name = /^[\w.]+/.exec(this.#builder.text.slice(from, Math.min(end, from + 40)))?.[0] ?? '';
    if (isEnd) this.#end(name);
    else if (name === 'noparse') return this.#verbatim(after);
    else this.#begin(name, { at: from + name.length, end });
    return after;
  }

  #verbatim(after: number): number {
    const close = /[<[]\/#noparse\s*[>\]]/g;
    close.lastIndex = after;
    const found = close.exec(this.#builder.text);
    if (!found) return after;
    this.#builder.literal(after, found.index);
    return close.lastIndex;
  }

  #end(name: string): void {
    const kinds: Readonly<Record<string, string>> = { list: 'for', foreach: 'for', macro: 'function' };
    this.#builder.end(Object.hasOwn(kinds, name) ? (kinds[name] as string) : name);
  }

  #begin(name: string, node: Node): void {
    const builder = this.#builder;
    const reader = this.#read(node.at, node.end);
    switch (name) {
      case 'if':
        return builder.beginIf(node, reader.expression());
      case 'elseif':
        return builder.nextBranch(node, reader.expression());
      case 'else':
        return builder.nextBranch(node, ir.opaque(node, []));
      case 'list':
      case 'foreach':
        return this.#loop(name, reader, node);
      case 'items':
        return this.#items(reader, node);
      case 'assign':
      case 'local':
      case 'global':
        return this.#assign(reader, node);
      case 'include':
        return builder.include(node, reader.expression());
      case 'import': {
        const functions = builder.functionsOf(node, reader.expression());
        const as = reader.take('as') ? reader.takeName() : undefined;
        return as && builder.assign(node, as.text, functions);
      }
      case 'macro':
      case 'function':
        return this.#macro(reader, node);
      case 'escape':
        return builder.beginEscaping(
          'escape',
          /\?\s*(?:html|xhtml|xml|js_string)\b/.test(this.#written(node)),
        );
      case 'noescape':
        return builder.beginEscaping('noescape', false);
      case 'autoesc':
        return builder.beginEscaping('autoesc', true);
      case 'noautoesc':
        return builder.beginEscaping('noautoesc', false);
      case 'outputformat':
        return builder.beginEscaping('outputformat', markup.test(this.#written(node)));
      case 'ftl':
        return this.#header(node);
      default:
        return;
    }
  }

  #written({ at, end }: Node): string {
    return this.#builder.text.slice(at, Math.min(end, at + 300)).trim();
  }

  /** `<#ftl output_format="HTML" auto_esc=false>` holds for the whole file. */
  #header(node: Node): void {
    const written = this.#written(node);
    const format = /\boutput_format\s{0,9}=\s{0,9}(\S+)/.exec(written)?.[1];
    const automatic = /\bauto_esc\s{0,9}=\s{0,9}(\w+)/.exec(written)?.[1];
    if (format === undefined && automatic === undefined) return;
    this.#builder.beginEscaping(
      'ftl',
      automatic === undefined ? markup.test(format ?? '') : automatic === 'true',
    );
  }

  /** `<#list items as item>`, `<#list map as key, value>`, `<#foreach item in items>`; without a name `<#items>` has it. */
  #loop(name: string, reader: Expressions, node: Node): void {
    const names: string[] = [];
    if (name === 'foreach') {
      names.push(reader.takeName()?.text ?? 'item');
      reader.take('in');
    }
    const iterable = reader.expression();
    if (reader.take('as'))
      for (let each = reader.takeName(); each; each = reader.take(',') ? reader.takeName() : undefined)
        names.push(each.text);
    this.#builder.beginLoop(
      node,
      names.length === 0 ? [unnamed] : names,
      names.length > 1 ? ir.opaque(iterable, [iterable]) : iterable,
    );
  }

  #items(reader: Expressions, node: Node): void {
    reader.take('as');
    const name = reader.takeName();
    if (name) this.#builder.assign(node, name.text, this.#builder.resolve(unnamed, node));
  }

  /** `<#assign a = b c = d>`, or `<#assign a>…</#assign>`, within which what is written is escaped as elsewhere. */
  #assign(reader: Expressions, node: Node): void {
    while (!reader.isAtEnd) {
      const name = reader.takeName() ?? (reader.token.kind === 'text' ? reader.token : undefined);
      if (!name) {
        reader.skip();
        continue;
      }
      if (name.kind === 'text') reader.skip();
      const isAdded = reader.take('+') || reader.take('?');
      if (!reader.take('=')) continue;
      const value = reader.expression();
      const known = this.#builder.resolve(name.text, node);
      this.#builder.assign(node, name.text, isAdded ? ir.binary(value, '+', known, value) : value);
      reader.take(',');
    }
  }

  #macro(reader: Expressions, node: Node): void {
    const signature = reader.takeSignature();
    if (signature) this.#builder.beginFunction(node, signature.name, signature.params);
  }

  /** `<@name a b/>`, `<@lib.name x=a y=b>`: what stands within is written where the macro asks for it. */
  #call(node: Node): void {
    const reader = this.#read(node.at, node.end);
    const callee = reader.callee();
    if (!callee) return;
    const args: { readonly value: Expr; readonly name?: string }[] = [];
    while (!reader.isAtEnd && !reader.take(';')) {
      const { token } = reader;
      const name = reader.takeKeyword();
      args.push({ value: reader.expression(), ...(name !== undefined && { name }) });
      if (reader.token === token) reader.skip();
      reader.take(',');
    }
    this.#builder.add(ir.run(ir.call(node, callee, args)));
  }
}

/** The element of a list whose name comes later. */
const unnamed = '#item';
