import type { Arg, Expr, Node, Property } from '../ir/ir.ts';
import { filtered } from './filters.ts';
import * as ir from './nodes.ts';
import { constants, logical, precedence, words } from './operators.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface ExpressionOptions {
  /** What a name means where it stands. */
  readonly resolve: (name: string, node: Node) => Expr;
  /** Django: `value|filter:argument`. */
  readonly colonFilters?: boolean;
  /** FreeMarker: what `value?name(arguments)` gives. There, `value!other` is a default and `value??` a test. */
  readonly builtIn?: (node: Node, name: string, input: Expr, args: readonly Expr[]) => Expr;
  /** What a text in quotes comes to, where an engine has expressions within it. */
  readonly textOf?: (token: Token) => Expr;
}

/** In front of a number, a list or a map that is spread. */
const signs: ReadonlySet<string> = new Set(['-', '+', '*', '**']);

/** Functions that every program of JavaScript has. */
const encoders: ReadonlySet<string> = new Set(['encodeURIComponent', 'encodeURI', 'escape']);

/** Expressions in each other that are followed. */
const maximumDepth = 60;

/**
 * Reads expressions of templates into the intermediate representation. It takes whatever it can read: what no engine
 * would accept is left out, and nothing is ever thrown.
 */
export class Expressions {
  readonly #tokens: readonly Token[];
  readonly #options: ExpressionOptions;
  readonly #end: Token;
  #next = 0;
  #depth = 0;

  constructor(text: string, from: number, to: number, options: ExpressionOptions) {
    this.#tokens = tokensOf(text, from, to);
    this.#options = options;
    this.#end = { kind: 'end', text: '', at: to, end: to };
  }

  get token(): Token {
    return this.#tokens[this.#next] ?? this.#end;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** Takes the next token if it is this one. */
  take(text: string): boolean {
    const { kind, text: written } = this.token;
    if (written !== text || kind === 'text') return false;
    this.#next++;
    return true;
  }

  takeName(): Token | undefined {
    const { token } = this;
    if (token.kind !== 'name') return undefined;
    this.#next++;
    return token;
  }

  skip(): void {
    this.#next++;
  }

  /** The name of an argument that is given by name: `name =`. */
  takeKeyword(): string | undefined {
    const { token, following } = this;
    if (token.kind !== 'name' || following.text !== '=') return undefined;
    this.#next += 2;
    return token.text;
  }

  /** The name of a function or macro that is declared, with its parameters; what they are by default is left out. */
  takeSignature(): { readonly name: string; readonly params: readonly string[] } | undefined {
    const name = this.takeName()?.text;
    if (name === undefined) return undefined;
    const params: string[] = [];
    this.take('(');
    while (!this.isAtEnd && !this.take(')')) {
      const param = this.takeName();
      if (param) params.push(param.text);
      else this.skip();
      if (this.take('=')) this.expression();
      this.take(',');
    }
    return { name, params };
  }

  /** The token after the next one. */
  get following(): Token {
    return this.#tokens[this.#next + 1] ?? this.#end;
  }

  /** The whole expression; what stands behind it is left. */
  expression(): Expr {
    if (this.#depth >= maximumDepth) {
      this.#next = this.#tokens.length;
      return ir.opaque(this.#end, []);
    }
    return this.#deeper(() => this.#whole());
  }

  #deeper(read: () => Expr): Expr {
    this.#depth++;
    const value = read();
    this.#depth--;
    return value;
  }

  #whole(): Expr {
    let value = this.#binary(0);
    if (this.take('?')) {
      const then = this.expression();
      const otherwise = this.take(':') ? this.expression() : ir.constant(this.token, '');
      value = ir.conditional(over(value, otherwise), value, then, otherwise);
    } else if (this.take('if')) {
      const test = this.#binary(0);
      const otherwise = this.take('else') ? this.expression() : ir.constant(this.token, '');
      value = ir.conditional(over(value, otherwise), test, value, otherwise);
    }
    return value;
  }

  /** A name with its members, as what is called; undefined where there is none. */
  callee(): Expr | undefined {
    const name = this.takeName();
    if (!name) return undefined;
    let value: Expr = {
      k: 'sequence',
      items: [this.#options.resolve(name.text, name)],
      at: name.at,
      end: name.end,
    };
    while (this.token.text === '.' && this.following.kind === 'name') {
      const { text, end } = this.following;
      this.#next += 2;
      value = ir.field({ at: name.at, end }, value, text);
    }
    return value;
  }

  /** Values with commas between them, or without, up to a token that is none of an expression. */
  list(): readonly Expr[] {
    const values: Expr[] = [];
    while (!this.isAtEnd) {
      const before = this.#next;
      values.push(this.expression());
      if (this.#next === before) break;
      this.take(',');
    }
    return values;
  }

  #binary(least: number): Expr {
    let left = this.#unary();
    for (;;) {
      const { token } = this;
      if (token.kind === 'text' || token.kind === 'number' || token.kind === 'end') return left;
      const isNotIn = token.text === 'not' && this.following.text === 'in';
      const operator = isNotIn ? 'in' : token.text;
      const binds = Object.hasOwn(precedence, operator) ? precedence[operator] : undefined;
      if (binds === undefined || binds < least) return left;
      this.#next += isNotIn ? 2 : 1;
      if (operator === 'is') {
        left = this.#test(left);
        continue;
      }
      const right = this.#binary(binds + 1);
      const node = over(left, right);
      const short = Object.hasOwn(logical, operator) ? logical[operator] : undefined;
      if (short) left = { k: 'logical', op: short, left, right, at: node.at, end: node.end };
      else if (operator === '~' || operator === '+' || operator === '..')
        left = ir.binary(node, '+', left, right);
      else if (binds === 4) left = ir.binary(node, operator === '!=' ? '!=' : '==', left, right);
      else left = ir.binary(node, operator === '//' ? '/' : operator, left, right);
    }
  }

  /** `x is defined`, `x is not divisibleby(3)`: no more than yes or no. */
  #test(left: Expr): Expr {
    this.take('not');
    const name = this.takeName();
    if (name && this.take('(')) this.#arguments(')');
    return ir.binary(left, '==', left, ir.constant(left, null));
  }

  #unary(): Expr {
    const { token } = this;
    if (this.take('not') || this.take('!')) {
      const operand = this.#depth < maximumDepth ? this.#deeper(() => this.#binary(3)) : ir.opaque(token, []);
      return ir.not({ at: token.at, end: operand.end }, operand);
    }
    while (this.token.kind === 'operator' && signs.has(this.token.text)) this.#next++;
    return this.#postfix(this.#primary());
  }

  #primary(): Expr {
    const { token } = this;
    if (token.kind === 'end') return ir.opaque(token, []);
    if (token.kind === 'text') {
      this.#next++;
      return this.#options.textOf?.(token) ?? ir.constant(token, token.text);
    }
    if (token.kind === 'number') {
      this.#next++;
      return ir.constant(token, Number(token.text.replaceAll('_', '')));
    }
    if (token.kind === 'name') {
      if (words.has(token.text)) return ir.opaque(token, []);
      this.#next++;
      const known = Object.hasOwn(constants, token.text) ? constants[token.text] : undefined;
      return known === undefined ? this.#options.resolve(token.text, token) : ir.constant(token, known);
    }
    if (this.take('(')) return this.#sequence(token, ')');
    if (this.take('[')) return ir.array({ at: token.at, end: this.token.end }, this.#arguments(']'));
    if (this.take('{')) return this.#map(token);
    return ir.opaque(token, []);
  }

  #sequence(open: Token, close: string): Expr {
    const values = this.#arguments(close);
    const [only, ...others] = values;
    if (!only) return ir.opaque(open, []);
    return others.length === 0 ? only.value : ir.array({ at: open.at, end: this.token.at }, values);
  }

  /** Up to the closing bracket. */
  #arguments(close: string): readonly Arg[] {
    const values: Arg[] = [];
    while (!this.isAtEnd && !this.take(close)) {
      const before = this.#next;
      const name = this.token.kind === 'name' && this.following.text === '=' ? this.token.text : undefined;
      if (name !== undefined) this.#next += 2;
      values.push({ value: this.expression(), ...(name !== undefined && { name }) });
      if (this.take(':') && close === ']') this.expression();
      this.take(',');
      if (this.#next === before) this.#next++;
    }
    return values;
  }

  #map(open: Token): Expr {
    const props: Property[] = [];
    while (!this.isAtEnd && !this.take('}')) {
      const before = this.#next;
      const { token } = this;
      const isName = token.kind === 'name' || token.kind === 'text';
      if (isName && (this.following.text === ':' || this.following.text === '=')) {
        this.#next += 2;
        props.push(ir.property(token, token.text, this.expression()));
      } else {
        const value = this.expression();
        if (this.take(':')) this.expression();
        else props.push(ir.property(value, token.kind === 'name' ? token.text : undefined, value));
      }
      this.take(',');
      if (this.#next === before) this.#next++;
    }
    return ir.object({ at: open.at, end: this.token.at }, props);
  }

  #postfix(first: Expr): Expr {
    let value = first;
    for (;;) {
      const { token } = this;
      if (token.kind !== 'operator') return value;
      if (token.text === '.' || token.text === '?.') {
        const { kind, text, end } = this.following;
        if (kind !== 'name' && kind !== 'number') return value;
        this.#next += 2;
        // `items.0.name` is read as a number with a fraction where both are digits.
        value = ir.field({ at: value.at, end }, value, text);
      } else if (token.text === '[') {
        this.#next++;
        const [key, ...more] = this.#arguments(']');
        const node = { at: value.at, end: this.#before.end };
        value = more.length > 0 || !key ? ir.opaque(node, [value]) : this.#item(node, value, key.value);
      } else if (token.text === '(') {
        this.#next++;
        const args = this.#arguments(')');
        const node = { at: value.at, end: this.#before.end };
        const [input] = args;
        value =
          value === first && input && encoders.has(this.#nameOf(first))
            ? ir.operation(node, ir.operations.escaped, [input.value])
            : ir.call(node, this.#callee(value, first), args);
      } else if (token.text === '|') {
        const { kind, text, end } = this.following;
        if (kind !== 'name') return value;
        this.#next += 2;
        value = this.#filter(value, text, end);
      } else {
        const marked = this.#options.builtIn && this.#marked(value, this.#options.builtIn);
        if (!marked) return value;
        value = marked;
      }
    }
  }

  /** FreeMarker: what follows a value behind a question mark, or its default. */
  #marked(value: Expr, builtIn: NonNullable<ExpressionOptions['builtIn']>): Expr | undefined {
    const { token, following } = this;
    if (token.text === '??') {
      this.#next++;
      return ir.binary({ at: value.at, end: token.end }, '==', value, ir.constant(token, null));
    }
    if (token.text === '!') {
      this.#next++;
      const other = this.#hasOperand ? this.#deeper(() => this.#postfix(this.#primary())) : undefined;
      const node = other ? over(value, other) : { at: value.at, end: token.end };
      return other ? { k: 'logical', op: '??', left: value, right: other, ...node } : value;
    }
    if (token.text !== '?' || following.kind !== 'name') return undefined;
    this.#next += 2;
    const args = this.take('(') ? this.#arguments(')').map((arg) => arg.value) : [];
    return builtIn({ at: value.at, end: this.#before.end }, following.text, value, args);
  }

  /** Whether a value begins here, on the same level. */
  get #hasOperand(): boolean {
    const { kind, text } = this.token;
    if (this.#depth >= maximumDepth) return false;
    if (kind === 'name') return !Object.hasOwn(precedence, text) && !words.has(text);
    return kind === 'text' || kind === 'number' || text === '(' || text === '[' || text === '{';
  }

  #nameOf(value: Expr): string {
    return value.k === 'field' || value.k === 'var' ? value.name : '';
  }

  /** What is called by its name alone is no method of the context that holds it. */
  #callee(value: Expr, first: Expr): Expr {
    return value === first ? { k: 'sequence', items: [value], at: value.at, end: value.end } : value;
  }

  #item(node: Node, value: Expr, key: Expr): Expr {
    return key.k === 'const' && typeof key.value === 'string'
      ? ir.field(node, value, key.value)
      : ir.index(node, value, key);
  }

  #filter(input: Expr, first: string, firstEnd: number): Expr {
    let name = first;
    let end = firstEnd;
    // `|foo.bar`
    while (this.token.text === '.' && this.following.kind === 'name') {
      name = this.following.text;
      end = this.following.end;
      this.#next += 2;
    }
    let args: readonly Expr[] = [];
    if (this.take('(')) {
      args = this.#arguments(')').map(({ value }) => value);
      end = this.#before.end;
    } else if (this.#options.colonFilters && this.take(':')) {
      const argument = this.#postfixWithoutFilters();
      args = [argument];
      end = argument.end;
    }
    return filtered({ at: input.at, end }, name, input, args);
  }

  /** The argument of a Django filter: the next `|` is the next filter of the whole. */
  #postfixWithoutFilters(): Expr {
    let value = this.#primary();
    while (this.token.text === '.' && this.following.kind === 'name') {
      const { text, end } = this.following;
      this.#next += 2;
      value = ir.field({ at: value.at, end }, value, text);
    }
    return value;
  }

  get #before(): Token {
    return this.#tokens[this.#next - 1] ?? this.#end;
  }
}

const over = (first: Node, last: Node): Node => ({
  at: Math.min(first.at, last.at),
  end: Math.max(first.end, last.end),
});
