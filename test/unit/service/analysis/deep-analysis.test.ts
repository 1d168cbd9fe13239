import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../../../src/engine/finding.ts';
import type { ScanEvent } from '../../../../src/service/analysis/index.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';

describe('a closer look at a finding, by the real runner', () => {
  const runner = createScanRunner();
  let root: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'parapet-look-'));
    writeFileSync(
      join(root, 'app.js'),
      `const app = require('express')();
const { exec } = require('child_process');
app.get('/ping', requireAuth, (req, res) => {
  const host = req.query.host;
  if (host.length > 99) return res.end();
  exec('ping ' + host);
});
`,
    );
  });
  after(async () => {
    await runner.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('is asked of the scan that had the finding, however long ago that was', async () => {
    const own = mkdtempSync(join(tmpdir(), 'parapet-look-'));
    const lock = {
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { left: '1.0.0' } },
        'node_modules/left': { version: '1.0.0', license: 'GPL-3.0-only' },
      },
    };
    writeFileSync(join(own, 'package.json'), JSON.stringify({ dependencies: { left: '1.0.0' } }));
    writeFileSync(join(own, 'package-lock.json'), JSON.stringify(lock));
    const licenses = { allow: [], deny: ['GPL-3.0-only'], unknown: 'ignore', severity: 'medium' } as const;
    const { signal } = new AbortController();
    const later = createScanRunner();
    try {
      const findings: Finding[] = [];
      const on = (event: ScanEvent) => event.type === 'finding' && findings.push(event.finding);
      await runner.scanFolder({ root: own, signal, again: true, on, licenses });
      const { file, fingerprint, range } =
        findings.find((one) => one.vulnClass === 'license-policy') ?? assert.fail();
      const about = { root: own, file, fingerprint, line: range.startLine, on: () => {}, signal };
      assert.equal((await later.ask({ kind: 'look', ...about })).found, undefined);
      assert.equal((await later.ask({ kind: 'look', ...about, licenses })).found?.fingerprint, fingerprint);
    } finally {
      await later.close();
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('finds it again, with its route, its guards and what looks at the data', async () => {
    const findings: Finding[] = [];
    const { signal } = new AbortController();
    await runner.scanFolder({
      root,
      signal,
      again: true,
      on: (event) => event.type === 'finding' && findings.push(event.finding),
    });
    const finding = findings.find(({ vulnClass }) => vulnClass === 'command-injection');
    assert.ok(finding);
    const stages: string[] = [];
    const { found, inspection, change } = await runner.ask({
      kind: 'look',
      root,
      file: finding.file,
      fingerprint: finding.fingerprint,
      line: finding.range.startLine,
      on: (stage) => stages.push(stage),
      signal,
    });
    assert.deepEqual(stages, ['waiting', 'analysing', 'history']);
    assert.deepEqual(found?.entryPoint, { methods: ['GET'], path: '/ping', guards: ['requireAuth'] });
    assert.deepEqual(
      inspection.conditions.map(({ text }) => text),
      ['host.length > 99'],
    );
    assert.equal(change, undefined, 'under no version control');
  });

  it('says when it is not found any more', async () => {
    const { found, inspection } = await runner.ask({
      kind: 'look',
      root,
      file: 'app.js',
      fingerprint: 'of another time',
      line: 1,
      on: () => undefined,
      signal: new AbortController().signal,
    });
    assert.equal(found, undefined);
    assert.equal(inspection.role, undefined);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const looking = runner.ask({
      kind: 'look',
      root,
      file: 'app.js',
      fingerprint: 'any',
      line: 1,
      on: (stage) => stage === 'analysing' && stop.abort(new Error('stopped by the test')),
      signal: stop.signal,
    });
    await assert.rejects(looking, /stopped by the test/);
  });
});
