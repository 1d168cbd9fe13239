import assert from 'node:assert/strict';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { type FileChange, readDiffs } from '../../../../src/workspace/patches/patch-diff.ts';
import { replacements } from '../../../../src/workspace/patches/patch-edits.ts';
import {
  type Merged,
  mergeChange,
  mergeTexts,
  plain,
} from '../../../../src/workspace/patches/patch-merge.ts';
import { planPatches } from '../../../../src/workspace/patches/patch-plan.ts';

function changeOf(before: string, after: string, context = 3): FileChange {
  const diff = createTwoFilesPatch('a/x', 'b/x', before, after, '', '', { context });
  const read = readDiffs([], diff);
  assert.ok(read.kind === 'changes' && read.changes[0]);
  return read.changes[0];
}

const textOf = (merged: Merged) => (merged.kind === 'text' ? merged.text : `refused: ${merged.fault}`);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');
const base = numbered(20);
const patched = base.replace('line 10\n', 'LINE 10\n');
const change = changeOf(base, patched);

describe('a change put into a text', () => {
  it('does to the very text what it says', () => {
    assert.deepEqual(mergeChange(change, base, base), { kind: 'text', text: patched, how: 'exact' });
    assert.deepEqual(mergeChange(change, undefined, base), { kind: 'text', text: patched, how: 'exact' });
  });

  it('keeps what was edited elsewhere since', () => {
    const edited = `// mine\n${base.replace('line 18\n', '')}`;
    const expected = `// mine\n${patched.replace('line 18\n', '')}`;
    assert.deepEqual(mergeChange(change, base, edited), { kind: 'text', text: expected, how: 'merged' });
    // Without the text it was made for, its own lines are looked for.
    assert.equal(textOf(mergeChange(change, undefined, edited)), expected);
    // Also beside it, where the lines around it are no longer the same.
    const beside = base.replace('line 8\n', 'eight\n');
    assert.equal(textOf(mergeChange(change, base, beside)), patched.replace('line 8\n', 'eight\n'));
    assert.equal(textOf(mergeChange(change, undefined, beside)), 'refused: nowhere');
  });

  it('is refused where the same lines were edited, or are gone', () => {
    const edited = base.replace('line 10\n', 'line ten\n');
    assert.equal(textOf(mergeChange(change, base, edited)), 'refused: conflict');
    assert.equal(textOf(mergeChange(change, undefined, edited)), 'refused: nowhere');
    assert.equal(textOf(mergeChange(change, undefined, '')), 'refused: nowhere');
  });

  it('is refused where it would fit twice, also where it says the line', () => {
    const twice = 'open();\nread(x);\nclose();\n';
    const once = changeOf(twice, 'open();\nreadSafely(x);\nclose();\n');
    assert.equal(textOf(mergeChange(once, undefined, twice + twice)), 'refused: ambiguous');
    // It is known what it was made for: then the line is known as well.
    const known = mergeChange(once, twice + twice, twice + twice);
    assert.equal(textOf(known), `open();\nreadSafely(x);\nclose();\n${twice}`);
    const added = changeOf('a\nb\n', 'a\nnew\nb\n', 0);
    assert.equal(textOf(mergeChange(added, undefined, 'a\nb\n')), 'refused: ambiguous');
  });

  it('is not made twice', () => {
    assert.equal(textOf(mergeChange(change, base, patched)), 'refused: already');
    assert.equal(textOf(mergeChange(change, base, `// mine\n${patched}`)), 'refused: already');
    assert.equal(textOf(mergeChange(change, undefined, patched)), 'refused: already');
  });

  it('is refused where it does not fit the text that it was made for', () => {
    assert.equal(textOf(mergeChange(change, 'something else\n', 'something else\n')), 'refused: damaged');
  });

  it('does not care for line ends and byte order marks, which the editor keeps', () => {
    const windows = `\uFEFF${base.replaceAll('\n', '\r\n')}`;
    const made = changeOf(windows, windows.replace('line 2\r\n', 'LINE 2\r\n'));
    assert.equal(
      textOf(mergeChange(made, plain(windows), plain(windows))),
      base.replace('line 2\n', 'LINE 2\n'),
    );
    assert.equal(textOf(mergeChange(made, undefined, base)), base.replace('line 2\n', 'LINE 2\n'));
  });

  it('keeps a text without a line end at its end so', () => {
    const before = 'a\nb\nc';
    assert.equal(textOf(mergeChange(changeOf(before, 'a\nB\nc'), before, before)), 'a\nB\nc');
    assert.equal(textOf(mergeChange(changeOf(before, 'a\nb\nC'), undefined, before)), 'a\nb\nC');
    const ended = changeOf('a\nb\n', 'a\nB\n');
    assert.equal(textOf(mergeChange(ended, undefined, 'a\nb')), 'refused: nowhere');
  });

  it('gives the same, whichever of two far apart was made first', () => {
    const line = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(line, line, (one, other) => {
        fc.pre(Math.abs(one - other) > 2);
        const text = numbered(60);
        const edit = (from: string, at: number) => from.replace(`line ${at}\n`, `line ${at} and more\n`);
        const merged = mergeTexts(text, edit(text, one), edit(text, other));
        assert.equal(merged, edit(edit(text, one), other));
        assert.equal(mergeTexts(text, edit(text, other), edit(text, one)), merged);
      }),
    );
  });
});

describe('several patches at once', () => {
  const planned = (issueId: string, after: string, present = base) => ({
    issueId,
    changes: [{ change: changeOf(base, after), file: 'file:///x', present, base }],
  });

  it('make one text', () => {
    const plan = planPatches([
      planned('1', base.replace('line 3\n', 'LINE 3\n')),
      planned('2', base.replace('line 15\n', 'LINE 15\n')),
    ]);
    assert.deepEqual(plan.issueIds, ['1', '2']);
    const after = base.replace('line 3\n', 'LINE 3\n').replace('line 15\n', 'LINE 15\n');
    assert.deepEqual(plan.files, [{ file: 'file:///x', before: base, after, isMerged: false }]);
  });

  it('that add the same import add it once', () => {
    const plan = planPatches([
      planned('1', `import x\n${base.replace('line 5\n', 'x(5)\n')}`),
      planned('2', `import x\n${base.replace('line 15\n', 'x(15)\n')}`),
    ]);
    assert.equal(plan.files[0]?.after.match(/import x/g)?.length, 1);
    assert.deepEqual(plan.leftOut, []);
  });

  it('that overlap are told, and the later one is left out with all of its files', () => {
    const plan = planPatches([
      planned('1', base.replace('line 3\n', 'LINE 3\n')),
      {
        issueId: '2',
        changes: [
          { change: change, file: 'file:///y', present: base, base },
          ...planned('2', base.replace('line 3\n', 'other\n')).changes,
        ],
      },
      planned('3', base.replace('line 9\n', '')),
    ]);
    assert.deepEqual(plan.leftOut, [{ issueId: '2', fault: 'overlaps', path: 'x' }]);
    assert.deepEqual(plan.issueIds, ['1', '3']);
    assert.deepEqual(
      plan.files.map(({ file }) => file),
      ['file:///x'],
    );
  });

  it('keep unsaved edits', () => {
    const present = `// mine\n${base}`;
    const plan = planPatches([planned('1', patched, present)]);
    assert.deepEqual(plan.files, [
      { file: 'file:///x', before: present, after: `// mine\n${patched}`, isMerged: true },
    ]);
  });
});

describe('replacements', () => {
  it('make of one text the other, and touch no more than they must', () => {
    assert.deepEqual(replacements('a\nfoo(bar);\n', 'a\nfoo(baz);\n'), [
      { start: { line: 1, character: 6 }, end: { line: 1, character: 7 }, newText: 'z' },
    ]);
    const line = fc.constantFrom('a\n', 'b\n', '\n', 'aa😀\n', 'a😃b\n', 'ab\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end', '😀'))
      .map(([lines, last]) => lines.join('') + last);
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(applied(before, after), after);
      }),
      { numRuns: 500 },
    );
  });
});

/** As an editor does it: from the last one to the first. */
function applied(before: string, after: string): string {
  const starts = [0];
  for (const match of before.matchAll(/\n/g)) starts.push(match.index + 1);
  let text = before;
  for (const { start, end, newText } of replacements(before, after).toReversed()) {
    const from = (starts[start.line] ?? Number.NaN) + start.character;
    const to = (starts[end.line] ?? Number.NaN) + end.character;
    assert.ok(from <= to && !/^[\udc00-\udfff]/.test(before.slice(from)), 'no character is torn');
    text = text.slice(0, from) + newText + text.slice(to);
  }
  return text;
}
