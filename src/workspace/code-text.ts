/** What of a text makes it the same code: spacing, indentation and line breaks do not. */

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** A line's characters without any space. Two lines with the same ones read the same to whoever formats code. */
export function essence(line: string): string {
  return line.replace(/\s+/g, '');
}

/**
 * The essence of several lines as one text, with the way back: where each of its characters stands. A comma before a
 * closing bracket is left out, because formatters add it when they break a list into lines.
 */
export class Essence {
  readonly text: string;
  /** Index of the line of each character, from 0. */
  readonly #lines: readonly number[];
  /** Offset in its line of each character, from 0. */
  readonly #offsets: readonly number[];

  constructor(lines: readonly string[]) {
    const characters: string[] = [];
    const at: number[] = [];
    const offsets: number[] = [];
    for (const [index, line] of lines.entries()) {
      for (let offset = 0; offset < line.length; offset++) {
        const character = line[offset] ?? '';
        if (isSpace(character)) continue;
        if (isCloser(character) && characters.at(-1) === ',') {
          characters.pop();
          at.pop();
          offsets.pop();
        }
        characters.push(character);
        at.push(index);
        offsets.push(offset);
      }
    }
    this.text = characters.join('');
    this.#lines = at;
    this.#offsets = offsets;
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Where a character stands; undefined beyond the ends. */
  placeOf(index: number): { readonly line: number; readonly offset: number } | undefined {
    const line = this.#lines[index];
    const offset = this.#offsets[index];
    return line === undefined || offset === undefined ? undefined : { line, offset };
  }

  /** How many characters stand before a place. */
  before(line: number, offset: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const ahead =
        (this.#lines[middle] ?? 0) < line ||
        (this.#lines[middle] === line && (this.#offsets[middle] ?? 0) < offset);
      if (ahead) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a character is the first of its line, or the text's end is asked for. */
  startsLine(index: number): boolean {
    return index <= 0 || index >= this.length || this.#lines[index] !== this.#lines[index - 1];
  }
}

function isSpace(character: string): boolean {
  if (character > ' ' && character < '\u0080') return false;
  return character === ' ' || /\s/.test(character);
}

function isCloser(character: string): boolean {
  return character === ')' || character === ']' || character === '}';
}
