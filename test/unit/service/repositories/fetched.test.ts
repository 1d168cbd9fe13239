import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { finishedScanStatuses } from '../../../../src/api/contract/vocabulary.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';
import { Harness } from '../support/harness.ts';

const { repositories, scans, issues, code, patches, investigations } = contract;

const vulnerable = `const { exec } = require('node:child_process');
const express = require('express');
const app = express();
app.get('/', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

describe('repositories that the service fetches', () => {
  let server: GitServer;
  let service: Harness;
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']), runner: createScanRunner() });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const add = async (name: string) =>
    (await service.call(repositories.addRepositoryByUrl, { url: `${server.url}/${name}` })).repository.id;
  const scan = async (repositoryId: string, branch?: string) => {
    const request = { repositoryIds: [repositoryId], ...(branch !== undefined && { branch }) };
    const started = await service.call(scans.startScans, request);
    const id = started.scans[0]?.id ?? assert.fail();
    for (;;) {
      const { scan: now } = await service.call(scans.getScan, { id });
      if (finishedScanStatuses.includes(now.status)) return now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('are scanned, read, investigated and patched as a local folder is', async () => {
    const commit = server.commit('shop.git', { 'src/app.js': vulnerable, 'package.json': '{"name":"shop"}' });
    const repositoryId = await add('shop.git');
    const done = await scan(repositoryId);
    assert.equal(done.status, 'COMPLETED', done.errorMessage);
    assert.equal(done.branch, 'main');
    assert.equal(done.commitSha, commit);
    const found = await service.call(issues.listIssues, { repositoryIds: [repositoryId] });
    const issue = found.issues.find(({ file }) => file === 'src/app.js') ?? assert.fail();
    assert.equal(issue.scanTargetBranch, 'main');
    const read = await service.call(code.readCode, { repositoryId, path: 'src/app.js' });
    assert.equal(read.content, vulnerable);
    const listed = await service.call(code.listFiles, { repositoryId, path: '' });
    assert.deepEqual(
      listed.entries.map(({ name }) => name),
      ['src', 'package.json'],
    );
    const matches = await service.call(code.searchCode, { repositoryId, query: 'exec(' });
    assert.equal(matches.matches[0]?.file, 'src/app.js');
    await service.call(investigations.requestInvestigation, { issueIds: [issue.id] });
    await service.call(patches.generatePatch, { issueIds: [issue.id] });
    const patch = await ended(async () => {
      const { patch: now } = await service.call(patches.getPatch, { issueId: issue.id });
      return ['READY', 'FAILED', 'UNPATCHABLE'].includes(now.status) ? now : undefined;
    });
    assert.equal(patch.status, 'READY', patch.errorMessage);
    assert.equal(patch.current, true);
    const investigation = await ended(async () => {
      const { issue: now } = await service.call(issues.getIssue, { id: issue.id });
      return now.investigation?.status === 'COMPLETED' ? now.investigation : undefined;
    });
    assert.equal(investigation.verdict, 'TRUE_POSITIVE');
  }).timeout(60_000);

  it('are scanned on the branch that is asked for, each with issues of its own', async () => {
    server.commit('twice.git', { 'app.js': 'let a;\n' });
    server.commit('twice.git', { 'app.js': vulnerable }, 'feature/new');
    const repositoryId = await add('twice.git');
    const main = await scan(repositoryId);
    const feature = await scan(repositoryId, 'feature/new');
    assert.deepEqual([main.errorMessage, feature.errorMessage], [undefined, undefined]);
    assert.deepEqual([main.branch, feature.branch], ['main', 'feature/new']);
    const on = async (branch: string) =>
      (await service.call(issues.listIssues, { repositoryIds: [repositoryId], branch })).issues.length;
    assert.equal(await on('main'), 0);
    assert.ok((await on('feature/new')) > 0);
    const file = { repositoryId, path: 'app.js' };
    assert.equal((await service.call(code.readCode, file)).content, 'let a;\n');
    assert.equal((await service.call(code.readCode, { ...file, branch: 'feature/new' })).content, vulnerable);
    const gone = await scan(repositoryId, 'nowhere');
    assert.equal(gone.status, 'FAILED');
    assert.equal(gone.errorMessage, 'twice has no branch nowhere.');
  }).timeout(60_000);

  it('follow the branch: what is mended there is resolved', async () => {
    server.commit('mended.git', { 'app.js': vulnerable });
    const repositoryId = await add('mended.git');
    await scan(repositoryId);
    const [issue] = (await service.call(issues.listIssues, { repositoryIds: [repositoryId] })).issues;
    server.git('mended.git', 'checkout', '--quiet', '--orphan', 'rewritten');
    server.commit('mended.git', { 'app.js': 'let a;\n' });
    const after = await scan(repositoryId);
    assert.equal(after.resolvedIssueCount, 1);
    assert.equal((await service.call(issues.getIssue, { id: issue?.id ?? '' })).issue.status, 'RESOLVED');
  }).timeout(60_000);

  it('say why they cannot be scanned', async () => {
    const repositoryId = await add('nothing.git');
    const failed = await scan(repositoryId);
    assert.equal(failed.status, 'FAILED');
    assert.equal(failed.errorMessage, 'The git server has no such repository.');
    const refused = await service.refusal(code.readCode, { repositoryId, path: 'a' }, 422);
    assert.match(refused.error, /was not scanned yet/);
  });

  it('leave nothing on the disk once they are deleted', async () => {
    server.commit('short.git', { 'app.js': 'let a;\n' });
    const repositoryId = await add('short.git');
    await scan(repositoryId);
    const folder = join(service.folder, 'data', 'repositories');
    assert.deepEqual(readdirSync(folder), [repositoryId]);
    await service.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    assert.equal(existsSync(join(folder, repositoryId)), false);
  });
});

async function ended<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
