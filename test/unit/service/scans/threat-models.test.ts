import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import type { ThreatModel } from '../../../../src/api/contract/vocabulary.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';

describe('the threat models of a scan', () => {
  let service: Harness;
  let real: ReturnType<typeof createScanRunner>;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    real = createScanRunner();
    service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    repositoryId = await service.addRepository();
    const root = join(service.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    writeFileSync(
      join(root, 'run.py'),
      'import sys, sqlite3\nsqlite3.connect("x").execute("SELECT * FROM t WHERE n = \'" + sys.argv[1] + "\'")\n',
    );
  });
  afterEach(async () => {
    await real.close();
    await service[Symbol.asyncDispose]();
  });

  async function scan(threatModels?: ThreatModel[]) {
    const request = { repositoryIds: [repositoryId], ...(threatModels && { threatModels }) };
    const { scans } = await service.call(contract.scans.startScans, request);
    return service.waitForScan(scans[0]?.id ?? assert.fail('no scan was started'));
  }

  it('decide what is found, are in its coverage and with the issue, and hold until others are named', async () => {
    const usual = await scan();
    assert.deepEqual(usual.coverage?.threatModels, ['remote', 'library']);
    assert.equal((await service.issues()).length, 0);

    await scan(['remote', 'arguments']);
    const again = await scan();
    assert.deepEqual(again.coverage?.threatModels, ['remote', 'arguments']);
    const [issue] = await service.issues();
    assert.equal(issue?.flow?.threatModel, 'arguments');
    assert.equal(issue?.severity, 'MEDIUM');
  });

  it('says whether hints are told, each time anew', async () => {
    const route = (name: string, guard: string) =>
      `${guard}@orders.route("/${name}", methods=["PUT"])\ndef ${name}():\n    return store()\n\n`;
    const guarded = [route('add', ''), route('change', '')].map((text) =>
      text.replace('\ndef', '\n@login_required\ndef'),
    );
    writeFileSync(
      join(service.folder, 'work', 'project', 'routes.py'),
      `from flask import Blueprint\norders = Blueprint("orders", __name__)\n\n${guarded.join('')}${route('drop', '')}`,
    );
    await scan();
    assert.equal((await service.issues()).length, 0);
    const { scans } = await service.call(contract.scans.startScans, {
      repositoryIds: [repositoryId],
      hints: true,
    });
    await service.waitForScan(scans[0]?.id ?? assert.fail('no scan was started'));
    const [issue, ...others] = await service.issues();
    assert.equal(others.length, 0);
    assert.deepEqual([issue?.severity, issue?.title], ['LOW', 'Route without a check for an account']);
    await scan();
    assert.equal((await service.issues()).filter(({ status }) => status !== 'RESOLVED').length, 0);
  });
});
