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
  /** The scanned lines, trimmed, cut off after `snippetLimit` characters, and with `…` in place of any secret. */
  readonly snippet: string;
  /** The indentation that the columns were counted with, once known: the trimmed snippet does not tell it. */
  readonly indent?: number;
}

export type Place =
  /** Not looked for yet. */
  | { readonly kind: 'unchecked' }
  | {
      readonly kind: 'at';
      readonly range: CodeRange;
      /** The indentation that the scanned columns were counted with, or are taken to have been. */
      readonly indent: number;
      /** What the file is called now, where it was renamed. */
      readonly file?: string;
    }
  /** The file is there, the code is not. */
  | { readonly kind: 'changed'; readonly file?: string }
  /** The file cannot be read any more. */
  | { readonly kind: 'gone' };

/** Characters after which a service cuts a snippet off. */
const snippetLimit = 400;
/** Lines that code may move within its file and still be taken for the same when its text is short or repeated. */
const nearby = 200;
/** Characters from which on a text that occurs once in a file is taken for the same however far it moved. */
const distinctive = 16;
/** Stands for a secret in a snippet. */
const hidden = '…';

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

  /** The 0-based lines at which the wanted normalised lines begin, nearest to `around` first. */
  *occurrences(wanted: readonly string[], lastIsCut: boolean, around: number): Generator<number> {
    const [first] = wanted;
    if (first === undefined) return;
    const reads = wanted.map((line, offset) => reader(line, lastIsCut && offset === wanted.length - 1));
    const isPlain = !first.includes(hidden) && !(wanted.length === 1 && lastIsCut);
    const starts = isPlain ? (this.#byContent.get(first) ?? []) : [...this.#normal.keys()];
    for (const start of byDistance(starts, around)) {
      const isHere = reads.every((read, offset) => {
        const found = this.#normal[start + offset];
        return found !== undefined && read(found);
      });
      if (isHere) yield start;
    }
  }
}

/** Ascending lines in the order of their distance to one; looks at no more of them than are asked for. */
function* byDistance(lines: readonly number[], around: number): Generator<number> {
  let after = firstNotBelow(lines, around);
  let before = after - 1;
  for (;;) {
    const [above, below] = [lines[before], lines[after]];
    if (above === undefined && below === undefined) return;
    if (below === undefined || (above !== undefined && around - above < below - around)) {
      yield above ?? 0;
      before--;
    } else {
      yield below;
      after++;
    }
  }
}

function firstNotBelow(lines: readonly number[], least: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a line of the text is the wanted one: the same, or the same but for what was hidden or cut off. */
function reader(wanted: string, isCut: boolean): (line: string) => boolean {
  if (!wanted.includes(hidden)) return isCut ? (line) => line.startsWith(wanted) : (line) => line === wanted;
  const parts = wanted.split(hidden);
  const last = isCut ? '' : (parts.pop() ?? '');
  return (line) => {
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const found = line.indexOf(part, at);
      if (found < 0 || (index === 0 && found > 0)) return false;
      at = found + part.length;
    }
    return line.endsWith(last) && line.length - last.length >= at;
  };
}

/** Whether the scanned code stands just where it was scanned in a text, given by its lines. */
export function isWhereScanned(code: ScannedCode, lines: readonly string[]): boolean {
  const wanted = linesOf(code);
  const start = code.startLine - 1;
  return (
    wanted.length > 0 &&
    wanted.every((line, offset) => {
      const found = lines[start + offset];
      const isLastCut = isCut(code) && offset === wanted.length - 1;
      return found !== undefined && reader(line, isLastCut)(normalise(found));
    })
  );
}

function linesOf({ snippet }: ScannedCode): string[] {
  const trimmed = snippet.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  return trimmed === '' ? [] : trimmed.split(/\r\n|\r|\n/).map(normalise);
}

function isCut({ snippet }: ScannedCode): boolean {
  return snippet.length >= snippetLimit;
}

/**
 * Finds the scanned code in a text of which nobody knows how it came from the scanned one: at its line, else at the
 * only one that reads the same. Where several do, it is not guessed which.
 */
export function locate(code: ScannedCode, text: TextLines): Place {
  const wanted = linesOf(code);
  const scannedAt = code.startLine - 1;
  const found = text.occurrences(wanted, isCut(code), scannedAt);
  const nearest = found.next().value;
  if (nearest === undefined) return { kind: 'changed' };
  if (nearest !== scannedAt) {
    const isNear = Math.abs(nearest - scannedAt) <= nearby || wanted.join('').length >= distinctive;
    if (!isNear || found.next().done !== true) return { kind: 'changed' };
  }
  const indent = code.indent ?? indentOf(text.raw[nearest] ?? '');
  return { kind: 'at', range: rangeAt(code, nearest, text), indent };
}

function rangeAt(code: ScannedCode, line: number, text: TextLines): CodeRange {
  const firstLine = text.raw[line] ?? '';
  const span = Math.max(0, code.endLine - code.startLine);
  const lastIndex = Math.min(line + span, text.raw.length - 1);
  const lastLine = text.raw[lastIndex] ?? '';
  const scannedIndent = code.startColumn === 1 ? 0 : (code.indent ?? indentOf(firstLine));
  const shift = indentOf(firstLine) - scannedIndent;
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

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Indentation and spacing do not make code different. */
function normalise(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}
