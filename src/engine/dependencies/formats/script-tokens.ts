import type { Span } from '../../files/structured/value.ts';

/** The tokens of a build script that is a program: enough to read calls with literal arguments, and where each stands. */
export type ScriptToken = Span &
  (
    | { readonly kind: 'name'; readonly text: string }
    /** A symbol of Ruby or an atom of Elixir, without its colon. */
    | { readonly kind: 'symbol'; readonly text: string }
    | {
        readonly kind: 'string';
        /** Between the quotes, escapes as written. */
        readonly text: string;
        /** The place of that text. */
        readonly inner: Span;
        /** Whether the language would put values into it: `$name`, `#{…}`, `\(…)`. */
        readonly isPlain: boolean;
      }
    /** One character, or a line's end (`\n`). */
    | { readonly kind: 'mark'; readonly text: string }
  );

export interface ScriptSyntax {
  readonly lineComment: '//' | '#';
  /** `/* … *\/` */
  readonly hasBlockComments: boolean;
  /** What starts an interpolation within double quotes. */
  readonly interpolation: '$' | '#{' | '\\(' | undefined;
  /** `'…'` is a string, as in Groovy and Ruby. */
  readonly hasSingleQuotes: boolean;
  /** `"""…"""` */
  readonly hasTripleQuotes: boolean;
  /** `:name` */
  readonly hasSymbols: boolean;
}

const common = { hasBlockComments: true, hasSymbols: false, hasTripleQuotes: true } as const;

export const groovySyntax: ScriptSyntax = {
  ...common,
  lineComment: '//',
  interpolation: '$',
  hasSingleQuotes: true,
};
export const kotlinSyntax: ScriptSyntax = { ...groovySyntax, hasSingleQuotes: false };
export const scalaSyntax: ScriptSyntax = { ...kotlinSyntax, interpolation: undefined };
export const swiftSyntax: ScriptSyntax = { ...kotlinSyntax, interpolation: '\\(' };
export const rubySyntax: ScriptSyntax = {
  lineComment: '#',
  hasBlockComments: false,
  interpolation: '#{',
  hasSingleQuotes: true,
  hasTripleQuotes: false,
  hasSymbols: true,
};
export const pythonSyntax: ScriptSyntax = {
  lineComment: '#',
  hasBlockComments: false,
  interpolation: undefined,
  hasSingleQuotes: true,
  hasTripleQuotes: true,
  hasSymbols: false,
};
export const elixirSyntax: ScriptSyntax = { ...rubySyntax, hasSingleQuotes: false, hasTripleQuotes: true };

/** @returns the tokens in order, without comments and white space; total: every text gives tokens, in linear time */
export function scriptTokens(text: string, syntax: ScriptSyntax): readonly ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const skipped = afterComment(text, at, syntax);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const token = tokenAt(text, at, syntax);
    if (token) tokens.push(token);
    at = token ? token.end : at + 1;
  }
  return tokens;
}

function afterComment(text: string, at: number, syntax: ScriptSyntax): number {
  if (text.startsWith(syntax.lineComment, at)) return orEnd(text, text.indexOf('\n', at));
  if (!syntax.hasBlockComments || !text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

const name = /[\p{L}_][\p{L}\p{N}_]*[?!]?/uy;

function tokenAt(text: string, at: number, syntax: ScriptSyntax): ScriptToken | undefined {
  const first = text.charAt(at);
  if (first === '"' || (first === "'" && syntax.hasSingleQuotes)) return string(text, at, first, syntax);
  if (first === '\n') return { kind: 'mark', text: '\n', start: at, end: at + 1 };
  if (first.charCodeAt(0) <= 32) return undefined;
  if (syntax.hasSymbols && first === ':' && text.charAt(at - 1) !== ':') {
    const word = wordAt(text, at + 1);
    if (word !== undefined) return { kind: 'symbol', text: word, start: at, end: at + 1 + word.length };
    if (text.charAt(at + 1) === '"') {
      const quoted = string(text, at + 1, '"', syntax);
      return { kind: 'symbol', text: quoted.text, start: at, end: quoted.end };
    }
  }
  const word = wordAt(text, at);
  if (word !== undefined) return { kind: 'name', text: word, start: at, end: at + word.length };
  return { kind: 'mark', text: first, start: at, end: at + 1 };
}

function wordAt(text: string, at: number): string | undefined {
  name.lastIndex = at;
  return name.exec(text)?.[0];
}

function string(
  text: string,
  start: number,
  quote: string,
  syntax: ScriptSyntax,
): ScriptToken & { kind: 'string' } {
  const isTriple = syntax.hasTripleQuotes && text.startsWith(quote.repeat(3), start);
  const fence = isTriple ? quote.repeat(3) : quote;
  const from = start + fence.length;
  let at = from;
  while (at < text.length && !text.startsWith(fence, at)) {
    if (!isTriple && text[at] === '\n') break;
    at += text[at] === '\\' ? 2 : 1;
  }
  const to = Math.min(at, text.length);
  const inner = text.slice(from, to);
  const { interpolation } = syntax;
  return {
    kind: 'string',
    text: inner,
    inner: { start: from, end: to },
    isPlain: quote === "'" || interpolation === undefined || !inner.includes(interpolation),
    start,
    end: text.startsWith(fence, to) ? to + fence.length : to,
  };
}

const orEnd = (text: string, at: number): number => (at < 0 ? text.length : at);
