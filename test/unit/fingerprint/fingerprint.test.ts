import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding } from '../../../src/engine/finding.ts';
import { type FlowEnds, fingerprint } from '../../../src/engine/fingerprint.ts';
import { OccurrenceNumbering } from '../../../src/engine/occurrences.ts';
import { effortOf } from '../../support/effort.ts';

const ends: FlowEnds = {
  vulnClass: 'sql-injection',
  ruleId: 'javascript/sql-injection',
  language: 'javascript',
  source: 'const q = req.query.q',
  sink: 'db.all("SELECT * FROM t WHERE a = " + q, done)',
};

/** Code as tokens, to be written with any layout between them. */
const token: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'if',
    'x',
    'userName',
    '$el',
    'größe',
    '42',
    '0x1f',
    '(',
    ')',
    '{',
    '}',
    '.',
    ',',
    '=',
    '+',
    '[',
    ']',
  ),
  fc.constantFrom('"a b"', "'it''s'", '`t u`', '"// no comment"', "'# none'", '"\\" /* "'),
);
const layout = fc.constantFrom(
  ' ',
  '\n',
  '\r\n',
  '\n\t\t',
  '    ',
  '\n\n  ',
  ' /* why */ ',
  ' // why\n',
  ' /* a\n b */ ',
);

describe('a fingerprint', () => {
  it('survives any layout, indentation and comments', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(token, layout, layout), { minLength: 1 }), (code) => {
        const written = (which: 1 | 2) => code.map((each) => each[0] + each[which]).join('');
        assert.equal(fingerprint({ ...ends, sink: written(1) }), fingerprint({ ...ends, sink: written(2) }));
      }),
    );
  });

  it('changes with a token of the code at either end', () => {
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1 }),
        fc.nat(),
        fc.constantFrom('sink', 'source'),
        (code, at, end) => {
          const changed = code.with(at % code.length, 'somethingElse');
          assert.notEqual(
            fingerprint({ ...ends, [end]: code.join(' ') }),
            fingerprint({ ...ends, [end]: changed.join(' ') }),
          );
        },
      ),
    );
  });

  it('changes with class and rule, and tells source from sink', () => {
    const all = [
      ends,
      { ...ends, vulnClass: 'xss' },
      { ...ends, ruleId: 'javascript/sql-injection/raw' },
      { ...ends, source: ends.sink, sink: ends.source ?? '' },
      { ...ends, source: `${ends.source} ${ends.sink}`, sink: '' },
    ].map(fingerprint);
    assert.equal(new Set(all).size, all.length);
    assert.match(all[0] ?? '', /^[0-9a-f]{32}$/);
  });

  it('is the same in every release', () => {
    assert.equal(fingerprint(ends), 'c4de3accc860ae7ec423295edd882397');
  });

  it('knows the comments of the language', () => {
    const python = { ...ends, language: 'python' };
    assert.equal(fingerprint({ ...python, sink: 'f(x)  # why' }), fingerprint({ ...python, sink: 'f( x )' }));
    assert.notEqual(fingerprint({ ...ends, sink: 'a.#b' }), fingerprint({ ...ends, sink: 'a.' }));
    assert.notEqual(fingerprint({ ...python, sink: 'a // b' }), fingerprint({ ...python, sink: 'a' }));
  });

  it('tells string literals apart by every character, except for the indentation of their lines', () => {
    const of = (sink: string) => fingerprint({ ...ends, sink });
    assert.notEqual(of('f("a  b")'), of('f("a b")'));
    assert.equal(of('f(`a\n    b`)'), of('f(`a\n  b`)'));
  });

  it('takes any text in bounded time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (sink) => void fingerprint({ ...ends, sink })));
    const effort = effortOf(() => {
      for (const sink of ['"'.repeat(1e6), '/*'.repeat(1e6), '\\"'.repeat(1e6), ' '.repeat(1e6)]) {
        fingerprint({ ...ends, sink });
        fingerprint({ ...ends, sink, language: 'python' });
      }
    });
    assert.ok(effort < 1_000, `${effort} ms`);
  });
});

describe('occurrence numbers', () => {
  const finding = (file: string, line: number, print: string): Finding => ({
    file,
    range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
    snippet: '',
    ruleId: 'r',
    vulnClass: 'c',
    category: 'SAST',
    language: 'l',
    title: 't',
    message: 'm',
    cwes: [],
    score: 1,
    confidence: 1,
    sink: { kind: 'structure' },
    codeFlows: [],
    fingerprint: print,
  });
  /** What is left for one who keeps findings by file and fingerprint. */
  const kept = (findings: readonly Finding[]): Map<string, number> => {
    const numbering = new OccurrenceNumbering();
    const result = new Map<string, number>();
    const keep = (each: Finding) => result.set(`${each.file} ${each.fingerprint}`, each.range.startLine);
    for (const each of findings) {
      const taken = numbering.take(each);
      if (taken) keep(taken);
    }
    for (const each of numbering.settle()) keep(each);
    return result;
  };
  const findings = fc.uniqueArray(
    fc.record({
      file: fc.constantFrom('a', 'b'),
      line: fc.nat({ max: 30 }),
      print: fc.constantFrom('p', 'q'),
    }),
    { selector: ({ file, line, print }) => `${file} ${line} ${print}`, maxLength: 30 },
  );

  it('follow position, whatever order findings come in and however often', () => {
    fc.assert(
      fc.property(findings, fc.func(fc.nat()), (places, order) => {
        const list = places.map(({ file, line, print }) => finding(file, line, print));
        const shuffled = [...list, ...list].toSorted(
          (a, b) => order(a.file, a.range.startLine) - order(b.file, b.range.startLine),
        );
        const result = kept(shuffled);
        assert.equal(result.size, list.length);
        for (const file of ['a', 'b']) {
          for (const print of ['p', 'q']) {
            const lines = places
              .filter((place) => place.file === file && place.print === print)
              .map((place) => place.line)
              .toSorted((a, b) => a - b);
            lines.forEach((line, i) => {
              assert.equal(result.get(`${file} ${print}${i === 0 ? '' : `:${i + 1}`}`), line);
            });
          }
        }
      }),
    );
  });

  it('survive shifted lines and a renamed file', () => {
    fc.assert(
      fc.property(findings, fc.nat({ max: 1000 }), (places, shift) => {
        const prints = (by: number, suffix: string) =>
          [
            ...kept(places.map(({ file, line, print }) => finding(file + suffix, line + by, print))).keys(),
          ].map((key) => key.replace(/^(.)\S*/, '$1'));
        assert.deepEqual(prints(shift, '-renamed').toSorted(), prints(0, '').toSorted());
      }),
    );
  });
});
