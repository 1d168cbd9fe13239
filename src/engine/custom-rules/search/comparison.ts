import { boundTo, type Env } from '../matching/bindings.ts';
import type { Comparison } from '../rule.ts';

/** What a comparison computes with. */
type Result = string | number | boolean | null | readonly Result[];

const unknown = Symbol('unknown');

const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['<', '<=', '>', '>=', '==', '!=', 'in', 'not in'],
  ['|'],
  ['^'],
  ['&'],
  ['+', '-'],
  ['*', '/', '%', '//'],
];

const tokens =
  /\s*(?:(\$[A-Z_][A-Z_0-9]*|\$\d+)|(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+(?:\.\d+)?)|([rb]?"(?:\\.|[^"\\])*"|[rb]?'(?:\\.|[^'\\])*')|(not\s+in\b|[A-Za-z_][\w.]*)|(\*\*|\/\/|<=|>=|==|!=|[-+*/%<>()[\],&|^~]))/y;

const maximumNesting = 50;
/** Of a comparison as it is written; what it nests is computed to its depth. */
const maximumSource = 2_000;
/** Of a text that is computed with. */
const maximumText = 20_000;

/** Reads a comparison as rules write them: Python's operators over metavariables. @throws SyntaxError where it is none */
export function readComparison(source: string): Comparison {
  if (source.length > maximumSource)
    throw new SyntaxError(`A comparison has at most ${maximumSource} characters.`);
  return new Reader(source).read();
}

interface Token {
  readonly sort: 'name' | 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
}

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #token: Token;

  constructor(source: string) {
    this.#source = source;
    this.#token = this.#next();
  }

  #next(): Token {
    if (this.#source.slice(this.#at).trim() === '') return { sort: 'end', text: '' };
    tokens.lastIndex = this.#at;
    const found = tokens.exec(this.#source);
    if (!found) throw new SyntaxError(`"${this.#source.slice(this.#at, this.#at + 20)}" is not understood.`);
    this.#at = tokens.lastIndex;
    const [, name, number, text, word, sign = ''] = found;
    if (name !== undefined) return { sort: 'name', text: name };
    if (number !== undefined) return { sort: 'number', text: number };
    if (text !== undefined) return { sort: 'text', text };
    if (word !== undefined) return { sort: 'word', text: word.replaceAll(/\s+/g, ' ') };
    return { sort: 'sign', text: sign };
  }

  #take(): string {
    const { text } = this.#token;
    this.#token = this.#next();
    return text;
  }

  #expect(sign: string): void {
    if (this.#token.text !== sign) throw new SyntaxError(`"${sign}" is missing.`);
    this.#take();
  }

  read(): Comparison {
    const found = this.#level(0);
    if (this.#token.sort !== 'end') throw new SyntaxError(`"${this.#token.text}" is too much.`);
    return found;
  }

  #level(index: number): Comparison {
    const operators = levels[index];
    if (!operators) return this.#unary();
    if (++this.#depth > maximumNesting * levels.length) throw new SyntaxError('It is nested too deeply.');
    let left = this.#level(index + 1);
    while (operators.includes(this.#token.text) && this.#token.sort !== 'text') {
      const op = this.#take();
      left = { kind: 'binary', op, left, right: this.#level(index + 1) };
    }
    this.#depth--;
    return left;
  }

  #unary(): Comparison {
    const { sort, text } = this.#token;
    if ((sort === 'sign' && ['-', '~', '+'].includes(text)) || (sort === 'word' && text === 'not')) {
      this.#take();
      if (++this.#depth > maximumNesting * levels.length) throw new SyntaxError('It is nested too deeply.');
      return { kind: 'unary', op: text, operand: text === 'not' ? this.#level(2) : this.#unary() };
    }
    const base = this.#primary();
    if (this.#token.text !== '**') return base;
    this.#take();
    return { kind: 'binary', op: '**', left: base, right: this.#unary() };
  }

  #primary(): Comparison {
    const { sort, text } = this.#token;
    if (text === '(' && sort === 'sign') {
      this.#take();
      const inner = this.#level(0);
      this.#expect(')');
      return inner;
    }
    if (text === '[' && sort === 'sign') {
      this.#take();
      return { kind: 'list', items: this.#items(']') };
    }
    if (sort === 'end' || sort === 'sign')
      throw new SyntaxError(text === '' ? 'It ends too early.' : `"${text}" is not expected.`);
    this.#take();
    if (sort === 'name') return { kind: 'metavariable', name: text };
    if (sort === 'number') return { kind: 'value', value: Number(text) };
    if (sort === 'text') return { kind: 'value', value: unescaped(text) };
    if (this.#token.text === '(' && this.#token.sort === 'sign') {
      this.#take();
      if (!functions.has(text)) throw new SyntaxError(`There is no function ${text}.`);
      return { kind: 'call', name: text, args: this.#items(')') };
    }
    const literal = words.get(text);
    if (literal === undefined) throw new SyntaxError(`"${text}" is not known.`);
    return { kind: 'value', value: literal };
  }

  #items(close: string): Comparison[] {
    const items: Comparison[] = [];
    while (this.#token.text !== close) {
      items.push(this.#level(0));
      if (this.#token.text === ',') this.#take();
      else break;
    }
    this.#expect(close);
    return items;
  }
}

const words: ReadonlyMap<string, string | number | boolean | null> = new Map<string, string | boolean | null>(
  [
    ['True', true],
    ['False', false],
    ['true', true],
    ['false', false],
    ['None', null],
  ],
);

const functions: ReadonlySet<string> = new Set(['int', 'float', 'str', 'len', 'abs', 'min', 'max']);

const unescaped = (text: string): string => {
  const isRaw = text.startsWith('r');
  const inner = text.replace(/^[rb]/, '').slice(1, -1);
  return isRaw ? inner : inner.replaceAll(/\\(.)/g, '$1');
};

/** Whether a comparison holds. What cannot be computed does not hold. */
export function holds(comparison: Comparison, env: Env, base: number | undefined): boolean {
  const value = compute(comparison, env, base);
  return value !== unknown && isTrue(value);
}

const isTrue = (value: Result): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function compute(comparison: Comparison, env: Env, base: number | undefined): Result | typeof unknown {
  switch (comparison.kind) {
    case 'value':
      return comparison.value;
    case 'list': {
      const items = comparison.items.map((item) => compute(item, env, base));
      return items.every((item): item is Result => item !== unknown) ? items : unknown;
    }
    case 'metavariable':
      return heldBy(comparison.name, env, base);
    case 'call':
      return called(comparison, env, base);
    case 'unary': {
      const value = compute(comparison.operand, env, base);
      if (value === unknown) return unknown;
      if (comparison.op === 'not') return !isTrue(value);
      if (typeof value !== 'number') return unknown;
      if (comparison.op === '~') return ~value;
      return comparison.op === '-' ? -value : value;
    }
    case 'binary':
      return combined(comparison, env, base);
  }
}

function heldBy(name: string, env: Env, base: number | undefined): Result | typeof unknown {
  const bound = boundTo(env, name);
  if (!bound) return unknown;
  const [term] = bound.terms;
  const text = term?.kind === 'string' ? term.text : bound.text;
  if (text.length > maximumText) return unknown;
  if (base !== undefined) {
    const number = Number.parseInt(text.replace(/^0[xXoObB]/, ''), base);
    return Number.isNaN(number) ? unknown : number;
  }
  if (term?.kind === 'string') return text;
  if (text === 'true' || text === 'True') return true;
  if (text === 'false' || text === 'False') return false;
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  const number = Number(text.replaceAll('_', '').replace(/(?<=^\d+(?:\.\d*)?)[lLfFdDn]$/, ''));
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function called(
  { name, args }: Extract<Comparison, { kind: 'call' }>,
  env: Env,
  base: number | undefined,
): Result | typeof unknown {
  const values = args.map((arg) => compute(arg, env, base));
  const [first] = values;
  if (first === undefined || values.includes(unknown)) return unknown;
  switch (name) {
    case 'int':
    case 'float': {
      const number = typeof first === 'string' || typeof first === 'number' ? Number(first) : Number.NaN;
      if (Number.isNaN(number)) return unknown;
      return name === 'int' ? Math.trunc(number) : number;
    }
    case 'str':
      return typeof first === 'symbol' ? unknown : String(first);
    case 'len':
      return typeof first === 'string' || Array.isArray(first) ? first.length : unknown;
    default: {
      const numbers = values.filter((value) => typeof value === 'number');
      if (numbers.length !== values.length) return unknown;
      if (name === 'abs') return Math.abs(numbers[0] ?? 0);
      return name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
    }
  }
}

function combined(
  { op, left, right }: Extract<Comparison, { kind: 'binary' }>,
  env: Env,
  base: number | undefined,
): Result | typeof unknown {
  const a = compute(left, env, base);
  if (a === unknown) return unknown;
  if (op === 'and' && !isTrue(a)) return false;
  if (op === 'or' && isTrue(a)) return true;
  const b = compute(right, env, base);
  if (b === unknown) return unknown;
  if (op === 'and' || op === 'or') return isTrue(b);
  if (op === '==' || op === '!=') return (JSON.stringify(a) === JSON.stringify(b)) === (op === '==');
  if (op === 'in' || op === 'not in') {
    const isIn = Array.isArray(b)
      ? b.some((item) => item === a)
      : typeof b === 'string' && typeof a === 'string' && b.includes(a);
    return isIn === (op === 'in');
  }
  if (typeof a === 'string' && typeof b === 'string') {
    if (op !== '+') return compared(op, a < b, a === b);
    return a.length + b.length > maximumText ? unknown : a + b;
  }
  if (typeof a !== 'number' || typeof b !== 'number') return unknown;
  return arithmetic(op, a, b);
}

const compared = (op: string, isLess: boolean, isEqual: boolean): boolean | typeof unknown => {
  switch (op) {
    case '<':
      return isLess;
    case '<=':
      return isLess || isEqual;
    case '>':
      return !isLess && !isEqual;
    case '>=':
      return !isLess;
    default:
      return unknown;
  }
};

function arithmetic(op: string, a: number, b: number): Result | typeof unknown {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '//':
      return Math.floor(a / b);
    case '%':
      return a % b;
    case '**':
      return a ** b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      return compared(op, a < b, a === b);
  }
}
