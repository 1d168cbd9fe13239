import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createScanRunner } from '../../../support/bundled-worker.ts';

describe('scans of pull requests beside scans of branches', () => {
  it('do not wait for them', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-lanes-'));
    const runner = createScanRunner();
    const stop = new AbortController();
    try {
      const [large, small] = [path.join(folder, 'large'), path.join(folder, 'small')];
      mkdirSync(large);
      mkdirSync(small);
      writeFileSync(path.join(small, 'app.js'), 'let a = 1;\n');
      for (let index = 0; index < 1_500; index++)
        writeFileSync(
          path.join(large, `${index}.js`),
          `const { exec } = require('node:child_process');\n${Array.from(
            { length: 30 },
            (_, at) => `exports.f${at} = (a) => exec('ls ' + a + ${index});\n`,
          ).join('')}`,
        );
      const ended: string[] = [];
      const scan = async (name: string, root: string, isOfPullRequest: boolean) => {
        const request = { root, on: () => undefined, signal: stop.signal, again: true, isOfPullRequest };
        await runner.scanFolder(request).catch(() => undefined);
        ended.push(name);
      };
      const branch = scan('branch', large, false);
      await scan('pull request', small, true);
      assert.deepEqual(ended, ['pull request']);
      stop.abort(new Error('enough'));
      await branch;
    } finally {
      await runner.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(60_000);
});
