import assert from 'node:assert/strict';
import type { PatchStatusItem } from '../../../../src/api/contract/patches.ts';
import type { PatchApi } from '../../../../src/connection/patch-api.ts';
import { IssueStore } from '../../../../src/views/issues/issue-store.ts';
import { PatchJobs } from '../../../../src/views/patches/patch-jobs.ts';
import { folder, makeIssue } from '../make-issue.ts';

type Status = PatchStatusItem['status'];

/** A service that makes each patch in as many questions as its list of states is long. */
class FakeService {
  readonly limit = 100;
  readonly states = new Map<string, Status[]>();
  readonly asked: string[][] = [];
  readonly forced: boolean[] = [];
  cancelled: string[] = [];
  /** Questions that fail first. */
  failures = 0;

  async generate(ids: readonly string[], force: boolean): Promise<readonly PatchStatusItem[]> {
    this.asked.push([...ids]);
    this.forced.push(force);
    return ids.map((issueId) => ({ issueId, status: 'QUEUED', validation: 'NOT_RUN' }));
  }

  async statuses(ids: readonly string[]): Promise<readonly PatchStatusItem[]> {
    if (this.failures-- > 0) throw new Error('gone');
    return ids.map((issueId) => {
      const states = this.states.get(issueId) ?? ['READY'];
      const status = (states.length > 1 ? states.shift() : states[0]) ?? 'READY';
      return {
        issueId,
        status,
        validation: status === 'READY' ? 'PASSED' : 'NOT_RUN',
        stage: `is ${status}`,
        updatedAt: '2026-02-01T12:00:00.000Z',
      };
    });
  }

  async cancel(ids: readonly string[]): Promise<readonly PatchStatusItem[]> {
    this.cancelled.push(...ids);
    return ids.map((issueId) => ({ issueId, status: 'NONE', validation: 'NOT_RUN' }));
  }
}

describe('patches that are being made', () => {
  let store: IssueStore;
  let service: FakeService;
  let jobs: PatchJobs;

  beforeEach(() => {
    store = new IssueStore();
    service = new FakeService();
    jobs = new PatchJobs({
      store,
      use: async (signal, work) => {
        signal.throwIfAborted();
        return await work(service as unknown as PatchApi);
      },
      log: () => undefined,
    });
  });

  afterEach(() => {
    jobs.dispose();
    store.dispose();
  });

  const add = (...ids: string[]) =>
    store.upsert(
      folder,
      ids.map((id) => makeIssue({ id })),
    );
  const statusOf = (id: string) => store.get(id)?.issue.patch?.status;

  it('are followed stage by stage until they have ended, each in its own way', async () => {
    add('1', '2');
    service.states.set('1', ['GENERATING', 'VALIDATING', 'READY']);
    service.states.set('2', ['GENERATING', 'UNPATCHABLE']);
    const stages = new Set<string | undefined>();
    await jobs.generate(['1', '2', '1'], false, new AbortController().signal, () =>
      stages.add(store.get('1')?.issue.patch?.stage),
    );
    assert.deepEqual(service.asked, [['1', '2']]);
    assert.ok(stages.has('is GENERATING') && stages.has('is VALIDATING'));
    assert.deepEqual([statusOf('1'), statusOf('2')], ['READY', 'UNPATCHABLE']);
    assert.equal(jobs.count, 0);
  });

  it('are asked for a hundred at a time', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `issue ${index}`);
    add(...ids);
    await jobs.generate(ids, true, new AbortController().signal);
    assert.deepEqual(
      service.asked.map(({ length }) => length),
      [100, 100, 50],
    );
    assert.deepEqual(service.forced, [true, true, true]);
  });

  it('end when they are cancelled, and the service is told', async () => {
    add('1');
    service.states.set('1', ['GENERATING']);
    const cancel = new AbortController();
    const made = jobs.generate(['1'], false, cancel.signal, () => cancel.abort());
    await assert.rejects(made, { name: 'AbortError' });
    assert.deepEqual(service.cancelled, ['1']);
    assert.equal(statusOf('1'), 'NONE');
  });

  it('are followed over a service that is gone for a moment', async () => {
    add('1');
    service.states.set('1', ['GENERATING', 'READY']);
    service.failures = 1;
    await jobs.generate(['1'], false, new AbortController().signal);
    assert.equal(statusOf('1'), 'READY');
  }).timeout(5_000);

  it('are given up, and whoever waits is told, when the service stays away', async () => {
    add('1');
    service.failures = Number.POSITIVE_INFINITY;
    await assert.rejects(jobs.generate(['1'], false, new AbortController().signal), /gone/);
    assert.equal(jobs.count, 0);
  }).timeout(10_000);

  it('are not forgotten when a list of issues arrives that was asked for earlier', async () => {
    add('1');
    await jobs.generate(['1'], false, new AbortController().signal);
    store.replaceFolder(folder, [makeIssue({ id: '1' })]);
    store.flush();
    assert.equal(statusOf('1'), 'READY');
    const later = { status: 'NONE', validation: 'NOT_RUN', updatedAt: '2026-03-01T12:00:00.000Z' } as const;
    store.replaceFolder(folder, [makeIssue({ id: '1', patch: later })]);
    store.flush();
    assert.equal(statusOf('1'), 'NONE');
  });

  it('that another window asked for are followed too', async () => {
    const patch = { status: 'GENERATING', validation: 'NOT_RUN' } as const;
    store.upsert(folder, [makeIssue({ id: '1', patch })]);
    store.flush();
    assert.equal(jobs.count, 1);
    const ended = new Promise<void>((resolve) => {
      store.onChange(() => (statusOf('1') === 'READY' ? resolve() : undefined));
    });
    await ended;
  });
});
