import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type FolderChanges,
  folderChanges,
  maximumChangedFiles,
} from '../../../../../src/service/analysis/files/changes.ts';

describe('what was changed in a folder', () => {
  let root = '';
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-C', root, ...args], {
      stdio: 'pipe',
    });
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const commit = () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'x', '--allow-empty');
  };
  const changes = async (since: 'commit' | 'branch' = 'commit', folder = root): Promise<FolderChanges> => {
    const found = await folderChanges(folder, since);
    return 'fault' in found ? assert.fail(found.fault) : found;
  };
  const byPath = ({ files }: FolderChanges) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'parapet-changes-'));
    git('init', '-q', '-b', 'main');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is what the disk has and the last commit has not: changed, staged, new, gone', async () => {
    write('a.js', 'one\n');
    write('b.js', 'two\n');
    write('c.js', 'three\n');
    write('same.js', 'same\n');
    write('.gitignore', 'ignored.js\n');
    commit();
    write('a.js', 'one!\n');
    write('b.js', 'staged\n');
    git('add', 'b.js');
    rmSync(path.join(root, 'c.js'));
    write('new/d.js', 'four\n');
    write('ignored.js', 'x\n');
    assert.deepEqual(byPath(await changes()), [
      { path: 'a.js', before: 'one\n', after: 'one!\n' },
      { path: 'b.js', before: 'two\n', after: 'staged\n' },
      { path: 'c.js', before: 'three\n' },
      { path: 'new/d.js', after: 'four\n' },
    ]);
  });

  it('is everything before the first commit, and nothing right after one', async () => {
    write('a.js', 'one\n');
    const { base, files } = await changes();
    assert.equal(base, undefined);
    assert.deepEqual(files, [{ path: 'a.js', after: 'one\n' }]);
    commit();
    assert.deepEqual((await changes()).files, []);
  });

  it('is not the ends of lines that git converts', async () => {
    write('a.js', 'one\ntwo\n');
    commit();
    write('a.js', 'one\r\ntwo\r\n');
    assert.deepEqual((await changes()).files, []);
    write('a.js', 'one\r\n2\r\n');
    assert.equal((await changes()).files.length, 1);
  });

  it('of a branch: also what was committed since it left the main one', async () => {
    write('a.js', 'one\n');
    commit();
    git('checkout', '-q', '-b', 'topic');
    write('b.js', 'two\n');
    commit();
    write('c.js', 'three\n');
    assert.deepEqual(
      byPath(await changes('branch')).map((file) => file.path),
      ['b.js', 'c.js'],
    );
    assert.deepEqual(
      byPath(await changes()).map((file) => file.path),
      ['c.js'],
    );
  });

  it('of a folder in a work tree: what is in the folder, by its paths', async () => {
    write('app/a.js', 'one\n');
    write('b.js', 'two\n');
    commit();
    write('app/a.js', 'one!\n');
    write('b.js', 'two!\n');
    assert.deepEqual(byPath(await changes('commit', path.join(root, 'app'))), [
      { path: 'a.js', before: 'one\n', after: 'one!\n' },
    ]);
  });

  it('has a moved file as gone and as new', async () => {
    write('a.js', 'one\n');
    commit();
    renameSync(path.join(root, 'a.js'), path.join(root, 'z.js'));
    assert.deepEqual(byPath(await changes()), [
      { path: 'a.js', before: 'one\n' },
      { path: 'z.js', after: 'one\n' },
    ]);
  });

  it('lists what it leaves out: binary files, and too many', async () => {
    write('a.bin.js', Buffer.from([0, 1, 2]));
    for (let index = 0; index <= maximumChangedFiles; index++) write(`many/${index}.js`, `${index}\n`);
    const { files, leftOut } = await changes();
    assert.equal(files.length, maximumChangedFiles);
    assert.ok(leftOut.some(({ path: name, reason }) => name === 'a.bin.js' && /no text/.test(reason)));
    assert.ok(leftOut.some(({ reason }) => /More than/.test(reason)));
  });

  it('runs nothing that the repository configures', async () => {
    write('a.js', 'one\n');
    commit();
    const proof = path.join(root, 'ran');
    write('.gitattributes', '*.js filter=evil diff=evil\n');
    for (const [name, value] of [
      ['filter.evil.clean', `touch ${proof}; cat`],
      ['filter.evil.smudge', `touch ${proof}; cat`],
      ['diff.evil.textconv', `touch ${proof}; cat`],
      ['diff.external', `touch ${proof}`],
      ['core.fsmonitor', `touch ${proof}`],
    ] as const) {
      git('config', name, value);
    }
    write('a.js', 'two\n');
    const found = await changes();
    assert.ok(found.files.some((file) => file.path === 'a.js' && file.before === 'one\n'));
    assert.ok(!existsSync(proof));
  });

  it('is not known without version control, or without a main branch', async () => {
    const plain = mkdtempSync(path.join(tmpdir(), 'parapet-plain-'));
    try {
      assert.ok('fault' in (await folderChanges(plain, 'commit')));
    } finally {
      rmSync(plain, { recursive: true });
    }
    git('checkout', '-q', '-b', 'alone');
    write('a.js', 'one\n');
    commit();
    assert.ok('fault' in (await folderChanges(root, 'branch')));
  });
});
