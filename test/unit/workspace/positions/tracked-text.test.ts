import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TextEdit, TextPosition } from '../../../../src/workspace/positions/text-change.ts';
import { TrackedText } from '../../../../src/workspace/positions/tracked-text.ts';
import { effortOf } from '../../../support/effort.ts';

const at = (line: number, character: number) => ({ line, character });
const edit = (fromLine: number, from: number, toLine: number, to: number, text: string): TextEdit => ({
  range: { start: at(fromLine, from), end: at(toLine, to) },
  text,
});

/** Tracks the whole of the given lines, by number from 0. */
function track(lines: readonly string[], ...numbers: number[]): TrackedText {
  const text = new TrackedText(lines.join('\n'));
  for (const number of numbers) text.add(String(number), wholeLine(lines[number] ?? '', number));
  return text;
}

function wholeLine(text: string, line: number) {
  const startColumn = text.length - text.trimStart().length + 1;
  return { startLine: line + 1, startColumn, endLine: line + 1, endColumn: text.trimEnd().length + 1 };
}

const lineOf = (text: TrackedText, id: number) => {
  const range = text.placeOf(String(id))?.range;
  return range && range.startLine - 1;
};

describe('code in a text that is edited', () => {
  const source = ['first();', '  run(x);', 'middle();', '  run(x);', 'last();'];

  it('moves with lines that are put in and taken out above, and says what moved', () => {
    const text = track(source, 1, 3);
    assert.deepEqual(text.apply([edit(2, 0, 2, 0, 'one\ntwo\n')]), [
      { id: '3', range: { startLine: 6, startColumn: 3, endLine: 6, endColumn: 10 } },
    ]);
    assert.equal(text.apply([edit(4, 0, 5, 0, '')]).length, 1);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 3)], [1, 4]);
  });

  it('tells which of two equal lines was deleted', () => {
    const lines = ['a', 'run(x);', 'run(x);', 'b'];
    for (const first of [edit(1, 0, 2, 0, ''), edit(0, 1, 1, 7, '')]) {
      const text = track(lines, 1, 2);
      text.apply([first]);
      assert.deepEqual([lineOf(text, 1), lineOf(text, 2)], [undefined, 1]);
    }
    const text = track(lines, 1, 2);
    text.apply([edit(2, 0, 3, 0, '')]);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 2)], [1, undefined]);
  });

  it('is changed while something else is on its line, and there again when that is undone', () => {
    const text = track(source, 1);
    text.apply([edit(1, 9, 1, 9, ' // why')]);
    assert.equal(lineOf(text, 1), undefined);
    text.apply([edit(1, 9, 1, 16, '')]);
    assert.equal(lineOf(text, 1), 1);
    text.apply([edit(1, 2, 1, 2, 'dont')]);
    assert.equal(lineOf(text, 1), undefined);
    text.apply([edit(1, 2, 1, 6, '')]);
    assert.equal(lineOf(text, 1), 1);
  });

  it('follows changes of spacing, indentation and line breaks', () => {
    const text = track(['call(one, two);'], 0);
    text.apply([edit(0, 0, 0, 0, '    ')]);
    assert.deepEqual(text.placeOf('0')?.range, { startLine: 1, startColumn: 5, endLine: 1, endColumn: 20 });
    text.apply([edit(0, 9, 0, 9, '\n      '), edit(0, 13, 0, 14, '\n      ')]);
    assert.deepEqual(text.lines, ['    call(', '      one,', '      two);']);
    assert.deepEqual(text.placeOf('0')?.range, { startLine: 1, startColumn: 5, endLine: 3, endColumn: 12 });
  });

  it('follows a formatter that replaces the whole text', () => {
    const lines = ['function f(a){', 'run( a,b )', 'stay( a )', '}'];
    const formatted = ['function f(a) {', '  run(', '    a,', '    b,', '  )', '  stay(a)', '}', ''];
    const text = track(lines, 1, 2);
    text.apply([edit(0, 0, 3, 1, formatted.join('\n'))]);
    assert.deepEqual(text.placeOf('1')?.range, { startLine: 2, startColumn: 3, endLine: 5, endColumn: 4 });
    assert.deepEqual(text.placeOf('2')?.range, { startLine: 6, startColumn: 3, endLine: 6, endColumn: 10 });
  });

  it('is found again where it was, after it was deleted with more and more around it and all was undone', () => {
    const text = track(source, 1, 3);
    text.apply([edit(1, 0, 2, 0, '')]);
    text.apply([edit(1, 0, 2, 0, '')]);
    text.apply([edit(0, 3, 2, 2, 'x')]);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 3)], [undefined, undefined]);
    text.apply([edit(0, 3, 0, 4, 'st();\n  run(x);\nla')]);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 3)], [undefined, 1]);
    text.apply([edit(1, 0, 1, 0, 'middle();\n')]);
    text.apply([edit(1, 0, 1, 0, '  run(x);\n')]);
    assert.deepEqual(text.lines, source);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 3)], [1, 3]);
  });

  it('puts back the right one of two equal lines', () => {
    const lines = ['run(x);', 'run(x);', 'end'];
    for (const [order, expected] of [
      [
        [0, 0],
        [undefined, 0],
      ],
      [
        [1, 0],
        [0, undefined],
      ],
    ] as const) {
      const text = track(lines, 0, 1);
      for (const line of order) text.apply([edit(line, 0, line + 1, 0, '')]);
      text.apply([edit(0, 0, 0, 0, 'run(x);\n')]);
      assert.deepEqual([lineOf(text, 0), lineOf(text, 1)], expected);
    }
  });

  it('goes with a line that an editor moves', () => {
    const text = track(source, 1, 3);
    text.apply([edit(1, 0, 2, 0, ''), edit(3, 0, 3, 0, '  run(x);\n')]);
    assert.deepEqual(text.lines, ['first();', 'middle();', '  run(x);', '  run(x);', 'last();']);
    assert.deepEqual([lineOf(text, 1), lineOf(text, 3)], [2, 3]);
  });

  it('does not take an old line for lost code, only a new one', () => {
    const text = track(source, 1);
    text.apply([edit(1, 0, 2, 0, ''), edit(4, 0, 4, 0, 'new();\n')]);
    assert.deepEqual(text.lines, ['first();', 'middle();', '  run(x);', 'new();', 'last();']);
    assert.equal(text.mayBeAt('1', 2), false, 'it is the other one');
    assert.equal(text.mayBeAt('1', 3), true);
  });

  it('is never on a line that is not its own, and never lost while its line is untouched', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const model = new Model();
        for (const one of steps) {
          model.take(one);
          model.check();
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it('costs a keystroke in a file with 500 issues less than a millisecond', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `  statement(${index});`);
    const text = track(lines, ...Array.from({ length: 500 }, (_, index) => index * 10));
    const keystrokes = Array.from({ length: 400 }, (_, index) => [
      edit(0, 0, 0, 0, index % 20 === 0 ? '\n' : 'x'),
    ]);
    const effort = effortOf(() => keystrokes.forEach((edits) => void text.apply(edits)));
    assert.ok(effort / keystrokes.length < 1, `${effort / keystrokes.length} ms`);
  });
});

type Step =
  | {
      readonly kind: 'insert' | 'delete' | 'move' | 'copy' | 'indent' | 'replace';
      readonly at: number;
      readonly count: number;
      readonly to: number;
      readonly ends: boolean;
    }
  | { readonly kind: 'type' | 'undo' | 'redo'; readonly at: number; readonly to: number };

const index = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('insert', 'delete', 'move', 'copy', 'indent', 'replace' as const),
    at: index,
    count: fc.integer({ min: 1, max: 4 }),
    to: index,
    ends: fc.boolean(),
  }) as fc.Arbitrary<Step>,
  fc.record({
    kind: fc.constantFrom('type', 'undo', 'undo', 'undo', 'redo' as const),
    at: index,
    to: index,
  }) as fc.Arbitrary<Step>,
);

interface Line {
  readonly id: number;
  readonly text: string;
}

/** What leads back, or forth, to a text. */
interface Moment {
  readonly lines: readonly Line[];
  readonly edits: readonly TextEdit[];
}

/** Identifies lines that were not there at the beginning. */
const firstWritten = 100;

/** A text of lines that know who they are; every second one is tracked, and most read like another one. */
class Model {
  readonly #first: readonly Line[] = Array.from({ length: 12 }, (_, id) => ({
    id,
    text: id % 3 === 0 ? `only(${id});` : (['a(1);', '  b(2);'][id % 2] ?? ''),
  }));
  #lines: readonly Line[] = this.#first;
  #past: Moment[] = [];
  #future: Moment[] = [];
  #next = firstWritten;
  /** Lines that changed place: they may be lost where others read the same. */
  readonly #moved = new Set<number>();
  readonly #text = track(
    this.#first.map(({ text }) => text),
    ...this.#first.map(({ id }) => id),
  );

  take(one: Step): void {
    const count = this.#lines.length;
    switch (one.kind) {
      case 'undo':
        return this.#travel(this.#past, this.#future, true);
      case 'redo':
        return this.#travel(this.#future, this.#past, false);
      case 'type': {
        const line = one.at % count;
        const text = this.#lines[line]?.text ?? '';
        const column = one.to % (text.length + 1);
        const typed = `${text.slice(0, column)}x${text.slice(column)}`;
        return this.#become(this.#lines.with(line, { id: this.#lines[line]?.id ?? 0, text: typed }), [
          edit(line, column, line, column, 'x'),
        ]);
      }
      case 'insert': {
        const added = Array.from({ length: one.count }, (_, offset) => ({
          id: this.#next++,
          text: ['a(1);', '  b(2);', 'new'][(one.to + offset) % 3] ?? '',
        }));
        return this.#insert(one.at % (count + 1), added, one.ends);
      }
      case 'copy': {
        const from = one.at % count;
        const copied = this.#lines
          .slice(from, from + one.count)
          .map(({ text }) => ({ id: this.#next++, text }));
        return this.#insert(one.to % (count + 1), copied, one.ends);
      }
      case 'delete': {
        const from = one.at % count;
        const to = Math.min(from + one.count, count - 1);
        if (to <= from) return;
        const removal =
          one.ends && from > 0
            ? edit(from - 1, this.#length(from - 1), to - 1, this.#length(to - 1), '')
            : edit(from, 0, to, 0, '');
        return this.#become(this.#lines.toSpliced(from, to - from), [removal]);
      }
      case 'replace': {
        const from = one.at % count;
        const to = Math.min(from + one.count, count) - 1;
        const fresh = { id: this.#next++, text: `fresh(${this.#next});` };
        return this.#become(this.#lines.toSpliced(from, to - from + 1, fresh), [
          edit(from, 0, to, this.#length(to), fresh.text),
        ]);
      }
      case 'indent': {
        const from = one.at % count;
        const to = Math.min(from + one.count, count);
        const lines = this.#lines.map((line, at) =>
          at >= from && at < to ? { ...line, text: `\t${line.text}` } : line,
        );
        return this.#become(
          lines,
          Array.from({ length: to - from }, (_, offset) => edit(from + offset, 0, from + offset, 0, '\t')),
        );
      }
      case 'move': {
        const from = one.at % count;
        const block = this.#lines.slice(from, Math.min(from + one.count, count - 1));
        const to = one.to % count;
        if (block.length === 0 || (to >= from && to <= from + block.length)) return;
        for (const { id } of block) this.#moved.add(id);
        const without = this.#lines.toSpliced(from, block.length);
        const target = to > from ? to - block.length : to;
        return this.#become(without.toSpliced(target, 0, ...block), [
          edit(from, 0, from + block.length, 0, ''),
          edit(to, 0, to, 0, block.map(({ text }) => `${text}\n`).join('')),
        ]);
      }
    }
  }

  check(): void {
    assert.deepEqual(
      this.#text.lines,
      this.#lines.map(({ text }) => text),
    );
    for (const { id, text } of this.#first) {
      const place = lineOf(this.#text, id);
      const own = this.#lines.findIndex((line) => line.id === id);
      const isWhole = own >= 0 && this.#lines[own]?.text.trim() === text.trim();
      // Its very text, written anew where it was deleted, is it again: that is what undo does.
      const isBack = (own < 0 || this.#moved.has(id)) && (this.#lines[place ?? -1]?.id ?? 0) >= firstWritten;
      if (place !== undefined)
        assert.ok(isBack || (isWhole && place === own), `${text} (${id}) is at ${own}, not ${place}`);
      else assert.ok(!isWhole || this.#moved.has(id), `${text} (${id}) is lost, it is at ${own}`);
    }
  }

  #length(line: number): number {
    return this.#lines[line]?.text.length ?? 0;
  }

  #insert(at: number, added: readonly Line[], ends: boolean): void {
    const texts = added.map(({ text }) => text).join('\n');
    const atEnd = at === this.#lines.length || (ends && at > 0);
    const insertion = atEnd
      ? edit(at - 1, this.#length(at - 1), at - 1, this.#length(at - 1), `\n${texts}`)
      : edit(at, 0, at, 0, `${texts}\n`);
    this.#become(this.#lines.toSpliced(at, 0, ...added), [insertion]);
  }

  #become(lines: readonly Line[], edits: readonly TextEdit[]): void {
    this.#past.push({ lines: this.#lines, edits: inverse(this.#texts(), edits) });
    this.#future = [];
    this.#lines = lines;
    this.#text.apply(edits);
  }

  #travel(from: Moment[], to: Moment[], isUndo: boolean): void {
    const step = from.pop();
    if (!step) return;
    to.push({ lines: this.#lines, edits: inverse(this.#texts(), step.edits) });
    this.#lines = step.lines;
    this.#text.apply(step.edits, isUndo);
  }

  #texts(): readonly string[] {
    return this.#lines.map(({ text }) => text);
  }
}

/** The edits that take back edits of a text: at the same places, as they are after all of them. */
function inverse(lines: readonly string[], edits: readonly TextEdit[]): TextEdit[] {
  const text = lines.join('\n');
  const offset = ({ line, character }: TextPosition) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, character);
  let after = text;
  let shift = 0;
  const spans = edits
    .toSorted((a, b) => offset(a.range.start) - offset(b.range.start))
    .map(({ range, text: written }) => {
      const [start, end] = [offset(range.start), offset(range.end)];
      const span = {
        start: start + shift,
        end: start + shift + written.length,
        text: text.slice(start, end),
      };
      after = after.slice(0, span.start) + written + after.slice(end + shift);
      shift += written.length - (end - start);
      return span;
    });
  const position = (at: number) => {
    const before = after.slice(0, at).split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  return spans.map((span) => ({
    range: { start: position(span.start), end: position(span.end) },
    text: span.text,
  }));
}
