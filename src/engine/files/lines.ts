/** Offsets of line starts, for many position look-ups in one text. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** @returns the 0-based line that holds the offset */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  startOf(line: number): number {
    return this.#starts[line] ?? 0;
  }

  /** @returns the offset after the line's last character, line break excluded */
  endOf(line: number, text: string): number {
    const next = this.#starts[line + 1];
    if (next === undefined) return text.length;
    return text[next - 2] === '\r' ? next - 2 : next - 1;
  }
}

/** @returns the offset of the line break that ends the line of an offset; the text's length in its last line */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
