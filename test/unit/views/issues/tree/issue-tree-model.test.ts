import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { IssueListItem } from '../../../../../src/api/contract/issue.ts';
import { IssueStatus, Severity } from '../../../../../src/api/contract/vocabulary.ts';
import { IssueStore } from '../../../../../src/views/issues/issue-store.ts';
import { everything } from '../../../../../src/views/issues/scope.ts';
import { noFilter } from '../../../../../src/views/issues/tree/filter.ts';
import { groupings } from '../../../../../src/views/issues/tree/grouping.ts';
import { pageSize } from '../../../../../src/views/issues/tree/issue-group.ts';
import {
  IssueTreeModel,
  type Look,
  type Refresh,
} from '../../../../../src/views/issues/tree/issue-tree-model.ts';
import { sortings } from '../../../../../src/views/issues/tree/sorting.ts';
import { folder, makeIssue } from '../../make-issue.ts';

const usual: Look = { grouping: 'severity', sorting: 'severity', scope: everything, filter: noFilter };

/** A model that follows a store, and what it last asked to draw again. */
function follow(look: Partial<Look> = {}): { store: IssueStore; model: IssueTreeModel; last(): Refresh } {
  const store = new IssueStore();
  const model = new IssueTreeModel(store, { ...usual, ...look });
  let refresh: Refresh = { root: false, groups: [], issues: [] };
  store.onChange(({ files }) => {
    refresh = model.change(files);
  });
  return { store, model, last: () => refresh };
}

function put(store: IssueStore, ...issues: IssueListItem[]): void {
  store.upsert(folder, issues);
  store.flush();
}

/** What the tree would show: groups with their issues, in order. */
function shape(model: IssueTreeModel): unknown {
  return model.groups.map(({ key, severity, issues }) => [
    key,
    severity,
    issues.map(({ issue }) => issue.id),
  ]);
}

describe('the issues tree model', () => {
  it('keeps a group node over updates, so that the editor keeps it open', () => {
    const { store, model } = follow();
    put(store, makeIssue());
    const [before] = model.groups;
    put(store, makeIssue());
    assert.equal(model.groups[0], before);
    model.show({ ...usual, sorting: 'newest' });
    assert.equal(model.groups[0], before);
  });

  it('takes other groups for a filter, which may be opened without a trace', () => {
    const { store, model } = follow();
    put(store, makeIssue());
    const [before] = model.groups;
    assert.ok(before);
    assert.equal(model.show({ ...usual, filter: { ...noFilter, text: 'sql' } }).root, true);
    assert.equal(model.has(before), false);
    const [filtered] = model.groups;
    model.show({ ...usual, filter: { ...noFilter, text: 'sql inj' } });
    assert.equal(model.groups[0], filtered, 'while it is typed they stay');
  });

  it('asks to draw again only what changed: the tree, a group, or a single issue', () => {
    const { store, model, last } = follow();
    const low = makeIssue({ severity: 'LOW' });
    put(store, makeIssue({ severity: 'CRITICAL' }), low);
    assert.equal(last().root, true, 'groups appeared');
    for (const group of model.groups) model.children(group);
    put(store, makeIssue({ severity: 'LOW', score: low.score + 2 }));
    assert.deepEqual(
      [last().root, last().groups.map(({ key }) => key), last().issues],
      [false, ['severity:LOW'], []],
    );
    put(store, { ...low, note: 'seen' });
    assert.deepEqual(
      [last().root, last().groups, last().issues.map(({ known }) => known.issue.note)],
      [false, [], ['seen']],
    );
    put(store, { ...low, score: low.score + 5 });
    assert.deepEqual(
      [last().root, last().groups.map(({ key }) => key), last().issues],
      [false, ['severity:LOW'], []],
      'it has another place in its group',
    );
  });

  it('draws a group anew instead of very many of its issues', () => {
    const { store, model, last } = follow();
    const issues = many(200);
    put(store, ...issues);
    for (const group of model.groups) model.children(group);
    store.place(new Map(issues.map(({ id }) => [id, { kind: 'changed' }])));
    store.flush();
    assert.deepEqual([last().root, last().groups.length, last().issues], [false, 1, []]);
  });

  it('is after any changes what it would be had it seen them all at once', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 9 }),
      severity: fc.constantFrom(...Severity.options),
      status: fc.constantFrom(...IssueStatus.options),
      file: fc.constantFrom('a.ts', 'b.ts', 'c.py'),
      score: fc.integer({ min: 0, max: 3 }),
      firstSeenScanId: fc.constantFrom('one', 'two'),
      lastSeenAt: fc.constantFrom('2026-01-31T12:00:00.000Z', '2026-02-01T12:00:00.000Z'),
      isRemoval: fc.boolean(),
    });
    const look = fc.record({
      grouping: fc.constantFrom(...groupings),
      sorting: fc.constantFrom(...sortings),
      scope: fc.constantFrom(everything, { ...everything, minimum: 'MEDIUM' as const }),
      filter: fc.constantFrom(noFilter, { ...noFilter, newOnly: true }, { ...noFilter, text: 'a.ts' }),
    });
    fc.assert(
      fc.property(look, fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (given, steps) => {
        const { store, model } = follow(given);
        for (const step of steps) {
          for (const { id, isRemoval, ...fields } of step) {
            if (isRemoval) store.remove(String(id));
            else store.upsert(folder, [makeIssue({ ...fields, id: String(id), scanId: 'two' })]);
          }
          store.flush();
          const atOnce = new IssueTreeModel(store, given);
          atOnce.show(given);
          assert.deepEqual(shape(model), shape(atOnce));
          assert.equal(model.matching, atOnce.matching);
        }
      }),
    );
  });

  it('lists what settings and filter let through, and neither counts nor forgets the suppressed', () => {
    const { store, model } = follow({
      scope: { ...everything, minimum: 'MEDIUM' },
      filter: { ...noFilter, text: 'SQL' },
    });
    put(
      store,
      makeIssue(),
      makeIssue({ severity: 'LOW' }),
      makeIssue({ status: 'FALSE_POSITIVE' }),
      makeIssue({ status: 'RESOLVED' }),
      makeIssue({ title: 'XSS', vulnClass: 'xss', ruleId: 'x', description: '', cwes: [] }),
    );
    assert.equal(model.matching, 1);
    assert.deepEqual(
      model.groups.map(({ by, issues }) => [by, issues.length]),
      [
        ['severity', 1],
        ['suppressed', 1],
      ],
    );
  });

  it('lists large groups a page at a time, and every issue in the end', () => {
    const { store, model } = follow({ grouping: 'class' });
    put(store, ...many(pageSize + 20));
    const [group] = model.groups;
    assert.ok(group);
    const first = model.children(group);
    const more = first.at(-1);
    assert.equal(first.length, pageSize + 1);
    assert.ok(more?.kind === 'more');
    assert.deepEqual(model.listed(more), { listed: pageSize, of: pageSize + 20 });
    model.showMore(more);
    const all = model.children(group);
    assert.equal(all.length, pageSize + 20);
    assert.ok(all.every(({ kind }) => kind === 'issue'));
  });

  it('lists many groups a page at a time, too, and finds an issue in one that is not listed yet', () => {
    const { store, model } = follow({ grouping: 'file' });
    const issues = Array.from({ length: pageSize + 3 }, (_, index) => makeIssue({ file: `${index}.ts` }));
    put(store, ...issues);
    assert.equal(model.roots().length, pageSize + 1);
    const last = model.groups.at(-1)?.issues[0];
    assert.ok(last);
    assert.equal(model.find(last)?.known, last);
    assert.equal(model.roots().length, pageSize + 3);
  });

  it('says which issues are new only once there was a scan before', () => {
    const { store, model } = follow();
    const [old, fresh] = [
      makeIssue({ scanId: 'b', firstSeenScanId: 'a' }),
      makeIssue({ scanId: 'b', firstSeenScanId: 'b' }),
    ];
    const isNews = (id: string) => model.isNews(store.get(id) ?? assert.fail());
    put(store, fresh);
    assert.equal(isNews(fresh.id), false);
    put(store, old);
    assert.equal(isNews(fresh.id), true);
    assert.equal(isNews(old.id), false);
  });

  it('takes ten thousand issues', () => {
    const { store, model } = follow({ grouping: 'file' });
    put(store, ...many(10_000));
    model.show(usual);
    put(store, makeIssue());
    assert.equal(model.matching, 10_001);
  });
});

function many(count: number): IssueListItem[] {
  return Array.from({ length: count }, (_, index) =>
    makeIssue({
      file: `src/file-${index % 300}.ts`,
      startLine: (index * 7919) % 1000,
      score: 70 + (index % 20),
    }),
  );
}
