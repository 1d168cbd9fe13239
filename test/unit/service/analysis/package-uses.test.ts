import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createScanRunner } from '../../../support/bundled-worker.ts';

describe('the question whether code uses functions of a package', () => {
  const runner = createScanRunner();
  let root: string;

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'parapet-uses-'));
    await writeFile(path.join(root, 'package.json'), '{"dependencies":{"lodash":"4.17.11"}}');
    const code = "import { template } from 'lodash';\n\nexport const page = (text) => template(text)();\n";
    await writeFile(path.join(root, 'page.js'), code);
  });
  after(async () => {
    await runner.close();
    await rm(root, { recursive: true, force: true });
  });

  const uses = (name: string, names: readonly string[]) =>
    runner.ask({
      kind: 'uses',
      root,
      wanted: { key: 'named', ecosystem: 'npm', name, symbols: [{ names }], broughtBy: [] },
      signal: new AbortController().signal,
    });

  it('says where it does, and where it only imports the package, or not even that', async () => {
    const called = await uses('lodash', ['template']);
    assert.ok(called.level === 'called', called.level);
    assert.deepEqual([called.places[0]?.file, called.places[0]?.range.startLine], ['page.js', 3]);
    assert.equal((await uses('lodash', ['merge'])).level, 'imported');
    assert.equal((await uses('minimist', ['parse'])).level, 'not-imported');
  });
});
