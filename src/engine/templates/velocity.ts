/** Templates of Velocity: `$reference`, `${reference}`, `#directive(…)`. Nothing is escaped. */
import type { Expr, Node } from '../ir/ir.ts';
import { TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { Expressions } from './expressions.ts';
import { matchesIn } from './matches.ts';
import * as ir from './nodes.ts';
import type { Token } from './tokens.ts';

const opening = /\\*(?:##|#\*|#\[\[|\$!?\{?(?=[A-Za-z_])|#\{?[A-Za-z@][\w-]*\}?)/g;
const closing: Readonly<Record<string, string>> = { '##': '\n', '#*': '*#', '#[[': ']]#' };

/** Returns a template as a function of its context. */
export function lowerVelocity(input: TemplateInput): TemplateModule {
  const { text } = input;
  const builder = new TemplateBuilder(input);
  const reader = new Velocity(builder, withoutBraces(text));
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [open] = found;
    // An odd number of backslashes makes it text.
    const marks = open.length - open.replace(/^\\+/, '').length;
    if (marks % 2 === 1) continue;
    const begin = found.index + marks;
    const name = open.slice(marks);
    const from = opening.lastIndex;
    const close = Object.hasOwn(closing, name) ? closing[name] : undefined;
    if (close !== undefined) {
      const end = text.indexOf(close, from);
      const behind = end < 0 ? text.length : end + close.length;
      builder.literal(at, begin);
      if (name === '#[[') builder.literal(from, Math.max(from, behind - close.length));
      at = behind;
    } else {
      const behind = name.startsWith('$')
        ? reader.reference(begin, from, at)
        : reader.directive(name, begin, from, at);
      if (behind === undefined) continue;
      at = behind;
    }
    opening.lastIndex = at;
  }
  builder.literal(at, text.length);
  return builder.finish();
}

/** Characters of a reference or of the parentheses behind a directive that are read. */
const longest = 5_000;

/** The text with `${a.b}` and `$!a.b` as `a.b`, all of it where it stood. */
const withoutBraces = (text: string): string =>
  text
    .replace(
      /\$!?\{([^{}\n]{0,300})\}/g,
      (whole, inner: string) => `${' '.repeat(whole.length - inner.length - 1)}${inner} `,
    )
    .replace(/\$!(?=[A-Za-z_])/g, '  ');

class Velocity {
  readonly #builder: TemplateBuilder;
  readonly #text: string;
  readonly #macros: ReadonlySet<string>;

  /** @param text as `withoutBraces` gives it */
  constructor(builder: TemplateBuilder, text: string) {
    this.#builder = builder;
    this.#text = text;
    this.#macros = new Set([...text.matchAll(/#macro\s{0,9}\(\s{0,9}(\w+)/g)].map(([, name = '']) => name));
  }

  #read(from: number, to: number, depth = 0): Expressions {
    return new Expressions(this.#text, from, to, {
      resolve: (name, node) => this.#builder.resolve(name.replace(/^\$/, ''), node),
      textOf: (token) => this.#textOf(token, depth),
    });
  }

  /** `"Dear $name"`, not `'$name'` */
  #textOf(token: Token, depth: number): Expr {
    const parts: Expr[] = [];
    const { text } = this.#builder;
    if (text[token.at] === '"' && depth < 3)
      matchesIn(text, token.at + 1, token.end - 1, /\$!?\{?(?=[A-Za-z_])/g, ({ end }) => {
        const last = this.#endOfReference(end, token.end - 1);
        parts.push(this.#read(end, last, depth + 1).expression());
        return last;
      });
    if (parts.length === 0) return ir.constant(token, token.text);
    const begin = /^[^$]*/.exec(token.text)?.[0] ?? '';
    return { k: 'template', parts: [ir.constant(token, begin), ...parts], at: token.at, end: token.end };
  }

  /** @returns where the template goes on */
  reference(begin: number, from: number, at: number): number {
    const { text } = this.#builder;
    const isFormal = text[from - 1] === '{';
    const end = this.#endOfReference(from, Math.min(text.length, from + longest));
    this.#builder.literal(at, begin);
    const value = this.#read(from, end).expression();
    this.#builder.output({ at: begin, end }, value);
    const close = isFormal ? text.indexOf('}', end) : -1;
    return close >= 0 && close - end < 300 ? close + 1 : end;
  }

  /** Behind a reference: names, calls and elements. */
  #endOfReference(from: number, last: number): number {
    const { text } = this.#builder;
    const name = /[\w-]+/y;
    name.lastIndex = from;
    let at = name.test(text) ? name.lastIndex : from;
    for (;;) {
      if (at < last && (text[at] === '(' || text[at] === '[')) {
        const end = this.#endOfBrackets(at, last);
        if (end === undefined) return at;
        at = end;
        continue;
      }
      const member = /\.[A-Za-z_]\w*/y;
      member.lastIndex = at;
      if (at >= last || !member.test(text)) return Math.min(at, last);
      at = member.lastIndex;
    }
  }

  #endOfBrackets(from: number, last: number): number | undefined {
    const { text } = this.#builder;
    let depth = 0;
    for (let at = from; at < last; at++) {
      const character = text[at] as string;
      if (character === '"' || character === "'") {
        const close = text.indexOf(character, at + 1);
        if (close < 0 || close >= last) return undefined;
        at = close;
      } else if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character) && --depth === 0) return at + 1;
    }
    return undefined;
  }

  /** @returns where the template goes on; undefined where there is none */
  directive(written: string, begin: number, from: number, at: number): number | undefined {
    const { text } = this.#builder;
    const name = written.replace(/[#{}@]/g, '');
    const open = /\s{0,20}\(/y;
    open.lastIndex = from;
    const end = open.test(text)
      ? this.#endOfBrackets(open.lastIndex - 1, Math.min(text.length, from + longest))
      : undefined;
    const isBare = name === 'else' || name === 'end' || name === 'stop' || name === 'break';
    if (!isBare && (end === undefined || !this.#isKnown(name))) return undefined;
    this.#builder.literal(at, begin);
    const inner = { at: open.lastIndex, end: (end ?? from) - 1 };
    if (isBare) this.#bare(name, { at: begin, end: from });
    else this.#begin(name, inner);
    return isBare || end === undefined ? from : end;
  }

  #isKnown(name: string): boolean {
    return directives.has(name) || this.#macros.has(name);
  }

  #bare(name: string, node: Node): void {
    if (name === 'else') this.#builder.nextBranch(node, ir.opaque(node, []));
    else if (name === 'end') this.#builder.end('if', 'for', 'function', 'define');
  }

  #begin(name: string, node: Node): void {
    const builder = this.#builder;
    const reader = this.#read(node.at, node.end);
    switch (name) {
      case 'if':
        return builder.beginIf(node, reader.expression());
      case 'elseif':
        return builder.nextBranch(node, reader.expression());
      case 'foreach': {
        const item = reader.takeName()?.text.replace(/^\$/, '') ?? 'item';
        reader.take('in');
        return builder.beginLoop(node, [item], reader.expression());
      }
      case 'set':
        return this.#set(reader, node);
      case 'parse':
        return builder.include(node, reader.expression());
      case 'evaluate':
        return builder.add(ir.run(ir.operation(node, ir.operations.code, [reader.expression()])));
      case 'macro': {
        const [macro, ...params] = this.#names(reader);
        return macro === undefined ? undefined : builder.beginFunction(node, macro, params);
      }
      case 'define':
        return builder.beginScope('define');
      case 'include':
        return;
      default:
        return builder.add(
          ir.run(
            ir.call(
              node,
              builder.resolve(name, node),
              reader.list().map((value) => ({ value })),
            ),
          ),
        );
    }
  }

  #names(reader: Expressions): readonly string[] {
    const names: string[] = [];
    while (!reader.isAtEnd) {
      const name = reader.takeName();
      if (name) names.push(name.text.replace(/^\$/, ''));
      else reader.skip();
      if (reader.take('=')) reader.expression();
    }
    return names;
  }

  /** `#set($a = b)`, `#set($a.b = c)` */
  #set(reader: Expressions, node: Node): void {
    const name = reader.takeName()?.text.replace(/^\$/, '');
    while (reader.take('.')) reader.takeName();
    if (name !== undefined && reader.take('=')) this.#builder.assign(node, name, reader.expression());
  }
}

const directives: ReadonlySet<string> = new Set(
  'if elseif foreach set parse include evaluate macro define'.split(' '),
);
