import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Investigation, Issue, IssueListItem } from '../../../../src/api/contract/issue.ts';
import type { ServiceApi } from '../../../../src/connection/service-api.ts';
import { Investigations } from '../../../../src/views/investigation/investigations.ts';
import { IssueDetails } from '../../../../src/views/issues/issue-details.ts';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { folder, makeIssue } from '../make-issue.ts';

const { signal } = new AbortController();
const asIssue = (
  { investigation: _listed, ...item }: IssueListItem,
  investigation?: Investigation,
): Issue => ({
  ...item,
  codeFlows: [],
  preconditions: [],
  attackSteps: [],
  ...(investigation ? { investigation } : {}),
});

/** A service that investigates: each look at an issue brings it a state further. */
class Service {
  readonly requests: { ids: readonly string[]; context: string }[] = [];
  readonly states = new Map<string, Investigation[]>();
  readonly issues = new Map<string, IssueListItem>();
  looks = 0;
  fails = 0;

  readonly api = {
    investigations: {
      request: async (ids: readonly string[], context: string) => {
        this.requests.push({ ids, context });
        return ids.map((issueId) => ({ issueId, id: `of ${issueId}`, status: 'QUEUED' as const }));
      },
      cancel: async (ids: readonly string[]) => {
        for (const id of ids) this.states.set(id, [{ id: `of ${id}`, status: 'CANCELLED', evidence: [] }]);
        return [];
      },
      look: async (id: string) => {
        this.looks += 1;
        if (this.fails > 0) {
          this.fails -= 1;
          throw new Error('The service does not answer.');
        }
        const item = this.issues.get(id);
        if (!item) return undefined;
        const left = this.states.get(id) ?? [];
        const state = left.length > 1 ? left.shift() : left[0];
        return asIssue(item, state);
      },
    },
  } as unknown as ServiceApi;
}

describe('investigations', () => {
  let service: Service;
  let store: IssueStore;
  let investigations: Investigations;
  let ended: Issue[];
  let lost: number[];
  let withoutContext: string[];
  let pauses: number[];

  const state = (status: Investigation['status'], more: Partial<Investigation> = {}): Investigation => ({
    id: 'one',
    status,
    evidence: [],
    ...more,
  });
  const add = (item: IssueListItem, ...states: Investigation[]) => {
    service.issues.set(item.id, item);
    service.states.set(item.id, states);
    store.upsert(folder, [item]);
    store.flush();
    return item.id;
  };
  const until = async (isSo: () => boolean) => {
    for (let turns = 0; !isSo(); turns++) {
      assert.ok(turns < 2_000, 'it never came to pass');
      await turn();
    }
  };

  beforeEach(() => {
    service = new Service();
    store = new IssueStore();
    [ended, lost, withoutContext, pauses] = [[], [], [], []];
    const use = <T>(_signal: AbortSignal, work: (api: ServiceApi) => Promise<T>) => work(service.api);
    investigations = new Investigations({
      store,
      details: new IssueDetails(store, use),
      use,
      log: () => undefined,
      onEnded: (issue) => ended.push(issue),
      onWithoutContext: ({ id }) => withoutContext.push(id),
      onLost: (count) => lost.push(count),
      pause: async (ms, stopped) => {
        pauses.push(ms);
        await turn();
        stopped.throwIfAborted();
      },
    });
  });

  afterEach(() => {
    investigations.dispose();
    store.dispose();
  });

  it('follows one from the request to its verdict, and tells of its end once', async () => {
    const id = add(
      makeIssue(),
      state('QUEUED'),
      state('RUNNING', { stage: 'Reading' }),
      state('COMPLETED', { verdict: 'FALSE_POSITIVE', summary: 'It is checked.' }),
    );
    await investigations.request([id], '  the input is trusted ', signal);
    assert.deepEqual(service.requests, [{ ids: [id], context: 'the input is trusted' }]);
    assert.deepEqual(
      investigations.underWay.map(({ issue }) => issue.id),
      [id],
    );
    await until(() => ended.length > 0);
    assert.equal(ended[0]?.investigation?.summary, 'It is checked.');
    assert.equal(store.get(id)?.issue.investigation?.verdict, 'FALSE_POSITIVE');
    assert.equal(investigations.underWay.length, 0);
    const { looks } = service;
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(service.looks, looks, 'nothing is asked once nothing is under way');
    assert.equal(ended.length, 1);
  });

  it('follows what was begun before the window was loaded, or in another', async () => {
    const id = add(
      makeIssue({ investigation: { id: 'one', status: 'RUNNING' } }),
      state('COMPLETED', { verdict: 'TRUE_POSITIVE' }),
    );
    await until(() => ended.length > 0);
    assert.equal(ended[0]?.id, id);
    assert.deepEqual(service.requests, []);
  });

  it('tells of an end that the list had before the next look', async () => {
    const done = state('COMPLETED', { verdict: 'TRUE_POSITIVE', summary: 'It is reached.' });
    const item = makeIssue();
    const id = add(item, done);
    await investigations.request([id], 'on the internet', signal);
    store.replaceFolder(folder, [{ ...item, investigation: { id: 'one', status: 'COMPLETED' } }]);
    store.flush();
    assert.equal(investigations.underWay.length, 0);
    await until(() => ended.length > 0);
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.deepEqual(
      ended.map(({ investigation }) => investigation?.summary),
      ['It is reached.'],
    );
    assert.deepEqual(withoutContext, [id], 'the one that ended had not been told what was given');
  });

  it('goes on following where a list comes that was asked for before', async () => {
    const item = makeIssue();
    const id = add(item, state('RUNNING'), state('COMPLETED', { verdict: 'UNCERTAIN' }));
    await investigations.request([id], '', signal);
    store.replaceFolder(folder, [item]);
    store.flush();
    await until(() => ended.length > 0);
    assert.equal(store.get(id)?.issue.investigation?.verdict, 'UNCERTAIN');
    assert.equal(ended.length, 1);
  });

  it('asks for nothing but what is under way', async () => {
    add(makeIssue());
    add(makeIssue({ investigation: { status: 'COMPLETED', verdict: 'UNCERTAIN' } }));
    add(makeIssue({ scanKind: 'ON_DEMAND', investigation: { status: 'RUNNING' } }));
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(service.looks, 0);
  });

  it('waits longer and longer while nothing happens, and not once something did', async () => {
    const same = Array.from({ length: 12 }, () => state('RUNNING'));
    add(
      makeIssue({ investigation: { id: 'one', status: 'RUNNING' } }),
      ...same,
      state('RUNNING', { stage: 'Next' }),
      state('RUNNING', { stage: 'Next' }),
      state('COMPLETED'),
    );
    await until(() => ended.length > 0);
    assert.ok((pauses[11] ?? 0) > 10 * (pauses[0] ?? 0), `${pauses}`);
    assert.ok(Math.max(...pauses) <= 8_000);
    assert.equal(pauses[13], pauses[0]);
  });

  it('goes on when the service comes back, and says when it does not', async () => {
    const id = add(
      makeIssue({ investigation: { id: 'one', status: 'RUNNING' } }),
      state('COMPLETED', { verdict: 'UNCERTAIN' }),
    );
    service.fails = 3;
    await until(() => ended.length > 0);
    assert.deepEqual(lost, []);

    service.fails = 100;
    service.states.set(id, [state('RUNNING', { id: 'two' }), state('COMPLETED', { id: 'two' })]);
    await investigations.request([id], '', signal);
    await until(() => lost.length > 0);
    assert.deepEqual(lost, [1]);
    assert.equal(store.get(id)?.issue.investigation?.status, 'QUEUED', 'nothing is lost');
    service.fails = 0;
    store.upsert(folder, [{ ...makeIssue(), ...store.get(id)?.issue }]);
    store.flush();
    await until(() => ended.length > 1);
  });

  it('says when one had begun already, without the context given now', async () => {
    const id = add(makeIssue(), state('RUNNING', { context: 'another' }), state('COMPLETED'));
    await investigations.request([id], 'mine', signal);
    await until(() => ended.length > 0);
    assert.deepEqual(withoutContext, [id]);
  });

  it('takes out an issue that is no longer there', async () => {
    const id = add(makeIssue({ investigation: { id: 'one', status: 'RUNNING' } }));
    service.issues.delete(id);
    await until(() => investigations.underWay.length === 0);
    assert.equal(store.get(id), undefined);
  });

  it('stops one', async () => {
    const id = add(makeIssue({ investigation: { id: 'one', status: 'RUNNING' } }), state('RUNNING'));
    await investigations.cancel([id], signal);
    assert.equal(store.get(id)?.issue.investigation?.status, 'CANCELLED');
    assert.equal(investigations.underWay.length, 0);
  });
});
