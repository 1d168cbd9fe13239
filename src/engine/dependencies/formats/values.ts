import type { LocatedValue, Span } from '../../files/structured/value.ts';

/** The span of a string's text without its quotes, for an edit; all of a value that is spelled otherwise. */
export function inside(value: LocatedValue): Span {
  const quotes = value.kind === 'text' ? value.end - value.start - value.text.length : 0;
  const isQuoted = quotes === 2;
  return isQuoted ? { start: value.start + 1, end: value.end - 1 } : value;
}
