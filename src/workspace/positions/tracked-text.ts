import { essence, splitLines } from '../code-text.ts';
import { mapRange, shifted } from './carry.ts';
import type { CodeRange } from './positions.ts';
import { Change, type TextEdit, type TextPosition } from './text-change.ts';

export interface TrackedPlace {
  readonly id: string;
  /** Undefined while the code is not as it was. */
  readonly range: CodeRange | undefined;
}

/** Text that was taken out together with what is tracked, so that its return is known. */
interface Removal {
  /** Counts up: what was taken out last comes back first. */
  readonly serial: number;
  readonly text: string;
  /** From where it was taken out to what is tracked inside of it. */
  readonly lines: number;
  readonly characters: number;
}

/** How many removals, one around the other, are remembered of one piece of code. */
const deepest = 50;

/** One piece of code on its way through edits. */
interface Tracked {
  readonly id: string;
  /** Lines with its code, as they were when it was last known to be there, and the range within them. */
  reference: readonly string[];
  range: CodeRange;
  start: number;
  end: number;
  isThere: boolean;
  /** Line of the text at the beginning of the tracking; undefined when it was not found there. */
  readonly origin: number | undefined;
  /** Not empty while the code is out of the text; then `out` is where it was. */
  removals: Removal[];
  out: TextPosition;
}

/**
 * A text that is being edited and the code in it: every edit moves the code at once, in time proportional to edits
 * times pieces of code. Edits say what a comparison of texts cannot, for instance which of two equal lines was deleted.
 * Code is there while its lines read the same but for spacing and line breaks; what was deleted and is put back by
 * undo is there again.
 */
export class TrackedText {
  readonly #lines: string[];
  /** The line of the text at the beginning that each line is; -1 for lines written since. */
  readonly #origins: number[];
  readonly #tracked = new Map<string, Tracked>();
  #serial = 0;

  constructor(text: string) {
    this.#lines = splitLines(text);
    this.#origins = this.#lines.map((_, index) => index);
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get ids(): Iterable<string> {
    return this.#tracked.keys();
  }

  /** Tracks code that is at a range of the present text. */
  add(id: string, range: CodeRange): void {
    const [start, end] = [range.startLine - 1, range.endLine];
    this.#tracked.set(id, {
      id,
      reference: this.#lines.slice(start, end),
      range: shifted(range, -start),
      start,
      end,
      isThere: true,
      origin: this.#originOf(start),
      removals: [],
      out: { line: 0, character: 0 },
    });
  }

  delete(id: string): void {
    this.#tracked.delete(id);
  }

  /** Where a piece of code is; undefined when it is not tracked. */
  placeOf(id: string): TrackedPlace | undefined {
    const tracked = this.#tracked.get(id);
    return tracked && placeOf(tracked);
  }

  isThere(id: string): boolean {
    return this.#tracked.get(id)?.isThere === true;
  }

  /**
   * Whether code that edits lost sight of may be taken for the code at a line: not if that line is known to be another
   * one that was there before.
   */
  mayBeAt(id: string, line: number): boolean {
    const known = this.#origins[line];
    if (known === undefined) return false;
    return known === -1 || known === this.#tracked.get(id)?.origin;
  }

  /**
   * Takes the edits of one event.
   * @param isUndo whether the event takes back an earlier one
   * @returns the places that changed
   */
  apply(edits: readonly TextEdit[], isUndo = false): TrackedPlace[] {
    const before = new Map<Tracked, Whereabouts>();
    const touched = new Set<Tracked>();
    const inOrder = edits.toSorted((a, b) => compare(b.range.start, a.range.start));
    const written: Written[] = [];
    const removed = new Set(isUndo || edits.length < 2 ? [] : edits.map(({ range }) => this.#textOf(range)));
    for (const edit of inOrder) {
      const change = this.#splice(edit);
      for (const earlier of written) earlier.start += change.added;
      written.push({ start: edit.range.start.line, lines: change.inserted });
      // What is taken from elsewhere at the same time is moved here, and nothing that was here before.
      const returning = removed.has(change.insertedText) ? -1 : this.#returning(edit, change);
      for (const tracked of this.#tracked.values()) {
        if (isBeyond(tracked, edit, change)) continue;
        const { isThere, range, start } = tracked;
        if (!before.has(tracked)) before.set(tracked, { isThere, range, start });
        if (move(tracked, edit, change, returning)) touched.add(tracked);
      }
    }
    this.#followMoves([...touched], written);
    for (const tracked of touched) this.#verify(tracked);
    return [...before].filter(([one, was]) => !samePlace(one, was)).map(([one]) => placeOf(one));
  }

  /** The latest removal whose text an edit puts back, by its serial number; -1 where it puts nothing back. */
  #returning({ range: { start } }: TextEdit, change: Change): number {
    let latest = -1;
    for (const { removals, out } of this.#tracked.values()) {
      const top = removals.at(-1);
      if (top && compare(start, out) === 0 && top.serial > latest && top.text === change.insertedText)
        latest = top.serial;
    }
    return latest;
  }

  #originOf(line: number): number | undefined {
    const origin = this.#origins[line];
    return origin === -1 ? undefined : origin;
  }

  #textOf({ start, end }: TextEdit['range']): string {
    const lines = this.#lines.slice(start.line, end.line + 1);
    lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.character);
    lines[0] = (lines[0] ?? '').slice(start.character);
    return lines.join('\n');
  }

  #splice({ range: { start, end }, text }: TextEdit): Change {
    const [first, last] = [this.#lines[start.line] ?? '', this.#lines[end.line] ?? ''];
    const removed = this.#lines.slice(start.line, end.line + 1);
    removed[removed.length - 1] = last.slice(0, end.character);
    removed[0] = (removed[0] ?? '').slice(start.character);
    const inserted = splitLines(text);
    const joined = [...inserted];
    joined[0] = first.slice(0, start.character) + (joined[0] ?? '');
    joined[joined.length - 1] = (joined[joined.length - 1] ?? '') + last.slice(end.character);
    const indents = { first: indentOf(first), last: indentOf(last) };
    const origins = joined.map(() => -1);
    const keepsFirst = start.character > indents.first || (start.line === end.line && joined.length === 1);
    const keepsLast = end.character <= indents.last;
    if (keepsLast) origins[origins.length - 1] = this.#origins[end.line] ?? -1;
    if (keepsFirst) origins[0] = this.#origins[start.line] ?? -1;
    replaceLines(this.#lines, start.line, removed.length, joined);
    replaceLines(this.#origins, start.line, removed.length, origins);
    return new Change(removed, inserted, [first, last], this.#serial++);
  }

  /** Code that was taken out in one place and written in another by the same event was moved. */
  #followMoves(touched: readonly Tracked[], written: readonly Written[]): void {
    const lost = touched.filter(({ isThere, removals }) => isThere && removals.length > 0);
    if (lost.length === 0 || written.length < 2) return;
    for (const tracked of lost) {
      const wanted = tracked.reference.map(essence);
      if (lost.some((other) => other !== tracked && other.reference.map(essence)[0] === wanted[0])) continue;
      // What was written may share its first and last line with what was there.
      const found = written.flatMap(({ start, lines }) =>
        lines.flatMap((_, index) =>
          wanted.every(
            (line, offset) =>
              essence(lines[index + offset] ?? '') === line &&
              essence(this.#lines[start + index + offset] ?? '') === line,
          )
            ? [start + index]
            : [],
        ),
      );
      const [only, ...others] = found;
      if (only === undefined || others.length > 0) continue;
      tracked.removals = [];
      tracked.start = only;
      tracked.end = only + wanted.length;
    }
  }

  #verify(tracked: Tracked): void {
    const { start, end, reference } = tracked;
    const present = this.#lines.slice(start, end);
    tracked.isThere =
      tracked.removals.length === 0 &&
      end > start &&
      end <= this.#lines.length &&
      sameCode(present, reference);
    if (!tracked.isThere) return;
    tracked.range = mapRange(reference, present, tracked.range) ?? tracked.range;
    tracked.reference = present;
  }
}

interface Written {
  start: number;
  readonly lines: readonly string[];
}

/** Whether an edit leaves tracked code alone: most do, and they are to cost nothing. */
function isBeyond({ removals, start, end }: Tracked, { range }: TextEdit, { added }: Change): boolean {
  if (removals.length > 0) return false;
  return range.start.line > end - 1 || (added === 0 && range.end.line < start);
}

/** Moves tracked code through one edit. @returns whether its text may have changed by it */
function move(tracked: Tracked, edit: TextEdit, change: Change, returning: number): boolean {
  if (tracked.removals.length > 0) return moveLost(tracked, edit, change, returning);
  const { start, end } = edit.range;
  const last = tracked.end - 1;
  if (start.line > last) return false;
  if (end.line < tracked.start) {
    tracked.start += change.added;
    tracked.end += change.added;
    return false;
  }
  const [first, final] = change.before;
  const startsBefore =
    start.line < tracked.start || (start.line === tracked.start && start.character <= indentOf(first));
  const endsAfter = end.line > last || (end.line === last && end.character >= lengthOf(final));
  const isEmpty = compare(start, end) === 0;
  if (end.line === tracked.start && end.character <= indentOf(final) && startsBefore) {
    tracked.start = start.line + change.inserted.length - 1;
    tracked.end += change.added;
    return true;
  }
  if (isEmpty && start.line === last && endsAfter) return true;
  if (start.line === last && start.character >= lengthOf(first)) return true;
  if (startsBefore && endsAfter) {
    replaced(tracked, edit, change);
    return true;
  }
  if (!startsBefore && !endsAfter) {
    tracked.end += change.added;
    return true;
  }
  if (start.line >= tracked.start && end.line <= last) {
    tracked.end += change.added;
    return true;
  }
  takeOut(tracked, start, change);
  return true;
}

/** All of the code was replaced: it goes on where the new text has it, else it is out. */
function replaced(tracked: Tracked, { range: { start }, text }: TextEdit, change: Change): void {
  const carried =
    tracked.isThere && text !== '' ? change.carrier.carry(inRemoved(tracked, start)) : undefined;
  if (!carried) {
    takeOut(tracked, start, change);
    return;
  }
  tracked.reference = change.inserted.slice(carried.span.start, carried.span.end);
  tracked.range = shifted(carried.range, -carried.span.start);
  tracked.start = start.line + carried.span.start;
  tracked.end = start.line + carried.span.end;
}

/** The range in the removed lines, of which the first begins in the middle of a line of the text. */
function inRemoved(tracked: Tracked, start: TextPosition): CodeRange {
  const range = shifted(tracked.range, tracked.start - start.line);
  const cut = start.character;
  return {
    ...range,
    startColumn: range.startLine === 1 ? Math.max(1, range.startColumn - cut) : range.startColumn,
    endColumn: range.endLine === 1 ? Math.max(1, range.endColumn - cut) : range.endColumn,
  };
}

function takeOut(tracked: Tracked, start: TextPosition, change: Change): void {
  tracked.removals.push({
    serial: change.serial,
    text: change.removedText,
    lines: tracked.start - start.line,
    characters: 0,
  });
  tracked.out = start;
}

/** Moves the place that code was taken out of. @returns whether the code came back */
function moveLost(tracked: Tracked, edit: TextEdit, change: Change, returning: number): boolean {
  const { start, end } = edit.range;
  const { out, removals } = tracked;
  if (compare(start, out) >= 0) {
    const top = removals.at(-1);
    // What is written right at the place goes behind it.
    return compare(start, out) === 0 && top?.serial === returning && putBack(tracked, top);
  }
  const isRemoval = compare(start, end) < 0;
  const reaches = compare(end, out);
  if (reaches > 0 || (reaches === 0 && isRemoval && removals.length < deepest)) {
    const isOneLine = out.line === start.line;
    removals.push({
      serial: change.serial,
      text: change.removedText,
      lines: out.line - start.line,
      characters: isOneLine ? out.character - start.character : out.character,
    });
    tracked.out = start;
    return false;
  }
  tracked.out = { line: out.line + change.added, character: characterAfter(out, edit, change) };
  return false;
}

function characterAfter(at: TextPosition, { range: { start, end } }: TextEdit, change: Change): number {
  if (end.line < at.line) return at.character;
  const written = (change.inserted.at(-1) ?? '').length;
  const before = change.inserted.length === 1 ? start.character : 0;
  return at.character - end.character + written + before;
}

function putBack(tracked: Tracked, removal: Removal): boolean {
  const { out } = tracked;
  tracked.removals.pop();
  const line = out.line + removal.lines;
  if (tracked.removals.length > 0) {
    const character = removal.lines === 0 ? out.character + removal.characters : removal.characters;
    tracked.out = { line, character };
    return false;
  }
  const count = tracked.end - tracked.start;
  tracked.start = line;
  tracked.end = line + count;
  return true;
}

function placeOf({ id, isThere, range, start }: Tracked): TrackedPlace {
  return { id, range: isThere ? shifted(range, start) : undefined };
}

type Whereabouts = Readonly<Pick<Tracked, 'isThere' | 'range' | 'start'>>;

function samePlace(a: Whereabouts, b: Whereabouts): boolean {
  if (!a.isThere || !b.isThere) return a.isThere === b.isThere;
  if (a.range === b.range) return a.start === b.start;
  const [one, other] = [shifted(a.range, a.start), shifted(b.range, b.start)];
  return (
    one.startLine === other.startLine &&
    one.startColumn === other.startColumn &&
    one.endLine === other.endLine &&
    one.endColumn === other.endColumn
  );
}

function sameCode(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length) return a.every((line, index) => essence(line) === essence(b[index] ?? ''));
  return a.map(essence).join('') === b.map(essence).join('');
}

function compare(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.character - b.character;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Up to the end of what is not space. */
function lengthOf(line: string): number {
  return line.trimEnd().length;
}

/** As `splice`, for any number of lines. */
function replaceLines<T>(all: T[], start: number, count: number, by: readonly T[]): void {
  if (by.length < 10_000) {
    all.splice(start, count, ...by);
    return;
  }
  const tail = all.slice(start + count);
  all.length = start;
  for (const one of by) all.push(one);
  for (const one of tail) all.push(one);
}
