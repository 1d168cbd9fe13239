import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usualMirrorLimits } from '../../../../src/service/mirrors/limits.ts';
import { WorkingCopies, type WorkingCopy } from '../../../../src/service/mirrors/working-copies.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';

describe('copies of the next commit of a branch', () => {
  let server: GitServer;
  let folder: string;
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-mirrors-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const copies = () =>
    new WorkingCopies(folder, {
      limits: usualMirrorLimits,
      mayBePrivate: false,
      allowedHosts: new Set(['127.0.0.1']),
    });
  const open = (name: string, commit: string, signal?: AbortSignal) =>
    copies().open(
      { repositoryId: name, origin: { url: `${server.url}/${name}` }, name: 'main', commit },
      signal,
    );
  const files = ({ root }: WorkingCopy) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => lstatSync(path.join(root, name)).isFile() && name !== '.git')
      .sort();
  /** As git sees the folder: what is not as the index has it. */
  const status = ({ root }: WorkingCopy) =>
    execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });

  it('write what differs, and leave the rest as it is', async () => {
    const name = 'differs.git';
    const first = server.commit(name, {
      'same.js': 'same\n',
      'changed.js': 'one\n',
      'folder/deep/gone.js': 'x\n',
      'becomes-folder': 'x\n',
      'becomes-file/a.js': 'x\n',
    });
    const before = await open(name, first);
    const untouched = statSync(path.join(before.root, 'same.js'));
    before[Symbol.dispose]();
    server.git(name, 'rm', '-r', '--quiet', 'folder', 'becomes-folder', 'becomes-file');
    const second = server.commit(name, {
      'changed.js': 'two\n',
      'becomes-folder/b.js': 'y\n',
      'becomes-file': 'y\n',
      'new/c.js': 'z\n',
    });
    server.git(name, 'update-index', '--chmod=+x', 'new/c.js');
    server.git(name, 'commit', '--quiet', '--message=Run it');
    server.git(name, 'push', '--quiet', 'origin', 'main');
    using after = await open(name, second);
    assert.deepEqual(files(after), [
      'becomes-file',
      'becomes-folder/b.js',
      'changed.js',
      'new/c.js',
      'same.js',
    ]);
    assert.equal(readFileSync(path.join(after.root, 'changed.js'), 'utf8'), 'two\n');
    const now = statSync(path.join(after.root, 'same.js'));
    assert.deepEqual([now.ino, now.mtimeMs], [untouched.ino, untouched.mtimeMs]);
    assert.equal(existsSync(path.join(after.root, 'folder')), false);
    assert.equal(status(after), '');
    after[Symbol.dispose]();
    using executable = await open(name, server.git(name, 'rev-parse', 'HEAD'));
    assert.equal(statSync(path.join(executable.root, 'new/c.js')).mode & 0o100, 0o100);
    assert.equal(status(executable), '');
  });

  it('go back and forth between commits without a trace', async () => {
    const name = 'back.git';
    const one = server.commit(name, { 'a.js': '1\n', 'only-one/x.js': 'x\n' });
    server.git(name, 'rm', '-r', '--quiet', 'only-one');
    const two = server.commit(name, { 'a.js': '2\n', 'only-two.js': 'y\n' });
    for (const [commit, expected] of [
      [one, ['a.js', 'only-one/x.js']],
      [two, ['a.js', 'only-two.js']],
      [one, ['a.js', 'only-one/x.js']],
    ] as const) {
      using copy = await open(name, commit);
      assert.deepEqual(files(copy), expected);
      assert.equal(status(copy), '');
    }
  });

  it('are written whole where what the folder has is not known any more', async () => {
    const name = 'unknown.git';
    const first = server.commit(name, { 'a.js': '1\n', 'gone.js': 'x\n' });
    const before = await open(name, first);
    before[Symbol.dispose]();
    // A new mirror does not have the commit that the folder was written of.
    rmSync(path.join(folder, name, 'mirror'), { recursive: true });
    server.git(name, 'rm', '--quiet', 'gone.js');
    const second = server.commit(name, { 'a.js': '2\n' });
    const after = await open(name, second);
    assert.deepEqual(files(after), ['a.js']);
    after[Symbol.dispose]();
    // What a killed service left of an update has no note.
    rmSync(`${after.root}.json`);
    writeFileSync(path.join(after.root, 'stray.js'), 'x\n');
    using again = await open(name, first);
    assert.deepEqual(files(again), ['a.js', 'gone.js']);
  });

  it('leave nothing of a fetch that was cancelled', async () => {
    const name = 'cancelled.git';
    const commit = server.commit(name, { 'a.js': 'a\n'.repeat(100_000) });
    const stop = new AbortController();
    server.intercept = (request) => {
      if (request.method !== 'POST' || !request.url?.includes('git-upload-pack')) return false;
      setTimeout(() => stop.abort(new Error('cancelled')), 50);
      return true;
    };
    const began = performance.now();
    await assert.rejects(open(name, commit, stop.signal), /cancelled/);
    server.intercept = () => false;
    assert.ok(performance.now() - began < 5_000);
    assert.equal(existsSync(path.join(folder, name, 'mirror')), false);
    using copy = await open(name, commit);
    assert.deepEqual(files(copy), ['a.js']);
  });

  it('tell how the fetch goes', async () => {
    const name = 'told.git';
    const some = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`src/${index}.js`, `let a = ${Math.random()};\n`]),
    );
    const commit = server.commit(name, some);
    const told: { bytes: number; objects: number; totalObjects: number }[] = [];
    using _ = await copies().open({
      repositoryId: name,
      origin: { url: `${server.url}/${name}` },
      name: 'main',
      commit,
      onFetch: (progress) => told.push(progress),
    });
    const last = told.at(-1) ?? assert.fail('nothing was told');
    assert.ok(last.totalObjects >= 300, JSON.stringify(last));
    assert.equal(last.objects, last.totalObjects);
    assert.ok(last.bytes > 5_000);
  });
});
