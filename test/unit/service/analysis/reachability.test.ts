import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { Reachability } from '../../../../src/engine/dependencies/reachability/reachability.ts';
import { ProjectScanner } from '../../../../src/service/analysis/index.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Tree } from './tree.ts';

const lodash = {
  key: 'npm lodash 4.17.20',
  ecosystem: 'npm',
  name: 'lodash',
  symbols: [{ names: ['template'] }],
  broughtBy: [],
} as const;
const yaml = {
  key: 'PyPI pyyaml 5.1',
  ecosystem: 'PyPI',
  name: 'pyyaml',
  symbols: [{ module: 'yaml', names: ['load'] }],
  broughtBy: [],
} as const;
const crate = { key: 'crate', ecosystem: 'crates.io', name: 'serde', symbols: [], broughtBy: [] } as const;

const app = (call: string): string =>
  `const express = require('express');\nconst _ = require('lodash');\nexpress().get('/x', (req, res) => res.send(${call}));\n`;

async function answerOf(scanner: ProjectScanner): Promise<Reachability | undefined> {
  await scanner.scan(() => undefined);
  return (await scanner.reachability.of([lodash])).get(lodash.key);
}

describe('reachability of packages in a scanned folder', function () {
  this.timeout(120_000);

  it('is told of all languages at once, with snippets, by key', async () => {
    using folder = new Tree({
      'app.js': app("_.template('a')"),
      'jobs.py': "import yaml\n\ndef run():\n    yaml.load('a')\n",
    });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets }, 'once');
    await scanner.scan(() => undefined);
    const found = await scanner.reachability.of([lodash, yaml, crate]);
    assert.deepEqual([...found.keys()], [lodash.key, yaml.key, 'crate']);
    const reached = found.get(lodash.key);
    assert.equal(reached?.level, 'reached');
    const last = reached.flow.steps.at(-1);
    assert.equal(last?.range.startLine, 3);
    assert.match(last.snippet, /_\.template/);
    assert.equal(found.get(yaml.key)?.level, 'called');
    assert.equal(found.get('crate')?.level, 'unknown');
  });

  it('follows edits and removed files', async () => {
    using folder = new Tree({ 'app.js': app("_.template('a')"), 'other.js': 'exports.a = 1;\n' });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    assert.equal((await answerOf(scanner))?.level, 'reached');
    folder.write('app.js', app('_.chunk([1])'));
    assert.equal((await answerOf(scanner))?.level, 'imported');
    rmSync(folder.at('app.js'));
    assert.equal((await answerOf(scanner))?.level, 'not-imported');
  });

  it('says of no package that it is not imported where a file was not read', async () => {
    using folder = new Tree({ 'app.js': 'exports.a = 1;\n', 'large.js': `// ${'x'.repeat(3000)}\n` });
    await using scanner = new ProjectScanner(folder.root, {
      assets: scanAssets,
      limits: { fileBytes: 2_000 },
    });
    const found = await answerOf(scanner);
    assert.equal(found?.level, 'unknown');
    assert.match(found.why, /large\.js/);
  });

  it('is not known before a scan has ended', async () => {
    using folder = new Tree({ 'app.js': 'exports.a = 1;\n' });
    await using scanner = new ProjectScanner(folder.root, { assets: scanAssets });
    await assert.rejects(scanner.reachability.of([lodash]), /not scanned/);
  });
});
