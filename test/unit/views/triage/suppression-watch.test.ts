import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IssueListItem } from '../../../../src/api/contract/issue.ts';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { SuppressionWatch } from '../../../../src/views/triage/suppression-watch.ts';
import { folder, makeIssue } from '../make-issue.ts';

function suppressed(inMs: number, given: Partial<IssueListItem> = {}): IssueListItem {
  const now = Date.now();
  const until = new Date(now + inMs).toISOString();
  return makeIssue({ status: 'ACCEPTED_RISK', triage: { at: new Date(now).toISOString(), until }, ...given });
}

const opened = ({ triage: _triage, ...issue }: IssueListItem): IssueListItem => ({
  ...issue,
  status: 'PENDING_REVIEW',
});

describe('suppressions that end while the window is open', () => {
  let store: IssueStore;
  let watch: SuppressionWatch;
  let asked: number;
  let told: string[][];
  /** What the service says once it is asked. */
  let answer: IssueListItem[];

  beforeEach(() => {
    store = new IssueStore();
    asked = 0;
    told = [];
    answer = [];
    watch = new SuppressionWatch({
      store,
      refresh: async () => {
        asked += 1;
        store.upsert(folder, answer);
        store.flush();
      },
      onEnded: (issues) => told.push(issues.map(({ issue }) => issue.id)),
      log: (message) => assert.fail(message),
    });
  });

  afterEach(() => watch.dispose());

  function known(...issues: IssueListItem[]): void {
    store.upsert(folder, issues);
    store.flush();
  }

  async function within(ms: number, what: () => boolean): Promise<void> {
    for (const end = Date.now() + ms; !what(); await sleep(20)) assert.ok(Date.now() < end, 'not in time');
  }

  it('have the service asked then, and what is open again is told, together', async () => {
    const [one, two, later] = [suppressed(150), suppressed(150, { file: 'b.ts' }), suppressed(3_600_000)];
    answer = [opened(one), opened(two), later];
    known(one, two, later);
    await within(3_000, () => told.length > 0);
    assert.deepEqual(told, [[one.id, two.id]]);
    assert.equal(asked, 1);
    assert.equal(store.get(one.id)?.issue.status, 'PENDING_REVIEW');
  });

  it('are told, too, where another window had the service open them first', async () => {
    const issue = suppressed(30);
    known(issue);
    await sleep(60);
    known(opened(issue));
    assert.deepEqual(told, [[issue.id]]);
  });

  it('are not told of what a person opened before', () => {
    const issue = suppressed(60_000);
    known(issue);
    known(opened(issue));
    assert.deepEqual(told, []);
  });

  it('are looked for at the end that holds now, and not where there is none any more', async () => {
    const [moved, endless] = [suppressed(100), suppressed(100)];
    known(moved, endless);
    known(suppressed(3_600_000, { id: moved.id }), { ...endless, triage: { at: endless.createdAt } });
    await sleep(600);
    assert.equal(asked, 0);
  });

  it('are asked for once and not again at once where the service, by its own clock, does not see them end', async () => {
    const issue = suppressed(50);
    answer = [issue];
    known(issue);
    await within(2_000, () => asked > 0);
    known(makeIssue());
    await sleep(500);
    assert.equal(asked, 1);
    assert.deepEqual(told, []);
  });

  it('are not waited for once the issue is gone', async () => {
    const issue = suppressed(50);
    known(issue);
    store.remove(issue.id);
    await sleep(700);
    assert.equal(asked, 0);
    assert.deepEqual(told, []);
  });
});
