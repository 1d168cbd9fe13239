import type { Const } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { type Context, textOf } from './context.ts';

/** Strings, characters, text blocks, numbers, booleans and null. */
export function literal(node: SyntaxNode, context: Context): Const {
  return { k: 'const', at: node.at, end: node.end, value: constantOf(node, context) };
}

function constantOf(node: SyntaxNode, context: Context): Const['value'] {
  switch (node.type) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null_literal':
      return null;
    case 'string_literal': {
      const text = textOf(node, context);
      return text.startsWith('"""') ? textBlock(text) : unescapeText(text.slice(1, -1));
    }
    case 'character_literal':
      return unescapeText(textOf(node, context).slice(1, -1));
    default:
      return numberOf(textOf(node, context), node.type);
  }
}

function numberOf(written: string, type: string): number {
  const plain = type === 'decimal_integer_literal' ? Number(written) : Number.NaN;
  if (!Number.isNaN(plain)) return plain;
  const text = written.replaceAll('_', '').toLowerCase();
  if (type === 'octal_integer_literal') return Number.parseInt(text.replace(/^0+|l$/g, '') || '0', 8);
  if (type === 'hex_floating_point_literal') return hexFloat(text);
  if (type === 'hex_integer_literal') return Number(text.replace(/l$/, ''));
  return Number(text.replace(/[lfd]$/, ''));
}

function hexFloat(text: string): number {
  const parts = /^0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)/.exec(text);
  if (!parts) return Number.NaN;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  return Number.parseInt(`${whole}${fraction}` || '0', 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', s: ' ' };

function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u+([0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|(\r?\n)|([\s\S]))/g,
    (_, unicode?: string, octal?: string, line?: string, other?: string) => {
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (line !== undefined) return '';
      return escapes[other ?? ''] ?? other ?? '';
    },
  );
}

/** A text block without its common indentation and trailing blanks (JLS §3.10.6). */
function textBlock(text: string): string {
  const lines = text.slice(3, text.endsWith('"""') && text.length >= 6 ? -3 : undefined).split(/\r?\n/);
  lines.shift();
  let indentation = Number.POSITIVE_INFINITY;
  lines.forEach((line, index) => {
    const last = index === lines.length - 1;
    if (line.trim() !== '' || last)
      indentation = Math.min(indentation, line.length - line.trimStart().length);
  });
  if (!Number.isFinite(indentation)) indentation = 0;
  return unescapeText(lines.map((line) => line.slice(indentation).trimEnd()).join('\n'));
}
