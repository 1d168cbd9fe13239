import assert from 'node:assert/strict';
import { IssueTreeModel, pageSize } from '../../../../src/views/issues/issue-tree-model.ts';
import type { KnownIssue } from '../../../../src/views/issues/known-issue.ts';
import { makeKnown } from '../make-issue.ts';

describe('the issues tree model', () => {
  it('keeps a group node over updates, so that the editor keeps it open', () => {
    const model = new IssueTreeModel();
    const first = makeKnown({ severity: 'HIGH' });
    model.update([first], 'severity', 'INFO');
    const [before] = model.groups;
    model.update([first, makeKnown({ severity: 'HIGH' })], 'severity', 'INFO');
    assert.equal(model.groups[0], before);
  });

  it('asks to draw again only the groups that changed', () => {
    const model = new IssueTreeModel();
    const known = [makeKnown({ severity: 'CRITICAL' }), makeKnown({ severity: 'LOW' })];
    assert.equal(model.update(known, 'severity', 'INFO').root, true, 'groups appeared');
    const added = model.update([...known, makeKnown({ severity: 'LOW' })], 'severity', 'INFO');
    assert.equal(added.root, false);
    assert.deepEqual(
      added.groups.map(({ key }) => key),
      ['severity:LOW'],
    );
    const same = model.update(
      [...known, ...(model.groups[1]?.group.issues.slice(0, 0) ?? [])],
      'severity',
      'INFO',
    );
    assert.equal(same.root, false);
    const nothing = model.update(known, 'severity', 'INFO');
    assert.deepEqual(nothing, { root: false, groups: [] });
  });

  it('counts open issues at or above the lowest severity shown, and neither resolved nor suppressed ones', () => {
    const model = new IssueTreeModel();
    const known = [
      makeKnown({ severity: 'HIGH' }),
      makeKnown({ severity: 'LOW' }),
      makeKnown({ severity: 'HIGH', status: 'FALSE_POSITIVE' }),
      makeKnown({ severity: 'HIGH', status: 'RESOLVED' }),
    ];
    model.update(known, 'severity', 'MEDIUM');
    assert.equal(model.openCount, 1);
    assert.deepEqual(
      model.groups.map(({ group }) => [group.by, group.issues.length]),
      [
        ['severity', 1],
        ['suppressed', 1],
      ],
    );
  });

  it('lists large groups a page at a time, and every issue in the end', () => {
    const model = new IssueTreeModel();
    model.update(many(pageSize + 20), 'class', 'INFO');
    const [group] = model.groups;
    assert.ok(group);
    const first = model.children(group);
    assert.equal(first.length, pageSize + 1);
    assert.equal(first.at(-1)?.kind, 'more');
    model.showMore(group);
    const all = model.children(group);
    assert.equal(all.length, pageSize + 20);
    assert.ok(all.every(({ kind }) => kind === 'issue'));
  });

  it('says which issues are new only once there was a scan before', () => {
    const model = new IssueTreeModel();
    const [old, fresh] = [
      makeKnown({ scanId: 'b', firstSeenScanId: 'a' }),
      makeKnown({ scanId: 'b', firstSeenScanId: 'b' }),
    ];
    model.update([fresh], 'severity', 'INFO');
    assert.equal(model.isNews(fresh), false);
    model.update([old, fresh], 'severity', 'INFO');
    assert.equal(model.isNews(fresh), true);
    assert.equal(model.isNews(old), false);
  });

  it('takes ten thousand issues', () => {
    const model = new IssueTreeModel();
    const known = many(10_000);
    model.update(known, 'file', 'INFO');
    model.update([...known, makeKnown()], 'severity', 'INFO');
    assert.equal(model.openCount, 10_001);
  });
});

function many(count: number): KnownIssue[] {
  return Array.from({ length: count }, (_, index) =>
    makeKnown({
      file: `src/file-${index % 300}.ts`,
      startLine: (index * 7919) % 1000,
      score: 70 + (index % 20),
    }),
  );
}
