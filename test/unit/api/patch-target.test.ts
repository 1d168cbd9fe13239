import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { largestTarget, patchTarget, targetFault } from '../../../src/api/patch-target.ts';

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

  const dangerous = ['.git/config', '.vscode/tasks.json', '.husky/pre-commit', '.github/workflows/ci.yml'];
  for (const name of dangerous) {
    const [folder = ''] = name.split('/');

    it(`is not ${name}, by its name in any case or through links of the repository`, async () => {
      await mkdir(path.dirname(below(name)), { recursive: true });
      await writeFile(below(name), 'one\n');
      await symlink(folder, below('notes'));
      await symlink('notes', below('more'));
      await symlink(below(name), below('src', 'alias.js'));
      await symlink(path.dirname(name), below('src', '..', 'deep'));
      assert.equal(await targetFault(root, below(name)), 'protected');
      assert.equal(await targetFault(root, below('notes', ...name.split('/').slice(1))), 'protected');
      assert.equal(await targetFault(root, below('more', ...name.split('/').slice(1))), 'protected');
      assert.equal(await targetFault(root, below('deep', path.basename(name))), 'protected');
      assert.equal(await targetFault(root, below('src', 'alias.js')), 'protected');
      assert.equal(await targetFault(root, below(name.toUpperCase())), 'protected');
    });

    it(`is not what is called otherwise and is ${name} on a disk that ignores case`, async () => {
      const upper = name.toUpperCase();
      await mkdir(path.dirname(below(upper)), { recursive: true });
      await writeFile(below(upper), 'one\n');
      await symlink(folder.toUpperCase(), below('notes'));
      assert.equal(await targetFault(root, below('notes', ...upper.split('/').slice(1))), 'protected');
    });
  }

  it('is not git’s folder of a submodule, of a second work tree, or of a repository that has no files', async () => {
    await mkdir(below('store', 'objects'), { recursive: true });
    await mkdir(below('store', 'refs'));
    for (const name of ['HEAD', 'config']) await writeFile(below('store', name), 'one\n');
    assert.equal(await targetFault(root, below('store', 'config')), 'protected');
    await mkdir(below('apart'));
    await writeFile(below('apart', 'config'), 'one\n');
    assert.equal(await targetFault(root, below('apart', 'config')), undefined);
    await writeFile(below('.git'), 'gitdir: apart\n');
    assert.equal(await targetFault(root, below('apart', 'config')), 'protected');
    assert.equal(await targetFault(root, below('.git')), 'protected');
  });

  it('is no file of another repository inside of a repository', async () => {
    await mkdir(below('inner', 'src'), { recursive: true });
    await mkdir(below('inner', '.git'));
    await writeFile(below('inner', 'src', 'app.js'), 'one\n');
    assert.equal(
      await targetFault(root, below('inner', 'src', 'app.js')),
      undefined,
      'a folder of repositories',
    );
    await mkdir(below('.git'));
    assert.equal(await targetFault(root, below('inner', 'src', 'app.js')), 'nested');
  });

  it('is no file with a second name, wherever that is', async () => {
    await mkdir(below('.vscode'));
    await writeFile(below('.vscode', 'tasks.json'), 'one\n');
    await link(below('.vscode', 'tasks.json'), below('src', 'notes.txt'));
    assert.equal(await targetFault(root, below('src', 'notes.txt')), 'hardLink');
    await link(path.join(home, 'project-secrets', 'key'), below('src', 'key.txt'));
    assert.equal(await targetFault(root, below('src', 'key.txt')), 'hardLink');
  });

  it('is no file of a user who is neither the folder’s owner nor the present one', async function () {
    if (process.getuid?.() !== 0) this.skip();
    await chown(below('src', 'app.js'), 4321, 4321);
    assert.equal(await targetFault(root, below('src', 'app.js')), 'foreign');
    await chown(root, 4321, 4321);
    assert.equal(await targetFault(root, below('src', 'app.js')), undefined);
  });

  it('is no pipe and no device', async () => {
    execFileSync('mkfifo', [below('src', 'pipe')]);
    assert.equal(await targetFault(root, below('src', 'pipe')), 'notAFile');
    await symlink('/dev/null', below('src', 'null'));
    assert.equal(await targetFault(root, below('src', 'null')), 'outside');
  });

  it('is told apart by its real path when a link is put in its place', async () => {
    const before = await patchTarget(root, below('src', 'app.js'));
    await mkdir(below('other'));
    await writeFile(below('other', 'app.js'), 'one\n');
    await rename(below('src'), below('was'));
    await symlink('other', below('src'));
    const after = await patchTarget(root, below('src', 'app.js'));
    assert.ok(typeof before !== 'string' && typeof after !== 'string');
    assert.notEqual(after.real, before.real);
  });
});
