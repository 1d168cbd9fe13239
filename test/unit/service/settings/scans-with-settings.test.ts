import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { applicationId } from '../../../../src/service/repositories/applications.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { updateScannerSettings } = contract.scannerSettings;
const { searchIssues } = contract.issues;

const injection = finding({ fingerprint: 'a'.repeat(64), file: 'apps/web/app.js', confidence: 90 });
const password = finding({
  fingerprint: 'b'.repeat(64),
  category: 'SECRETS',
  file: 'apps/api/key.js',
  confidence: 50,
});
const port = finding({
  fingerprint: 'c'.repeat(64),
  category: 'IAC',
  file: 'deploy/main.tf',
  confidence: 80,
});

describe('scans with scanner settings', () => {
  let service: Harness;
  let repositoryId: string;
  let found: readonly Finding[];

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
    found = [injection, password, port];
    service.runner.script = async ({ on }) => {
      for (const one of found) on({ type: 'finding', finding: one });
      on({ type: 'applications', folders: ['apps/api', 'apps/web'] });
      return undefined;
    };
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const open = async () => {
    const statuses = ['PENDING_REVIEW', 'REVIEWING'] as const;
    const { issues, totalCount } = await service.call(searchIssues, { statuses: [...statuses] });
    assert.equal(totalCount, issues.length);
    return issues.map(({ file }) => file).toSorted();
  };

  it('do not look for what a module that is off finds, say so, and resolve none of it', async () => {
    await service.scan(repositoryId);
    await service.call(updateScannerSettings, { repositoryId, scanModules: { SECRETS: false } });
    found = [injection];
    const scan = await service.scan(repositoryId);
    assert.deepEqual(scan.coverage?.switchedOff, [{ module: 'SECRETS' }]);
    assert.equal(scan.resolvedIssueCount, 1);
    assert.deepEqual(await open(), ['apps/api/key.js', 'apps/web/app.js']);
    await service.call(updateScannerSettings, { repositoryId, scanModules: { SECRETS: null } });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/web/app.js']);
  });

  it('report nothing of a module that is off from the beginning', async () => {
    await service.call(updateScannerSettings, { scanModules: { SAST: false, IAC: false } });
    const scan = await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/api/key.js']);
    assert.equal(scan.newIssueCount, 1);
  });

  it('hide what they are not sure of, and show it again where less is asked', async () => {
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 80 });
    const scan = await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/web/app.js', 'deploy/main.tf']);
    assert.equal(scan.newIssueCount, 2);
    assert.equal(scan.coverage?.belowThreshold, 1);
    const hidden = await service.call(searchIssues, { belowThreshold: true });
    assert.deepEqual(
      hidden.issues.map(({ file }) => file),
      ['apps/api/key.js'],
    );
    const summary = await service.call(contract.stats.statsSummary, {});
    assert.equal(summary.openIssues, 2);
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 81 });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/web/app.js']);
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 0 });
    const last = await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/api/key.js', 'apps/web/app.js', 'deploy/main.tf']);
    assert.equal(last.resolvedIssueCount, 0);
    assert.equal(last.coverage?.belowThreshold, undefined);
  });

  it('keep showing what somebody has taken up, and resolve what is hidden and gone', async () => {
    await service.scan(repositoryId);
    const [secret] = (await service.call(searchIssues, { categories: ['SECRETS'] })).issues;
    await service.call(contract.issues.setIssueStatus, { id: secret?.id ?? '', status: 'REVIEWING' });
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 100 });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/api/key.js']);
    found = [];
    await service.scan(repositoryId);
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: null });
    await service.scan(repositoryId);
    assert.deepEqual(await open(), []);
  });

  it('go by the innermost application that a file is a part of', async () => {
    await service.scan(repositoryId);
    const [web, api] = ['apps/web', 'apps/api'].map((folder) => applicationId(repositoryId, folder));
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 100 });
    await service.call(updateScannerSettings, { applicationId: api ?? '', confidenceThreshold: 10 });
    await service.call(updateScannerSettings, { applicationId: web ?? '', scanModules: { SAST: false } });
    const { settings } = await service.call(contract.scannerSettings.getScannerSettings, {
      applicationId: api,
    });
    assert.equal(settings.scope, 'application');
    assert.equal(settings.repositoryId, repositoryId);
    assert.equal(settings.effective.confidenceThreshold, 10);
    await service.refusal(updateScannerSettings, { applicationId: api ?? '', releaseTrack: 'EDGE' }, 422);
    const scan = await service.scan(repositoryId);
    assert.deepEqual(await open(), ['apps/api/key.js', 'apps/web/app.js']);
    assert.deepEqual(scan.coverage?.switchedOff, [{ module: 'SAST', folder: 'apps/web' }]);
  });

  it('take settings as they are when they are started', async () => {
    const scanId = await service.startScan(repositoryId);
    await service.call(updateScannerSettings, { repositoryId, scanModules: { SAST: false } });
    await service.waitForScan(scanId);
    assert.equal((await open()).length, 3);
  });

  it('know applications of monorepos, which issues and counts can be narrowed to', async () => {
    await service.scan(repositoryId);
    const { repositories } = await service.call(contract.repositories.listRepositories, {});
    const applications = repositories[0]?.applications ?? [];
    assert.deepEqual(
      applications.map(({ path }) => path),
      ['apps/api', 'apps/web'],
    );
    const web = applications[1]?.id ?? assert.fail();
    const { issues } = await service.call(searchIssues, { applicationIds: [web] });
    assert.deepEqual(
      issues.map(({ file, applicationId: id }) => [file, id]),
      [['apps/web/app.js', web]],
    );
    const all = await service.call(contract.stats.statsSummary, {});
    assert.deepEqual(
      all.issuesByApplication.map((each) => [each.applicationName, each.open]),
      [
        [undefined, 3],
        ['apps/api', 1],
        ['apps/web', 1],
      ],
    );
    const narrowed = await service.call(contract.stats.statsSummary, { applicationIds: [web] });
    assert.equal(narrowed.openIssues, 1);
    assert.deepEqual(
      narrowed.issuesByApplication.map((each) => each.applicationName),
      [undefined, 'apps/web'],
    );
    const none = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
    for (const endpoint of [
      searchIssues,
      contract.stats.statsSummary,
      contract.dependencies.searchPackages,
    ]) {
      const { issues: faults } = await service.refusal(endpoint, { applicationIds: [web, none] }, 422);
      assert.equal(faults?.[0]?.path, 'applicationIds[1]');
    }
  });

  it('of another branch forget no application of the default one', async () => {
    await service.scan(repositoryId);
    const applications = async () => {
      const { repositories } = await service.call(contract.repositories.listRepositories, {});
      return repositories[0]?.applications?.map(({ path }) => path);
    };
    service.runner.script = async ({ on }) => {
      on({ type: 'applications', folders: ['apps/web', 'apps/worker'] });
      return undefined;
    };
    service.runner.present = { branch: 'feature' };
    await service.scan(repositoryId);
    assert.deepEqual(await applications(), ['apps/api', 'apps/web', 'apps/worker']);
    service.runner.present = { branch: 'main' };
    await service.scan(repositoryId);
    assert.deepEqual(await applications(), ['apps/web', 'apps/worker']);
  });

  it('tell nobody of what they hide, when it is found, gone and back', async () => {
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 100 });
    const told = async () => {
      const rows = await service.service.core.db.selectFrom('scan_events').select('type').execute();
      return rows.filter(({ type }) => type.startsWith('issue.')).length;
    };
    for (const now of [[password], [], [password], []]) {
      found = now;
      const scan = await service.scan(repositoryId);
      assert.deepEqual([scan.newIssueCount, scan.resolvedIssueCount], [0, 0]);
    }
    assert.equal(await told(), 0);
    await service.call(updateScannerSettings, { repositoryId, confidenceThreshold: 0 });
    found = [password];
    await service.scan(repositoryId);
    assert.equal(await told(), 1);
  });

  it('know so many applications with settings of their own, and not more', async () => {
    const folders = Array.from({ length: 101 }, (_, at) => `apps/${at}`);
    service.runner.script = async ({ on }) => {
      on({ type: 'applications', folders });
      return undefined;
    };
    await service.scan(repositoryId);
    const ids = folders.map((folder) => applicationId(repositoryId, folder));
    const last = ids.pop() ?? '';
    for (const id of ids)
      await service.call(updateScannerSettings, { applicationId: id, autoPatching: true });
    await service.refusal(updateScannerSettings, { applicationId: last, autoPatching: true }, 422);
    await service.call(contract.scannerSettings.deleteScannerSettings, { applicationId: ids[0] ?? '' });
    await service.call(updateScannerSettings, { applicationId: last, autoPatching: true });
    assert.equal((await service.scan(repositoryId)).status, 'COMPLETED');
  });

  it('have patches made of new critical and high issues, where they are to be, and of at most twenty', async () => {
    const asked: string[] = [];
    service.runner.patchScript = async ({ file }) => {
      asked.push(file);
      return { type: 'unpatchable', reason: 'No fix is known.' };
    };
    await service.scan(repositoryId);
    await service.call(updateScannerSettings, { repositoryId, autoPatching: true });
    const low = finding({ fingerprint: 'd'.repeat(64), file: 'low.js', score: 30 });
    const many = Array.from({ length: 25 }, (_, at) =>
      finding({ fingerprint: `e${at}`.padEnd(64, '0'), file: `new${at}.js`, score: 99 - at }),
    );
    found = [injection, low, ...many];
    await service.scan(repositoryId);
    const { issues } = await service.call(contract.issues.listIssues, {});
    const patched = issues.filter(({ patch }) => patch !== undefined).map(({ file }) => file);
    assert.deepEqual(
      patched,
      many.slice(0, 20).map(({ file }) => file),
    );
    for (const until = performance.now() + 10_000; asked.length < 20 && performance.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(asked.length, 20);
  });

  it('hold for what an editor submits of the repository', async () => {
    await service.call(updateScannerSettings, {
      repositoryId,
      scanModules: { IAC: false },
      confidenceThreshold: 80,
    });
    const submit = async (named: object) => {
      const { codeScan } = await service.call(contract.codeScans.submitCodeScan, {
        submission: { type: 'files', files: [{ path: 'a.js', content: 'a' }] },
        ...named,
      });
      for (const until = performance.now() + 10_000; performance.now() < until; ) {
        const { codeScan: now } = await service.call(contract.codeScans.getCodeScanStatus, {
          codeScanId: codeScan.id,
        });
        if (now.status === 'COMPLETED') break;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const { issues } = await service.call(contract.codeScans.getCodeScanResults, {
        codeScanId: codeScan.id,
      });
      return issues.map(({ file }) => file).toSorted();
    };
    assert.deepEqual(await submit({ repositoryId }), ['apps/web/app.js']);
    assert.equal((await submit({})).length, 3);
  });

  it('keep what an application is called by when it is gone for a while', async () => {
    await service.scan(repositoryId);
    const web = applicationId(repositoryId, 'apps/web');
    await service.call(updateScannerSettings, { applicationId: web, scanModules: { SAST: false } });
    const script = service.runner.script;
    service.runner.script = async ({ on }) => {
      for (const one of found) on({ type: 'finding', finding: one });
      on({ type: 'applications', folders: [] });
      return undefined;
    };
    await service.scan(repositoryId);
    assert.equal((await service.issues()).filter((issue) => issue.applicationId !== undefined).length, 0);
    await service.refusal(updateScannerSettings, { applicationId: web, autoPatching: true }, 404);
    service.runner.script = script;
    await service.scan(repositoryId);
    const { settings } = await service.call(contract.scannerSettings.getScannerSettings, {
      applicationId: web,
    });
    assert.deepEqual(settings.saved, { scanModules: { SAST: false } });
  });
});

describe('a monorepo that is deleted', () => {
  it('goes with all of its parts at once, and is scanned afresh when it is added again', async () => {
    await using service = await Harness.start();
    service.runner.script = async ({ on }) => {
      for (const one of [injection, password]) on({ type: 'finding', finding: one });
      on({ type: 'applications', folders: ['apps/api', 'apps/web'] });
      return undefined;
    };
    const { deleteRepositories, listRepositories } = contract.repositories;
    const before = await service.addRepository('shop');
    await service.scan(before);
    const web = applicationId(before, 'apps/web');
    await service.call(updateScannerSettings, { applicationId: web, confidenceThreshold: 100 });
    const nowhere = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
    await service.refusal(deleteRepositories, { repositoryIds: [before, nowhere], allPartitions: true }, 422);
    assert.equal((await service.call(listRepositories, {})).repositories[0]?.applications?.length, 2);
    const running = await service.call(deleteRepositories, { repositoryIds: [before], allPartitions: true });
    assert.deepEqual(running.deletedRepositoryIds, [before]);
    const { db } = service.service.core;
    for (const table of ['applications', 'scanner_settings', 'issues', 'scans'] as const)
      assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
    const again = await service.addRepository('shop');
    assert.notEqual(again, before);
    const scan = await service.scan(again);
    assert.equal(scan.status, 'COMPLETED');
    assert.equal(scan.newIssueCount, 2);
    const { repositories } = await service.call(listRepositories, {});
    assert.deepEqual(
      repositories.map(({ id, applications }) => [id, applications?.map(({ path }) => path)]),
      [[again, ['apps/api', 'apps/web']]],
    );
  });
});

describe('files that scanner settings leave out', () => {
  it('are not read, are counted, and come back when the pattern goes', async () => {
    await using service = await Harness.start();
    const real = createScanRunner();
    try {
      service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
      const repositoryId = await service.addRepository('shop');
      const write = (name: string, text: string): void => {
        const path = join(service.folder, 'work', 'shop', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      };
      const code =
        'const app = require("express")();\napp.get("/", (req, res) => require("child_process").exec(req.query.c));\n';
      for (const part of ['web', 'api']) {
        write(`${part}/package.json`, '{"private":true,"scripts":{"start":"node ."}}');
        write(`${part}/app.js`, code);
        write(`${part}/old/app.js`, code);
      }
      const files = async () =>
        (await service.call(searchIssues, { statuses: ['PENDING_REVIEW'] })).issues
          .map(({ file }) => file)
          .toSorted();
      await service.scan(repositoryId);
      assert.deepEqual(await files(), ['api/app.js', 'api/old/app.js', 'web/app.js', 'web/old/app.js']);
      await service.call(updateScannerSettings, { repositoryId, fileIgnorePatterns: ['old/'] });
      const scan = await service.scan(repositoryId);
      assert.equal(scan.coverage?.excluded?.['settings'], 2);
      assert.deepEqual(await files(), ['api/app.js', 'web/app.js']);
      const web = applicationId(repositoryId, 'web');
      await service.call(updateScannerSettings, { applicationId: web, fileIgnorePatterns: ['/app.js'] });
      await service.scan(repositoryId);
      assert.deepEqual(await files(), ['api/app.js', 'web/old/app.js']);
    } finally {
      await real.close();
    }
  });
});
