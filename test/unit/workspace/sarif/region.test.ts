import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Region } from '../../../../src/workspace/sarif/log-schema.ts';
import { rangeOf, scannedIn } from '../../../../src/workspace/sarif/region.ts';

const region = (fields: object) => Region.parse(fields);
const text = 'one\n  two = 𝒳 + y;\r\n\nfour';

describe('a region of a report', () => {
  it('is in order and within the text, whatever it says', () => {
    const any = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: -2, max: 9 }), fc.constant(undefined));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '𝒳', ' ') }),
        fc.record({
          startLine: any,
          startColumn: any,
          endLine: any,
          endColumn: any,
          charOffset: any,
          charLength: any,
        }),
        fc.boolean(),
        (content, fields, isUtf16) => {
          const range = rangeOf(region(fields), content, isUtf16);
          const lines = content.split(/\r\n|\r|\n/);
          assert.ok(Object.values(range).every((value) => Number.isInteger(value) && value >= 1));
          assert.ok(range.endLine >= range.startLine);
          assert.ok(range.endLine > range.startLine || range.endColumn >= range.startColumn);
          if (range.startLine > lines.length) return;
          assert.ok(range.endLine <= lines.length);
          assert.ok(range.startColumn <= (lines[range.startLine - 1]?.length ?? 0) + 1);
          assert.ok(range.endColumn <= (lines[range.endLine - 1]?.length ?? 0) + 1);
        },
      ),
    );
  });

  it('by offset is where the same by line and column is', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.nat({ max: 8 }), (start, length) => {
        const line = '𝒳b𝒳defgh𝒳';
        const content = `first\n${line}`;
        const points = [...line].length;
        const [from, count] = [Math.min(start, points), Math.min(length, points - Math.min(start, points))];
        const byOffset = rangeOf(region({ charOffset: 6 + from, charLength: count }), content, false);
        const byColumn = rangeOf(
          region({ startLine: 2, startColumn: from + 1, endColumn: from + count + 1 }),
          content,
          false,
        );
        assert.deepEqual(byOffset, byColumn);
      }),
    );
  });

  it('counts code points unless the report says that it counts as the editor does', () => {
    const fields = region({ startLine: 2, startColumn: 9, endColumn: 10 });
    assert.equal(rangeOf(fields, text, false).endColumn, 11);
    assert.equal(rangeOf(fields, text, true).endColumn, 10);
  });

  it('without columns is the whole line, without lines the first one', () => {
    assert.deepEqual(rangeOf(region({ startLine: 4 }), text, true), {
      startLine: 4,
      startColumn: 1,
      endLine: 4,
      endColumn: 5,
    });
    assert.equal(rangeOf(undefined, text, true).endColumn, 4);
  });

  it('is recognised by the report’s own excerpt, else by the scanned text', () => {
    const context = region({ startLine: 1, endLine: 3, snippet: { text: 'zero\n  sought();\nlast' } });
    const seen = scannedIn(region({ startLine: 2 }), context, { scanned: undefined, present: text }, true);
    assert.equal(seen.snippet, 'sought();');
    const own = scannedIn(
      region({ startLine: 2, startColumn: 3, snippet: { text: 'two' } }),
      undefined,
      { scanned: undefined, present: text },
      true,
    );
    assert.equal(own.snippet, 'two = 𝒳 + y;');
    const moved = scannedIn(
      region({ startLine: 1, snippet: { text: 'gone();' } }),
      undefined,
      { scanned: undefined, present: text },
      true,
    );
    assert.equal(moved.snippet, 'gone();');
    const bare = scannedIn(region({ startLine: 2 }), undefined, { scanned: text, present: text }, true);
    assert.equal(bare.snippet, 'two = 𝒳 + y;');
  });

  it('on an empty line is where the code goes on; without any known text it is nowhere', () => {
    const empty = scannedIn(region({ startLine: 3 }), undefined, { scanned: text, present: text }, true);
    assert.deepEqual([empty.range.startLine, empty.snippet], [4, 'four']);
    const unknown = scannedIn(
      region({ startLine: 2 }),
      undefined,
      { scanned: undefined, present: text },
      true,
    );
    assert.equal(unknown.snippet, '');
    const beyond = scannedIn(region({ startLine: 99 }), undefined, { scanned: text, present: text }, true);
    assert.deepEqual([beyond.range.startLine, beyond.snippet], [99, '']);
  });
});
