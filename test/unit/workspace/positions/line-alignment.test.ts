import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CodeFinder } from '../../../../src/workspace/positions/file-placing.ts';
import { LineAlignment } from '../../../../src/workspace/positions/line-alignment.ts';
import { tries } from '../../../support/thorough.ts';
import { edited, edits, firstLines, isRepeated, misjudged, where } from './repeated-lines.ts';

const alignment = (before: string, after: string) => new LineAlignment(before.split(' '), after.split(' '));

describe('which line of an earlier text is which', () => {
  it('is not said of a repeated line beside one that was moved, with which it may have come', () => {
    const moved = alignment('a run() b c run() d e run() f g', 'a run() f run() d e g');
    assert.equal(
      moved.lineOf(1),
      undefined,
      'the first may have stayed, or the last may have come before "f"',
    );
    assert.equal(moved.lineOf(8), 2);
  });

  it('is said of a repeated line that moved with its neighbours, and of one far from what was moved', () => {
    const moved = alignment('a run() b c run() d e x run() y z', 'c run() d a run() b e x new run() y z');
    assert.deepEqual([moved.lineOf(1), moved.lineOf(4), moved.lineOf(8)], [4, 1, 9]);
  });

  it('is never against what the lines around say, however lines were written, deleted and moved', function () {
    this.timeout(60_000);
    const edit = fc.record({ kind: fc.constantFrom(...edits), ...where });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (steps) => {
        const present = steps.reduce(edited, firstLines);
        const finder = new CodeFinder(
          firstLines.map(({ text }) => text).join('\n'),
          present.map(({ text }) => text),
        );
        for (const { id, text } of firstLines) {
          const code = { startLine: id + 1, startColumn: 1, endLine: id + 1, endColumn: text.length + 1 };
          const place = finder.find({ ...code, snippet: text });
          const line = place.kind === 'at' ? place.range.startLine - 1 : undefined;
          const own = present.findIndex((one) => one.id === id);
          if (!isRepeated(id)) assert.equal(line, own >= 0 ? own : undefined, `line ${id}`);
          else if (line !== undefined) assert.equal(misjudged(present, id, line), undefined, `line ${id}`);
        }
      }),
      {
        ...tries(1_000),
        examples: [
          [
            [
              { kind: 'delete', at: 1, count: 3 },
              { kind: 'insert', at: 0, count: 2 },
            ],
          ],
        ],
      },
    );
  });
});
