import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { largestTarget, targetFault } from '../../../src/workspace/patch-target.ts';

describe('where a patch may write', () => {
  let home = '';
  let root = '';
  const below = (...parts: string[]) => path.join(root, ...parts);

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'patch-target-'));
    root = path.join(home, 'project');
    await mkdir(below('src'), { recursive: true });
    await mkdir(path.join(home, 'project-secrets'));
    await writeFile(below('src', 'app.js'), 'one\n');
    await writeFile(path.join(home, 'project-secrets', 'key'), 'secret\n');
  });

  afterEach(async () => {
    await rm(home, { recursive: true });
  });

  it('is any file of the folder, also through a link to the folder or inside of it', async () => {
    assert.equal(await targetFault(root, below('src', 'app.js')), undefined);
    await symlink(root, path.join(home, 'link'));
    const linked = path.join(home, 'link');
    assert.equal(await targetFault(linked, path.join(linked, 'src', 'app.js')), undefined);
    await symlink(below('src', 'app.js'), below('alias.js'));
    assert.equal(await targetFault(root, below('alias.js')), undefined);
  });

  it('is no link that leads out, nor what lies behind one', async () => {
    await symlink(path.join(home, 'project-secrets', 'key'), below('key.js'));
    await symlink(path.join(home, 'project-secrets'), below('secrets'));
    assert.equal(await targetFault(root, below('key.js')), 'outside');
    assert.equal(await targetFault(root, below('secrets', 'key')), 'outside');
    // A folder whose name begins as the root's does is not in it.
    assert.equal(await targetFault(root, path.join(home, 'project-secrets', 'key')), 'outside');
  });

  it('is nothing that is gone, a folder, read-only or huge', async () => {
    assert.equal(await targetFault(root, below('src', 'gone.js')), 'missing');
    await symlink(below('nowhere'), below('dangling.js'));
    assert.equal(await targetFault(root, below('dangling.js')), 'missing');
    assert.equal(await targetFault(root, below('src')), 'notAFile');
    await chmod(below('src', 'app.js'), 0o444);
    assert.equal(await targetFault(root, below('src', 'app.js')), 'readOnly');
    await writeFile(below('big.js'), '');
    await truncate(below('big.js'), largestTarget + 1);
    assert.equal(await targetFault(root, below('big.js')), 'tooLarge');
  });
});
