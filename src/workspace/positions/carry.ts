import { Essence, essence } from '../code-text.ts';
import { LineAlignment } from './line-alignment.ts';
import type { CodeRange } from './positions.ts';

/** Lines of one changed part that are searched for code whose line breaks moved. */
const largestReflow = 2_000;

/** Whole lines of a text, 0-based, the end exclusive. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

export interface Carried {
  readonly range: CodeRange;
  /** The lines that hold the code now. */
  readonly span: LineSpan;
}

/**
 * Carries ranges of an earlier text to a later one. A range is carried only with its whole lines, and only to lines
 * that read the same but for spacing and line breaks; anything else is changed code.
 */
export class Carrier {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  #alignment: LineAlignment | undefined;
  #essences: readonly string[] | undefined;

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
  }

  /** Where a range is now; undefined when its code is gone, or when it cannot be told from code that reads the same. */
  carry(range: CodeRange): Carried | undefined {
    const span = { start: range.startLine - 1, end: range.endLine };
    if (span.start < 0 || span.end > this.#before.length) return undefined;
    this.#alignment ??= new LineAlignment(this.#before, this.#after);
    const found = this.#inWholeLines(span, range, this.#alignment);
    // Where its lines read on as they did, line breaks are not the question: then it cannot be told which they are.
    return found ?? (this.#hasLines(span) ? undefined : this.#reflowed(span, range, this.#alignment));
  }

  #hasLines({ start, end }: LineSpan): boolean {
    const wanted = this.#before.slice(start, end).map(essence);
    this.#essences ??= this.#after.map(essence);
    const essences = this.#essences;
    return essences.some((_, at) => wanted.every((line, offset) => essences[at + offset] === line));
  }

  #inWholeLines(span: LineSpan, range: CodeRange, alignment: LineAlignment): Carried | undefined {
    for (let line = span.start; line < span.end; line++) {
      const target = alignment.lineOf(line);
      if (target === undefined) continue;
      const start = target - (line - span.start);
      const isHere = this.#before.slice(span.start, span.end).every((text, index) => {
        const there = this.#after[start + index];
        return there !== undefined && essence(there) === essence(text);
      });
      const to = { start, end: start + (span.end - span.start) };
      if (isHere && (this.#isOnlyOne(span) || isBeside(span, to, alignment)))
        return this.#rangeIn(span, to, range);
    }
    return undefined;
  }

  /** Whether the lines are not to be taken for others of the later text. */
  #isOnlyOne({ start, end }: LineSpan): boolean {
    const wanted = this.#before.slice(start, end).map(essence);
    this.#essences ??= this.#after.map(essence);
    const essences = this.#essences;
    const isThere = (at: number): boolean => wanted.every((line, offset) => essences[at + offset] === line);
    const first = essences.findIndex((_, at) => isThere(at));
    return !essences.some((_, at) => at > first && isThere(at));
  }

  #rangeIn(from: LineSpan, to: LineSpan, range: CodeRange): Carried | undefined {
    const found = mapRange(
      this.#before.slice(from.start, from.end),
      this.#after.slice(to.start, to.end),
      shifted(range, -from.start),
    );
    return found && { range: shifted(found, to.start), span: to };
  }

  /** Looks for code whose line breaks changed: in its part of the text, up to the nearest lines that stayed. */
  #reflowed(span: LineSpan, range: CodeRange, alignment: LineAlignment): Carried | undefined {
    const above = this.#nearest(span.start - 1, -1, alignment);
    const below = this.#nearest(span.end, 1, alignment);
    const from = { start: above.line + 1, end: below.line };
    const to = { start: above.target + 1, end: below.target };
    if (to.end <= to.start || from.end - from.start + to.end - to.start > largestReflow) return undefined;
    const before = new Essence(this.#before.slice(from.start, from.end));
    const after = new Essence(this.#after.slice(to.start, to.end));
    const first = before.before(span.start - from.start, 0);
    const last = before.before(span.end - from.start, 0);
    if (last <= first) return undefined;
    const code = before.text.slice(first, last);
    const shift = shiftOf(before, after, first, last);
    if (shift === undefined || !occursOnce(code, before.text) || !occursOnce(code, after.text))
      return undefined;
    const begin = before.before(range.startLine - 1 - from.start, range.startColumn - 1) + shift;
    const end = before.before(range.endLine - 1 - from.start, range.endColumn - 1) + shift;
    const found = rangeOf(after, begin, end);
    if (!found) return undefined;
    const carried = shifted(found, to.start);
    return { range: carried, span: { start: carried.startLine - 1, end: carried.endLine } };
  }

  #nearest(line: number, step: 1 | -1, alignment: LineAlignment): { line: number; target: number } {
    for (let at = line; at >= 0 && at < this.#before.length; at += step) {
      const target = alignment.lineOf(at);
      if (target !== undefined) return { line: at, target };
    }
    return step < 0 ? { line: -1, target: -1 } : { line: this.#before.length, target: this.#after.length };
  }
}

/** Whether the line above or below came along: of lines that read the same, that tells which one it is. */
function isBeside(from: LineSpan, to: LineSpan, alignment: LineAlignment): boolean {
  return (
    (from.start === 0 && to.start === 0) ||
    alignment.lineOf(from.start - 1) === to.start - 1 ||
    alignment.lineOf(from.end) === to.end
  );
}

/**
 * How far the characters from `first` to `last` moved, where they are the same in both texts together with all that
 * stands before them, or after them, and where nothing new was written onto their lines.
 */
function shiftOf(before: Essence, after: Essence, first: number, last: number): number | undefined {
  const same = commonStart(before.text, after.text);
  const endsAlike = same > last || (same === last && after.startsLine(last));
  if (endsAlike) return 0;
  const sameEnd = commonEnd(before.text, after.text);
  const shift = after.length - before.length;
  const tail = before.length - first;
  const beginsAlike = sameEnd > tail || (sameEnd === tail && after.startsLine(first + shift));
  return beginsAlike ? shift : undefined;
}

function occursOnce(code: string, text: string): boolean {
  const first = text.indexOf(code);
  return first >= 0 && first === text.lastIndexOf(code);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length])
    length++;
  return length;
}

/**
 * A range of some lines in other lines that read the same but for spacing and line breaks.
 * @param range relative to the given lines; the result is, too
 */
export function mapRange(
  before: readonly string[],
  after: readonly string[],
  range: CodeRange,
): CodeRange | undefined {
  const from = new Essence(before);
  const begin = from.before(range.startLine - 1, range.startColumn - 1);
  const end = from.before(range.endLine - 1, range.endColumn - 1);
  return rangeOf(new Essence(after), begin, end);
}

/** The range of the characters from `begin` to before `end`. */
function rangeOf(text: Essence, begin: number, end: number): CodeRange | undefined {
  const first = text.placeOf(begin);
  const last = text.placeOf(Math.max(begin, end - 1));
  if (!first || !last) return undefined;
  return {
    startLine: first.line + 1,
    startColumn: first.offset + 1,
    endLine: last.line + 1,
    endColumn: last.offset + 2,
  };
}

/** The same range so many lines on. */
export function shifted(range: CodeRange, lines: number): CodeRange {
  return { ...range, startLine: range.startLine + lines, endLine: range.endLine + lines };
}
