import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { placeOf, staysHere } from '../../../src/git/place.ts';
import { branchesOf, commitOf, defaultBranchOf, headOf, isShallow } from '../../../src/git/refs.ts';
import { runGit } from '../../../src/git/run.ts';
import { folderChanges } from '../../../src/service/analysis/files/changes.ts';
import { gitListing, lastChange } from '../../../src/service/analysis/files/git.ts';
import { TemporaryRepository } from '../workspace/temporary-repository.ts';

async function place(folder: string) {
  const found = await placeOf(folder);
  assert.ok(found, `${folder} is in a repository`);
  return found;
}

async function listed(folder: string): Promise<readonly string[]> {
  const listing = await gitListing(folder);
  assert.ok(listing?.files, listing?.fault ?? 'listed');
  return [...listing.files.tracked, ...listing.files.untracked].sort();
}

describe('a repository, asked through a stand-in', () => {
  it('is the one that git would take, for a folder in it, a link to it and a linked work tree', async () => {
    using repository = new TemporaryRepository();
    repository.write('packages/web/a.js', 'a');
    const commit = repository.commit();
    const inner = await place(repository.at('packages/web'));
    assert.equal(inner.prefix, 'packages/web/');
    assert.equal(inner.workTree, (await place(repository.root)).workTree);
    symlinkSync(repository.at('packages'), repository.at('link'));
    assert.equal((await place(repository.at('link'))).prefix, 'packages/');
    repository.git('worktree', 'add', '-q', '-b', 'linked', repository.at('tree'));
    const linked = await place(repository.at('tree'));
    assert.equal(linked.commonDir, inner.commonDir);
    assert.deepEqual(await headOf(linked), { commit, branch: 'linked' });
    assert.deepEqual(await listed(repository.at('tree')), ['packages/web/a.js']);
  });

  it('tells its branches, loose, packed and remote, and the commit of each', async () => {
    using repository = new TemporaryRepository();
    const first = repository.commit();
    repository.git('branch', 'feature/packed');
    repository.git('update-ref', 'refs/remotes/origin/main', first);
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    repository.git('pack-refs', '--all');
    const second = repository.commit();
    const at = await place(repository.root);
    assert.deepEqual(await headOf(at), { commit: second, branch: 'main' });
    assert.equal(await commitOf(at, 'feature/packed'), first);
    assert.equal(await commitOf(at, 'origin/HEAD'), first);
    assert.equal(await defaultBranchOf(at, 'origin'), 'origin/main');
    assert.deepEqual(Object.fromEntries(await branchesOf(at)), {
      main: second,
      'feature/packed': first,
      'origin/main': first,
    });
    repository.git('checkout', '-q', '--detach');
    assert.deepEqual(await headOf(at), { commit: second });
    assert.equal(await isShallow(at), false);
  });

  it('does not lead out of itself by the names of refs, nor hold anybody up with a pipe', async () => {
    using repository = new TemporaryRepository();
    const commit = repository.commit();
    writeFileSync(repository.at('secret'), `${commit}\n`);
    const at = await place(repository.root);
    for (const name of [
      'refs/heads/../../../secret',
      '../secret',
      '/etc/passwd',
      'refs/heads/a\0b',
      'refs//x',
    ]) {
      writeFileSync(repository.at('.git/HEAD'), `ref: ${name}\n`);
      assert.equal((await headOf(at)).commit, undefined, name);
    }
    writeFileSync(repository.at('.git/HEAD'), 'ref: refs/heads/loop\n');
    writeFileSync(repository.at('.git/refs/heads/loop'), 'ref: refs/heads/loop\n');
    assert.equal((await headOf(at)).commit, undefined, 'a ref that names itself');
    rmSync(repository.at('.git/HEAD'));
    execFileSync('mkfifo', [repository.at('.git/HEAD')]);
    assert.equal(await placeOf(repository.root), undefined, 'a pipe is no HEAD');
  });

  it('is read with SHA-256 names, a split index and a sparse index', async () => {
    using repository = new TemporaryRepository();
    rmSync(repository.at('.git'), { recursive: true });
    repository.git('init', '-q', '-b', 'main', '--object-format=sha256');
    repository.write('a.js', 'one\n');
    repository.write('sub/b.js', 'two\n');
    const commit = repository.commit();
    assert.equal(commit.length, 64);
    assert.deepEqual(await listed(repository.root), ['a.js', 'sub/b.js']);
    const change = await lastChange(repository.root, { file: 'a.js', line: 1, text: 'one' });
    assert.equal(change?.commit, commit);
    repository.git('update-index', '--split-index');
    repository.write('c.js', 'three\n');
    repository.git('add', 'c.js');
    assert.deepEqual(await listed(repository.root), ['a.js', 'c.js', 'sub/b.js']);
    repository.git('update-index', '--no-split-index');
    repository.git('commit', '-q', '-m', 'more');
    repository.git('sparse-checkout', 'set', '--cone', '--sparse-index');
    assert.deepEqual(await listed(repository.root), ['a.js', 'c.js', 'sub/b.js']);
  });

  it('stays readable where its settings name programs that none of our commands needs', async () => {
    using repository = new TemporaryRepository();
    for (const [key, value] of Object.entries({
      'filter.lfs.clean': 'git-lfs clean -- %f',
      'filter.lfs.process': 'git-lfs filter-process',
      'filter.lfs.required': 'true',
      'diff.word.textconv': 'docx2txt',
      'gpg.program': 'gpg2',
      'core.editor': 'vim',
      'credential.helper': 'store',
      'core.hooksPath': '.husky',
    }))
      repository.git('config', key, value);
    repository.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    repository.write('a.js', 'one\n');
    execFileSync('git', [
      '-C',
      repository.root,
      '-c',
      'filter.lfs.process=',
      '-c',
      'filter.lfs.clean=cat',
      'add',
      '.',
    ]);
    execFileSync('git', [
      ...['-C', repository.root, '-c', 'user.name=T', '-c', 'user.email=t@example.com'],
      ...['-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'one'],
    ]);
    repository.write('a.js', 'two\n');
    assert.deepEqual(await listed(repository.root), ['.gitattributes', 'a.js']);
    const changes = await folderChanges(repository.root, 'commit');
    assert.ok(!('fault' in changes));
    assert.deepEqual(
      changes.files.map(({ path: name, before }) => [name, before]),
      [['a.js', 'one\n']],
    );
  });

  it('is listed though its contents are with a promisor; what is not here is not fetched', async () => {
    using source = new TemporaryRepository();
    source.write('a.js', 'one\n');
    source.commit();
    source.git('config', 'uploadpack.allowFilter', 'true');
    source.write('a.js', 'two\n');
    source.commit();
    const clone = path.join(source.root, 'partial');
    source.git('clone', '-q', '--filter=blob:none', `file://${source.root}`, clone);
    assert.deepEqual(await listed(clone), ['a.js']);
    const first = source.git('rev-parse', 'HEAD~1:a.js');
    const answer = await runGit(clone, ['cat-file', 'blob', first]);
    assert.equal(answer.kind, 'refused', 'the older content is not there');
    const count = () => execFileSync('git', ['-C', clone, 'count-objects', '-v'], { encoding: 'utf8' });
    const before = count();
    await lastChange(clone, { file: 'a.js', line: 1, text: 'two' });
    assert.equal(count(), before);
  });

  it('is named missing or refused for what it is', async () => {
    using repository = new TemporaryRepository();
    repository.commit();
    assert.equal((await runGit(path.dirname(repository.root), ['ls-files'])).kind, 'noRepository');
    assert.equal((await runGit(repository.root, ['no-such-command'])).kind, 'refused');
    const found = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      assert.equal((await runGit(repository.root, ['ls-files'])).kind, 'missing');
      const listing = await gitListing(repository.root);
      assert.match(listing?.fault ?? '', /not installed/);
    } finally {
      process.env['PATH'] = found;
    }
  });

  it('is not another user’s that lies above the folder', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    using repository = new TemporaryRepository();
    mkdirSync(repository.at('mine'));
    execFileSync('chown', ['-R', '12345', repository.at('.git')]);
    assert.equal(await placeOf(repository.at('mine')), undefined);
    execFileSync('chown', ['12345', repository.at('mine')]);
    assert.ok(await placeOf(repository.at('mine')), 'of the folder’s own owner it is taken');
  });

  it('is not looked for on a share of another machine, where Windows would log in', () => {
    const windows = path.win32;
    assert.ok(!staysHere('\\\\evil\\share\\git', 'C:\\code', windows));
    assert.ok(!staysHere('//evil/share/git', 'C:\\code', windows));
    assert.ok(staysHere('D:\\git', 'C:\\code', windows));
    assert.ok(staysHere('../git', 'C:\\code', windows));
    assert.ok(staysHere('\\\\team\\share\\git', '\\\\team\\share\\code', windows));
  });
});
