import { shorten, visible } from '../../agent/data.ts';
import { SafeInline } from './safe-inline.ts';

/** Characters of an answer; of a longer one the beginning is kept. */
const longestAnswer = 256 * 1024;
const leftOut = '\n\n*The rest of this answer was left out: it is longer than 262,144 characters.*\n';

/** Columns that a block of code may be indented by, and the marks that it begins with. */
const deepestFence = 40;
const longestMarks = 20;
const longestInfo = 200;

/**
 * A model's Markdown as text, emphasis, lists, tables, code and links to places in the code; anything else is text that
 * leads nowhere. It is not filtered but written anew, so that no reader of Markdown can see more in it. Works on a
 * stream, in time proportional to its length however it is cut into pieces.
 */
export class SafeOutput {
  readonly #inline = new SafeInline();
  #length = 0;
  /** Half of a character, or of a line end. */
  #half = '';
  #line: Line = { kind: 'start', indent: '', marks: '', info: '' };
  #isAfterBlank = true;
  #fence: Fence | undefined;
  #written = '';

  /** @returns what can be shown by now */
  add(text: string): string {
    if (this.#length > longestAnswer) return '';
    const rest = longestAnswer - this.#length;
    this.#length += text.length;
    const piece = this.#half + text.slice(0, rest);
    this.#half = /[\r\ud800-\udbff]$/.exec(piece)?.[0] ?? '';
    const whole = piece.slice(0, piece.length - this.#half.length);
    for (const character of whole.replace(/\r\n?/g, '\n')) this.#feed(character);
    if (this.#length > longestAnswer) {
      this.#end();
      this.#written += leftOut;
    }
    return this.#take();
  }

  /** @returns the rest */
  end(): string {
    this.#end();
    return this.#take();
  }

  #take(): string {
    this.#written += this.#inline.take();
    const written = this.#written;
    this.#written = '';
    return written;
  }

  #end(): void {
    if (this.#half === '\r') this.#feed('\n');
    this.#half = '';
    const fence = this.#fence;
    if (!fence) {
      this.#textOf(this.#line);
      this.#inline.end();
      this.#written += this.#inline.take();
    } else if (this.#line.kind === 'start' && closes(this.#line, fence)) {
      this.#written += fence.indent + fence.marks;
    } else {
      this.#codeOf(this.#line, fence);
      this.#written += `${this.#isAtMargin() ? '' : '\n'}${fence.indent}${fence.marks}\n`;
    }
    this.#fence = undefined;
    this.#newLine();
  }

  #isAtMargin(): boolean {
    return this.#line.kind === 'start' && this.#line.indent + this.#line.marks + this.#line.info === '';
  }

  #newLine(): void {
    this.#line = { kind: 'start', indent: '', marks: '', info: '' };
  }

  #feed(given: string): void {
    const character = /[\v\f\u2028\u2029]/.test(given) ? ' ' : given;
    if (character === '\0') return;
    if (this.#fence) this.#code(character, this.#fence);
    else this.#prose(character);
  }

  #prose(character: string): void {
    const line = this.#line;
    if (character === '\n') {
      const fence = line.kind === 'start' ? fenceOf(line) : undefined;
      if (fence) return this.#open(fence);
      this.#isAfterBlank = line.kind === 'start' && line.marks === '';
      this.#textOf(line);
      this.#inline.endLine();
      this.#newLine();
    } else if (line.kind === 'rest') {
      this.#inline.add(character);
    } else if (!takes(line, character)) {
      this.#textOf(line);
      this.#line = { kind: 'rest' };
      this.#inline.add(character);
    }
  }

  /** A beginning that is no block of code is text. */
  #textOf(line: Line): void {
    if (line.kind === 'start') this.#inline.add(line.indent + line.marks + line.info);
  }

  /**
   * Where it is indented it stands in a list, or is code for its indentation. Behind an empty line it is one or the
   * other, and so is all of it: each line is as far in as the first one.
   */
  #open(fence: Fence): void {
    this.#written += this.#inline.take();
    if (fence.indent !== '' && !this.#isAfterBlank) this.#written += '\n';
    this.#written += `${fence.indent}${fence.marks}${fence.language}\n`;
    this.#fence = fence;
    this.#newLine();
  }

  #code(character: string, fence: Fence): void {
    const line = this.#line;
    if (character === '\n') {
      if (line.kind === 'start' && closes(line, fence)) {
        this.#written += `${fence.indent}${fence.marks}\n`;
        this.#fence = undefined;
        this.#isAfterBlank = false;
      } else {
        if (!this.#isAtMargin()) this.#codeOf(line, fence);
        this.#written += '\n';
      }
      this.#newLine();
    } else if (line.kind === 'rest') {
      this.#written += character;
    } else if (!takesClosing(line, character, fence)) {
      this.#codeOf(line, fence);
      this.#line = { kind: 'rest' };
      this.#written += character;
    }
  }

  #codeOf(line: Line, { indent }: Fence): void {
    if (line.kind === 'rest') return;
    const rest = line.marks + line.info;
    const own = indent === '' ? line.indent : ' '.repeat(Math.max(0, columns(line.indent) - indent.length));
    this.#written += indent + own + rest;
  }
}

/** A model's words on one line, of at most so many characters before marks are escaped. */
export function safeLine(text: string, length: number): string {
  const output = new SafeOutput();
  // Made one line first, so that no mark is cut off.
  const shown = output.add(shorten(visible(text).replace(/\s+/g, ' ').trim(), length));
  return shown + output.end();
}

/** A line so far: what it begins with, where that may yet begin or end a block of code, or what comes after it. */
type Line =
  | { readonly kind: 'rest' }
  | { readonly kind: 'start'; indent: string; marks: string; info: string };
type Start = Extract<Line, { kind: 'start' }>;

interface Fence {
  readonly indent: string;
  readonly marks: string;
  readonly language: string;
}

/** Adds a character to a line that may begin a block of code. @returns false where it cannot any more */
function takes(line: Start, character: string): boolean {
  if (line.marks === '' && (character === ' ' || character === '\t')) {
    if (line.indent.length >= deepestFence) return false;
    line.indent += character;
    return true;
  }
  const mark = line.marks[0] ?? character;
  if (mark !== '`' && mark !== '~') return false;
  if (line.info === '' && character === mark) {
    if (line.marks.length >= longestMarks) return false;
    line.marks += character;
    return true;
  }
  if (line.marks.length < 3 || line.info.length >= longestInfo || character === '`') return false;
  line.info += character;
  return true;
}

function fenceOf({ indent, marks, info }: Start): Fence | undefined {
  const width = columns(indent);
  if (marks.length < 3 || width > deepestFence) return undefined;
  return {
    indent: ' '.repeat(width),
    marks,
    language: /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? '',
  };
}

/** Adds a character to a line that may end a block of code. @returns false where it cannot any more */
function takesClosing(line: Start, character: string, { marks }: Fence): boolean {
  if (/\s/.test(character)) {
    if (line.marks === '') line.indent += character;
    else line.info += character;
    return true;
  }
  if (character !== marks[0] || line.info !== '') return false;
  line.marks += character;
  return true;
}

/** More than any reader takes for an end: what it takes for one must be one here. */
function closes({ marks }: Start, fence: Fence): boolean {
  return marks.length >= fence.marks.length;
}

/** How far in it leads, with tabs to every fourth column. */
function columns(indent: string): number {
  let width = 0;
  for (const character of indent) width += character === '\t' ? 4 - (width % 4) : 1;
  return width;
}
