import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';

const { listLocalFiles } = contract.codeScans;

describe('the files of a local folder that may be submitted', () => {
  let service: Harness;
  let path: string;
  before(async () => {
    service = await Harness.start();
    const real = createScanRunner();
    service.runner.listing = (root) => real.listing(root);
    path = join(service.folder, 'project');
    const files: Readonly<Record<string, string>> = {
      'src/app.js': 'app();\n',
      'src/generated/client.js': 'client();\n',
      'srcs/other.js': 'other();\n',
      'node_modules/left/index.js': 'left();\n',
      '.parapetignore': 'generated\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(path, name, '..'), { recursive: true });
      writeFileSync(join(path, name), text);
    }
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('are those that a full scan would read', async () => {
    const { files, totalFiles, totalBytes, excluded } = await service.call(listLocalFiles, { path });
    assert.deepEqual(
      files.map((file) => file.path).filter((name) => name !== '.parapetignore'),
      ['src/app.js', 'srcs/other.js'],
    );
    assert.equal(totalFiles, files.length);
    assert.equal(
      totalBytes,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    assert.equal(excluded['dependencies'], 1);
  });

  it('can be asked for below one folder, or by name', async () => {
    const below = await service.call(listLocalFiles, { path, below: 'src' });
    assert.deepEqual(
      below.files.map((file) => file.path),
      ['src/app.js'],
    );
    const paths = ['srcs/other.js', 'src/generated/client.js', 'nowhere.js'];
    const named = await service.call(listLocalFiles, { path, paths });
    assert.deepEqual(
      named.files.map((file) => file.path),
      ['srcs/other.js'],
    );
  });

  it('are refused for what is no folder', async () => {
    await service.refusal(listLocalFiles, { path: join(path, 'nowhere') }, 422);
    await service.refusal(listLocalFiles, { path: 'relative' }, 422);
  });
});
