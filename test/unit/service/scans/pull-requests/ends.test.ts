import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../../../src/api/contract/index.ts';
import { changePullRequestState } from '../../../../../src/service/scans/pull-requests/start.ts';
import { type GitServer, startGitServer } from '../../../../support/git-server.ts';
import { findBugs } from '../../support/bug-runner.ts';
import { Harness, type HarnessOptions } from '../../support/harness.ts';
import { gate, waitAt } from '../../support/scripted-runner.ts';

const { repositories, scans, issues } = contract;

describe('scans of pull requests that do not come to their end', () => {
  let server: GitServer;
  let service: Harness;
  const reported: string[] = [];
  const options: HarnessOptions = {
    allowedHosts: new Set(['127.0.0.1']),
    pullRequestReports: {
      queued: (id) => void reported.push(`queued ${id}`),
      ended: (id) => void reported.push(`ended ${id}`),
      bypassed: () => undefined,
      triaged: () => undefined,
    },
  };
  before(async () => {
    server = await startGitServer();
    server.commit('shop.git', { 'a.js': 'let a;\n' });
    server.git('shop.git', 'branch', 'feature');
    server.commit('shop.git', { 'b.js': 'BUG fresh\n' }, 'feature');
    server.git('shop.git', 'push', '--quiet', 'origin', 'feature:refs/pull/7/head');
    server.git('shop.git', 'push', '--quiet', 'origin', 'feature:refs/merge-requests/8/head');
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    reported.length = 0;
    service = await Harness.start(options);
    service.runner.script = findBugs;
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const add = async (type: 'github' | 'gitlab') =>
    (
      await service.call(repositories.addRepository, {
        organization_id: await organization(),
        repository_type: type,
        repository_url: `${server.url}/shop.git`,
      })
    ).repository.id;
  const organization = async () =>
    (await service.call(contract.organizations.listOrganizations, {})).organizations[0]?.id ?? assert.fail();
  const start = async (repositoryId: string, number: number) => {
    const pullRequest = { number, baseBranch: 'main' };
    const request = { repositoryIds: [repositoryId], pullRequest };
    return (await service.call(scans.startScans, request)).scans[0]?.id ?? assert.fail();
  };
  /** Holds each analysis until it is stopped. */
  const hold = () => {
    const held = gate();
    const begun = gate();
    service.runner.script = async ({ signal }) => {
      begun.open();
      await waitAt(held.passed, signal);
      return undefined;
    };
    return begun.passed;
  };

  for (const [type, number, ref] of [
    ['github', 7, 'refs/pull/7/head'],
    ['gitlab', 8, 'refs/merge-requests/8/head'],
  ] as const) {
    it(`take the ref that ${type} keeps where none is named`, async () => {
      const scan = await service.waitForScan(await start(await add(type), number));
      assert.deepEqual([scan.status, scan.branch, scan.newIssueCount], ['COMPLETED', ref, 1]);
    });
  }

  it('say that the change decides what is looked at', async () => {
    server.git('shop.git', 'checkout', '--quiet', '-B', 'hiding', 'main');
    server.commit('shop.git', { '.parapetignore': 'b.js\n', 'src/.parapet/models/x.yml': '\n' }, 'hiding');
    server.git('shop.git', 'push', '--quiet', 'origin', 'hiding:refs/pull/9/head');
    const scan = await service.waitForScan(await start(await add('github'), 9));
    const notes = (scan.coverage?.skips ?? []).map(({ detail }) => detail);
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', /touches what is analysed.*: \.parapetignore\. This scan follows/);
  });

  it('are cancelled, and can be run again', async () => {
    const begun = hold();
    const id = await start(await add('github'), 7);
    await begun;
    const { scan } = await service.call(scans.cancelScan, { scanId: id });
    assert.equal(scan.status, 'CANCELLED');
    assert.deepEqual(reported, [`queued ${id}`, `ended ${id}`]);
    service.runner.script = findBugs;
    const { scan: again } = await service.call(scans.rescanPullRequest, { scanId: id });
    assert.equal((await service.waitForScan(again.id)).newIssueCount, 1);
  });

  it('stop where the pull request is closed', async () => {
    const begun = hold();
    const repositoryId = await add('github');
    const id = await start(repositoryId, 7);
    await begun;
    await changePullRequestState(service.service.core, { repositoryId, number: 7 }, 'CLOSED');
    const scan = await service.waitForScan(id);
    assert.deepEqual([scan.status, scan.pullRequest?.state], ['CANCELLED', 'CLOSED']);
    await changePullRequestState(service.service.core, { repositoryId, number: 7 }, 'OPEN');
    service.runner.script = findBugs;
    const { scan: again } = await service.call(scans.rescanPullRequest, { scanId: id });
    assert.equal((await service.waitForScan(again.id)).status, 'COMPLETED');
  });

  it('leave no copy of the code once the pull request is merged', async () => {
    const repositoryId = await add('github');
    await service.waitForScan(await start(repositoryId, 7));
    const copies = path.join(service.folder, 'data', 'repositories', repositoryId, 'copies');
    assert.equal(readdirSync(copies).length, 2);
    await changePullRequestState(service.service.core, { repositoryId, number: 7 }, 'MERGED');
    assert.deepEqual(readdirSync(copies), []);
  });

  it('go with their repository, without a trace', async () => {
    const begun = hold();
    const repositoryId = await add('github');
    const id = await start(repositoryId, 7);
    await begun;
    await service.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    await service.refusal(scans.getScan, { id }, 404);
    const { db } = service.service.core;
    assert.deepEqual(await db.selectFrom('pull_requests').selectAll().execute(), []);
    assert.deepEqual(await db.selectFrom('analysed_commits').selectAll().execute(), []);
    assert.deepEqual((await service.call(issues.listIssues, { scanKinds: ['PR'] })).issues, []);
  });

  it('that a killed service was at fail with the reason, which is reported at the next start', async function () {
    if (process.env['PARAPET_TEST_POSTGRES'] !== undefined) this.skip();
    const begun = hold();
    const id = await start(await add('github'), 7);
    await begun;
    reported.length = 0;
    await using next = await service.asAfterKill(options);
    const { scan } = await next.call(scans.getScan, { id });
    assert.equal(scan.status, 'FAILED');
    assert.match(scan.errorMessage ?? '', /service stopped/);
    assert.deepEqual(reported, [`ended ${id}`]);
  });
});
