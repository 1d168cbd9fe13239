/** Templates of Handlebars and Mustache. */
import type { Expr, Node } from '../ir/ir.ts';
import { either, TemplateBuilder, type TemplateInput, type TemplateModule } from './builder.ts';
import { filtered } from './filters.ts';
import * as ir from './nodes.ts';
import { type Token, tokensOf } from './tokens.ts';

const opening = /\{\{\{\{|\{\{\{|\{\{/g;

/** Returns a template as a function of its context. */
export function lowerHandlebars(input: TemplateInput): TemplateModule {
  const builder = new TemplateBuilder(input);
  const tags = new Mustaches(builder);
  const { text } = input;
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    if (text[found.index - 1] === '\\') continue;
    const raw = found[0].length > 2;
    const from = opening.lastIndex;
    const isComment = text[from] === '!';
    const close = isComment && text.startsWith('!--', from) ? '--}}' : '}'.repeat(found[0].length);
    const end = text.indexOf(close, from);
    if (end < 0) break;
    builder.literal(at, found.index);
    at = end + close.length;
    opening.lastIndex = at;
    if (!isComment) tags.read(from, end, raw);
  }
  builder.literal(at, text.length);
  return builder.finish();
}

/** Helpers of Handlebars' own that write their block, or choose whether to. */
const branches: ReadonlySet<string> = new Set(['if', 'unless', 'ifCond', 'ifEquals', 'compare', 'is', 'eq']);

class Mustaches {
  readonly #builder: TemplateBuilder;

  constructor(builder: TemplateBuilder) {
    this.#builder = builder;
  }

  read(start: number, end: number, raw: boolean): void {
    const { text } = this.#builder;
    let from = start;
    if (text[from] === '~') from++;
    const mark = text[from] ?? '';
    const node = { at: start, end };
    if (!'#^/&>*@='.includes(mark) || mark === '@') {
      if (/^else\b/.test(text.slice(from, from + 5))) return this.#otherwise(node);
      return this.#output(node, from, end, !raw && this.#builder.escapes);
    }
    from++;
    if (mark === '&') return this.#output(node, from, end, false);
    if (mark === '>') return this.#partial(node, from, end);
    if (mark === '/') return this.#builder.end('if', 'for', 'with', 'block');
    if (mark === '#' || mark === '^') this.#block(node, from, end, mark === '^');
  }

  #otherwise(node: Node): void {
    if (this.#builder.innermost === 'if') this.#builder.nextBranch(node, ir.opaque(node, []));
  }

  #output(node: Node, from: number, to: number, escaped: boolean): void {
    this.#builder.output(node, new Arguments(this.#builder, from, to).all(), escaped);
  }

  /** `{{> folder/name context key=value}}` */
  #partial(node: Node, start: number, end: number): void {
    const { text } = this.#builder;
    const from = start + (text.startsWith('~', start) ? 1 : 0);
    const name = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s()=}]+))/.exec(text.slice(from, Math.min(end, from + 300)));
    if (!name) return;
    const args = new Arguments(this.#builder, from + name[0].length, end);
    const [given] = args.positional();
    const values = args.named();
    const called = ir.constant(node, name[1] ?? name[2] ?? name[3] ?? '');
    const own = this.#builder.contextFor(node, values);
    const context = given
      ? ir.object(node, [ir.property(node, undefined, own), ir.property(node, undefined, given)])
      : own;
    this.#builder.include(node, called, context);
  }

  #block(node: Node, from: number, to: number, inverted: boolean): void {
    const builder = this.#builder;
    const args = new Arguments(builder, from, to);
    const name = args.name();
    const [first] = args.positional();
    if (inverted) return builder.beginIf(node, ir.opaque(node, []));
    if (name !== undefined && branches.has(name)) return builder.beginIf(node, first ?? ir.opaque(node, []));
    if (name === 'each') return this.#each(node, args, first ?? ir.opaque(node, []));
    if (name === 'with' && first) return this.#inside(node, 'with', first);
    if (first === undefined && name !== undefined) {
      // Mustache's sections: of a list each element, of an object its fields, of all else a test.
      const value = builder.resolve(name, node);
      this.#each(node, args, value);
      return builder.nest(either(node, builder.resolve('this', node), value));
    }
    builder.beginScope('block');
  }

  #each(node: Node, args: Arguments, iterable: Expr): void {
    const [item = 'this'] = args.blockParameters();
    this.#builder.beginLoop(node, [item], iterable);
    const element = this.#builder.resolve(item, node);
    this.#builder.nest(element);
  }

  #inside(node: Node, kind: string, value: Expr): void {
    this.#builder.beginScope(kind);
    const name = this.#builder.declare('this');
    this.#builder.add(ir.declare(node, ir.variable(node, name), value));
    this.#builder.nest(ir.variable(node, name));
  }
}

/** What stands in a directive: a helper or a path, then values by place and by name. */
class Arguments {
  readonly #builder: TemplateBuilder;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(builder: TemplateBuilder, from: number, to: number) {
    this.#builder = builder;
    this.#tokens = tokensOf(builder.text, from, to);
  }

  name(): string | undefined {
    const first = this.#tokens[0];
    const next = this.#tokens[1];
    if (first?.kind !== 'name' || next?.text === '.') return undefined;
    this.#at = 1;
    return first.text;
  }

  /** The value of a whole directive: a path, or a helper with its arguments. */
  all(): Expr {
    const first = this.#value();
    const args = [...this.positional(), ...this.named().map(([, value]) => value)];
    if (args.length === 0) return first;
    const name = this.#tokens[0]?.text ?? '';
    const [input = first, ...others] = args;
    return filtered({ at: first.at, end: args.at(-1)?.end ?? first.end }, name, input, others);
  }

  positional(): readonly Expr[] {
    const values: Expr[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at] as Token;
      if (token.text === ')' || token.text === 'as' || this.#tokens[this.#at + 1]?.text === '=') break;
      const before = this.#at;
      values.push(this.#value());
      if (this.#at === before) this.#at++;
    }
    return values;
  }

  named(): [string, Expr][] {
    const values: [string, Expr][] = [];
    while (this.#tokens[this.#at + 1]?.text === '=') {
      const { text } = this.#tokens[this.#at] as Token;
      this.#at += 2;
      values.push([text, this.#value()]);
    }
    return values;
  }

  /** `as |item index|` */
  blockParameters(): readonly string[] {
    const at = this.#tokens.findIndex(({ text }) => text === '|');
    return at < 0 ? [] : this.#tokens.slice(at).flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
  }

  #value(): Expr {
    const token = this.#tokens[this.#at];
    if (!token) return ir.opaque({ at: 0, end: 0 }, []);
    this.#at++;
    if (token.kind === 'text') return ir.constant(token, token.text);
    if (token.kind === 'number') return ir.constant(token, Number(token.text));
    if (token.text === '(') return this.#nested(token);
    if (token.text === '@') {
      this.#at++;
      return ir.opaque(token, []);
    }
    if (token.kind !== 'name') return this.#climbing(token);
    let value = this.#builder.resolve(token.text, token);
    for (;;) {
      const dot = this.#tokens[this.#at];
      const name = this.#tokens[this.#at + 1];
      const isPath = dot?.text === '.' || dot?.text === '/';
      if (!isPath || !name || name.kind === 'operator') return value;
      this.#at += 2;
      value = ir.field({ at: token.at, end: name.end }, value, name.text);
    }
  }

  /** `../name`: of the block around; `.` is the block's own. */
  #climbing(token: Token): Expr {
    let climbs = token.text === '..';
    while (this.#tokens[this.#at]?.text === '/' || this.#tokens[this.#at]?.text === '..') {
      climbs ||= this.#tokens[this.#at]?.text === '..';
      this.#at++;
    }
    const name = this.#tokens[this.#at];
    if (climbs && name?.kind === 'name') return this.#value();
    return this.#builder.resolve('this', token);
  }

  #nested(open: Token): Expr {
    const inner: Expr[] = [];
    const name = this.#tokens[this.#at]?.text ?? '';
    this.#at++;
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]?.text !== ')') {
      const before = this.#at;
      inner.push(...this.positional(), ...this.named().map(([, value]) => value));
      if (this.#at === before) break;
    }
    this.#at++;
    const node = { at: open.at, end: this.#tokens[this.#at - 1]?.end ?? open.end };
    const [input = ir.opaque(node, []), ...others] = inner;
    return filtered(node, name, input, others);
  }
}
