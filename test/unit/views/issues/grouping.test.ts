import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  IssueStatus,
  openStatuses,
  Severity,
  suppressedStatuses,
} from '../../../../src/api/contract/vocabulary.ts';
import { className, groupIssues, groupings } from '../../../../src/views/issues/grouping.ts';
import { compareIssues, isSuppressed, severities } from '../../../../src/views/issues/ranking.ts';
import { makeKnown } from '../make-issue.ts';

const anyKnown = fc
  .record({
    severity: fc.constantFrom(...Severity.options),
    score: fc.integer({ min: 0, max: 100 }),
    confidence: fc.integer({ min: 0, max: 100 }),
    status: fc.constantFrom(...IssueStatus.options),
    file: fc.constantFrom('a.ts', 'b/a.ts', 'c.py'),
    vulnClass: fc.constantFrom('sql-injection', 'xss', 'path-traversal'),
    startLine: fc.integer({ min: 1, max: 9 }),
  })
  .map((given) => makeKnown(given));

describe('grouping of issues', () => {
  it('puts every issue into exactly one group, however grouped', () => {
    fc.assert(
      fc.property(fc.array(anyKnown), fc.constantFrom(...groupings), (known, grouping) => {
        const grouped = groupIssues(known, grouping).flatMap(({ issues }) => issues);
        assert.equal(grouped.length, known.length);
        assert.deepEqual(new Set(grouped), new Set(known));
      }),
    );
  });

  it('does not depend on the order in which issues arrive', () => {
    fc.assert(
      fc.property(fc.array(anyKnown), fc.constantFrom(...groupings), (known, grouping) => {
        const shape = (list: typeof known) =>
          groupIssues(list, grouping).map(({ key, issues }) => [key, issues.map(({ issue }) => issue.id)]);
        assert.deepEqual(shape([...known].reverse()), shape(known));
      }),
    );
  });

  it('lists the worst group first and what is suppressed last', () => {
    fc.assert(
      fc.property(fc.array(anyKnown), fc.constantFrom(...groupings), (known, grouping) => {
        const groups = groupIssues(known, grouping);
        const open = groups.filter(({ by }) => by !== 'suppressed');
        const ranks = open.map(({ severity }) => severities.indexOf(severity));
        assert.deepEqual(
          ranks,
          [...ranks].sort((a, b) => a - b),
        );
        assert.ok(groups.slice(0, -1).every(({ by }) => by !== 'suppressed'));
      }),
    );
  });

  it('orders issues worst first within a severity, and by line within a file', () => {
    const [low, high] = [makeKnown({ score: 91, startLine: 2 }), makeKnown({ score: 99, startLine: 9 })];
    assert.deepEqual(groupIssues([low, high], 'severity')[0]?.issues, [high, low]);
    assert.deepEqual(groupIssues([high, low], 'file')[0]?.issues, [low, high]);
  });

  it('ranks totally: only an issue and itself are equal', () => {
    fc.assert(
      fc.property(anyKnown, anyKnown, (a, b) => {
        assert.equal(Math.sign(compareIssues(a, b)), -Math.sign(compareIssues(b, a)));
        assert.equal(compareIssues(a, b) === 0, a.issue.id === b.issue.id);
      }),
    );
  });

  it('names classes as people write them', () => {
    assert.equal(className('sql-injection'), 'SQL injection');
    assert.equal(className('nosql-injection'), 'NoSQL injection');
    assert.equal(className('path-traversal'), 'Path traversal');
    assert.equal(className('xss'), 'XSS');
  });

  it('knows the same statuses as suppressed and open as the contract', () => {
    assert.deepEqual(IssueStatus.options.filter(isSuppressed).sort(), [...suppressedStatuses].sort());
    assert.ok(openStatuses.every((status) => !isSuppressed(status)));
  });
});
