import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding } from '../../../../src/engine/finding.ts';
import { broughtBy, changeOf } from '../../../../src/service/code-scans/change.ts';
import { finding } from '../support/findings.ts';

const at = (line: number) => ({ startLine: line, startColumn: 1, endLine: line, endColumn: 9 });
const one = (file: string, fingerprint: string, line = 1): Finding =>
  finding({ file, fingerprint, range: at(line) });

/** Findings as a scan gives them: equal ones of a file are numbered in the order of their lines. */
const findings = fc
  .array(
    fc.record({ file: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom('x', 'y'), line: fc.nat(30) }),
  )
  .map((drafts) => {
    const seen = new Map<string, number>();
    return drafts
      .toSorted((left, right) => left.line - right.line)
      .map(({ file, kind, line }) => {
        const number = (seen.get(file + kind) ?? 0) + 1;
        seen.set(file + kind, number);
        return one(file, number === 1 ? kind : `${kind}:${number}`, line + 1);
      });
  });
const nothing = { added: new Map<string, Set<number>>(), renamedFrom: new Map<string, string>() };

describe('what a change brings', () => {
  it('is nothing when nothing changed, and everything when nothing was there', () => {
    fc.assert(
      fc.property(findings, (all) => {
        assert.deepEqual(broughtBy(nothing, all, all), []);
        assert.equal(broughtBy(nothing, all, []).length, all.length);
      }),
    );
  });

  it('is nothing when files were only renamed', () => {
    const renamedFrom = new Map([
      ['d', 'a'],
      ['e', 'b'],
    ]);
    const names = new Map([...renamedFrom].map(([now, then]) => [then, now]));
    fc.assert(
      fc.property(findings, (all) => {
        const after = all.map((each) => ({ ...each, file: names.get(each.file) ?? each.file }));
        assert.deepEqual(broughtBy({ ...nothing, renamedFrom }, after, all), []);
      }),
    );
  });

  it('is never more than is there, and of each kind as many as there are more than before', () => {
    fc.assert(
      fc.property(findings, findings, (before, after) => {
        const brought = broughtBy(nothing, after, before);
        const count = (list: readonly Finding[], kind: string) =>
          list.filter(({ fingerprint }) => fingerprint.startsWith(kind)).length;
        for (const kind of ['x', 'y']) {
          assert.equal(count(brought, kind), Math.max(0, count(after, kind) - count(before, kind)));
        }
        for (const each of brought) assert.ok(after.includes(each));
      }),
    );
  });

  it('are, of equal ones, those on added lines', () => {
    const added = new Map([['a', new Set([2])]]);
    const after = [one('a', 'x', 2), one('a', 'x:2', 7)];
    const brought = broughtBy({ ...nothing, added }, after, [one('a', 'x', 5)]);
    assert.deepEqual(
      brought.map(({ range }) => range.startLine),
      [2],
    );
  });

  it('is read from a diff: added lines, and what renamed files were called', () => {
    const { added, renamedFrom } = changeOf(
      [
        'diff --git a/old.js b/new.js',
        'similarity index 90%',
        'rename from old.js',
        'rename to new.js',
        '--- a/old.js',
        '+++ b/new.js',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+zwei',
        '--- /dev/null',
        '+++ b/added.js',
        '@@ -0,0 +1,2 @@',
        '+a',
        '+b',
        '',
      ].join('\n'),
    );
    assert.deepEqual([...renamedFrom], [['new.js', 'old.js']]);
    assert.deepEqual([...(added.get('new.js') ?? [])], [2]);
    assert.deepEqual([...(added.get('added.js') ?? [])], [1, 2]);
  });
});
