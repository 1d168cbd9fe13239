import assert from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import type { Scan } from '../../../src/api/contract/scans/scans.ts';
import { Failure } from '../../../src/connection/failure.ts';
import type { ScanChoices, ScanEvent, ServiceApi } from '../../../src/connection/service-api.ts';
import { IssueStore } from '../../../src/views/issues/issue-store.ts';
import type { SessionFolder } from '../../../src/views/scan-activity.ts';
import { Session } from '../../../src/views/session.ts';
import { makeIssue } from './make-issue.ts';
import { makeScan, noIssues, project } from './make-scan.ts';

/** A service whose scan says what the test sends. */
class FakeService {
  readonly events: ScanEvent[] = [];
  scans: Scan[] = [];
  issues: ReturnType<typeof makeIssue>[] = [];
  wasRunning = false;
  cancelled: string[] = [];
  checkedOut: string | undefined = 'main';
  #wake: (() => void) | undefined;

  send(event: ScanEvent): void {
    this.events.push(event);
    this.#wake?.();
  }

  finish(status: 'COMPLETED' | 'FAILED' | 'CANCELLED', errorMessage?: string): void {
    this.scans = [makeScan({ status, ...(errorMessage === undefined ? {} : { errorMessage }) })];
    this.send({ event: 'done', data: { scanId: 's1', status, issueCounts: noIssues } });
  }

  get api(): ServiceApi {
    const fake: Partial<Record<keyof ServiceApi, unknown>> = {
      startScan: async () => ({
        scan: makeScan({ branch: this.checkedOut ?? null }),
        wasRunning: this.wasRunning,
      }),
      cancelScan: async (id: string) => void this.cancelled.push(id),
      stateOf: async () => JSON.stringify([this.scans, this.issues]),
      latestScans: async () => this.scans,
      issues: async (_id: string, branch: string | undefined) =>
        this.issues.filter(({ scanTargetBranch }) => branch === undefined || scanTargetBranch === branch),
      watchScan: (_id: string, signal: AbortSignal) => this.#watch(signal),
    };
    return fake as ServiceApi;
  }

  async *#watch(signal: AbortSignal): AsyncGenerator<ScanEvent> {
    for (let next = 0; ; ) {
      signal.throwIfAborted();
      const event = this.events[next];
      if (event) {
        next++;
        yield event;
        if (event.event === 'done') return;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}

/** What scans were asked to be, of a session with a shared service or one on this machine. */
async function scanChoices(isShared: boolean, pushed: string | undefined): Promise<ScanChoices> {
  const { service } = setUp();
  let asked: ScanChoices = {};
  const api = {
    ...service.api,
    startScan: async (_id: string, _signal: AbortSignal, choices: ScanChoices) => {
      asked = choices;
      service.finish('COMPLETED');
      return { scan: makeScan({}), wasRunning: false };
    },
  };
  const session = new Session({
    store: new IssueStore(),
    use: (_signal, work) => work(api as ServiceApi),
    folders: async () => [project],
    branchOf: async () => 'topic',
    isShared: () => isShared,
    pushedBranchOf: async () => pushed,
    log: () => undefined,
    onAlreadyRunning: () => undefined,
  });
  await session.scan();
  return asked;
}

function setUp(folders: readonly SessionFolder[] = [project]) {
  const service = new FakeService();
  const store = new IssueStore();
  const alreadyRunning: string[] = [];
  const session = new Session({
    store,
    use: (_signal, work) => work(service.api),
    folders: async () => folders,
    branchOf: async () => service.checkedOut,
    log: () => undefined,
    onAlreadyRunning: ({ name }) => alreadyRunning.push(name),
  });
  return { service, store, session, alreadyRunning };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await tick();
}

describe('the session of a window', () => {
  it('shows issues while the scan runs', async () => {
    const { service, store, session } = setUp();
    const scan = session.scan();
    await settle();
    service.send({ event: 'issue.found', data: { issue: makeIssue({ id: 'i1' }), known: false } });
    await settle();
    assert.equal(session.activity.kind, 'scanning');
    assert.ok(store.get('i1'));
    service.issues = [makeIssue({ id: 'i1' })];
    service.finish('COMPLETED');
    await scan;
    assert.equal(session.activity.kind, 'settled');
    assert.equal(session.latest[0]?.scan.status, 'COMPLETED');
  });

  it('has a shared service scan the branch that is checked out, where that was pushed', async () => {
    const shared = await scanChoices(true, 'topic');
    assert.deepEqual([shared.branch, shared.keepsUsual], ['topic', true]);
    assert.equal((await scanChoices(true, undefined)).branch, undefined);
    const local = await scanChoices(false, 'topic');
    assert.deepEqual([local.branch, local.keepsUsual], [undefined, false]);
  });

  it('tells the progress of the scan', async () => {
    const { service, session } = setUp();
    const scan = session.scan();
    await settle();
    service.send({ event: 'scan.progress', data: { phase: 'reading', filesDone: 3, filesTotal: 9 } });
    await settle();
    const { activity } = session;
    assert.ok(activity.kind === 'scanning');
    assert.deepEqual(activity.runs[0]?.progress, { phase: 'reading', filesDone: 3, filesTotal: 9 });
    service.finish('COMPLETED');
    await scan;
  });

  it('drops issues that the scan no longer finds', async () => {
    const { service, store, session } = setUp();
    service.issues = [makeIssue({ id: 'old' })];
    service.scans = [makeScan({ status: 'COMPLETED' })];
    await session.load();
    assert.ok(store.get('old'));
    const scan = session.scan();
    await settle();
    service.send({ event: 'issue.resolved', data: { issueId: 'old' } });
    await settle();
    assert.equal(store.get('old'), undefined);
    service.issues = [];
    service.finish('COMPLETED');
    await scan;
  });

  it('keeps what was found when the scan fails, and says why', async () => {
    const { service, store, session } = setUp();
    const scan = session.scan();
    await settle();
    service.issues = [makeIssue({ id: 'i1' })];
    service.finish('FAILED', 'The disk is full.');
    await assert.rejects(
      scan,
      (error) => error instanceof Failure && /The disk is full/.test(error.sentence),
    );
    assert.ok(store.get('i1'));
    assert.ok(session.activity.kind === 'failed');
    assert.match(session.activity.failure.kept ?? '', /1/);
  });

  it('cancels the scan in the service, and is no failure then', async () => {
    const { service, session } = setUp();
    const scan = session.scan();
    await settle();
    await session.cancel();
    assert.deepEqual(service.cancelled, ['s1']);
    service.finish('CANCELLED');
    await scan;
    assert.equal(session.activity.kind, 'settled');
  });

  it('stops waiting for a service that is still starting when cancelled', async () => {
    const store = new IssueStore();
    const session = new Session({
      store,
      use: () => assert.fail('not reached'),
      folders: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      log: () => undefined,
      branchOf: async () => undefined,
      onAlreadyRunning: () => undefined,
    });
    const scan = session.scan();
    await settle();
    await session.cancel();
    await scan;
    assert.equal(session.activity.kind, 'settled');
    assert.deepEqual(session.latest, [], 'so that the view offers a scan');
  });

  it('does not start a second scan while one runs', async () => {
    const { service, session } = setUp();
    const scan = session.scan();
    await settle();
    await session.scan();
    assert.equal(session.activity.kind, 'scanning', 'the first one goes on');
    service.finish('COMPLETED');
    await scan;
  });

  it('follows a scan that another window started, and says so', async () => {
    const { service, session, alreadyRunning } = setUp();
    service.wasRunning = true;
    const scan = session.scan();
    await settle();
    assert.deepEqual(alreadyRunning, ['project']);
    service.finish('COMPLETED');
    await scan;
  });

  it('takes up a scan that runs when the window opens', async () => {
    const { service, session } = setUp();
    service.scans = [makeScan({ status: 'RUNNING' })];
    const loading = session.load();
    await settle();
    assert.equal(session.activity.kind, 'scanning');
    service.finish('COMPLETED');
    await loading;
    assert.equal(session.activity.kind, 'settled');
  });

  it('can load anew right after it was stopped in the middle of a scan', async () => {
    const { service, store, session } = setUp();
    const scan = session.scan();
    await settle();
    await session.stop();
    await scan;
    service.issues = [makeIssue({ id: 'i1' })];
    service.scans = [makeScan({ status: 'COMPLETED' })];
    await session.load();
    assert.ok(store.get('i1'));
    assert.equal(session.activity.kind, 'settled');
  });

  it('can scan again after a failure', async () => {
    const { service, session } = setUp();
    const first = session.scan();
    await settle();
    service.finish('FAILED', 'no');
    await assert.rejects(first);
    service.events.length = 0;
    const second = session.scan();
    await settle();
    service.finish('COMPLETED');
    await second;
    assert.equal(session.activity.kind, 'settled');
  });
});

describe('the branches of a folder', () => {
  const done = (branch: string, id: string) => makeScan({ id, branch, status: 'COMPLETED' });
  const ids = (store: IssueStore) => [...store.all()].map(({ issue }) => issue.id).sort();

  function scanned() {
    const parts = setUp();
    parts.service.scans = [done('feature', 's2'), done('main', 's1')];
    parts.service.issues = [
      makeIssue({ id: 'on-main', scanTargetBranch: 'main' }),
      makeIssue({ id: 'on-feature', scanTargetBranch: 'feature' }),
    ];
    return parts;
  }

  it('are kept apart: the issues of the one that is checked out are shown, and no other’s', async () => {
    const { service, store, session } = scanned();
    await session.load();
    assert.deepEqual(ids(store), ['on-main']);
    service.checkedOut = 'feature';
    await session.refresh(async (_signal, work) => await work(service.api));
    assert.deepEqual(ids(store), ['on-feature'], 'the switch alone is reason enough to look');
  });

  it('are those of the scan before where the one that is checked out was never scanned', async () => {
    const { service, store, session } = scanned();
    for (const branch of ['new', 'HEAD', undefined]) {
      service.checkedOut = branch;
      await session.load();
      assert.deepEqual(ids(store), ['on-feature']);
    }
    service.issues = [makeIssue({ id: 'anywhere', scanTargetBranch: null })];
    service.scans = [makeScan({ branch: null, status: 'COMPLETED' })];
    await session.load();
    assert.deepEqual(ids(store), ['anywhere'], 'a service that names no branch has its issues shown');
  });

  it('do not mix while another one is scanned', async () => {
    const { service, store, session } = scanned();
    await session.load();
    service.checkedOut = 'other';
    const scan = session.scan();
    await settle();
    const found = makeIssue({ id: 'on-other', scanTargetBranch: 'other' });
    service.send({ event: 'issue.found', data: { issue: found, known: false } });
    await settle();
    assert.deepEqual(ids(store), ['on-other']);
    service.issues = [...service.issues, found];
    service.finish('COMPLETED');
    service.scans = [done('other', 's3'), ...service.scans];
    await scan;
    assert.deepEqual(ids(store), ['on-other']);
  });

  it('do not mix where somebody else scans another one', async () => {
    const { service, store, session } = scanned();
    service.scans = [makeScan({ branch: 'theirs' }), ...service.scans];
    const load = session.load();
    await settle();
    const found = makeIssue({ id: 'theirs', scanTargetBranch: 'theirs' });
    service.send({ event: 'issue.found', data: { issue: found, known: false } });
    await settle();
    assert.deepEqual(ids(store), ['on-main']);
    service.scans = [done('theirs', 's3'), done('main', 's1')];
    service.send({ event: 'done', data: { scanId: 's1', status: 'COMPLETED', issueCounts: noIssues } });
    await load;
    assert.deepEqual(ids(store), ['on-main']);
  });
});

describe('one of several folders', () => {
  const dock: SessionFolder = { uri: 'file:///dock', name: 'dock', repositoryId: 'of-dock' };

  /** A window of two folders, each with a service of its own, and what it asked them for. */
  async function setUpBoth() {
    const services = new Map([
      [project.uri, new FakeService()],
      [dock.uri, new FakeService()],
    ]);
    const of = (folder: string): FakeService => services.get(folder) ?? assert.fail(folder);
    const store = new IssueStore();
    const folders = [project, dock];
    const loaded: string[] = [];
    const use = <T>(_signal: AbortSignal, work: (api: ServiceApi) => Promise<T>, folder: string) => {
      const { api } = of(folder);
      const issues: ServiceApi['issues'] = (id, ...rest) => {
        loaded.push(id);
        return api.issues(id, ...rest);
      };
      return work({ ...api, issues } as ServiceApi);
    };
    const session = new Session({
      store,
      use,
      folders: async () => folders,
      branchOf: async () => 'main',
      log: () => undefined,
      onAlreadyRunning: () => undefined,
    });
    of(project.uri).issues = [makeIssue({ id: 'i1' })];
    of(project.uri).scans = [makeScan({ id: 's1', status: 'COMPLETED' })];
    of(dock.uri).issues = [makeIssue({ id: 'i2' })];
    await session.load();
    loaded.length = 0;
    return { session, store, folders, loaded, use, of };
  }

  it('is loaded by itself where it is another repository than before, and the others stay as they are', async () => {
    const { session, store, folders, loaded, of } = await setUpBoth();
    const before = store.get('i1');
    of(dock.uri).issues = [makeIssue({ id: 'i3' })];
    folders[1] = { ...dock, repositoryId: 'of-another-organization' };
    await session.loadFolder(dock.uri);
    assert.deepEqual(loaded, ['of-another-organization']);
    assert.equal(store.get('i1'), before);
    assert.equal(store.get('i2'), undefined);
    assert.ok(store.get('i3'));
    assert.deepEqual(
      session.history.map(({ scan }) => scan.id),
      ['s1'],
    );
    assert.equal(session.activity.kind, 'settled');
  });

  it('is gone by itself where the other organization does not know it', async () => {
    const { session, store, folders, loaded } = await setUpBoth();
    folders.pop();
    await session.loadFolder(dock.uri);
    assert.deepEqual(
      [...store.all()].map(({ issue }) => issue.id),
      ['i1'],
    );
    assert.deepEqual(loaded, []);
  });

  it('is loaded by itself where somebody else changed it, and what was changed is noticed once', async () => {
    const { session, store, loaded, use, of } = await setUpBoth();
    await session.refresh(use);
    assert.deepEqual(loaded, []);
    of(dock.uri).issues = [makeIssue({ id: 'i2' }), makeIssue({ id: 'i3' })];
    await session.refresh(use);
    await session.refresh(use);
    assert.deepEqual(loaded, ['of-dock']);
    assert.equal(store.size, 3);
    of(project.uri).issues = [];
    await session.loadFolder(dock.uri);
    await session.refresh(use);
    assert.deepEqual(loaded, ['of-dock', 'of-dock', project.repositoryId], 'what is not loaded is not known');
  });

  it('takes up the scan of another that is under way', async () => {
    const { session, store, of } = await setUpBoth();
    const scan = session.scan();
    await settle();
    of(project.uri).scans = [makeScan({ id: 's1', status: 'RUNNING' })];
    const loading = session.loadFolder(dock.uri);
    await scan;
    await settle();
    assert.equal(session.activity.kind, 'scanning');
    of(project.uri).issues = [makeIssue({ id: 'i1' }), makeIssue({ id: 'i4' })];
    of(project.uri).finish('COMPLETED');
    await loading;
    assert.ok(store.get('i4') && store.get('i2'));
  });

  it('knows nothing of a service once that is another one, also of what was under way', async () => {
    const { service, store, session } = setUp();
    service.scans = [makeScan({ status: 'COMPLETED' })];
    service.issues = [makeIssue({ id: 'i1' })];
    await session.load();
    assert.equal(session.latest.length, 1);
    const scan = session.scan();
    await settle();
    session.forget();
    store.keepFolders(new Set());
    assert.equal(session.activity.kind, 'unused');
    await scan;
    session.forget();
    assert.deepEqual(
      [session.activity.kind, session.history.length, session.folders.length],
      ['unused', 0, 0],
    );
    assert.equal(store.size, 0);
  });
});
