import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import type { Finding, Skip } from '../../../../src/engine/finding.ts';
import { ProjectScanner, type ScanSummary } from '../../../../src/service/analysis/index.ts';
import { createScanRunner, scanAssets } from '../../../support/bundled-worker.ts';
import { Tree } from './tree.ts';

const app =
  'import acme\nfrom flask import request\n\ndef show():\n    acme.db.run("SELECT " + request.args["id"])\n';
const sink = (name = 'run'): string =>
  `library: python/acme\npackages: [acme]\nsinks:\n  - { kind: sql-injection, input: 'Argument[0]', apis: [acme.db.${name}] }\n`;

interface Scanned {
  readonly findings: readonly string[];
  readonly skips: readonly Skip[];
  readonly summary: ScanSummary;
}

async function scanned(scanner: ProjectScanner): Promise<Scanned> {
  const findings = new Map<string, Finding>();
  const skips: Skip[] = [];
  const summary = await scanner.scan((event) => {
    if (event.type === 'finding') findings.set(event.finding.fingerprint, event.finding);
    if (event.type === 'skip') skips.push(event.skip);
  });
  return {
    findings: [...findings.values()].map(({ vulnClass, file }) => `${vulnClass} ${file}`),
    skips,
    summary,
  };
}

describe('models in a repository', function () {
  this.timeout(60_000);

  it('hold in a scan, are in its coverage, and hold anew when they change', async () => {
    using folder = new Tree({ 'app.py': app });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    const before = await scanned(scanner);
    assert.deepEqual(before.findings, []);
    assert.deepEqual(before.summary.models, []);

    folder.write('.parapet/models/acme.yml', sink());
    const after = await scanned(scanner);
    assert.deepEqual(after.findings, ['sql-injection app.py']);
    assert.deepEqual(after.summary.models, [
      { file: '.parapet/models/acme.yml', library: 'python/acme', rows: 1 },
    ]);
    assert.deepEqual(await scanner.findings().then((all) => all.map(({ vulnClass }) => vulnClass)), [
      'sql-injection',
    ]);

    folder.write('.parapet/models/acme.yml', sink('another'));
    assert.deepEqual(await scanner.findings(), []);
    assert.deepEqual((await scanned(scanner)).findings, []);
  });

  it('leave the rest working where one is broken, and say where', async () => {
    using folder = new Tree({
      'app.py': app,
      '.parapet/models/acme.yml': sink(),
      '.parapet/models/broken.yml':
        'library: python/broken\npackages: [broken]\nsinks:\n  - { kind: nothing }\n',
      '.parapet/models/worse.yml': 'library: [\n',
    });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    const { findings, skips, summary } = await scanned(scanner);
    assert.deepEqual(findings, ['sql-injection app.py']);
    const told = skips.filter(({ reason }) => reason === 'invalid-model');
    assert.match(
      told.map(({ file, detail }) => `${file} ${detail}`).join('\n'),
      /broken\.yml Line 4, sinks\[1\]: /,
    );
    assert.match(told.map(({ file, detail }) => `${file} ${detail}`).join('\n'), /worse\.yml Line \d+: /);
    assert.ok((summary.incomplete.reasons['invalid-model'] ?? 0) >= 2, 'it counts as incomplete');
    assert.deepEqual(
      summary.models.map(({ library, rows }) => `${library} ${rows}`),
      ['python/acme 1'],
    );
  });

  it('are read beside those of other folders, and not through links', async () => {
    using elsewhere = new Tree({ 'models/acme.yml': sink() });
    using folder = new Tree({ 'app.py': app });
    folder.write('.parapet/readme.txt', 'models');
    symlinkSync(elsewhere.at('models'), folder.at('.parapet/models'));
    await using linked = new ProjectScanner(folder.root, { assets: scanAssets });
    const { findings, skips } = await scanned(linked);
    assert.deepEqual(findings, []);
    assert.match(skips.map(({ detail }) => detail).join('\n'), /not through a link/);
    await using named = new ProjectScanner(folder.root, { modelFolders: [elsewhere.at('models')] });
    assert.deepEqual((await scanned(named)).findings, ['sql-injection app.py']);
  });

  it('have examples beside them that are no code of the product', async () => {
    using folder = new Tree({
      'app.py': 'print(1)\n',
      '.parapet/models/acme.yml': sink(),
      '.parapet/models/examples/example.py': app,
    });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    assert.deepEqual((await scanned(scanner)).findings, []);
  });
});

describe('models in code that an editor submits', () => {
  it('do not hold: nobody may have trusted it', async () => {
    const runner = createScanRunner();
    using folder = new Tree({ 'app.py': app, '.parapet/models/acme.yml': sink() });
    try {
      const found = async (again: boolean): Promise<readonly string[]> => {
        const findings: string[] = [];
        const coverage = await runner.scanFolder({
          root: folder.root,
          again,
          signal: new AbortController().signal,
          on: (event) => event.type === 'finding' && findings.push(event.finding.vulnClass),
        });
        return [...findings, ...coverage.models.map(({ library }) => library)];
      };
      assert.deepEqual(await found(false), []);
      assert.deepEqual(await found(true), ['sql-injection', 'python/acme']);
    } finally {
      await runner.close();
    }
  }).timeout(60_000);
});
