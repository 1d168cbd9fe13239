import type { Const, Expr, RegExpLiteral, Template } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import type { ExpressionLowering, Lowering } from './lowering.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
  '\u2028': '',
  '\u2029': '',
};
const escapeSequence = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g;

/** The value of string text between its delimiters (ECMA-262 §12.9.4). */
export function cook(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(escapeSequence, (whole, braced?: string, four?: string, two?: string, one?: string) => {
    const hex = braced ?? four ?? two;
    if (hex !== undefined) {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    }
    if (one === undefined) return whole;
    return one === '\r\n' ? '' : (escapes[one] ?? one);
  });
}

/** The value of a string literal. */
export function stringValue(node: SyntaxNode, to: Lowering): string {
  const source = to.source(node);
  const end = source.length >= 2 && source.at(-1) === source[0] ? source.length - 1 : source.length;
  return cook(source.slice(1, end));
}

/** The value of a numeric literal; BigInts as numbers. */
export function numberValue(source: string): number {
  let digits = source.includes('_') ? source.replaceAll('_', '') : source;
  if (digits.endsWith('n')) digits = digits.slice(0, -1);
  return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
}

function constant(node: SyntaxNode, value: Const['value']): Const {
  return { k: 'const', at: node.at, end: node.end, value };
}

function regexp(node: SyntaxNode, to: Lowering): RegExpLiteral {
  const source = to.source(node);
  const slash = source.lastIndexOf('/');
  const close = slash > 0 ? slash : source.length;
  return {
    k: 'regexp',
    at: node.at,
    end: node.end,
    source: source.slice(1, close),
    flags: source.slice(close + 1),
  };
}

/** Literal and computed parts in turn; a tagged template keeps empty literals, so that they alternate. */
export function templateParts(node: SyntaxNode, to: Lowering, alternate: boolean): Expr[] {
  const parts: Expr[] = [];
  let from = node.at + 1;
  const literal = (end: number): void => {
    if (end > from || alternate) {
      parts.push({ k: 'const', at: from, end: Math.max(from, end), value: cook(to.text.slice(from, end)) });
    }
  };
  for (const child of node.children) {
    if (child.type !== 'template_substitution') continue;
    literal(child.at);
    const inner = child.children.find((candidate) => to.isExpression(candidate));
    parts.push(inner === undefined ? constant(child, undefined) : to.expression(inner));
    from = child.end;
  }
  literal(to.text[node.end - 1] === '`' ? node.end - 1 : node.end);
  return parts;
}

function template(node: SyntaxNode, to: Lowering): Expr {
  const parts = templateParts(node, to, false);
  const [only] = parts;
  if (only === undefined) return constant(node, '');
  if (parts.length === 1 && only.k === 'const' && typeof only.value === 'string')
    return constant(node, only.value);
  return { k: 'template', at: node.at, end: node.end, parts } satisfies Template;
}

export const literals: readonly (readonly [string, ExpressionLowering])[] = [
  ['string', (node, to) => constant(node, stringValue(node, to))],
  ['number', (node, to) => constant(node, numberValue(to.source(node)))],
  ['true', (node) => constant(node, true)],
  ['false', (node) => constant(node, false)],
  ['null', (node) => constant(node, null)],
  ['undefined', (node) => constant(node, undefined)],
  ['regex', regexp],
  ['template_string', template],
];
