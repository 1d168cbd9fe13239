import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../../../src/connection/failure.ts';
import { branches, type ChangeScope, changesOf, usualBase } from '../../../src/workspace/changes.ts';

const { signal } = new AbortController();
const workingTree: ChangeScope = { kind: 'workingTree' };
const staged: ChangeScope = { kind: 'staged' };
const long = Array.from({ length: 40 }, (_, line) => `line(${line});`).join('\n');

describe('the files of a change', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-C', root, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  const write = (name: string, text: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-q', '-m', message);
  };
  const changes = async (scope: ChangeScope, folder = root, only?: ReadonlySet<string>) => {
    const { files, leftOut } = await changesOf(folder, scope, signal, only);
    return {
      files: Object.fromEntries(
        files.map(({ path: name, content, before }) => [name, [before?.path, before?.content, content]]),
      ),
      leftOut: Object.fromEntries(leftOut.map(({ path: name, reason }) => [name, reason])),
    };
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'parapet-changes-'));
    git('init', '-q', '-b', 'main');
    write('a.js', 'one\n');
    write('gone.js', 'gone\n');
    write('long.js', long);
    write('same.js', `${long}\nsame`);
    write('sub/b.js', 'two\n');
    write('.gitignore', 'ignored.js\n');
    commit('first');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('in the working tree are those that are not committed, with what they were', async () => {
    write('a.js', 'one\nmore\n');
    write('sub/b.js', 'two staged\n');
    git('add', 'sub/b.js');
    write('new file ü.js', 'new\n');
    write('ignored.js', 'ignored\n');
    rmSync(path.join(root, 'gone.js'));
    git('mv', 'long.js', 'renamed.js');
    write('renamed.js', `${long}\nmore`);
    git('mv', 'same.js', 'other-name.js');
    const { files, leftOut } = await changes(workingTree);
    assert.deepEqual(files, {
      'a.js': ['a.js', 'one\n', 'one\nmore\n'],
      'sub/b.js': ['sub/b.js', 'two\n', 'two staged\n'],
      'new file ü.js': [undefined, undefined, 'new\n'],
      'renamed.js': ['long.js', long, `${long}\nmore`],
    });
    assert.deepEqual(leftOut, { 'other-name.js': 'renamed' });
  });

  it('that git does not know to be renamed are recognised by what they hold', async () => {
    renameSync(path.join(root, 'long.js'), path.join(root, 'elsewhere.js'));
    write('elsewhere.js', `${long}\nmore`);
    renameSync(path.join(root, 'a.js'), path.join(root, 'sub', 'a.js'));
    write('unlike.js', 'quite\nanother\n');
    const { files, leftOut } = await changes(workingTree);
    assert.deepEqual(files, {
      'elsewhere.js': ['long.js', long, `${long}\nmore`],
      'unlike.js': [undefined, undefined, 'quite\nanother\n'],
    });
    assert.deepEqual(leftOut, { 'sub/a.js': 'renamed' });
  });

  it('that are staged are as they are in the index, not on the disk', async () => {
    write('a.js', 'staged\n');
    git('add', 'a.js');
    write('a.js', 'later\n');
    write('untracked.js', 'new\n');
    assert.deepEqual((await changes(staged)).files, { 'a.js': ['a.js', 'one\n', 'staged\n'] });
  });

  it('of a branch are those since it left the other, committed or not', async () => {
    git('switch', '-q', '-c', 'feature');
    write('a.js', 'branch\n');
    commit('on the branch');
    write('sub/b.js', 'not committed\n');
    git('switch', '-q', 'main', '--discard-changes');
    write('main-only.js', 'main\n');
    commit('on main');
    git('switch', '-q', 'feature');
    write('sub/b.js', 'not committed\n');
    assert.equal(await usualBase(root), 'main');
    assert.deepEqual([...(await branches(root, signal))].sort(), ['feature', 'main']);
    assert.deepEqual((await changes({ kind: 'branch', base: 'main' })).files, {
      'a.js': ['a.js', 'one\n', 'branch\n'],
      'sub/b.js': ['sub/b.js', 'two\n', 'not committed\n'],
    });
    git('switch', '-q', '--detach');
    assert.equal(Object.keys((await changes({ kind: 'branch', base: 'main' })).files).length, 2);
  });

  it('leave out what is binary, too large, a link or a nested repository', async () => {
    write('picture.bin', Uint8Array.of(1, 0, 2));
    write('large.js', 'x'.repeat(51 * 1024 * 1024));
    symlinkSync('a.js', path.join(root, 'link.js'));
    mkdirSync(path.join(root, 'nested'));
    execFileSync('git', ['-C', path.join(root, 'nested'), 'init', '-q']);
    writeFileSync(path.join(root, 'nested', 'x.js'), 'x');
    const { files, leftOut } = await changes(workingTree);
    assert.deepEqual(files, {});
    assert.deepEqual(leftOut, { 'picture.bin': 'binary', 'large.js': 'tooLarge', 'link.js': 'notAFile' });
    git('add', 'picture.bin', 'large.js', 'link.js');
    assert.deepEqual((await changes(staged)).leftOut, leftOut);
  });

  it('in a folder of the repository are told relative to it', async () => {
    write('a.js', 'changed\n');
    write('sub/b.js', 'changed\n');
    write('sub/deeper/c.js', 'new\n');
    assert.deepEqual(Object.keys((await changes(workingTree, path.join(root, 'sub'))).files).sort(), [
      'b.js',
      'deeper/c.js',
    ]);
  });

  it('can be asked for by name', async () => {
    write('a.js', 'changed\n');
    write('sub/b.js', 'changed\n');
    assert.deepEqual(Object.keys((await changes(workingTree, root, new Set(['sub/b.js']))).files), [
      'sub/b.js',
    ]);
  });

  it('are all of them before the first commit', async () => {
    rmSync(path.join(root, '.git'), { recursive: true });
    git('init', '-q');
    git('add', 'a.js');
    const names = Object.keys((await changes(workingTree)).files).sort();
    assert.deepEqual(names, ['.gitignore', 'a.js', 'gone.js', 'long.js', 'same.js', 'sub/b.js']);
    assert.deepEqual(Object.keys((await changes(staged)).files), ['a.js']);
  });

  it('are nothing when nothing changed', async () => {
    assert.deepEqual(await changes(workingTree), { files: {}, leftOut: {} });
    assert.deepEqual(await changes(staged), { files: {}, leftOut: {} });
  });

  it('cannot be told outside of a repository, or without a common commit, and the user is told why', async () => {
    const outside = mkdtempSync(path.join(tmpdir(), 'parapet-no-git-'));
    await assert.rejects(
      changesOf(outside, workingTree, signal),
      (error: unknown) => error instanceof Failure && /no git repository/.test(error.sentence),
    );
    rmSync(outside, { recursive: true });
    git('switch', '-q', '--orphan', 'unrelated');
    write('u.js', 'u\n');
    commit('unrelated');
    await assert.rejects(
      changesOf(root, { kind: 'branch', base: 'main' }, signal),
      (error: unknown) =>
        error instanceof Failure && /no commit that this branch and main/.test(error.sentence),
    );
    const shallow = mkdtempSync(path.join(tmpdir(), 'parapet-shallow-'));
    git('switch', '-q', 'main');
    write('a.js', 'second\n');
    commit('second');
    execFileSync('git', ['clone', '-q', '--depth=1', '--no-single-branch', `file://${root}`, shallow], {
      stdio: 'ignore',
    });
    await assert.rejects(
      changesOf(shallow, { kind: 'branch', base: 'origin/unrelated' }, signal),
      (error: unknown) => error instanceof Failure && /shallow/.test(error.sentence),
    );
    rmSync(shallow, { recursive: true });
  });

  it('cannot be told without git', async () => {
    const before = process.env['PATH'];
    process.env['PATH'] = '/nonexistent';
    try {
      await assert.rejects(
        changesOf(root, workingTree, signal),
        (error: unknown) => error instanceof Failure && /Git is not installed/.test(error.sentence),
      );
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('start no program that the repository names', async () => {
    const mark = path.join(root, 'ran');
    const script = path.join(root, 'run.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    git('config', 'core.fsmonitor', script);
    git('config', 'diff.external', script);
    write('.gitattributes', '*.js diff=own\n');
    git('config', 'diff.own.textconv', script);
    git('config', 'diff.own.command', script);
    write('a.js', 'changed\n');
    const { files } = await changes(workingTree);
    assert.ok(files['a.js']);
    assert.ok(!existsSync(mark), 'a program ran');
  });

  it('start no filter that the repository names, however unsure git is of a file', async () => {
    const mark = path.join(root, 'ran');
    const script = path.join(root, 'run.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
    const hook = path.join(root, '.git', 'hooks', 'post-index-change');
    writeFileSync(hook, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    git('config', 'filter.a=b.clean', script);
    git('config', 'filter.a=b.smudge', script);
    git('config', 'filter.own.clean', script);
    git('config', 'filter.own.process', script);
    git('config', 'filter.own.required', 'true');
    git('config', 'core.sshCommand', script);
    git('config', 'core.alternateRefsCommand', script);
    git('config', 'credential.helper', script);
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.url', `ext::${script}`);
    write('.gitattributes', '*.js filter=own\nlong.js filter=a=b\n');
    write('a.js', 'two\n');
    for (const name of ['long.js', 'same.js', 'sub/b.js'])
      utimesSync(path.join(root, name), new Date(), new Date());
    for (const scope of [workingTree, staged, { kind: 'branch', base: 'main' } as const]) {
      const { files } = await changes(scope);
      assert.deepEqual(files['a.js'], scope === staged ? undefined : ['a.js', 'one\n', 'two\n']);
      assert.equal(files['long.js'], undefined, 'it was only touched');
    }
    assert.ok(!existsSync(mark), 'a program ran');
  });

  it('are told from the disk, with all that the index says of it', async () => {
    git('mv', 'same.js', 'moved.js');
    write('moved.js', `${long}\nnot the same`);
    git('mv', 'long.js', 'long-moved.js');
    rmSync(path.join(root, 'long-moved.js'));
    write('sub/b.js', 'staged, and taken back\n');
    git('add', 'sub/b.js');
    write('sub/b.js', 'two\n');
    write('announced.js', 'announced\n');
    git('add', '--intent-to-add', 'announced.js');
    write('a.js', 'one\r\n');
    git('update-index', '--skip-worktree', 'gone.js');
    rmSync(path.join(root, 'gone.js'));
    const { files, leftOut } = await changes(workingTree);
    assert.deepEqual(files, {
      'moved.js': ['same.js', `${long}\nsame`, `${long}\nnot the same`],
      'announced.js': [undefined, undefined, 'announced\n'],
    });
    assert.deepEqual(leftOut, {});
  });

  it('have a conflict as it stands in the working tree', async () => {
    git('switch', '-q', '-c', 'other');
    write('a.js', 'theirs\n');
    commit('theirs');
    git('switch', '-q', 'main');
    write('a.js', 'ours\n');
    commit('ours');
    assert.throws(() => git('merge', '-q', 'other'));
    const { files } = await changes(workingTree);
    const [from, before, after] = files['a.js'] ?? [];
    assert.deepEqual([from, before], ['a.js', 'ours\n']);
    assert.match(after ?? '', /<<<<<<<[\s\S]*theirs/);
  });
});
