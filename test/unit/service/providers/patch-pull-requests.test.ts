import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { finishedScanStatuses } from '../../../../src/api/contract/vocabulary.ts';
import { askForStates, recordPatchState } from '../../../../src/service/patches/pull-requests/states.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { type FakeGitHub, startGitHub } from '../../../support/code-hosts/github.ts';
import { eventually } from '../../../support/code-hosts/webhooks.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { installations, repositories, issues, patches, scans, agentResults } = contract;

const vulnerable = `const { exec } = require('node:child_process');
const express = require('express');
const app = express();
app.get('/', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

describe('pull requests of patches', () => {
  let host: FakeGitHub;
  let service: Harness;
  let issueId: string;
  let installationId: string;

  const scan = async (repositoryId: string) => {
    const { scans: begun } = await service.call(scans.startScans, { repositoryIds: [repositoryId] });
    return await eventually(async () => {
      const { scan: now } = await service.call(scans.getScan, { id: begun[0]?.id ?? '' });
      return finishedScanStatuses.includes(now.status) ? now : undefined;
    });
  };

  beforeEach(async function () {
    this.timeout(60_000);
    host = await startGitHub();
    host.git.commit('acme/shop.git', { 'src/app.js': vulnerable, 'package.json': '{"name":"shop"}' });
    const options = { allowedHosts: new Set(['127.0.0.1']), runner: createScanRunner() };
    service = await Harness.start(options);
    const { installation } = await service.call(installations.connectInstallation, {
      type: 'github',
      baseUrl: host.url,
      credential: { kind: 'token', token: host.firstToken },
    });
    installationId = installation.id;
    const { repository } = await service.call(repositories.addRepository, {
      organization_id: installation.organizationId,
      repository_type: 'github',
      repository_url: `${host.url}/acme/shop`,
    });
    assert.equal((await scan(repository.id)).status, 'COMPLETED');
    const found = await service.call(issues.listIssues, { repositoryIds: [repository.id] });
    issueId = found.issues.find(({ file }) => file === 'src/app.js')?.id ?? assert.fail();
    await service.refusal(patches.openPullRequest, { issueId }, 409);
    await service.call(patches.generatePatch, { issueIds: [issueId] });
    const patch = await eventually(async () => {
      const { patch: now } = await service.call(patches.getPatch, { issueId });
      return ['READY', 'FAILED', 'UNPATCHABLE'].includes(now.status) ? now : undefined;
    });
    assert.equal(patch.status, 'READY', patch.errorMessage);
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const branchText = (branch: string) => {
    host.git.git('acme/shop.git', 'fetch', '--quiet', 'origin', branch);
    return host.git.git('acme/shop.git', 'show', 'FETCH_HEAD:src/app.js');
  };

  it('hold the patch in one commit on the branch that was scanned', async () => {
    const asked = [1, 2, 3].map(() => service.send(patches.openPullRequest, { issueId }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status).toSorted();
    assert.ok(
      statuses.includes(201) && statuses.every((one) => one === 201 || one === 409),
      String(statuses),
    );
    assert.equal(host.opened.length, 1, 'people who ask at once get one');
    const { pullRequest } = await service.call(patches.openPullRequest, { issueId });
    assert.equal(pullRequest.status, 'OPEN');
    assert.equal(pullRequest.baseBranch, 'main');
    assert.match(pullRequest.branch, /^parapet\/[\w-]+-[0-9a-f]{8}$/);
    assert.equal(host.opened.length, 1);
    assert.equal(host.opened[0]?.base, 'main');
    const text = branchText(pullRequest.branch);
    assert.notEqual(text, vulnerable.trim());
    assert.doesNotMatch(text, /exec\('ls '/);
    const parents = host.git.git('acme/shop.git', 'rev-list', '--parents', '-1', 'FETCH_HEAD').split(' ');
    assert.equal(parents[1], host.git.git('acme/shop.git', 'rev-parse', 'main'));
    const { issue } = await service.call(issues.getIssue, { id: issueId });
    assert.equal(issue.status, 'PATCHING');
    const again = await service.call(patches.openPullRequest, { issueId });
    assert.deepEqual([again.pullRequest.id, host.opened.length], [pullRequest.id, 1]);
  }).timeout(60_000);

  it('follow a branch that has moved on elsewhere, and are refused where it moved under the patch', async () => {
    host.git.commit('acme/shop.git', { 'src/app.js': `// A note.\n\n${vulnerable}` });
    const { pullRequest } = await service.call(patches.openPullRequest, { issueId });
    assert.match(branchText(pullRequest.branch), /^\/\/ A note\./);
    await service.service.core.db.deleteFrom('patch_pull_requests').execute();
    host.git.commit('acme/shop.git', { 'src/app.js': vulnerable.replace("'ls '", "'ls -la '") });
    const moved = await service.refusal(patches.openPullRequest, { issueId }, 409);
    assert.match(moved.error, /src\/app\.js has changed where the patch changes it/);
  }).timeout(60_000);

  it('say what the host refuses, and are not for everybody', async () => {
    const member = await memberOf(service);
    const { db } = service.service.core;
    await db.updateTable('teams').set({ can_triage: 0 }).execute();
    await service.refusal(patches.openPullRequest, { issueId }, 403, member);
    await db.updateTable('teams').set({ can_view: 0, can_scan: 0 }).execute();
    await service.refusal(patches.openPullRequest, { issueId }, 404, member);
    host.before = (call, response) => {
      if (call.method === 'POST' && call.path.endsWith('/git/trees'))
        return Boolean(response.writeHead(403).end('{}'));
      return false;
    };
    const refused = await service.refusal(patches.openPullRequest, { issueId }, 422);
    assert.match(refused.error, /does not let the installation’s credentials do this/);
    await service.call(installations.deleteInstallation, { installationId });
    const gone = await service.refusal(patches.openPullRequest, { issueId }, 422);
    assert.match(gone.error, /not added through a connected code host/);
  }).timeout(60_000);

  it('put the issue back where they are closed without being merged, and again where they are opened again', async () => {
    const { pullRequest: first } = await service.call(patches.openPullRequest, { issueId });
    const statusNow = async () => (await service.call(issues.getIssue, { id: issueId })).issue;
    const told = async (state: string) => {
      const [opened] = host.opened;
      if (opened) opened.state = state;
      const { db } = service.service.core;
      await db.updateTable('patch_pull_requests').set({ checked_at: '2020-01-01T00:00:00.000Z' }).execute();
      await askForStates(service.service.core);
    };
    assert.equal((await statusNow()).status, 'PATCHING');
    await told('closed');
    const back = await statusNow();
    assert.equal(back.status, 'PENDING_REVIEW');
    assert.match(back.history?.[0]?.reason ?? '', /^Pull request #\d+ was closed without being merged\.$/);
    const { patch } = await service.call(patches.getPatch, { issueId });
    assert.equal(patch.status, 'READY');
    for (const [state, status] of [
      ['OPEN', 'PATCHING'],
      ['CLOSED', 'PENDING_REVIEW'],
    ] as const) {
      await recordPatchState(service.service.core, first, { state, title: first.title });
      assert.equal((await statusNow()).status, status);
    }
    const { pullRequest } = await service.call(patches.openPullRequest, { issueId });
    assert.deepEqual([pullRequest.status, (await statusNow()).status], ['OPEN', 'PATCHING']);
  }).timeout(60_000);

  it('of the agent are listed, with their state read back', async () => {
    const { pullRequest } = await service.call(patches.openPullRequest, { issueId });
    assert.deepEqual((await service.call(agentResults.listPullRequests, {})).pullRequests, []);
    const { conversation, job } = await service.call(contract.agentConversations.createConversation, {
      initialMessage: 'Hello',
    });
    const { db } = service.service.core;
    await db
      .updateTable('patch_pull_requests')
      .set({ job_id: job?.id ?? '' })
      .execute();
    const [listed] = (await service.call(agentResults.listPullRequests, {})).pullRequests;
    assert.deepEqual(
      [listed?.id, listed?.status, listed?.conversationId],
      [pullRequest.id, 'OPEN', conversation.id],
    );
    const [opened] = host.opened;
    if (opened) opened.state = 'closed';
    await db.updateTable('patch_pull_requests').set({ checked_at: '2020-01-01T00:00:00.000Z' }).execute();
    const [closed] = (await service.call(agentResults.listPullRequests, {})).pullRequests;
    assert.equal(closed?.status, 'CLOSED');
    await service.refusal(agentResults.listPullRequests, { cursor: 'x' }, 400);
  }).timeout(60_000);
});
