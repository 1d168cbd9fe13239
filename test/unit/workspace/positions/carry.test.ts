import assert from 'node:assert/strict';
import fc from 'fast-check';
import { essence } from '../../../../src/workspace/code-text.ts';
import { Carrier } from '../../../../src/workspace/positions/carry.ts';
import { effortOf } from '../../../support/effort.ts';

function whole(lines: readonly string[], line: number, end = line) {
  return {
    startLine: line + 1,
    startColumn: (lines[line] ?? '').search(/\S/) + 1,
    endLine: end + 1,
    endColumn: (lines[end] ?? '').trimEnd().length + 1,
  };
}

function lineOf(before: readonly string[], after: readonly string[], line: number): number | undefined {
  const found = new Carrier(before, after).carry(whole(before, line));
  return found && found.range.startLine - 1;
}

const handler = (name: string) => [`get('/${name}', (request) => {`, '  query(request.q);', '});'];

describe('code carried from one text to another', () => {
  it('follows insertions, deletions and re-indentation, columns included', () => {
    const before = ['a();', 'if (x) {', '  run(x,  y);', '}', 'b();'];
    const after = ['new();', 'a();', 'while (1) {', '\tif (x) {', '\t\trun(x, y);', '\t}', '}'];
    const range = { startLine: 3, startColumn: 7, endLine: 3, endColumn: 12 };
    assert.deepEqual(new Carrier(before, after).carry(range)?.range, {
      startLine: 5,
      startColumn: 7,
      endLine: 5,
      endColumn: 11,
    });
  });

  it('is nowhere when its line was edited, however little', () => {
    const before = ['a();', 'run(x);', 'b();'];
    for (const edited of ['run(y);', 'dontrun(x);', 'run(x).catch();', 'safe(run(x));', 'if (z) run(x);']) {
      assert.equal(lineOf(before, ['a();', edited, 'b();'], 1), undefined, edited);
    }
  });

  it('tells nothing of equal lines of which one is gone, for nobody knows which', () => {
    const before = ['a', 'run(x);', 'run(x);', 'b'];
    const after = ['a', 'run(x);', 'b'];
    assert.deepEqual([lineOf(before, after, 1), lineOf(before, after, 2)], [undefined, undefined]);
  });

  it('does not jump to an equal line when the lines around its own are gone with it', () => {
    const before = ['head', 'run(x);', 'middle', 'run(x);', 'tail'];
    assert.equal(lineOf(before, ['head', 'middle', 'run(x);', 'tail'], 1), undefined);
    assert.equal(lineOf(before, ['head', 'middle', 'run(x);', 'tail'], 3), 2);
    assert.equal(lineOf(before, ['head', 'run(x);', 'middle', 'tail'], 3), undefined);
  });

  it('keeps to its own block when blocks that look alike come and go', () => {
    const [a, b, c] = [handler('a'), handler('b'), handler('c')];
    const before = [...a, ...b];
    assert.deepEqual(
      [1, 4].map((line) => lineOf(before, [...a, ...c, ...b], line)),
      [1, 7],
    );
    assert.deepEqual(
      [1, 4].map((line) => lineOf(before, a, line)),
      [1, undefined],
    );
    assert.deepEqual(
      [1, 4].map((line) => lineOf(before, b, line)),
      [undefined, 1],
    );
  });

  it('follows a block that moved', () => {
    const block = ['function search(term) {', '  return database.query(term);', '}'];
    const rest = ['one();', 'two();', 'three();', 'four();'];
    assert.equal(lineOf([...block, ...rest], [...rest, ...block], 1), 5);
  });

  it('follows code that a formatter breaks into lines, and joins', () => {
    const before = ['start();', 'const rows = query(one, two); log(rows);', 'end();'];
    const after = ['start();', 'const rows = query(', '  one,', '  two,', ');', 'log(rows);', 'end();'];
    const range = { startLine: 2, startColumn: 14, endLine: 2, endColumn: 29 };
    const broken = { startLine: 2, startColumn: 14, endLine: 5, endColumn: 2 };
    assert.deepEqual(new Carrier(before, after).carry(range)?.range, broken);
    assert.deepEqual(new Carrier(after, before).carry(broken)?.range, range);
  });

  it('is carried to lines that read the same, never to another line, whatever the edits', () => {
    const text = fc.constantFrom('a();', '  a();', 'b();', 'c(1);', 'd(2);', 'e(3);', '', '}');
    const lines = fc.array(text, { maxLength: 14 });
    const splice = fc.record({ at: fc.nat(14), remove: fc.nat(3), insert: fc.array(text, { maxLength: 3 }) });
    fc.assert(
      fc.property(lines, fc.array(splice, { maxLength: 4 }), (before, splices) => {
        let after: { from: number; text: string }[] = before.map((one, from) => ({ from, text: one }));
        for (const { at, remove, insert } of splices) {
          after = after.toSpliced(at, remove, ...insert.map((one) => ({ from: -1, text: one })));
        }
        const texts = after.map((line) => line.text);
        const carrier = new Carrier(before, texts);
        for (const [line, one] of before.entries()) {
          if (one.trim() === '') continue;
          const found = carrier.carry(whole(before, line));
          const is = found && found.range.startLine - 1;
          const own = after.findIndex(({ from }) => from === line);
          if (is === undefined) continue;
          assert.equal(essence(texts[is] ?? ''), essence(one));
          // Another line is right only where the texts alone say that it is this one.
          assert.ok(
            is === own ||
              isOnlyOne(before, texts, line) ||
              isInEveryDiff(before, texts, line, is) ||
              looksAlike(before, texts, line, is),
          );
        }
      }),
      { numRuns: 4_000 },
    );
  });

  it('is never lost while its line occurs once', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `statement(${index}, "text");`);
    const cut = fc.record({ at: fc.nat(59), remove: fc.nat(5), insert: fc.array(fc.constant('new();')) });
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 8 }), (cuts) => {
        const after = cuts.reduce((all, one) => all.toSpliced(one.at, one.remove, ...one.insert), lines);
        const carrier = new Carrier(lines, after);
        for (const [line, text] of lines.entries()) {
          const there = after.indexOf(text);
          const found = carrier.carry(whole(lines, line));
          assert.equal(found && found.range.startLine - 1, there < 0 ? undefined : there);
        }
      }),
    );
  });

  it('ends in time for texts that have little in common', () => {
    const text = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `line(${(index * seed) % 7919});`);
    const effort = effortOf(() => new Carrier(text(31), text(17)).carry(whole(text(31), 5)));
    assert.ok(effort < 2_000, `${effort} ms`);
  });
});

function isOnlyOne(before: readonly string[], after: readonly string[], line: number): boolean {
  const isSame = (one: string) => essence(one) === essence(before[line] ?? '');
  return before.filter(isSame).length === 1 && after.filter(isSame).length === 1;
}

/** Whether the two lines are a pair in every longest common subsequence. */
function isInEveryDiff(
  before: readonly string[],
  after: readonly string[],
  line: number,
  at: number,
): boolean {
  const forced = (target: number) =>
    essence(after[target] ?? '$') === essence(before[line] ?? '')
      ? 1 +
        common(before.slice(0, line), after.slice(0, target)) +
        common(before.slice(line + 1), after.slice(target + 1))
      : -1;
  const others = [...after.keys()].filter((target) => target !== at);
  return forced(at) > Math.max(common(before.toSpliced(line, 1), after), ...others.map(forced));
}

/** Length of the longest common subsequence. */
function common(before: readonly string[], after: readonly string[]): number {
  let row = after.map(() => 0);
  for (const one of before) {
    const next: number[] = [];
    for (const [index, other] of after.entries()) {
      const diagonal = essence(one) === essence(other) ? 1 + (row[index - 1] ?? 0) : 0;
      next.push(Math.max(diagonal, row[index] ?? 0, next[index - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function looksAlike(before: readonly string[], after: readonly string[], line: number, at: number): boolean {
  const same = (offset: number) =>
    essence(before[line + offset] ?? '$') === essence(after[at + offset] ?? '$');
  return same(-1) && same(1);
}
