import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkedOut } from '../../../src/workspace/checked-out.ts';

describe('what is checked out', () => {
  let home: string;
  const below = (...parts: string[]) => path.join(home, ...parts);
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const branchOf = async (folder: string) => (await checkedOut(folder))?.branch;

  before(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), 'checked-out-')));
    await mkdir(below('repo', 'packages', 'one'), { recursive: true });
    git(below('repo'), 'init', '-q', '-b', 'main');
    git(below('repo'), 'commit', '-q', '--allow-empty', '-m', 'one');
  });

  after(async () => {
    await rm(home, { recursive: true });
  });

  it('is told by its files: in the root, in a folder of it, before the first commit, in a linked work tree', async () => {
    assert.equal(await branchOf(below('repo')), 'main');
    git(below('repo'), 'checkout', '-q', '-b', 'feature/a b'.replace(' ', '-'));
    assert.equal(await branchOf(below('repo', 'packages', 'one')), 'feature/a-b');
    git(below('repo'), 'worktree', 'add', '-q', '-b', 'linked', below('linked'));
    assert.equal(await branchOf(below('linked')), 'linked');
    assert.equal(await branchOf(below('repo')), 'feature/a-b');
    await mkdir(below('empty'));
    git(below('empty'), 'init', '-q', '-b', 'trunk');
    assert.equal(await branchOf(below('empty')), 'trunk');
  });

  it('is no branch of a detached head, by the name that the service has for that', async () => {
    git(below('repo'), 'checkout', '-q', '--detach');
    assert.equal(await branchOf(below('repo')), 'HEAD');
    git(below('repo'), 'checkout', '-q', 'main');
  });

  it('is not known where there is no version control, or its files are no such files', async () => {
    assert.equal(await branchOf(below('nowhere')), undefined);
    await mkdir(below('odd', '.git'), { recursive: true });
    assert.equal(await branchOf(below('odd')), undefined);
    for (const head of ['', 'ref: refs/tags/v1', 'x'.repeat(100_000), 'ref: refs/heads/']) {
      await writeFile(below('odd', '.git', 'HEAD'), head);
      assert.equal(await branchOf(below('odd')), undefined, head.slice(0, 20));
    }
    await rm(below('odd', '.git', 'HEAD'));
    await symlink('/dev/zero', below('odd', '.git', 'HEAD'));
    assert.equal(await branchOf(below('odd')), undefined, 'no device is read');
  });
});
