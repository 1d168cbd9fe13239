import type { Span } from '../../files/structured/value.ts';

/** One line of a text, and where it begins. */
export interface TextLine extends Span {
  /** Without its line break. */
  readonly text: string;
}

/** Returns the lines of a text one by one, with their offsets. */
export function* textLines(text: string): Generator<TextLine> {
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    const end = text.charCodeAt(next - 1) === 13 && next > start ? next - 1 : next;
    yield { text: text.slice(start, end), start, end };
    start = next + 1;
  }
}

/** @returns the words of a line that spaces separate, and where each stands */
export function wordsOf(line: TextLine): readonly TextLine[] {
  return [...line.text.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    start: line.start + index,
    end: line.start + index + text.length,
  }));
}
