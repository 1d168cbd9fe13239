import assert from 'node:assert/strict';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { gradeText, issueDescription } from '../../../../src/views/issues/issue-text.ts';
import type { ListedIssue, Reported } from '../../../../src/views/issues/known-issue.ts';
import { everything } from '../../../../src/views/issues/scope.ts';
import { noFilter } from '../../../../src/views/issues/tree/filter.ts';
import { IssueTreeModel } from '../../../../src/views/issues/tree/issue-tree-model.ts';
import { folder, makeIssue } from '../make-issue.ts';

const reported = (more: Partial<Reported> = {}): ListedIssue => ({
  ...makeIssue({ scanKind: 'ON_DEMAND' }),
  reported: { tool: 'Other', report: 'file:///r.sarif', isConfidenceKnown: false, ...more },
});

const look = { grouping: 'tool', sorting: 'severity', scope: everything, filter: noFilter } as const;

describe('an issue of another tool’s report', () => {
  const store = new IssueStore();
  const [fresh, old] = [reported({ baseline: 'new' }), reported({ baseline: 'unchanged' })];
  store.upsert(folder, [makeIssue(), fresh, old]);

  it('is grouped by its tool', () => {
    const model = new IssueTreeModel(store, look);
    model.show(look);
    assert.deepEqual(
      model.groups.map(({ label, issues }) => [label, issues.length]),
      [
        ['Other', 2],
        ['Parapet', 1],
      ],
    );
  });

  it('is new where the report says so', () => {
    const filter = { ...noFilter, newOnly: true };
    const model = new IssueTreeModel(store, { ...look, filter });
    model.show({ ...look, filter });
    assert.deepEqual(
      model.groups.flatMap(({ issues }) => issues.map(({ issue }) => issue.id)),
      [fresh.id],
    );
  });

  it('stays when a scan replaces ours, and when folders or services change', () => {
    const other = new IssueStore();
    other.upsert(folder, [makeIssue(), fresh]);
    other.replaceFolder(folder, []);
    other.keepFolders(new Set());
    assert.deepEqual(
      [...other.all()].map(({ issue }) => issue.id),
      [fresh.id],
    );
  });

  it('says whose it is, where it is not, and no more than the report knows', () => {
    const known = { issue: reported({ unplaced: 'outside' }), folder, place: { kind: 'unchecked' } } as const;
    assert.match(issueDescription(known, 'severity', false), /outside the workspace/);
    assert.match(issueDescription(known, 'severity', false), /Other/);
    assert.doesNotMatch(issueDescription(known, 'tool', false), /Other/);
    assert.doesNotMatch(gradeText(known.issue), /sure/);
  });
});
