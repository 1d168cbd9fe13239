/** Scalars of YAML 1.2, each read from an offset on. */
import { lineEnd } from '../lines.ts';
import type { LocatedValue } from './value.ts';

/** What ends the reading of a document; what was read before it is kept. */
export class Stop extends Error {}

export interface Scalar {
  readonly text: string;
  /** The offset after it. */
  readonly end: number;
}

/** The core schema's numbers, Booleans and null (YAML 1.2.2 §10.3.2). */
const literal =
  /^(?:null|~|true|false|[-+]?\d+|0o[0-7]+|0x[\da-f]+|[-+]?(?:\.\d+|\d+\.\d*)(?:e[-+]?\d+)?|[-+]?\d+e[-+]?\d+|[-+]?\.inf|\.nan)$/i;

export const plainValue = (text: string, start: number, end: number): LocatedValue =>
  text === '' || (text.length < 100 && literal.test(text))
    ? { kind: 'literal', text: text === '' ? 'null' : text, start, end }
    : { kind: 'text', text, start, end };

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

/**
 * Reads a scalar in quotes, over any number of lines.
 * @throws Stop where it has no end
 */
export function quotedScalar(text: string, start: number): Scalar {
  const isDouble = text.charCodeAt(start) === doubleQuote;
  const end = quotedEnd(text, start);
  const raw = text.slice(start + 1, end - 1);
  const folded = raw.includes('\n') ? fold(raw.split('\n'), isDouble) : raw;
  return { text: isDouble ? unescaped(folded) : folded.replaceAll("''", "'"), end };
}

const doubleQuote = 34;
const singleQuote = 39;
export const isQuote = (code: number): boolean => code === doubleQuote || code === singleQuote;

/**
 * Where a scalar in quotes ends.
 * @throws Stop where it does not
 */
export function quotedEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(at + 1) !== singleQuote) return at + 1;
      at++;
    } else if (code === 92 && quote === doubleQuote) at++;
  }
  throw new Stop('A string has no end.');
}

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(
        /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
        (_, two?: string, four?: string, eight?: string, one?: string) => {
          const hex = two ?? four ?? eight;
          if (hex === undefined) return escapes[one ?? ''] ?? one ?? '';
          const code = Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
        },
      )
    : text;

/**
 * Lines of a flow scalar as one: a line break is a space, an empty line a line break (YAML 1.2.2 §6.5).
 * @param isEscaped whether a backslash at the end of a line takes the break away
 */
export function fold(lines: readonly string[], isEscaped = false): string {
  const parts: string[] = [];
  let empty = 0;
  let isJoined = true;
  for (const [index, raw] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const trimmed = index === 0 ? raw.trimEnd() : isLast ? raw.trimStart() : raw.trim();
    if (trimmed === '' && index > 0 && !isLast) {
      empty++;
      continue;
    }
    if (!isJoined || empty > 0) parts.push(empty === 0 ? ' ' : '\n'.repeat(empty));
    empty = 0;
    isJoined = isEscaped && /(?<!\\)(?:\\\\)*\\$/.test(trimmed.slice(-20));
    parts.push(isJoined ? trimmed.slice(0, -1) : trimmed);
  }
  return parts.join('');
}

/**
 * Where a plain scalar ends on its line: before a comment, before a colon that a space or the line's end follows, and
 * in a flow collection before its punctuation.
 */
export function plainEnd(text: string, start: number, inFlow: boolean): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) break;
    if (code === 58 && isBreak(text.charCodeAt(at + 1), inFlow)) break;
    if (code === 35 && at > start && isSpace(text.charCodeAt(at - 1))) break;
    if (inFlow && (code === 44 || code === 91 || code === 93 || code === 123 || code === 125)) break;
  }
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

export const isSpace = (code: number): boolean => code === 32 || code === 9;

export const isBreak = (code: number, inFlow: boolean): boolean =>
  Number.isNaN(code) ||
  isSpace(code) ||
  code === 10 ||
  code === 13 ||
  (inFlow && (code === 44 || code === 93 || code === 125));

/**
 * Reads a literal (`|`) or folded (`>`) block.
 * @param parent the indentation of what holds it
 */
export function blockScalar(text: string, start: number, parent: number): Scalar {
  const header = lineEnd(text, start);
  const style = text.slice(start, header);
  const isFolded = style.startsWith('>');
  const lines: string[] = [];
  let indent = -1;
  let at = header + 1;
  let end = header;
  while (at < text.length) {
    const stop = lineEnd(text, at);
    const line = text.slice(at, stop).replace(/\r$/, '');
    const own = line.length - line.trimStart().length;
    if (line.trim() !== '') {
      if (own <= parent) break;
      if (indent < 0) indent = own;
      end = stop;
    }
    lines.push(line.slice(indent < 0 ? own : indent));
    at = stop + 1;
  }
  while (lines.at(-1)?.trim() === '') lines.pop();
  const body = isFolded ? fold(lines) : lines.join('\n');
  return { text: style[1] === '-' ? body : `${body}\n`, end };
}
