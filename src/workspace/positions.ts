/**
 * Where an issue's code is today. An issue names a line as it was when it was scanned; the file may have changed
 * since. A place is claimed only where the scanned text is still found, never by line number alone.
 */

/** 1-based, the end column exclusive, as in the contract. */
export interface CodeRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ScannedCode extends CodeRange {
  /** The scanned lines, possibly trimmed and cut off after `snippetLimit` characters. */
  readonly snippet: string;
}

export type Place =
  /** Not looked for yet. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'at'; readonly range: CodeRange }
  /** The file is there, the code is not. */
  | { readonly kind: 'changed' }
  /** The file cannot be read any more. */
  | { readonly kind: 'gone' };

/** Characters after which a service cuts a snippet off. */
const snippetLimit = 400;
/** Lines that code may move within its file and still be taken for the same when its text is short or repeated. */
const nearby = 200;
/** Characters from which on a text that occurs once in a file is taken for the same however far it moved. */
const distinctive = 16;

/** A text's lines, normalised once for all the issues of a file. */
export class TextLines {
  readonly raw: readonly string[];
  readonly #byContent = new Map<string, number[]>();
  readonly #normal: readonly string[];

  constructor(text: string) {
    this.raw = text.split(/\r\n|\r|\n/);
    this.#normal = this.raw.map(normalise);
    this.#normal.forEach((line, index) => {
      const known = this.#byContent.get(line);
      if (known) known.push(index);
      else this.#byContent.set(line, [index]);
    });
  }

  /** The 0-based lines at which the given normalised lines begin; the last one may be a mere start of its line. */
  occurrences(wanted: readonly string[], lastIsCut: boolean): number[] {
    const [first] = wanted;
    if (first === undefined) return [];
    const starts =
      wanted.length === 1 && lastIsCut
        ? this.#normal.flatMap((line, index) => (line.startsWith(first) ? [index] : []))
        : (this.#byContent.get(first) ?? []);
    return starts.filter((start) =>
      wanted.every((line, offset) => {
        const found = this.#normal[start + offset];
        if (found === undefined) return false;
        return lastIsCut && offset === wanted.length - 1 ? found.startsWith(line) : found === line;
      }),
    );
  }
}

/** Finds the scanned code in the text as it is now: at its line, else at the nearest one that reads the same. */
export function locate(code: ScannedCode, text: TextLines): Place {
  const snippet = code.snippet.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  const wanted = snippet.split(/\r\n|\r|\n/).map(normalise);
  if (snippet === '') return { kind: 'changed' };
  const isCut = code.snippet.length >= snippetLimit;
  const found = text.occurrences(wanted, isCut);
  const scannedAt = code.startLine - 1;
  const nearest = found.reduce<number | undefined>(
    (best, line) =>
      best === undefined || Math.abs(line - scannedAt) < Math.abs(best - scannedAt) ? line : best,
    undefined,
  );
  if (nearest === undefined) return { kind: 'changed' };
  const far = Math.abs(nearest - scannedAt) > nearby;
  if (far && (found.length > 1 || wanted.join('').length < distinctive)) return { kind: 'changed' };
  return { kind: 'at', range: rangeAt(code, nearest, snippet, text) };
}

function rangeAt(code: ScannedCode, line: number, snippet: string, text: TextLines): CodeRange {
  const firstLine = text.raw[line] ?? '';
  const span = Math.max(0, code.endLine - code.startLine);
  const lastIndex = Math.min(line + span, text.raw.length - 1);
  const lastLine = text.raw[lastIndex] ?? '';
  // A snippet that kept its indentation tells how far re-indenting moved the columns.
  const shift = /^\s/.test(snippet) || code.startColumn === 1 ? indentOf(firstLine) - indentOf(snippet) : 0;
  const startColumn = code.startColumn + shift;
  const endColumn = code.endColumn + shift;
  const fits =
    startColumn > indentOf(firstLine) &&
    startColumn <= firstLine.length &&
    endColumn <= lastLine.length + 1 &&
    (lastIndex > line || endColumn > startColumn);
  if (fits) return { startLine: line + 1, startColumn, endLine: lastIndex + 1, endColumn };
  return {
    startLine: line + 1,
    startColumn: indentOf(firstLine) + 1,
    endLine: lastIndex + 1,
    endColumn: lastLine.trimEnd().length + 1,
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Indentation and spacing do not make code different. */
function normalise(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}
