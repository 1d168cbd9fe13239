import { splitLines } from '../code-text.ts';
import type { CodeRange } from '../positions/positions.ts';
import type { Region } from './log-schema.ts';

/** Lines of a region that its text is made of; it is recognised by those. */
const mostLines = 20;
/** As for the snippets of a service. */
const snippetLimit = 400;
/** No file that is shown has more lines or columns. */
const largest = 2 ** 31 - 1;

/**
 * Where a region is, 1-based and with the end exclusive, in UTF-16 code units as the editor counts. Whatever the report
 * says, the range is in order; where the text is known, it is within the text's lines.
 * @param isUtf16 whether the report counts like the editor; in code points otherwise
 */
export function rangeOf(region: Region | undefined, text: string | undefined, isUtf16: boolean): CodeRange {
  const { startLine, charOffset } = region ?? {};
  if (startLine === undefined && isCount(charOffset) && text !== undefined)
    return ofOffset(charOffset, isCount(region?.charLength) ? region.charLength : 0, text, isUtf16);
  const lines = text === undefined ? undefined : splitLines(text);
  const first = atLeast(startLine, 1);
  const last = Math.max(first, atLeast(region?.endLine, first));
  const lastLine = lines ? Math.min(last, Math.max(first, lines.length)) : last;
  const column = (given: number | undefined, line: number, otherwise: number) =>
    columnIn(lines?.[line - 1], given, otherwise, isUtf16);
  const startColumn = column(region?.startColumn, first, 1);
  const lineEnd = (lines?.[lastLine - 1]?.length ?? 0) + 1;
  const endColumn = lastLine < last ? lineEnd : column(region?.endColumn, lastLine, lines ? lineEnd : 1);
  return {
    startLine: first,
    startColumn,
    endLine: lastLine,
    endColumn: lastLine === first ? Math.max(startColumn, endColumn) : endColumn,
  };
}

function ofOffset(offset: number, length: number, text: string, isUtf16: boolean): CodeRange {
  const start = isUtf16 ? Math.min(offset, text.length) : unitsOf(text, offset);
  const end = isUtf16 ? Math.min(start + length, text.length) : start + unitsOf(text.slice(start), length);
  const [startLine, startColumn] = positionAt(text, start);
  const [endLine, endColumn] = positionAt(text, end);
  return { startLine, startColumn, endLine, endColumn };
}

function positionAt(text: string, offset: number): [number, number] {
  const before = splitLines(text.slice(0, offset));
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}

/** How many UTF-16 code units so many code points take. */
function unitsOf(text: string, points: number): number {
  let units = 0;
  for (let count = 0; count < points && units < text.length; count++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

function columnIn(
  line: string | undefined,
  given: number | undefined,
  otherwise: number,
  isUtf16: boolean,
): number {
  if (given === undefined) return otherwise;
  const column = atLeast(given, 1);
  if (line === undefined) return column;
  const units = isUtf16 ? column - 1 : unitsOf(line, column - 1);
  return Math.min(units, line.length) + 1;
}

function atLeast(value: number | undefined, least: number): number {
  if (value === undefined || !Number.isFinite(value)) return least;
  return Math.min(Math.max(Math.trunc(value), least), largest);
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

export interface Scanned {
  readonly range: CodeRange;
  /** The region's lines, trimmed, as the report's tool saw them; empty where nobody knows. */
  readonly snippet: string;
}

/**
 * What the report's tool saw in a region, so that it can be found again.
 * @param text the file as it was scanned, or as it may be taken to have been
 * @param present the file as it is
 */
export function scannedIn(
  region: Region | undefined,
  context: Region | undefined,
  texts: { readonly scanned: string | undefined; readonly present: string | undefined },
  isUtf16: boolean,
): Scanned {
  const range = rangeOf(region, texts.scanned ?? texts.present, isUtf16);
  const surrounding = fromContext(range, context);
  if (surrounding !== undefined) return { range, snippet: surrounding };
  const own = region?.snippet?.text?.trim();
  if (own) {
    const lines = linesAt(range, texts.scanned ?? texts.present);
    const isThere = lines !== undefined && squeezed(lines).includes(squeezed(own));
    return { range, snippet: cut(isThere ? lines : own) };
  }
  if (texts.scanned === undefined) return { range, snippet: '' };
  return filled(range, texts.scanned);
}

/** The region's lines, cut out of the report's own excerpt around it. */
function fromContext(range: CodeRange, context: Region | undefined): string | undefined {
  const text = context?.snippet?.text;
  if (text === undefined || context?.startLine === undefined) return undefined;
  const lines = splitLines(text);
  const from = range.startLine - context.startLine;
  const to = range.endLine - context.startLine;
  if (from < 0 || to >= lines.length) return undefined;
  const snippet = cut(lines.slice(from, Math.min(to, from + mostLines - 1) + 1).join('\n'));
  return snippet === '' ? undefined : snippet;
}

/** An empty line is found by nothing: the next one with something in it stands for it. */
function filled(range: CodeRange, text: string): Scanned {
  const snippet = cut(linesAt(range, text) ?? '');
  if (snippet !== '') return { range, snippet };
  const lines = splitLines(text);
  if (range.startLine > lines.length) return { range, snippet: '' };
  const next = lines.findIndex((line, index) => index >= range.endLine && line.trim() !== '');
  const line = lines[next];
  if (line === undefined) return { range, snippet: '' };
  const startColumn = line.length - line.trimStart().length + 1;
  const endColumn = line.trimEnd().length + 1;
  return {
    range: { startLine: next + 1, startColumn, endLine: next + 1, endColumn },
    snippet: cut(line),
  };
}

function linesAt({ startLine, endLine }: CodeRange, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const lines = splitLines(text).slice(startLine - 1, Math.min(endLine, startLine + mostLines - 1));
  return lines.length === 0 ? undefined : lines.join('\n');
}

function cut(text: string): string {
  return text.trim().slice(0, snippetLimit);
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
