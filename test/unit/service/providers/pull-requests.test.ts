import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { type FakeGitHub, startGitHub } from '../../../support/code-hosts/github.ts';
import { deliver, eventually, gitHubPull } from '../../../support/code-hosts/webhooks.ts';
import { Harness } from '../support/harness.ts';

const { installations, repositories, issues } = contract;

const safe = `const express = require('express');
const app = express();
app.get('/', (request, response) => {
  response.send('hello');
});
`;
const vulnerable = safe.replace(
  "  response.send('hello');",
  "  require('node:child_process').exec('ls ' + request.query.folder);\n  response.send('hello');",
);

describe('pull requests of GitHub', () => {
  let host: FakeGitHub;
  let service: Harness;
  let to: { id: string; secret: string };
  let repositoryId: string;
  beforeEach(async () => {
    host = await startGitHub();
    host.git.commit('acme/shop.git', { 'app.js': safe, 'package.json': '{"name":"shop"}' });
    const options = { allowedHosts: new Set(['127.0.0.1']), runner: createScanRunner() };
    service = await Harness.start(options);
    const { installation, webhookSecret } = await service.call(installations.connectInstallation, {
      type: 'github',
      baseUrl: host.url,
      credential: { kind: 'token', token: host.firstToken },
    });
    to = { id: installation.id, secret: webhookSecret };
    const added = await service.call(repositories.addRepository, {
      organization_id: installation.organizationId,
      repository_type: 'github',
      repository_url: `${host.url}/acme/shop`,
    });
    repositoryId = added.repository.id;
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  /** Offers what a branch has, tells the service, and waits for the check of its head. */
  const offered = async (text: string) => {
    host.git.git('acme/shop.git', 'checkout', '--quiet', '-B', 'feature', 'main');
    host.git.commit('acme/shop.git', { 'app.js': text }, 'feature');
    const { head } = host.offer(7, 'feature');
    assert.equal(await deliver(service.service.app, gitHubPull(to, { url: host.url, number: 7 })), 202);
    const last = () => host.statuses.findLast(({ commit }) => commit === head);
    await eventually(() => (last()?.state !== 'pending' ? last() : undefined));
    await eventually(async () => {
      const open = await service.service.core.db.selectFrom('jobs').select('id').execute();
      return open.length === 0 ? true : undefined;
    });
    return last();
  };

  it('are scanned, checked and commented on their lines; a rescan edits and resolves', async () => {
    const failed = await offered(vulnerable);
    assert.equal(failed?.state, 'failure');
    assert.match(failed?.description ?? '', /^1 new issue: 1 (critical|high)$/);
    const onLine = host.comments.filter(({ path }) => path === 'app.js');
    assert.equal(onLine.length, 1, JSON.stringify(host.comments));
    assert.equal(onLine[0]?.line, 4);
    assert.match(onLine[0]?.body ?? '', /\*\*What to do:\*\*/);
    const [summary, ...more] = host.comments.filter(({ path }) => path === undefined);
    assert.equal(more.length, 0);
    assert.match(summary?.body ?? '', /1 new issue[\s\S]*`app.js`, line 4 \(comment on the line\)/);

    await offered(`// Moved down.\n${vulnerable}`);
    assert.equal(host.comments.length, 2, 'nothing is said twice');

    const fixed = await offered(safe.replace('hello', 'hello there'));
    assert.equal(fixed?.state, 'success');
    assert.equal(onLine[0]?.isResolved, true);
    assert.match(onLine[0]?.body ?? '', /^\*\*Resolved\.\*\* The latest scan/);
    assert.match(summary?.body ?? '', /No new issues/);

    await offered(vulnerable);
    assert.equal(onLine[0]?.isResolved, false, 'one that is back is open again');
    assert.equal(host.comments.length, 2);
  }).timeout(60_000);

  it('say nothing where the change brings nothing', async () => {
    assert.equal((await offered(safe.replace('hello', 'hi')))?.state, 'success');
    assert.deepEqual(host.comments, []);
  }).timeout(30_000);

  it('survive a head that is pushed anew while it is scanned', async () => {
    for (const at of [1, 2, 3]) {
      host.git.git('acme/shop.git', 'checkout', '--quiet', '-B', 'feature', 'main');
      host.git.commit('acme/shop.git', { 'app.js': `${at === 3 ? vulnerable : safe}// ${at}\n` }, 'feature');
      host.offer(7, 'feature');
      await deliver(service.service.app, gitHubPull(to, { url: host.url, number: 7 }));
    }
    const last = host.git.git('acme/shop.git', 'rev-parse', 'feature');
    const settled = await eventually(() =>
      host.statuses.find(({ commit, state }) => commit === last && state !== 'pending'),
    );
    assert.equal(settled.state, 'failure');
    await eventually(() => (host.comments.length === 2 ? true : undefined));
  }).timeout(30_000);

  it('tell an administrator what the host refuses', async () => {
    host.before = ({ method, path }, response) =>
      method === 'POST' && path.includes('/statuses/') && Boolean(response.writeHead(403).end('{}'));
    host.git.git('acme/shop.git', 'checkout', '--quiet', '-B', 'feature', 'main');
    host.git.commit('acme/shop.git', { 'app.js': vulnerable }, 'feature');
    host.offer(7, 'feature');
    await deliver(service.service.app, gitHubPull(to, { url: host.url, number: 7 }));
    const message = await eventually(async () => {
      const listed = await service.call(installations.listInstallations, {});
      return listed.installations[0]?.errorMessage;
    });
    assert.match(message, /Give them the permissions that the documentation names/);
  }).timeout(30_000);

  it('pass where somebody bypasses the check, settings let them, and only at that commit', async () => {
    const { scannerSettings, scans, pullRequestChecks } = contract;
    const reason = 'A [hotfix](http://evil.example) for @all';
    const allow = (allowPrCheckBypass: boolean) =>
      service.call(scannerSettings.updateScannerSettings, { allowPrCheckBypass });
    const latest = async () =>
      (await service.call(scans.listScans, { repositoryId })).scans[0] ?? assert.fail();
    assert.equal((await offered(vulnerable))?.state, 'failure');
    const scanId = (await latest()).id;
    const refused = await service.refusal(pullRequestChecks.bypassPullRequestCheck, { scanId, reason }, 409);
    assert.match(refused.error, /do not let contributors bypass/);
    await allow(true);
    const { scan } = await service.call(pullRequestChecks.bypassPullRequestCheck, { scanId, reason });
    assert.equal(scan.pullRequest?.bypass?.reason, reason);
    const passed = await eventually(() => (host.statuses.at(-1)?.state === 'success' ? true : undefined));
    assert.ok(passed);
    assert.match(host.statuses.at(-1)?.description ?? '', /^Bypassed, 1 new issue/);
    const told = await eventually(() => host.comments.find(({ body }) => /bypassed this check/.test(body)));
    assert.ok(!/@all|\[hotfix\]\(/.test(told.body), told.body);
    assert.equal((await offered(`${vulnerable}// Again.\n`))?.state, 'failure');
    const older = await service.refusal(pullRequestChecks.bypassPullRequestCheck, { scanId, reason }, 409);
    assert.match(older.error, /later scan/);
    assert.equal((await latest()).pullRequest?.bypass, undefined);
    await allow(false);
  }).timeout(60_000);

  it('take what a person dismissed for settled', async () => {
    await offered(vulnerable);
    const db = service.service.core.db;
    const [issue] = await db
      .selectFrom('issues')
      .select('id')
      .where('repository_id', '=', repositoryId)
      .execute();
    const [comment] = host.comments;
    await service.call(issues.markFalsePositive, { issueIds: [issue?.id ?? ''] });
    await eventually(() => (/was dismissed in Parapet/.test(comment?.body ?? '') ? true : undefined));
    assert.equal(host.statuses.at(-1)?.description, 'No new issues');
    await service.call(issues.markTruePositive, { issueIds: [issue?.id ?? ''] });
    await eventually(() => (/What to do/.test(comment?.body ?? '') ? true : undefined));
    assert.equal(host.comments.length, 2);
  }).timeout(60_000);
});
