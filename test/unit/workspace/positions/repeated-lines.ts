/** A text in which every third line reads the same, random edits of it, and what its readers may say of such lines. */
import fc from 'fast-check';

export interface KnownLine {
  /** Its line at the beginning; -1 for what was written since. */
  readonly id: number;
  readonly text: string;
}

export const repeated = 'same(1, "text for all");';

export const firstLines: readonly KnownLine[] = Array.from({ length: 30 }, (_, id) => ({
  id,
  text: isRepeated(id) ? repeated : `statement(${id}, "text");`,
}));

export function isRepeated(id: number): boolean {
  return id % 3 === 0;
}

export const edits = ['insert', 'delete', 'move', 'indent'] as const;

export interface LineEdit {
  readonly kind: (typeof edits)[number];
  readonly at: number;
  readonly count: number;
}

/** Arbitrary numbers of an edit. */
export const where = { at: fc.nat(29), count: fc.integer({ min: 1, max: 6 }) };

export function edited(present: readonly KnownLine[], { kind, at, count }: LineEdit): readonly KnownLine[] {
  const start = at % (present.length + 1);
  switch (kind) {
    case 'insert': {
      const written = Array.from({ length: count }, (_, n) => (n % 2 ? repeated : `new(${at});`));
      return present.toSpliced(start, 0, ...written.map((text) => ({ id: -1, text })));
    }
    case 'delete':
      return present.toSpliced(start, count);
    case 'move': {
      const block = present.slice(start, start + count);
      return present.toSpliced(start, count).toSpliced(count, 0, ...block);
    }
    case 'indent':
      return present.map((one, n) =>
        n >= start && n < start + count ? { ...one, text: `  ${one.text}` } : one,
      );
  }
}

/**
 * What is wrong with taking a repeated line of the beginning for a line of the present text. History aside, only the
 * texts tell which of equal lines is which: its neighbours have to speak for it, and the nearest old lines not for another.
 */
export function misjudged(present: readonly KnownLine[], id: number, line: number): string | undefined {
  const is = present[line];
  if (is?.id === id) return undefined;
  if (is?.text.trim() !== repeated) return 'another text';
  const speaksForIt = [-1, 1].some(
    (step) => present[line + step]?.text.trim() === firstLines[id + step]?.text,
  );
  if (!speaksForIt) return 'nothing speaks for it';
  const speaksForAnother = [-1, 1].some((step) => {
    const next = nextOld(present, line, step);
    return is.id >= 0 && next !== undefined && next.id >= 0 && next.id === is.id + step;
  });
  return speaksForAnother ? `it is line ${is.id}, and beside what that was beside of` : undefined;
}

/** The next line on one side that was there at the beginning, up to a repeated one. */
function nextOld(present: readonly KnownLine[], line: number, step: number): KnownLine | undefined {
  let at = line + step;
  while (present[at]?.id === -1 && present[at]?.text.trim() !== repeated) at += step;
  return present[at];
}
