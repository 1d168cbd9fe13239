import type { Source } from '../source.ts';
import type { CodePiece, Piece, Quotes, TextPiece, Unit } from './pieces.ts';

/** Writes pieces as an expression again, in the form they had: lines, quotation marks and escapes are kept. */
export function render(source: Source, pieces: readonly Piece[]): string {
  const operands = operandsOf(source, pieces);
  if (operands.length === 0) return literalOf(source, [], { prefix: '', mark: source.style.quote });
  let result = '';
  for (const [i, operand] of operands.entries()) {
    const before = operands[i - 1];
    result += before ? glue(source, before, operand) : '';
    result +=
      operand.kind === 'literal'
        ? literalOf(source, operand.parts, operand.quotes)
        : wrapped(source, operand.piece, operands.length > 1);
  }
  return result;
}

type Operand =
  | { kind: 'literal'; parts: Piece[]; quotes: Quotes; at: number | undefined; end: number | undefined }
  | { kind: 'code'; piece: CodePiece; at: number; end: number };

/** Pieces that stand in one literal, or in literals of one line, become one literal. */
function operandsOf(source: Source, pieces: readonly Piece[]): Operand[] {
  const operands: Operand[] = [];
  for (const piece of pieces) {
    const last = operands.at(-1);
    if (piece.kind === 'code' && !piece.embedded) {
      operands.push({ kind: 'code', piece, at: piece.node.at, end: piece.node.end });
      continue;
    }
    if (piece.kind === 'text' && piece.units.length === 0 && pieces.length > 1) continue;
    const quotes = piece.kind === 'text' ? piece.quotes : embedding(source, last);
    if (last?.kind === 'literal' && mergeable(source, last, piece)) {
      last.parts.push(piece);
      last.end = piece.kind === 'text' ? (piece.end ?? last.end) : last.end;
      last.at ??= piece.kind === 'text' ? piece.at : undefined;
      last.quotes = stronger(last.quotes, quotes);
    } else {
      operands.push({
        kind: 'literal',
        parts: [piece],
        quotes,
        at: piece.kind === 'text' ? piece.at : undefined,
        end: piece.kind === 'text' ? piece.end : undefined,
      });
    }
  }
  return operands;
}

/** Marks between which code may stand. */
function embedding(source: Source, last: Operand | undefined): Quotes {
  if (source.language !== 'python') return { prefix: '', mark: '`' };
  return last?.kind === 'literal'
    ? { ...last.quotes, prefix: 'f' }
    : { prefix: 'f', mark: source.style.quote };
}

function stronger(a: Quotes, b: Quotes): Quotes {
  if (a.mark === '`' || b.mark === '`') return { prefix: '', mark: '`' };
  if (b.mark.length > a.mark.length) return b;
  return a;
}

function mergeable(source: Source, last: Operand & { kind: 'literal' }, piece: Piece): boolean {
  if (piece.kind === 'code' || piece.at === undefined || last.at === undefined) return true;
  return (
    piece.at === last.at ||
    source.lineOf(piece.at) === source.lineOf(last.at) ||
    source.lineOf(piece.at) === source.lineOf(last.end ?? last.at)
  );
}

function literalOf(source: Source, parts: readonly Piece[], quotes: Quotes): string {
  const embeds = parts.some((part) => part.kind === 'code');
  const multiline = parts.some(
    (part) => part.kind === 'text' && part.units.some(({ raw }) => raw === '\n' || raw === '\r'),
  );
  const { prefix, mark } = marksFor(source, quotes, embeds, multiline);
  const body = parts
    .map((part) => {
      if (part.kind === 'text') return part.units.map((unit) => spelled(unit, part, mark, prefix)).join('');
      return source.language === 'python'
        ? `{${embeddable(part.code, mark)}${pythonFormat(part.format)}}`
        : `\${${part.code}}`;
    })
    .join('');
  return prefix + mark + body + mark;
}

function marksFor(source: Source, quotes: Quotes, embeds: boolean, multiline: boolean): Quotes {
  if (source.language === 'python') {
    const prefix = quotes.prefix.replaceAll(/f/gi, '');
    return {
      prefix: embeds ? `f${prefix}` : prefix,
      mark: multiline && quotes.mark.length === 1 ? '"""' : quotes.mark,
    };
  }
  if (source.language === 'javascript') return { prefix: '', mark: embeds || multiline ? '`' : quotes.mark };
  return quotes;
}

function spelled(unit: Unit, piece: TextPiece, mark: string, prefix: string): string {
  const { ch, raw } = unit;
  if (/r/i.test(prefix)) return ch;
  if ((ch === '{' || ch === '}') && /f/i.test(prefix)) return ch + ch;
  // A character that was no mark where it stood may be one now, and the other way round.
  if (ch === mark.slice(0, 1) && mark.length === 1) return raw.startsWith('\\') ? raw : `\\${ch}`;
  if (raw === `\\${ch}` && /['"`]/.test(ch) && piece.quotes.mark !== mark) return ch;
  if (mark === '`' && piece.quotes.mark !== '`' && (ch === '`' || ch === '$')) return ch === '`' ? '\\`' : ch;
  if (/r/i.test(piece.quotes.prefix) && ch === '\\') return '\\\\';
  return raw;
}

/** Before Python 3.12 an embedded expression cannot have the literal's own marks. */
const embeddable = (code: string, mark: string): string =>
  mark.length === 1 && code.includes(mark) ? code.replaceAll(mark, mark === '"' ? "'" : '"') : code;

const pythonFormat = (format: string): string =>
  format === 'r' ? '!r' : format === 'd' || format === 'i' ? ':d' : format === 'f' ? ':f' : format;

function glue(source: Source, before: Operand, operand: Operand): string {
  const implicit = source.language === 'python' && before.kind === 'literal' && operand.kind === 'literal';
  const from = before.end;
  const to = operand.at;
  const between = from !== undefined && to !== undefined && from <= to ? source.text.slice(from, to) : '';
  if (!between.includes('\n')) return implicit ? ' ' : ' + ';
  const indentation = source.indentationAt(to ?? 0);
  const { eol } = source.style;
  const lastLine = between.slice(between.lastIndexOf('\n') + 1);
  if (implicit && !/[+%]/.test(between)) return eol + indentation;
  return lastLine.trim().startsWith('+') ? `${eol}${indentation}+ ` : ` +${eol}${indentation}`;
}

/** An operand of a sum keeps its meaning only as a primary expression. */
function wrapped(_source: Source, { node, code }: CodePiece, among: boolean): string {
  const loose =
    /^(?:binary|ternary|conditional|assignment|arrow|logical|boolean|comparison|not_operator|lambda|yield|await)/.test(
      node.type,
    );
  return among && loose ? `(${code})` : code;
}
