import assert from 'node:assert/strict';
import fc from 'fast-check';
import { locate, type ScannedCode, TextLines } from '../../../../src/workspace/positions/positions.ts';

const source = [
  'function search(req) {',
  '  const term = req.query.q;',
  '  return db.all(`SELECT ${term}`);',
  '}',
];

function scanned(line: number, startColumn: number, endColumn: number, lines = source): ScannedCode {
  return { startLine: line, startColumn, endLine: line, endColumn, snippet: (lines[line - 1] ?? '').trim() };
}

const place = (code: ScannedCode, lines: readonly string[]) => locate(code, new TextLines(lines.join('\n')));

describe('where scanned code is now', () => {
  it('is where it was scanned when nothing changed', () => {
    assert.deepEqual(place(scanned(3, 10, 34), source), {
      kind: 'at',
      range: { startLine: 3, startColumn: 10, endLine: 3, endColumn: 34 },
      indent: 2,
    });
  });

  it('follows lines that were put in above', () => {
    const code = scanned(3, 10, 34);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', '// note', 'let x;'), { maxLength: 150 }), (above) => {
        const found = place(code, [...above, ...source]);
        assert.deepEqual(found, {
          kind: 'at',
          range: { startLine: 3 + above.length, startColumn: 10, endLine: 3 + above.length, endColumn: 34 },
          indent: 2,
        });
      }),
    );
  });

  it('follows re-indentation, in columns too once it is known how they were counted', () => {
    const deeper = source.map((line) => `    ${line}`);
    assert.deepEqual(place({ ...scanned(3, 10, 34), indent: 2 }, deeper), {
      kind: 'at',
      range: { startLine: 3, startColumn: 14, endLine: 3, endColumn: 38 },
      indent: 2,
    });
  });

  it('is nowhere when the code was edited', () => {
    const edited = source.with(2, '  return db.all("SELECT ?", [term]);');
    assert.deepEqual(place(scanned(3, 10, 34), edited), { kind: 'changed' });
  });

  it('is at its own line though others read the same, and nowhere when it would have to be guessed which', () => {
    const lines = ['run(x);', '', '', 'run(x);', '', 'run(x);'];
    const found = place(scanned(4, 1, 7, lines), lines);
    assert.equal(found.kind === 'at' && found.range.startLine, 4);
    assert.deepEqual(place(scanned(4, 1, 7, lines), ['', ...lines]), { kind: 'changed' });
  });

  it('is not claimed for a common line far away', () => {
    const lines = ['}', ...Array.from({ length: 900 }, () => 'x();')];
    assert.deepEqual(place({ ...scanned(1, 1, 2, ['}']), startLine: 800, endLine: 800 }, lines), {
      kind: 'changed',
    });
  });

  it('spans the lines it spanned', () => {
    const code = { startLine: 1, startColumn: 1, endLine: 2, endColumn: 5, snippet: 'first(\n  "a")' };
    assert.deepEqual(place(code, ['// above', 'first(', '  "a")']), {
      kind: 'at',
      range: { startLine: 2, startColumn: 1, endLine: 3, endColumn: 5 },
      indent: 0,
    });
  });

  it('is found by the beginning of a line that was cut off in the scan', () => {
    const long = `call(${'a, '.repeat(300)}b);`;
    const code = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 5, snippet: long.slice(0, 400) };
    assert.equal(place(code, ['', long]).kind, 'at');
    assert.equal(place(code, ['', 'call(b);']).kind, 'changed');
  });

  it('is found though a secret is hidden in what was scanned', () => {
    const code = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 9, snippet: "const KEY = 'Kj4-…';" };
    assert.equal(place(code, ['', "const KEY = 'Kj4-9fQ2';"]).kind, 'at');
    assert.equal(place(code, ['', "const KEY = 'other';"]).kind, 'changed');
    assert.equal(place(code, ['', "let x; const KEY = 'Kj4-9fQ2';"]).kind, 'changed');
    assert.equal(place({ ...code, snippet: '…a…a' }, ['a']).kind, 'changed', 'parts do not overlap');
  });

  it('never names a place outside of the text, whatever the text', () => {
    const line = fc.constantFrom('', ' ', 'a', '  a', 'a b', 'a  b ', '\tif (x) {', '}');
    const code = fc.record({
      startLine: fc.integer({ min: 1, max: 12 }),
      startColumn: fc.integer({ min: 1, max: 12 }),
      lines: fc.integer({ min: 0, max: 3 }),
      endColumn: fc.integer({ min: 1, max: 12 }),
      snippet: fc.array(line, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), code, (lines, given) => {
        const found = place(
          { ...given, endLine: given.startLine + given.lines, snippet: given.snippet.join('\n') },
          lines,
        );
        if (found.kind !== 'at') return;
        const { startLine, startColumn, endLine, endColumn } = found.range;
        assert.ok(startLine >= 1 && startLine <= endLine && endLine <= lines.length);
        assert.ok(startColumn >= 1 && startColumn <= (lines[startLine - 1] ?? '').length + 1);
        assert.ok(endColumn >= 1 && endColumn <= (lines[endLine - 1] ?? '').length + 1);
        assert.ok(startLine < endLine || startColumn <= endColumn);
      }),
    );
  });

  for (const [name, different] of [
    ['that repeats itself', 500],
    ['of equal lines', 1],
  ] as const) {
    it(`takes ten thousand issues of a file ${name}`, () => {
      const lines = Array.from({ length: 10_000 }, (_, index) => `  statement(${index % different});`);
      const text = new TextLines(lines.join('\n'));
      for (const index of lines.keys()) {
        const found = locate(scanned(index + 1, 3, 12, lines), text);
        assert.ok(found.kind === 'at' && found.range.startLine === index + 1);
      }
    });
  }
});
