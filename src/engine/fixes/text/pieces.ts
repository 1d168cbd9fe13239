import type { SyntaxNode } from '../../languages/syntax.ts';

/**
 * A text that code puts together, taken apart: what stands literally and what is computed. Literal text is kept as it
 * is written, character by character, so that what does not change is written again just so.
 */

/** One character of a text and how the source spells it. */
export interface Unit {
  readonly ch: string;
  readonly raw: string;
}

/** The quotation marks of a literal, and what stands before them: `f"""`. */
export interface Quotes {
  readonly prefix: string;
  readonly mark: string;
}

export interface TextPiece {
  readonly kind: 'text';
  readonly units: readonly Unit[];
  readonly quotes: Quotes;
  /** Where the literal begins, to keep its line; undefined for text that only an operation adds. */
  readonly at: number | undefined;
  readonly end: number | undefined;
}

export interface CodePiece {
  readonly kind: 'code';
  readonly node: SyntaxNode;
  readonly code: string;
  /** Inside a literal's marks, as `${x}`, or an operand beside literals. */
  readonly embedded: boolean;
  /** What follows the expression inside the marks: `!r`, `:>3`, `=`; or the conversion of a format: `d`. */
  readonly format: string;
}

export type Piece = TextPiece | CodePiece;

/** The expression that a text is written in, to be replaced as a whole. */
export interface Composed {
  readonly node: SyntaxNode;
  readonly pieces: readonly Piece[];
}

export const plainText = (units: readonly Unit[]): string => units.map((unit) => unit.ch).join('');

export const textPiece = (text: string, quotes: Quotes): TextPiece => ({
  kind: 'text',
  units: [...text].map((ch) => ({ ch, raw: ch })),
  quotes,
  at: undefined,
  end: undefined,
});

const named: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  b: '\b',
  f: '\f',
  v: '\v',
};

/**
 * Splits what stands between the marks of a literal.
 * @param raw true where a backslash is a character like others
 */
export function unitsOf(body: string, raw = false): Unit[] {
  const units: Unit[] = [];
  const pattern = raw
    ? /[\s\S]/gu
    : /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))|[\s\S]/gu;
  for (const [spelled, wide, four, two, escaped] of body.matchAll(pattern)) {
    const code = wide ?? four ?? two;
    if (code !== undefined)
      units.push({ ch: String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)), raw: spelled });
    else if (escaped !== undefined)
      units.push({ ch: /^[\r\n]/.test(escaped) ? '' : (named[escaped] ?? escaped), raw: spelled });
    else units.push({ ch: spelled, raw: spelled });
  }
  return units;
}

/** Whether the whole text is literal. */
export const isLiteral = (composed: Composed): boolean =>
  composed.pieces.every((piece) => piece.kind === 'text');

/** The text where all of it is literal. */
export function literalText(composed: Composed | undefined): string | undefined {
  if (!composed || !isLiteral(composed)) return undefined;
  return composed.pieces.map((piece) => (piece.kind === 'text' ? plainText(piece.units) : '')).join('');
}
