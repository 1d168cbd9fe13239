import assert from 'node:assert/strict';
import { contract } from '../../../../../src/api/contract/index.ts';
import { changePullRequestState } from '../../../../../src/service/scans/pull-requests/start.ts';
import { type GitServer, startGitServer } from '../../../../support/git-server.ts';
import { findBugs } from '../../support/bug-runner.ts';
import { Harness } from '../../support/harness.ts';
import { gate, type Script, waitAt } from '../../support/scripted-runner.ts';

const { repositories, scans, issues, stats } = contract;

describe('scans of pull requests', () => {
  let server: GitServer;
  let service: Harness;
  const reported: string[] = [];
  const roots: string[] = [];
  const scripted: Script = async (scan) => {
    roots.push(scan.root);
    return await findBugs(scan);
  };
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    service = await Harness.start({
      allowedHosts: new Set(['127.0.0.1']),
      pullRequestReports: {
        queued: (id) => void reported.push(`queued ${id}`),
        ended: (id) => void reported.push(`ended ${id}`),
        bypassed: () => undefined,
        triaged: () => undefined,
      },
    });
    service.runner.script = scripted;
    reported.length = 0;
    roots.length = 0;
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const add = async (name: string) =>
    (await service.call(repositories.addRepositoryByUrl, { url: `${server.url}/${name}` })).repository.id;
  const start = async (repositoryId: string, number: number, headRef: string, baseBranch = 'main') => {
    const request = {
      repositoryIds: [repositoryId],
      pullRequest: { number, headRef, baseBranch, title: `Change ${number}` },
    };
    return (await service.call(scans.startScans, request)).scans[0] ?? assert.fail();
  };
  const scan = async (...args: Parameters<typeof start>) => service.waitForScan((await start(...args)).id);
  const found = async (scanId: string) =>
    (await service.call(issues.listIssues, { scanId })).issues.map(({ fingerprint }) => fingerprint).sort();
  /** A branch that begins at main's present commit. */
  const branchOff = (name: string, branch: string) => {
    server.git(name, 'checkout', '--quiet', '-B', branch, 'main');
  };
  /** As GitHub keeps it: a ref that is no branch. */
  const keepAs = (name: string, branch: string, ref: string) => {
    server.git(name, 'push', '--quiet', '--force', 'origin', `${branch}:${ref}`);
  };

  it('report what the change brings, and nothing that its base has', async () => {
    server.commit('brings.git', { 'a.js': 'BUG old\n', 'moved.js': 'BUG travelling\n' });
    branchOff('brings.git', 'feature');
    server.git('brings.git', 'mv', 'moved.js', 'elsewhere.js');
    const head = server.commit('brings.git', { 'a.js': '\n\nBUG old\nBUG fresh\n' }, 'feature');
    keepAs('brings.git', 'feature', 'refs/pull/7/head');
    // What the base branch gets afterwards is neither the change's doing nor its merit.
    server.git('brings.git', 'checkout', '--quiet', 'main');
    const tip = server.commit('brings.git', { 'later.js': 'BUG later\n' });
    const base = server.git('brings.git', 'rev-parse', 'main~1');
    const repositoryId = await add('brings.git');
    const ended = await scan(repositoryId, 7, 'refs/pull/7/head');
    assert.equal(ended.status, 'COMPLETED', ended.errorMessage);
    assert.notEqual(base, tip);
    assert.deepEqual(
      [ended.kind, ended.branch, ended.commitSha, ended.newIssueCount, ended.resolvedIssueCount],
      ['PR', 'refs/pull/7/head', head, 1, 0],
    );
    assert.deepEqual(ended.pullRequest, {
      number: 7,
      title: 'Change 7',
      state: 'OPEN',
      headRef: 'refs/pull/7/head',
      baseBranch: 'main',
      baseSha: base,
    });
    assert.deepEqual(await found(ended.id), ['fresh']);
    assert.deepEqual(ended.coverage?.skips, []);
    assert.deepEqual(reported, [`queued ${ended.id}`, `ended ${ended.id}`]);
  }).timeout(20_000);

  it('keep their issues apart from those of branches until they are merged', async () => {
    server.commit('apart.git', { 'a.js': 'BUG old\n' });
    branchOff('apart.git', 'feature');
    server.commit('apart.git', { 'b.js': 'BUG fresh\n' }, 'feature');
    const repositoryId = await add('apart.git');
    await service.scan(repositoryId);
    const analyses = roots.length;
    const ended = await scan(repositoryId, 3, 'feature');
    assert.equal(roots.length - analyses, 1, 'the scan of the branch says what the base has');
    assert.equal(ended.branch, 'feature');
    const listed = async (filter: object) =>
      (await service.call(issues.listIssues, { repositoryIds: [repositoryId], ...filter })).issues.map(
        ({ fingerprint, scanKind, scanTargetBranch }) => `${fingerprint} ${scanKind} ${scanTargetBranch}`,
      );
    assert.deepEqual(await listed({}), ['old FULL main']);
    assert.deepEqual(await listed({ branch: 'feature' }), []);
    assert.deepEqual(await listed({ scanKinds: ['PR'] }), ['fresh PR feature']);
    const before = await service.call(stats.statsSummary, { repositoryId });
    assert.equal(before.openIssues, 1);
    const ofScan = await service.call(stats.statsSummary, { scanId: ended.id });
    assert.equal(ofScan.openIssues, 1);
    const onFeature = await service.call(scans.startScans, {
      repositoryIds: [repositoryId],
      branch: 'feature',
    });
    await service.waitForScan(onFeature.scans[0]?.id ?? '');
    assert.deepEqual((await listed({ branch: 'feature' })).sort(), [
      'fresh FULL feature',
      'old FULL feature',
    ]);
    server.git('apart.git', 'checkout', '--quiet', 'main');
    server.commit('apart.git', { 'b.js': 'BUG fresh\n' });
    const merged = await service.scan(repositoryId);
    assert.equal(merged.status, 'COMPLETED', merged.errorMessage);
    assert.deepEqual((await listed({ branch: 'main' })).sort(), ['fresh FULL main', 'old FULL main']);
  }).timeout(20_000);

  it('count an issue as new on the branch that the change is merged into', async () => {
    server.commit('merged.git', { 'a.js': 'let a;\n' });
    branchOff('merged.git', 'feature');
    server.commit('merged.git', { 'a.js': 'BUG fresh\n' }, 'feature');
    const repositoryId = await add('merged.git');
    await service.scan(repositoryId);
    await scan(repositoryId, 1, 'feature');
    server.git('merged.git', 'checkout', '--quiet', 'main');
    server.git('merged.git', 'merge', '--quiet', 'feature');
    server.git('merged.git', 'push', '--quiet', 'origin', 'main');
    assert.equal((await service.scan(repositoryId)).newIssueCount, 1);
  }).timeout(20_000);

  it('leave dismissed what was dismissed on a branch, and on a branch what was dismissed in review', async () => {
    server.commit('dismissed.git', { 'a.js': 'BUG one\nBUG two\n' });
    branchOff('dismissed.git', 'feature');
    server.commit(
      'dismissed.git',
      { 'b.js': 'BUG three\n', 'a.js': 'BUG one\nBUG two\nBUG one:2\n' },
      'feature',
    );
    const repositoryId = await add('dismissed.git');
    const dismissed = async (scanId: string, name: string) => {
      const all = (await service.call(issues.listIssues, { scanId })).issues;
      const issue = all.find(({ fingerprint }) => fingerprint === name) ?? assert.fail();
      await service.call(issues.markFalsePositive, { issueIds: [issue.id], reason: 'No' });
    };
    const review = await scan(repositoryId, 2, 'feature');
    assert.deepEqual([review.newIssueCount, await found(review.id)], [2, ['one:2', 'three']]);
    await dismissed(review.id, 'three');
    const again = await scan(repositoryId, 2, 'feature');
    assert.equal(again.newIssueCount, 1);
    server.git('dismissed.git', 'checkout', '--quiet', 'main');
    server.git('dismissed.git', 'merge', '--quiet', 'feature');
    server.git('dismissed.git', 'push', '--quiet', 'origin', 'main');
    const main = await service.scan(repositoryId);
    const { issues: all } = await service.call(issues.listIssues, { scanId: main.id });
    assert.equal(all.find(({ fingerprint }) => fingerprint === 'three')?.status, 'FALSE_POSITIVE');
    assert.equal(all.find(({ fingerprint }) => fingerprint === 'one')?.status, 'PENDING_REVIEW');
  }).timeout(20_000);

  it('resolve what a later push to the pull request mends', async () => {
    server.commit('pushed.git', { 'a.js': 'let a;\n' });
    branchOff('pushed.git', 'feature');
    server.commit('pushed.git', { 'a.js': 'BUG one\nBUG two\n' }, 'feature');
    const repositoryId = await add('pushed.git');
    const first = await scan(repositoryId, 5, 'feature');
    assert.equal(first.newIssueCount, 2);
    server.commit('pushed.git', { 'a.js': 'BUG two\n' }, 'feature');
    const analyses = roots.length;
    const second = await scan(repositoryId, 5, 'feature');
    assert.deepEqual([second.newIssueCount, second.resolvedIssueCount], [1, 1]);
    assert.equal(roots.length - analyses, 1, 'the base was analysed before');
    // A force push that leaves nothing of the former head.
    server.git('pushed.git', 'checkout', '--quiet', '-B', 'feature', 'main');
    server.commit('pushed.git', { 'c.js': 'BUG three\n' }, 'feature');
    const third = await scan(repositoryId, 5, 'feature');
    assert.deepEqual([third.errorMessage, await found(third.id)], [undefined, ['three']]);
  }).timeout(20_000);

  it('take the place of an unfinished scan of an older head, and run beside one of the branch', async () => {
    server.commit('busy.git', { 'a.js': 'let a;\n' });
    branchOff('busy.git', 'feature');
    server.commit('busy.git', { 'a.js': 'BUG one\n' }, 'feature');
    const repositoryId = await add('busy.git');
    const held = gate();
    service.runner.script = async (asked) => {
      await waitAt(held.passed, asked.signal);
      return await findBugs(asked);
    };
    const full = await service.startScan(repositoryId);
    const older = await start(repositoryId, 9, 'feature');
    server.commit('busy.git', { 'a.js': 'BUG two\n' }, 'feature');
    const newer = await start(repositoryId, 9, 'feature');
    const stopped = await service.waitForScan(older.id);
    assert.equal(stopped.status, 'CANCELLED');
    assert.match(stopped.errorMessage ?? '', /newer/);
    const { error } = await service.refusal(scans.rescanPullRequest, { scanId: older.id }, 409);
    assert.match(error, /being scanned/);
    held.open();
    const ended = await service.waitForScan(newer.id);
    assert.deepEqual([ended.status, await found(newer.id)], ['COMPLETED', ['two']]);
    assert.equal((await service.waitForScan(full)).status, 'COMPLETED');
    assert.deepEqual(reported, [
      `queued ${older.id}`,
      `ended ${older.id}`,
      `queued ${newer.id}`,
      `ended ${newer.id}`,
    ]);
  }).timeout(20_000);

  it('of one pull request that several ask for at once are one, the last', async () => {
    server.commit('crowd.git', { 'a.js': 'let a;\n' });
    branchOff('crowd.git', 'feature');
    server.commit('crowd.git', { 'a.js': 'BUG one\n' }, 'feature');
    const repositoryId = await add('crowd.git');
    const started = await Promise.all(Array.from({ length: 6 }, () => start(repositoryId, 1, 'feature')));
    const ended = await Promise.all(started.map(({ id }) => service.waitForScan(id)));
    assert.equal(ended.filter(({ status }) => status === 'COMPLETED').length, 1);
    assert.equal(ended.filter(({ status }) => status === 'CANCELLED').length, 5);
  }).timeout(20_000);

  it('can be run again, and listed by pull request', async () => {
    server.commit('again.git', { 'a.js': 'let a;\n' });
    const repositoryId = await add('again.git');
    const full = await service.scan(repositoryId);
    await service.refusal(scans.rescanPullRequest, { scanId: full.id }, 422);
    for (const number of [1, 2]) {
      branchOff('again.git', `feature-${number}`);
      server.commit('again.git', { 'a.js': `BUG ${number}\n` }, `feature-${number}`);
      await scan(repositoryId, number, `feature-${number}`);
    }
    const first = await service.call(scans.listScans, { repositoryId, kinds: ['PR'] });
    const older = first.scans.find(({ pullRequest }) => pullRequest?.number === 1) ?? assert.fail();
    const { scan: rescan } = await service.call(scans.rescanPullRequest, {
      scanId: older.id,
      releaseTrack: 'EDGE',
    });
    assert.deepEqual([rescan.kind, rescan.releaseTrack, rescan.pullRequest?.number], ['PR', 'EDGE', 1]);
    const ended = await service.waitForScan(rescan.id);
    assert.deepEqual([ended.status, ended.newIssueCount], ['COMPLETED', 1]);
    const grouped = await service.call(scans.listScans, { repositoryId, groupByPullRequest: true });
    assert.deepEqual(
      grouped.scans.map(({ id, pullRequest }) => [
        id === ended.id,
        pullRequest?.number,
        pullRequest?.relatedScanCount,
      ]),
      [
        [true, 1, 1],
        [false, 2, 0],
        [false, undefined, undefined],
      ],
    );
    const page = { repositoryId, groupByPullRequest: true, kinds: ['PR' as const], limit: 1 };
    const one = await service.call(scans.listScans, page);
    const two = await service.call(scans.listScans, { ...page, cursor: one.nextCursor });
    assert.deepEqual(
      [one, two].map(({ scans: [only] }) => only?.pullRequest?.number),
      [1, 2],
    );
    assert.equal(two.nextCursor, undefined);
    const severe = await service.call(scans.listScans, { ...page, limit: 10, severity: ['Low'] });
    assert.deepEqual(severe.scans, []);
    const all = await service.call(scans.listScans, { repositoryId, branch: 'feature-1' });
    assert.equal(all.scans.length, 2);
    await changePullRequestState(service.service.core, { repositoryId, number: 1 }, 'MERGED');
    const { error } = await service.refusal(scans.rescanPullRequest, { scanId: ended.id }, 409);
    assert.match(error, /MERGED/);
  }).timeout(20_000);

  it('say why they cannot be had', async () => {
    server.commit('gone.git', { 'a.js': 'let a;\n' });
    const repositoryId = await add('gone.git');
    const noHead = await scan(repositoryId, 4, 'refs/pull/4/head');
    assert.deepEqual(
      [noHead.status, noHead.errorMessage],
      ['FAILED', 'gone has no refs/pull/4/head any more: the pull request, or its branch, was deleted.'],
    );
    const noBase = await scan(repositoryId, 4, 'main', 'nowhere');
    assert.equal(noBase.errorMessage, 'gone has no branch nowhere.');
    const ask = (pullRequest: object, more: object = {}) =>
      service.refusal(
        scans.startScans,
        {
          repositoryIds: [repositoryId],
          pullRequest: { number: 4, baseBranch: 'main', ...pullRequest },
          ...more,
        },
        422,
      );
    assert.match((await ask({})).error, /Name the branch/);
    assert.match((await ask({ headRef: 'a..b' })).error, /not the name of a ref/);
    assert.match((await ask({ headRef: 'x', baseBranch: 'refs/tags/v1' })).error, /not the name of a branch/);
    assert.match((await ask({ headRef: 'refs/*' })).error, /not the name of a ref/);
    await ask({ headRef: 'x' }, { branch: 'main' });
    const other = await service.addRepository();
    await ask({ headRef: 'x' }, { repositoryIds: [repositoryId, other] });
  }).timeout(20_000);

  it('are compared with the base branch where the histories have nothing in common, and say so', async () => {
    server.commit('orphan.git', { 'a.js': 'BUG old\n' });
    server.git('orphan.git', 'checkout', '--quiet', '--orphan', 'lonely');
    server.commit('orphan.git', { 'b.js': 'BUG fresh\n' }, 'lonely');
    const repositoryId = await add('orphan.git');
    const ended = await scan(repositoryId, 6, 'lonely');
    assert.deepEqual([ended.status, await found(ended.id)], ['COMPLETED', ['fresh']]);
    assert.match(ended.coverage?.skips[0]?.detail ?? '', /compared with main as it is now/);
  }).timeout(20_000);
});
