import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/engine/finding.ts';
import { verdictOf } from '../../../../src/engine/fixes/verdict.ts';
import { finding } from '../../service/support/findings.ts';

const at = (line: number, fingerprint: string, change: Partial<Finding> = {}): Finding =>
  finding({
    fingerprint,
    range: { startLine: line, startColumn: 1, endLine: line, endColumn: 5 },
    ...change,
  });

const before = 'one\ntwo\nthree\nfour\n';
/** A line is put before the second. */
const change = {
  file: 'src/app.js',
  before,
  after: before.replace('two', 'new\ntwo'),
  edits: [{ at: 4, end: 4, text: 'new\n' }],
};

describe('what a change does to the findings', () => {
  const target = at(2, 'a');

  it('the finding is gone and nothing is new', () => {
    const other = at(4, 'b');
    assert.deepEqual(verdictOf(target, [target, other], [at(5, 'b')], [change]), {
      gone: true,
      news: [],
      alsoGone: 0,
    });
  });

  it('the finding is still there, further down', () => {
    assert.equal(verdictOf(target, [target], [at(3, 'a')], [change]).gone, false);
  });

  it('the finding is still there, its code written otherwise', () => {
    const verdict = verdictOf(target, [target], [at(3, 'other code')], [change]);
    assert.deepEqual([verdict.gone, verdict.news], [false, []]);
  });

  it('another finding of the rewritten code is the one it was', () => {
    const twin = at(2, 'c', { vulnClass: 'xss' });
    const verdict = verdictOf(target, [target, twin], [at(3, 'rewritten', { vulnClass: 'xss' })], [change]);
    assert.deepEqual([verdict.gone, verdict.news, verdict.alsoGone], [true, [], 0]);
  });

  it('of equal ones, one less is one gone', () => {
    const equal = [target, at(3, 'a:2'), at(4, 'a:3')];
    const verdict = verdictOf(target, equal, [at(4, 'a'), at(5, 'a:2')], [change]);
    assert.deepEqual([verdict.gone, verdict.news, verdict.alsoGone], [true, [], 0]);
  });

  it('a finding elsewhere is new, and one that goes too is counted', () => {
    const gone = at(4, 'b', { vulnClass: 'xss' });
    const fresh = at(1, 'z', { file: 'src/other.js' });
    const verdict = verdictOf(target, [target, gone], [fresh], [change]);
    assert.deepEqual([verdict.gone, verdict.news, verdict.alsoGone], [true, [fresh], 1]);
  });
});
