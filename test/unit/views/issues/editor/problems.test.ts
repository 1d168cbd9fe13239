import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Severity } from '../../../../../src/api/contract/vocabulary.ts';
import { problemsCap, projectFile } from '../../../../../src/views/issues/editor/problems.ts';
import { severityRank } from '../../../../../src/views/issues/ranking.ts';
import { everything, passes, type Scope } from '../../../../../src/views/issues/scope.ts';
import { makeKnown } from '../../make-issue.ts';

describe('problems of a file', () => {
  it('never exceed the cap, say how many there are, and leave out none worse than one shown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        (scores, cap) => {
          const known = scores.map((score) => makeKnown({ score }));
          const { shown, total } = projectFile(known, everything, cap);
          assert.equal(total, known.length);
          assert.equal(shown.length, Math.min(cap, known.length));
          const worstLeftOut = Math.max(
            -1,
            ...known.filter((one) => !shown.includes(one)).map(({ issue }) => issue.score),
          );
          assert.ok(shown.every(({ issue }) => issue.score >= worstLeftOut));
        },
      ),
    );
  });

  it('are listed by line', () => {
    const known = [makeKnown({ startLine: 9, score: 99 }), makeKnown({ startLine: 2, score: 71 })];
    assert.deepEqual(
      projectFile(known, everything).shown.map(({ issue }) => issue.startLine),
      [2, 9],
    );
  });

  it('leave out what is suppressed, resolved, out of the settings’ scope, or no longer where it was', () => {
    const scope: Scope = { minimum: 'MEDIUM', categories: new Set(['SAST', 'SCA']), outside: true };
    const shown = makeKnown();
    const known = [
      shown,
      makeKnown({ status: 'ACCEPTED_RISK' }),
      makeKnown({ status: 'RESOLVED' }),
      makeKnown({ severity: 'LOW' }),
      makeKnown({ category: 'SECRETS' }),
      makeKnown({}, { kind: 'changed' }),
      makeKnown({}, { kind: 'gone' }),
      makeKnown({}, { kind: 'unchecked' }),
    ];
    assert.deepEqual(projectFile(known, scope), { shown: [shown], total: 1 });
  });

  it('stay under the number of markers that VS Code keeps', () => {
    const known = Array.from({ length: 4212 }, () => makeKnown());
    const { shown, total } = projectFile(known, everything);
    assert.equal(shown.length, problemsCap);
    assert.equal(total, 4212);
  });

  it('pass exactly when at least as severe as the lowest one wanted', () => {
    const any = fc.constantFrom(...Severity.options);
    fc.assert(
      fc.property(any, any, (a, b) => assert.equal(passes(a, b), severityRank(a) <= severityRank(b))),
    );
  });
});
