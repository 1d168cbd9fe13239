import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  Category,
  IssueStatus,
  openStatuses,
  Severity,
  suppressedStatuses,
} from '../../../../../src/api/contract/vocabulary.ts';
import { className } from '../../../../../src/views/issues/class-name.ts';
import type { KnownIssue } from '../../../../../src/views/issues/known-issue.ts';
import { isSuppressed, severities, statuses } from '../../../../../src/views/issues/ranking.ts';
import { categories } from '../../../../../src/views/issues/scope.ts';
import { type Grouping, groupings } from '../../../../../src/views/issues/tree/grouping.ts';
import { groupIssues as grouped } from '../../../../../src/views/issues/tree/issue-group.ts';
import { comparisons, type Sorting, sortings } from '../../../../../src/views/issues/tree/sorting.ts';
import { makeKnown } from '../../make-issue.ts';

const anyKnown = fc
  .record({
    severity: fc.constantFrom(...Severity.options),
    score: fc.integer({ min: 0, max: 100 }),
    confidence: fc.integer({ min: 0, max: 100 }),
    status: fc.constantFrom(...IssueStatus.options),
    file: fc.constantFrom('a.ts', 'b/a.ts', 'c.py'),
    vulnClass: fc.constantFrom('sql-injection', 'xss', 'path-traversal'),
    ruleId: fc.constantFrom('a', 'b'),
    category: fc.constantFrom(...Category.options),
    repositoryId: fc.constantFrom('one', 'two'),
    firstSeenAt: fc.constantFrom('2026-01-31T12:00:00.000Z', '2026-02-01T12:00:00.000Z'),
    startLine: fc.integer({ min: 1, max: 9 }),
  })
  .map((given) => makeKnown(given));

const groupIssues = (known: Iterable<KnownIssue>, grouping: Grouping, sorting: Sorting = 'severity') =>
  grouped(known, grouping, comparisons[sorting]);

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
    const byWorst = groupings.filter((grouping) => grouping !== 'status');
    fc.assert(
      fc.property(fc.array(anyKnown), fc.constantFrom(...byWorst), (known, grouping) => {
        const groups = groupIssues(known, grouping);
        const open = groups.filter(({ by }) => by !== 'suppressed');
        const ranks = open.map(({ severity }) => severities.indexOf(severity));
        assert.deepEqual(
          ranks,
          [...ranks].sort((a, b) => a - b),
        );
        for (const { severity, issues } of groups) {
          assert.ok(issues.some(({ issue }) => issue.severity === severity));
          const rank = severities.indexOf(severity);
          assert.ok(issues.every(({ issue }) => severities.indexOf(issue.severity) >= rank));
        }
        assert.ok(groups.slice(0, -1).every(({ by }) => by !== 'suppressed'));
      }),
    );
  });

  it('lists statuses in the order of an issue’s life, each suppressing one by itself', () => {
    const known = IssueStatus.options.map((status) => makeKnown({ status }));
    const groups = groupIssues(known, 'status');
    assert.deepEqual(
      groups.map(({ issues }) => issues[0]?.issue.status),
      [...statuses],
    );
  });

  it('puts issues of the same rule, category or repository together, under its name', () => {
    const labels = (known: KnownIssue[], grouping: Grouping) =>
      groupIssues(known, grouping)
        .map(({ label, issues }) => `${label} ${issues.length}`)
        .sort();
    const known = [
      makeKnown({ ruleId: 'a', category: 'SECRETS', repositoryId: '1', repositoryName: 'shop' }),
      makeKnown({ ruleId: 'a', category: 'SCA', repositoryId: '1', repositoryName: 'shop' }),
      makeKnown({ ruleId: 'b', category: 'SCA', repositoryId: '2', repositoryName: 'bank' }),
    ];
    assert.deepEqual(labels(known, 'rule'), ['a 2', 'b 1']);
    assert.deepEqual(labels(known, 'category'), ['Dependencies 2', 'Secrets 1']);
    assert.deepEqual(labels(known, 'repository'), ['bank 1', 'shop 2']);
  });

  it('lists what is no product code apart, before what is suppressed', () => {
    const codeRole = { role: 'test' as const, evidence: 'test' };
    const known = [
      makeKnown({ status: 'FALSE_POSITIVE', codeRole }),
      makeKnown({ severity: 'LOW', codeRole }),
      makeKnown({ severity: 'INFO' }),
    ];
    for (const grouping of groupings.filter((one) => one !== 'status'))
      assert.deepEqual(
        groupIssues(known, grouping)
          .map(({ label }) => label)
          .slice(1),
        ['Not product code', 'Suppressed'],
        grouping,
      );
  });

  it('orders the issues of a group as asked', () => {
    const [low, high] = [
      makeKnown({ score: 91, startLine: 2, confidence: 99, firstSeenAt: '2026-01-01T00:00:00.000Z' }),
      makeKnown({ score: 99, startLine: 9, confidence: 80, firstSeenAt: '2026-02-01T00:00:00.000Z' }),
    ];
    const order = (sorting: Sorting) => groupIssues([low, high], 'file', sorting)[0]?.issues;
    assert.deepEqual(order('severity'), [high, low]);
    assert.deepEqual(order('location'), [low, high]);
    assert.deepEqual(order('newest'), [high, low]);
    assert.deepEqual(order('confidence'), [low, high]);
  });

  it('ranks totally, however sorted: only an issue and itself are equal', () => {
    fc.assert(
      fc.property(anyKnown, anyKnown, fc.constantFrom(...sortings), (a, b, sorting) => {
        const compare = comparisons[sorting];
        assert.equal(Math.sign(compare(a, b)), -Math.sign(compare(b, a)));
        assert.equal(compare(a, b) === 0, a.issue.id === b.issue.id);
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
    assert.deepEqual([...statuses].sort(), [...IssueStatus.options].sort());
    assert.deepEqual([...categories], Category.options);
  });
});
