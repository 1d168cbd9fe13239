import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../../../src/api/contract/index.ts';
import { createScanRunner } from '../../../../support/bundled-worker.ts';
import { Harness } from '../../support/harness.ts';

const { repositories, scans, issues, code, patches, investigations } = contract;

const vulnerable = `const { exec } = require('node:child_process');
const express = require('express');
const app = express();
app.get('/', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

const washing = `library: javascript/acme
packages: [acme]
sanitizers:
  - { kinds: [command-injection], apis: [acme.wash] }
`;

describe('scans of pull requests of a folder of this machine', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start({ runner: createScanRunner() });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  it('compare commits without touching the work tree, and their issues stand in the head', async () => {
    const tree = path.join(service.folder, 'clone');
    const root = path.join(tree, 'services', 'shop');
    mkdirSync(root, { recursive: true });
    git(tree, 'init', '--quiet', '--initial-branch=main');
    writeFileSync(path.join(root, 'old.js'), vulnerable);
    git(tree, 'add', '--all');
    git(tree, 'commit', '--quiet', '--message=Begin');
    git(tree, 'checkout', '--quiet', '-b', 'feature');
    writeFileSync(path.join(root, 'fresh.js'), vulnerable);
    writeFileSync(path.join(root, '.parapetignore'), 'generated/\n');
    git(tree, 'add', '--all');
    git(tree, 'commit', '--quiet', '--message=Change');
    const head = git(tree, 'rev-parse', 'HEAD');
    git(tree, 'checkout', '--quiet', 'main');
    writeFileSync(path.join(root, 'unsaved.js'), vulnerable);
    const before = git(tree, 'status', '--porcelain=v2', '--branch');

    const { repository } = await service.call(repositories.addLocalRepository, { path: root });
    const started = await service.call(scans.startScans, {
      repositoryIds: [repository.id],
      pullRequest: { number: 1, headRef: 'feature', baseBranch: 'main' },
    });
    const scan = await service.waitForScan(started.scans[0]?.id ?? assert.fail());
    assert.deepEqual([scan.status, scan.errorMessage, scan.commitSha], ['COMPLETED', undefined, head]);
    const found = await service.call(issues.listIssues, { scanId: scan.id });
    assert.deepEqual([...new Set(found.issues.map(({ file }) => file))], ['fresh.js']);
    assert.match(scan.coverage?.skips[0]?.detail ?? '', /known of APIs: \.parapetignore\. This scan follows/);
    assert.equal(git(tree, 'status', '--porcelain=v2', '--branch'), before);
    assert.equal(existsSync(path.join(root, 'fresh.js')), false);
    assert.equal(readFileSync(path.join(root, 'unsaved.js'), 'utf8'), vulnerable);

    const issueId = found.issues[0]?.id ?? assert.fail();
    await service.call(investigations.requestInvestigation, { issueIds: [issueId] });
    await service.call(patches.generatePatch, { issueIds: [issueId] });
    const patch = await ended(async () => {
      const { patch: now } = await service.call(patches.getPatch, { issueId });
      return ['READY', 'FAILED', 'UNPATCHABLE'].includes(now.status) ? now : undefined;
    });
    assert.equal(patch.status, 'READY', patch.errorMessage);
    const investigation = await ended(async () => {
      const { issue } = await service.call(issues.getIssue, { id: issueId });
      return issue.investigation?.status === 'COMPLETED' ? issue.investigation : undefined;
    });
    assert.equal(investigation.verdict, 'TRUE_POSITIVE');
    const read = await service.call(code.listFiles, { repositoryId: repository.id, path: '' });
    assert.deepEqual(read.entries.map(({ name }) => name).sort(), ['old.js', 'unsaved.js']);
  }).timeout(60_000);

  it('follow ignore files and models as they are before the change, which hides nothing of itself', async () => {
    const root = path.join(service.folder, 'attacked');
    mkdirSync(path.join(root, '.parapet', 'models'), { recursive: true });
    git(root, 'init', '--quiet', '--initial-branch=main');
    writeFileSync(path.join(root, '.parapetignore'), 'legacy.js\n');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=Begin');
    git(root, 'checkout', '--quiet', '-b', 'attack');
    writeFileSync(path.join(root, '.parapetignore'), 'hidden.js\n');
    writeFileSync(path.join(root, '.parapet', 'models', 'acme.yml'), washing);
    writeFileSync(path.join(root, '.gitignore'), 'committed.js\n');
    for (const name of ['hidden.js', 'committed.js', 'legacy.js'])
      writeFileSync(path.join(root, name), vulnerable);
    const washed = vulnerable.replace('request.query.folder', "require('acme').wash(request.query.folder)");
    writeFileSync(path.join(root, 'washed.js'), washed);
    git(root, 'add', '--all', '--force');
    git(root, 'commit', '--quiet', '--message=Change');
    git(root, 'checkout', '--quiet', 'main');
    const { repository } = await service.call(repositories.addLocalRepository, { path: root });
    const started = await service.call(scans.startScans, {
      repositoryIds: [repository.id],
      pullRequest: { number: 1, headRef: 'attack', baseBranch: 'main' },
    });
    const scan = await service.waitForScan(started.scans[0]?.id ?? assert.fail());
    assert.equal(scan.status, 'COMPLETED', scan.errorMessage);
    const { issues: brought } = await service.call(issues.listIssues, { scanId: scan.id });
    assert.deepEqual([...new Set(brought.map(({ file }) => file))].sort(), [
      'committed.js',
      'hidden.js',
      'washed.js',
    ]);
    assert.match(
      scan.coverage?.skips[0]?.detail ?? '',
      /\.parapet\/models\/acme\.yml, \.parapetignore\. This/,
    );

    const issueId = brought.find(({ file }) => file === 'hidden.js')?.id ?? assert.fail();
    await service.call(investigations.requestInvestigation, { issueIds: [issueId] });
    const investigation = await ended(async () => {
      const { issue } = await service.call(issues.getIssue, { id: issueId });
      return issue.investigation?.status === 'COMPLETED' ? issue.investigation : undefined;
    });
    assert.equal(investigation.verdict, 'TRUE_POSITIVE');
  }).timeout(60_000);

  it('say what is missing', async () => {
    const root = path.join(service.folder, 'plain');
    mkdirSync(root, { recursive: true });
    const { repository } = await service.call(repositories.addLocalRepository, { path: root });
    const ask = async (headRef: string) => {
      const { scans: started } = await service.call(scans.startScans, {
        repositoryIds: [repository.id],
        pullRequest: { number: 2, headRef, baseBranch: 'main' },
      });
      return (await service.waitForScan(started[0]?.id ?? '')).errorMessage;
    };
    assert.match((await ask('feature')) ?? '', /under no version control/);
    git(root, 'init', '--quiet', '--initial-branch=main');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=Begin');
    assert.match((await ask('feature')) ?? '', /has no refs\/heads\/feature/);
  }).timeout(20_000);
});

async function ended<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
