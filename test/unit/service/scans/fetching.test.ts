import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';
import { findBugs } from '../support/bug-runner.ts';
import { Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { repositories, scans, issues } = contract;

describe('scans of repositories that are fetched', () => {
  let server: GitServer;
  let service: Harness;
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']) });
    service.runner.script = findBugs;
  });
  afterEach(async () => {
    server.intercept = () => false;
    await service[Symbol.asyncDispose]();
  });

  const add = async (name: string) =>
    (await service.call(repositories.addRepositoryByUrl, { url: `${server.url}/${name}` })).repository.id;
  const scanOf = async (id: string) => (await service.call(scans.getScan, { id })).scan;
  const until = async (holds: () => Promise<boolean> | boolean) => {
    for (const end = performance.now() + 10_000; !(await holds()); ) {
      assert.ok(performance.now() < end, 'it did not come true');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it('are INDEXING while the code of a new repository is fetched, and say how far that is', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`src/${index}.js`, `let a = ${index};\n`]),
    );
    server.commit('told.git', files);
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const id = await service.startScan(await add('told.git'));
    await until(async () => (await scanOf(id)).progress?.fetch?.totalObjects !== undefined);
    const { status, progress } = await scanOf(id);
    assert.equal(status, 'INDEXING');
    assert.equal(progress?.phase, 'fetching');
    assert.ok((progress?.fetch?.bytes ?? 0) > 0);
    held.open();
    const ended = await service.waitForScan(id);
    assert.deepEqual([ended.status, ended.progress], ['COMPLETED', undefined]);
  }).timeout(20_000);

  it('end at once when they are cancelled while the server sends, and leave no half mirror', async () => {
    server.commit('slow.git', { 'a.js': 'let a;\n' });
    const repositoryId = await add('slow.git');
    let asked = 0;
    server.intercept = (request) => {
      // The list of refs is answered; what would send objects never is.
      if (request.method !== 'POST' || asked++ === 0) return false;
      return true;
    };
    const id = await service.startScan(repositoryId);
    await until(() => asked > 1);
    const began = performance.now();
    const { scan } = await service.call(scans.cancelScan, { scanId: id });
    assert.equal(scan.status, 'CANCELLED');
    await until(() => service.service.idleMs() > 0);
    // A second is usual; a busy machine is slower, and a fetch that goes on takes minutes.
    assert.ok(performance.now() - began < 5_000, `${performance.now() - began} ms`);
    const mirror = path.join(service.folder, 'data', 'repositories', repositoryId, 'mirror');
    assert.equal(existsSync(mirror), false);
    server.intercept = () => false;
    assert.equal((await service.scan(repositoryId)).status, 'COMPLETED');
  }).timeout(20_000);

  it('find their branch among ten thousand', async () => {
    server.commit('crowded.git', { 'a.js': 'BUG main\n' });
    const wanted = server.commit('crowded.git', { 'a.js': 'BUG wanted\n' }, 'wanted');
    const lines = Array.from({ length: 10_000 }, (_, index) => `create refs/heads/b/${index} ${wanted}`);
    server.feed('crowded.git', ['update-ref', '--stdin'], `${lines.join('\n')}\n`);
    server.git('crowded.git', 'push', '--quiet', 'origin', 'refs/heads/b/*:refs/heads/b/*');
    const repositoryId = await add('crowded.git');
    const { scans: started } = await service.call(scans.startScans, {
      repositoryIds: [repositoryId],
      branch: 'b/9999',
    });
    const ended = await service.waitForScan(started[0]?.id ?? '');
    assert.deepEqual([ended.status, ended.commitSha], ['COMPLETED', wanted]);
    const { scans: pulled } = await service.call(scans.startScans, {
      repositoryIds: [repositoryId],
      pullRequest: { number: 1, headRef: 'b/5', baseBranch: 'main' },
    });
    assert.equal((await service.waitForScan(pulled[0]?.id ?? '')).newIssueCount, 1);
  }).timeout(60_000);

  it('follow a server whose default branch changes', async () => {
    server.commit('renamed.git', { 'a.js': 'BUG one\n' }, 'main');
    const repositoryId = await add('renamed.git');
    assert.equal((await service.scan(repositoryId)).branch, 'main');
    server.commit('renamed.git', { 'a.js': 'BUG one\nBUG two\n' }, 'trunk');
    const bare = path.join(server.git('renamed.git', 'remote', 'get-url', 'origin'));
    server.git('renamed.git', '--git-dir', bare, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    // The scan that is asked for without a branch is of the one that was known as the default; the next one is of the new one.
    await service.scan(repositoryId);
    const { repositories: listed } = await service.call(repositories.listRepositories, {});
    assert.equal(listed.find(({ id }) => id === repositoryId)?.defaultBranch, 'trunk');
    const next = await service.scan(repositoryId);
    assert.deepEqual([next.branch, next.newIssueCount], ['trunk', 1]);
    server.git('renamed.git', '--git-dir', bare, 'branch', '--move', 'trunk', 'develop');
    const renamed = await service.scan(repositoryId);
    assert.deepEqual([renamed.status, renamed.branch, renamed.newIssueCount], ['COMPLETED', 'develop', 0]);
  }).timeout(20_000);

  it('of a branch that was deleted fail with the reason, and its issues stay', async () => {
    server.commit('deleted.git', { 'a.js': 'BUG one\n' });
    server.commit('deleted.git', { 'a.js': 'BUG one\n' }, 'feature');
    const repositoryId = await add('deleted.git');
    const start = async () => {
      const request = { repositoryIds: [repositoryId], branch: 'feature' };
      return service.waitForScan((await service.call(scans.startScans, request)).scans[0]?.id ?? '');
    };
    assert.equal((await start()).status, 'COMPLETED');
    server.git('deleted.git', 'push', '--quiet', 'origin', ':feature');
    const ended = await start();
    assert.deepEqual([ended.status, ended.errorMessage], ['FAILED', 'deleted has no branch feature.']);
    const { issues: kept } = await service.call(issues.listIssues, { branch: 'feature' });
    assert.deepEqual(
      kept.map(({ status }) => status),
      ['PENDING_REVIEW'],
    );
  }).timeout(20_000);
});
