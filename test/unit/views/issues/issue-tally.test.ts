import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category, IssueStatus, Severity } from '../../../../src/api/contract/vocabulary.ts';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { IssueTally } from '../../../../src/views/issues/issue-tally.ts';
import { fileKey } from '../../../../src/views/issues/known-issue.ts';
import { isResolved, isSuppressed, severityRank } from '../../../../src/views/issues/ranking.ts';
import { everything, inScope, type Scope } from '../../../../src/views/issues/scope.ts';
import { folder, makeIssue } from '../make-issue.ts';

describe('the tally of issues', () => {
  it('counts what counting everything anew would count, after any changes', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 7 }),
      severity: fc.constantFrom(...Severity.options),
      status: fc.constantFrom(...IssueStatus.options),
      category: fc.constantFrom(...Category.options),
      file: fc.constantFrom('a.ts', 'b.ts'),
      codeRole: fc.constantFrom(undefined, { role: 'test' as const, evidence: 'test' }),
      isRemoval: fc.boolean(),
    });
    const scopes = fc.record({
      minimum: fc.constantFrom(...Severity.options),
      categories: fc.subarray([...Category.options]).map((wanted) => new Set(wanted)),
      outside: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change), scopes, (changes, later) => {
        let scope: Scope = everything;
        const store = new IssueStore();
        const tally = new IssueTally(store, () => scope);
        for (const { id, isRemoval, codeRole, ...fields } of changes) {
          if (isRemoval) store.remove(String(id));
          else
            store.upsert(folder, [makeIssue({ ...fields, ...(codeRole && { codeRole }), id: String(id) })]);
          store.flush();
        }
        check(store, tally, scope);
        scope = later;
        tally.rescope();
        check(store, tally, scope);
      }),
    );
  });

  it('has counted when it tells', () => {
    const store = new IssueStore();
    const tally = new IssueTally(store, () => everything);
    const seen: number[] = [];
    tally.onChange(() => seen.push(tally.all.open));
    store.upsert(folder, [makeIssue(), makeIssue()]);
    store.flush();
    assert.deepEqual(seen, [2]);
  });
});

function check(store: IssueStore, tally: IssueTally, scope: Scope): void {
  const open = [...store.all()].filter(
    ({ issue }) => !isSuppressed(issue.status) && !isResolved(issue.status),
  );
  const shown = open.filter(({ issue }) => inScope(issue, scope));
  const others = open.filter(({ issue }) => !scope.categories.has(issue.category)).length;
  const outside = scope.outside
    ? 0
    : open.filter(({ issue }) => issue.codeRole && scope.categories.has(issue.category)).length;
  const ranks = shown.map(({ issue }) => severityRank(issue.severity));
  assert.deepEqual(tally.all, {
    open: shown.length,
    worst: shown.find(({ issue }) => severityRank(issue.severity) === Math.min(...ranks))?.issue.severity,
    ofOtherCategories: others,
    outside,
    belowMinimum: open.length - shown.length - others - outside,
  });
  for (const file of ['a.ts', 'b.ts']) {
    const here = shown.filter(({ issue }) => issue.file === file).length;
    assert.equal(tally.ofFile(fileKey({ folder, issue: { file } })).open, here);
  }
}
