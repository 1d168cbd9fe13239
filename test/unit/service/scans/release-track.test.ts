import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import type { ReleaseTrack } from '../../../../src/api/contract/vocabulary.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { repositories, scans, issues, scannerSettings } = contract;

const settled = finding({ fingerprint: 'settled', vulnClass: 'sql-injection' });
const recent = finding({
  fingerprint: 'recent',
  vulnClass: 'link-following',
  ruleId: 'javascript/link-following',
});

describe('the release track of a scan', () => {
  let service: Harness;
  let repositoryId: string;
  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
    service.runner.script = async ({ on }) => {
      for (const one of [settled, recent]) on({ type: 'finding', finding: one });
      return undefined;
    };
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const scanOn = async (releaseTrack?: ReleaseTrack) => {
    const request = { repositoryIds: [repositoryId], ...(releaseTrack && { releaseTrack }) };
    return service.waitForScan((await service.call(scans.startScans, request)).scans[0]?.id ?? '');
  };
  const open = async () =>
    (await service.call(issues.listIssues, { statuses: ['PENDING_REVIEW'] })).issues
      .map(({ fingerprint }) => fingerprint)
      .sort();

  it('says which rules are taken: STABLE holds new ones back, and says so', async () => {
    const stable = await scanOn();
    assert.equal(stable.releaseTrack, 'STABLE');
    assert.deepEqual(await open(), ['settled']);
    const said = stable.coverage?.releaseTrack ?? assert.fail();
    assert.deepEqual([said.track, said.findings], ['STABLE', 1]);
    assert.ok(said.heldBack.includes('link-following'));
    assert.ok(!said.heldBack.includes('sql-injection'));
    const edge = await scanOn('EDGE');
    assert.deepEqual(edge.coverage?.releaseTrack, { track: 'EDGE', heldBack: [], findings: 0 });
    assert.deepEqual([edge.newIssueCount, await open()], [1, ['recent', 'settled']]);
  });

  it('resolves nothing that it does not look for', async () => {
    await scanOn('EDGE');
    service.runner.script = async () => undefined;
    const stable = await scanOn('STABLE');
    assert.deepEqual([stable.resolvedIssueCount, await open()], [1, ['recent']]);
    const edge = await scanOn('EDGE');
    assert.deepEqual([edge.resolvedIssueCount, await open()], [1, []]);
  });

  it('is that of the settings where the request names none', async () => {
    await service.call(scannerSettings.updateScannerSettings, {
      repositoryId,
      releaseTrack: 'EDGE',
    });
    assert.equal((await scanOn()).releaseTrack, 'EDGE');
    assert.equal((await scanOn('STABLE')).releaseTrack, 'STABLE');
  });
});

describe('the release track of a real scan', () => {
  it('makes the difference that the rules are marked with', async () => {
    await using service = await Harness.start({ runner: createScanRunner() });
    const root = path.join(service.folder, 'project');
    mkdirSync(root);
    writeFileSync(
      path.join(root, 'app.js'),
      `const { execFile } = require('node:child_process');
const app = require('express')();
app.get('/', (request, response) => {
  execFile('git', ['clone', request.query.url], () => response.end());
});
`,
    );
    const { repository } = await service.call(repositories.addLocalRepository, { path: root });
    const classes = async (releaseTrack: ReleaseTrack) => {
      const started = await service.call(scans.startScans, { repositoryIds: [repository.id], releaseTrack });
      const scan = await service.waitForScan(started.scans[0]?.id ?? '');
      const found = await service.call(issues.listIssues, { scanId: scan.id });
      return found.issues.map(({ vulnClass }) => vulnClass);
    };
    assert.deepEqual(await classes('STABLE'), []);
    assert.deepEqual(await classes('EDGE'), ['argument-injection']);
  }).timeout(20_000);
});
