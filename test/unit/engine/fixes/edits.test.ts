import assert from 'node:assert/strict';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { applyEdits, type Edit, mapOffset } from '../../../../src/engine/fixes/edits.ts';
import { unifiedDiff } from '../../../../src/engine/fixes/unified-diff.ts';
import { fix } from './support.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r\n', '{', '’'), { maxLength: 40 })
  .map((parts) => parts.join(''));

/** A text and edits of it that do not overlap, in any order. */
const edited = text.chain((base) =>
  fc.tuple(
    fc.constant(base),
    fc
      .uniqueArray(fc.nat(base.length), { maxLength: 8 })
      .map((places) => places.toSorted((a, b) => a - b))
      .chain((places) =>
        fc.tuple(
          ...Array.from({ length: Math.floor(places.length / 2) }, (_, i) =>
            fc.string({ maxLength: 5 }).map(
              (replacement): Edit => ({
                at: places[2 * i] ?? 0,
                end: places[2 * i + 1] ?? 0,
                text: replacement,
              }),
            ),
          ),
        ),
      ),
  ),
);

describe('edits', () => {
  it('change nothing outside their ranges', () => {
    fc.assert(
      fc.property(edited, ([base, edits]) => {
        const result = applyEdits(base, edits.toReversed());
        let expected = '';
        let from = 0;
        for (const { at, end, text: replacement } of edits) {
          expected += base.slice(from, at) + replacement;
          from = end;
        }
        assert.equal(result, expected + base.slice(from));
      }),
    );
  });

  it('carry every place outside of them to the same characters', () => {
    fc.assert(
      fc.property(edited, ([base, edits]) => {
        const result = applyEdits(base, edits);
        for (let at = 0; at < base.length; at++) {
          if (edits.some((edit) => edit.at <= at && at < edit.end)) continue;
          assert.equal(result[mapOffset(edits, at)], base[at]);
        }
      }),
    );
  });

  it('that overlap are refused', () => {
    assert.throws(
      () =>
        applyEdits('abcdef', [
          { at: 0, end: 3, text: '' },
          { at: 2, end: 4, text: '' },
        ]),
      RangeError,
    );
    assert.throws(() => applyEdits('abc', [{ at: 2, end: 9, text: '' }]), RangeError);
  });
});

describe('unified diffs', () => {
  it('lead from the text before to the text after, whatever the line endings and the end of the file', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        assert.equal(
          applyPatch(before, unifiedDiff('src/a.js', before, after), {
            fuzzFactor: 0,
            autoConvertLineEndings: false,
          }),
          after,
        );
      }),
    );
  });

  it('name the file with a/ and b/', () => {
    const [file] = parsePatch(unifiedDiff('src/a b.js', 'x\n', 'y\n'));
    assert.deepEqual([file?.oldFileName, file?.newFileName], ['a/src/a b.js', 'b/src/a b.js']);
  });
});

describe('fixes keep the form of a file', () => {
  const lines = [
    "const express = require('express');",
    "const fs = require('fs');",
    'const app = express();',
    "app.get('/', (req) => fs.readFile('/srv/docs/' + req.query.f, () => {}));",
  ];
  for (const [what, eol, end] of [
    ['line endings of Windows', '\r\n', '\r\n'],
    ['line endings of Windows and no newline at the end', '\r\n', ''],
    ['no newline at the end', '\n', ''],
  ] as const) {
    it(what, async () => {
      const before = lines.join(eol) + end;
      const outcome = await fix([{ path: 'app.js', text: before }], 'path-traversal');
      assert.equal(outcome.type, 'proven');
      if (outcome.type !== 'proven') return;
      const { after } = outcome.candidate.changes[0];
      assert.equal(after.replaceAll('\r\n', '').includes(eol === '\r\n' ? '\n' : '\r'), false);
      assert.equal(/\n$/.test(after), end !== '');
      for (const line of lines.slice(0, 3)) assert.ok(after.includes(line + eol), line);
    });
  }
});
