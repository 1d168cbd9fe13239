import assert from 'node:assert/strict';
import fc from 'fast-check';
import { csvRow } from '../../../../src/service/reports/csv.ts';
import { tries } from '../../../support/thorough.ts';

/** RFC 4180 with a separator of one's choice, as spreadsheets read it: a quote opens a field only at its beginning. */
function read(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) {
        if (text[at] === '"') at += 1;
        field += text[at++];
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n')
      field += text[at++];
    rows.at(-1)?.push(field);
    if (text[at] === separator) at += 1;
    else {
      if (text[at] === '\r') at += 1;
      if (text[at] === '\n') at += 1;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

const isFormula = (cell: string): boolean => /^["\s\u200b]*[=+\-@＝＋－＠]/.test(cell);

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠;,|"\'\t\r\n \u0000\u001b\u200b\ud800aé😀'),
    fc.constantFrom("=cmd|'/C calc'!A0", 'HYPERLINK("http://x")', '\r\n'),
    fc.string(),
  ),
});

describe('comma-separated values of a report', () => {
  it('are one row of as many fields as were given, whatever these hold', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (fields) => {
        const row = csvRow(['first', ...fields]);
        assert.ok(row.isWellFormed() && row.endsWith('\r\n'));
        const rows = read(row);
        assert.equal(rows.length, 1);
        assert.equal(rows[0]?.length, fields.length + 1);
      }),
      tries(2_000),
    );
  });

  it('hold no cell that is a formula, be the separator a comma, a semicolon or a tab', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (fields) => {
        for (const separator of [',', ';', '\t'])
          for (const cell of read(csvRow(['first', ...fields]), separator).flat())
            assert.ok(
              !isFormula(cell),
              `${JSON.stringify(cell)} of ${JSON.stringify(fields)} by ${separator}`,
            );
      }),
      tries(5_000),
    );
  });

  it('keep harmless text as it is', () => {
    const fields = ['src/app.js', 'a - b', 'says "no"', 'two\nlines', 'ä, ö', '', 'CWE-89', 'a=b'];
    assert.deepEqual(read(csvRow(fields)), [fields]);
    assert.equal(csvRow([1, undefined, -5]), '1,,-5\r\n');
    for (const start of '=+-@\t\r') assert.match(csvRow([`${start}1`]), /^"?'/);
    assert.equal(csvRow(['=1+1']), "'=1+1\r\n");
    assert.equal(csvRow(['bell\u0007 and half \ud83d']), 'bell and half \ufffd\r\n');
  });
});
