import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IssueChange, IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { fileKey } from '../../../../src/views/issues/known-issue.ts';
import { folder, makeIssue } from '../make-issue.ts';

const at = (line: number) =>
  ({
    kind: 'at',
    range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
    indent: 0,
  }) as const;

describe('the issue store', () => {
  it('tells many changes at once, with the files they are in', async () => {
    const store = new IssueStore();
    const changes: IssueChange[] = [];
    store.onChange((change) => changes.push(change));
    for (let index = 0; index < 500; index++) store.upsert(folder, [makeIssue({ file: `f${index % 2}.ts` })]);
    await sleep(200);
    assert.equal(changes.length, 1);
    assert.deepEqual([...(changes[0]?.files ?? [])].sort(), [`${folder}\nf0.ts`, `${folder}\nf1.ts`]);
  });

  it('keeps the place of an issue that is reported again until another is known, and looks anew for lost code', () => {
    const store = new IssueStore();
    const issue = makeIssue({ startLine: 5 });
    store.upsert(folder, [issue]);
    store.place(new Map([[issue.id, at(9)]]));
    store.upsert(folder, [{ ...issue, status: 'FALSE_POSITIVE' }]);
    assert.deepEqual(store.get(issue.id)?.place, at(9));
    store.upsert(folder, [{ ...issue, startLine: 9 }]);
    assert.deepEqual(store.get(issue.id)?.place, at(9));
    store.place(new Map([[issue.id, { kind: 'changed' }]]));
    store.upsert(folder, [{ ...issue, startLine: 9, blobId: 'b'.repeat(40) }]);
    assert.deepEqual(store.get(issue.id)?.place, { kind: 'unchecked' });
  });

  it('does not take the state of a patch back when a list that was asked for earlier arrives', () => {
    const store = new IssueStore();
    const issue = makeIssue({});
    const state = (status: 'QUEUED' | 'UNPATCHABLE', updatedAt: string) =>
      ({ status, validation: 'NOT_RUN', updatedAt }) as const;
    store.upsert(folder, [{ ...issue, patch: state('UNPATCHABLE', '2026-01-01T00:00:02.000Z') }]);
    store.upsert(folder, [issue]);
    store.upsert(folder, [{ ...issue, patch: state('QUEUED', '2026-01-01T00:00:01.000Z') }]);
    assert.equal(store.get(issue.id)?.issue.patch?.status, 'UNPATCHABLE');
    store.upsert(folder, [{ ...issue, patch: state('QUEUED', '2026-01-01T00:00:03.000Z') }]);
    assert.equal(store.get(issue.id)?.issue.patch?.status, 'QUEUED');
  });

  it('has the issues of a renamed file under its new name', () => {
    const store = new IssueStore();
    const issue = makeIssue({ file: 'old.ts' });
    store.upsert(folder, [issue]);
    store.place(new Map([[issue.id, { ...at(1), file: 'new.ts' }]]));
    const keys = ['old.ts', 'new.ts'].map((file) => fileKey({ folder, issue: { file } }));
    assert.deepEqual(
      keys.map((key) => store.ofFile(key).length),
      [0, 1],
    );
    store.place(new Map([[issue.id, at(1)]]));
    assert.deepEqual(
      keys.map((key) => store.ofFile(key).length),
      [1, 0],
    );
  });

  it('tells everybody, also when one of them fails', () => {
    const store = new IssueStore();
    const told: number[] = [];
    store.onChange(() => {
      throw new Error('a view that is gone');
    });
    store.onChange(({ files }) => told.push(files.size));
    store.upsert(folder, [makeIssue()]);
    assert.throws(() => store.flush(), /a view that is gone/);
    assert.deepEqual(told, [1]);
  });

  it('forgets what a folder no longer has, and nothing of other folders', () => {
    const store = new IssueStore();
    const [kept, gone, other] = [makeIssue(), makeIssue(), makeIssue()];
    store.upsert(folder, [kept, gone]);
    store.upsert('file:///other', [other]);
    store.replaceFolder(folder, [kept]);
    assert.deepEqual([...store.all()].map(({ issue }) => issue.id).sort(), [kept.id, other.id].sort());
  });

  it('takes many issues over in turns, and tells of them together', async () => {
    const store = new IssueStore();
    const gone = makeIssue();
    const many = Array.from({ length: 20_000 }, (_, index) => makeIssue({ file: `${index % 50}.ts` }));
    store.upsert(folder, [gone]);
    store.flush();
    let told = 0;
    store.onChange(() => {
      told++;
    });
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const work = store.replaceFolderInTurns(folder, many);
    const found = makeIssue({ file: 'found-meanwhile.ts' });
    store.upsert(folder, [found]);
    await work;
    clearInterval(counting);
    store.flush();
    assert.ok(turns > 0, 'others had their turn');
    assert.equal(told, 1);
    const ids = new Set([...store.all()].map(({ issue }) => issue.id));
    assert.equal(ids.size, 20_001, 'what was found meanwhile stays, what is gone goes');
    assert.ok(ids.has(found.id) && !ids.has(gone.id));
  });

  it('names the file that an issue left as changed, too', () => {
    const store = new IssueStore();
    const issue = makeIssue({ file: 'old.ts' });
    store.upsert(folder, [issue]);
    store.flush();
    const changes: IssueChange[] = [];
    store.onChange((change) => changes.push(change));
    store.upsert(folder, [{ ...issue, file: 'new.ts' }]);
    store.flush();
    assert.deepEqual([...(changes[0]?.files ?? [])].sort(), [`${folder}\nnew.ts`, `${folder}\nold.ts`]);
    assert.deepEqual(store.ofFile(fileKey({ folder, issue: { file: 'old.ts' } })), []);
  });

  it('says nothing of what is told once more, and all of what is told otherwise', () => {
    const store = new IssueStore();
    const [same, other] = [makeIssue({ file: 'same.ts' }), makeIssue({ file: 'other.ts' })];
    store.upsert(folder, [same, other]);
    store.flush();
    const changes: IssueChange[] = [];
    store.onChange((change) => changes.push(change));
    const again = structuredClone([same, { ...other, cwes: ['CWE-1'] }]);
    store.upsert(folder, again);
    store.flush();
    assert.deepEqual(
      changes.map(({ files }) => [...files]),
      [[`${folder}\nother.ts`]],
    );
    assert.deepEqual(store.get(other.id)?.issue.cwes, ['CWE-1']);
  });

  it('says nothing when nothing changed', () => {
    const store = new IssueStore();
    const issue = makeIssue();
    store.upsert(folder, [issue]);
    store.place(new Map([[issue.id, at(1)]]));
    store.flush();
    store.onChange(() => assert.fail('told of a change'));
    store.place(new Map([[issue.id, at(1)]]));
    store.flush();
  });
});
