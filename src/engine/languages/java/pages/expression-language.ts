import { type Token, tokensOf } from '../../../templates/tokens.ts';
import type { PartWriter, Span } from '../../embedded.ts';

/** Operators that are words, and what Java writes for them. */
const operators: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  div: '-',
  mod: '-',
  empty: 'null == ',
  instanceof: '==',
  true: 'true',
  false: 'false',
  null: 'null',
};

/** Implicit objects whose properties are looked up by a method of the request's own. */
const lookups: Readonly<Record<string, string>> = {
  param: 'request.getParameter',
  paramValues: 'request.getParameterValues',
  header: 'request.getHeader',
  headerValues: 'request.getHeaders',
  requestScope: 'request.getAttribute',
  pageScope: 'request.getAttribute',
  sessionScope: 'session.getAttribute',
  applicationScope: 'application.getAttribute',
  initParam: 'application.getInitParameter',
};

/** What the page's context gives by name. */
const ofPage: Readonly<Record<string, string>> = {
  request: 'request',
  response: 'response',
  session: 'session',
  servletContext: 'application',
};

/** Functions of JSTL that give a text again; the others give a number or a test. */
const passing: ReadonlySet<string> = new Set(
  'join replace split substring substringAfter substringBefore toLowerCase toUpperCase trim'.split(' '),
);

/** Operators that make numbers of whatever they are given, texts included, as `-` does in Java (EL 3.0, section 1.7). */
const arithmetic: ReadonlySet<string> = new Set(['+', '*', '/', '%']);

interface Piece extends Span {
  readonly text: string;
}

/** Characters of operators that Java reads as they are. */
const shared: ReadonlySet<string> = new Set('== != < > <= >= && || ! + - * / % ? : , ( ) === !=='.split(' '));

/**
 * Writes an expression of the Expression Language (EL) as the Java that it comes to: names are attributes of the request,
 * functions are operations of templates, properties are fields.
 */
export function writeExpression(
  text: string,
  span: Span,
  to: PartWriter,
  libraryOf: (prefix: string) => string,
): void {
  const tokens = tokensOf(text, span.at, span.end);
  const pieces = new Translation(tokens, libraryOf).pieces() ?? namesIn(tokens);
  to.glue('(', span);
  for (const piece of pieces) to.glue(piece.text, piece);
  to.glue(')', span);
}

/** What an expression that Java has no words for may give: any of the names in it. */
function namesIn(tokens: readonly Token[]): readonly Piece[] {
  const names = tokens.filter(
    ({ kind, text }, i) => kind === 'name' && !Object.hasOwn(operators, text) && tokens[i - 1]?.text !== '.',
  );
  const [first] = names;
  if (!first) return [{ text: 'null', at: tokens[0]?.at ?? 0, end: tokens[0]?.end ?? 0 }];
  return [
    { ...first, text: '$template.filter(' },
    ...names.map((name, i) => ({ ...name, text: `${i > 0 ? ', ' : ''}${attribute(name.text)}` })),
    { ...first, text: ')' },
  ];
}

const attribute = (name: string): string => `request.getAttribute(${JSON.stringify(name)})`;

class Translation {
  readonly #tokens: readonly Token[];
  readonly #libraryOf: (prefix: string) => string;
  readonly #pieces: Piece[] = [];
  /** The brackets that are open, as they are closed. */
  readonly #open: string[] = [];
  #at = 0;

  constructor(tokens: readonly Token[], libraryOf: (prefix: string) => string) {
    this.#tokens = tokens;
    this.#libraryOf = libraryOf;
  }

  /** @returns the Java; undefined where there is none */
  pieces(): readonly Piece[] | undefined {
    while (this.#at < this.#tokens.length) if (!this.#next()) return undefined;
    return this.#open.length === 0 && this.#pieces.length > 0 ? this.#pieces : undefined;
  }

  #write(text: string, { at, end }: Span): true {
    this.#pieces.push({ text, at, end });
    return true;
  }

  #peek(offset: number): Token | undefined {
    return this.#tokens[this.#at + offset];
  }

  #next(): boolean {
    const token = this.#tokens[this.#at] as Token;
    if (token.kind === 'name') return this.#name(token);
    this.#at++;
    if (token.kind === 'text') return this.#write(JSON.stringify(token.text), token);
    if (token.kind === 'number') return this.#write(token.text, token);
    if (token.text === ')' || token.text === ']')
      return this.#open.pop() === token.text && this.#write(token.text, token) && this.#properties();
    if (token.text === '(') this.#open.push(')');
    if (!shared.has(token.text)) return false;
    return this.#write(arithmetic.has(token.text) ? '-' : token.text.slice(0, 2), token);
  }

  #name(token: Token): boolean {
    const operator = Object.hasOwn(operators, token.text) ? operators[token.text] : undefined;
    this.#at++;
    if (operator !== undefined) return this.#write(` ${operator} `, token);
    const called = this.#peek(0);
    if (called?.text === ':' && called.at === token.end && this.#peek(2)?.text === '(') {
      const name = this.#peek(1);
      this.#at += 3;
      this.#open.push(')');
      return this.#write(`$template.${operationOf(this.#libraryOf(token.text), name?.text ?? '')}(`, token);
    }
    // `StringUtils.trim(x)`: a class that the page imports.
    const isClass = /^[A-Z]/.test(token.text) && called?.text === '.' && this.#peek(2)?.text === '(';
    const value = isClass ? token.text : attribute(token.text);
    return this.#implicit(token) || (this.#write(value, token) && this.#properties());
  }

  /** `param.name`, `header['X-Name']`, `pageContext.request.requestURI`, `cookie.name.value` */
  #implicit(token: Token): boolean {
    const mark = this.#peek(0)?.text;
    const key = this.#peek(1);
    const lookup = Object.hasOwn(lookups, token.text) ? lookups[token.text] : undefined;
    if (lookup !== undefined && mark === '.' && key?.kind === 'name') {
      this.#at += 2;
      return this.#write(`${lookup}(${JSON.stringify(key.text)})`, token) && this.#properties();
    }
    if (lookup !== undefined && mark === '[') {
      this.#at++;
      this.#open.push(')');
      this.#write(`${lookup}(`, token);
      return this.#untilBracket() && this.#properties();
    }
    if (token.text === 'cookie' && mark === '.' && key) {
      this.#at += 2;
      return this.#write('request.getCookies()[0]', token) && this.#properties(true);
    }
    if (token.text !== 'pageContext' || mark !== '.' || !key) return false;
    this.#at += 2;
    const given = Object.hasOwn(ofPage, key.text) ? ofPage[key.text] : undefined;
    return this.#write(given ?? `pageContext.${getter(key.text)}`, token) && this.#properties(true);
  }

  /** The key of a lookup, up to its bracket. */
  #untilBracket(): boolean {
    const depth = this.#open.length;
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at] as Token;
      if (token.text === ']' && token.kind === 'operator' && this.#open.length === depth) {
        this.#at++;
        this.#open.pop();
        return this.#write(')', token);
      }
      if (!this.#next()) return false;
    }
    return false;
  }

  /** What follows a value: properties, elements, calls. */
  #properties(areGotten = false): boolean {
    for (;;) {
      const mark = this.#peek(0);
      const key = this.#peek(1);
      if (mark?.kind !== 'operator') return true;
      if (mark.text === '.' && key?.kind === 'name') {
        const isCall = this.#peek(2)?.text === '(';
        this.#at += 2;
        if (isCall) {
          this.#at++;
          this.#open.push(')');
          return this.#write(`.${key.text}(`, key);
        }
        this.#write(areGotten ? `.${getter(key.text)}` : `.${fieldName(key.text)}`, key);
        continue;
      }
      if (mark.text !== '[') return true;
      const isName = key?.kind === 'text' && /^[A-Za-z_]\w*$/.test(key.text) && this.#peek(2)?.text === ']';
      if (isName) {
        this.#at += 3;
        this.#write(`.${fieldName(key.text)}`, key);
        continue;
      }
      this.#at++;
      this.#open.push(']');
      return this.#write('[', mark);
    }
  }
}

/** Words that Java keeps to itself are names elsewhere: they get a letter that changes nothing else. */
const reserved: ReadonlySet<string> = new Set(
  'class default new package public private protected final static void int long char case switch'.split(' '),
);
const fieldName = (name: string): string => (reserved.has(name) ? `${name}_` : name);

const getter = (name: string): string => `get${name.charAt(0).toUpperCase()}${name.slice(1)}()`;

/** What a function does with its arguments. One whose code is not seen may do anything, so that nothing is reported of it. */
function operationOf(library: string, name: string): string {
  if (library !== 'fn') return 'plain';
  if (name === 'escapeXml') return 'escaped';
  return passing.has(name) ? 'filter' : 'plain';
}
