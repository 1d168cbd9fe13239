import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  MirrorFailure,
  type MirrorLimits,
  usualMirrorLimits,
} from '../../../../src/service/mirrors/limits.ts';
import { WorkingCopies } from '../../../../src/service/mirrors/working-copies.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';

describe('copies of repositories that the service fetches', () => {
  let server: GitServer;
  let folder: string;
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-mirrors-'));
  });
  afterEach(() => {
    server.intercept = () => false;
    rmSync(folder, { recursive: true, force: true });
  });

  const copies = (limits: Partial<MirrorLimits> = {}, allowed: readonly string[] = ['127.0.0.1']) =>
    new WorkingCopies(folder, {
      limits: { ...usualMirrorLimits, ...limits },
      mayBePrivate: false,
      allowedHosts: new Set(allowed),
    });
  const remote = (name: string) => ({ url: `${server.url}/${name}` });
  const open = (name: string, commit: string, of = copies(), branch = 'main') =>
    of.open({ repositoryId: name, origin: remote(name), name: branch, commit });

  it('lists branches and the one that a clone checks out', async () => {
    const main = server.commit('listed.git', { 'a.txt': '1' });
    const other = server.commit('listed.git', { 'b.txt': '2' }, 'feature/x');
    const { defaultBranch, commits } = await copies().branches('listed', remote('listed.git'));
    assert.equal(defaultBranch, 'main');
    assert.deepEqual([...commits].sort(), [
      ['feature/x', other],
      ['main', main],
    ]);
  });

  it('writes a commit’s files as bytes, whatever attributes ask for', async () => {
    const commit = server.commit('plain.git', {
      '.gitattributes': '* text eol=crlf ident export-subst filter=evil\nhidden.js export-ignore\n',
      'src/a.js': 'let a; // $Id$\nlet b;\n',
      'hidden.js': 'x\n',
    });
    using copy = await open('plain.git', commit);
    assert.equal(readFileSync(path.join(copy.root, 'src/a.js'), 'utf8'), 'let a; // $Id$\nlet b;\n');
    assert.equal(existsSync(path.join(copy.root, 'hidden.js')), true);
  });

  it('leaves links, submodules and git’s own names out, and says so', async () => {
    server.commit('traps.git', { 'a.js': 'let a;\n', 'dir/b.js': 'let b;\n' });
    const git = (...args: string[]) => server.git('traps.git', ...args);
    const blob = git('rev-parse', 'HEAD:a.js');
    const head = git('rev-parse', 'HEAD');
    const tree = (...lines: string[]) => server.feed('traps.git', ['mktree', '--missing'], lines.join('\n'));
    const inner = tree(`100644 blob ${blob}\tpre-commit`);
    const dotGit = tree(`040000 tree ${inner}\thooks`);
    const root = tree(
      `100644 blob ${blob}\ta.js`,
      `120000 blob ${blob}\tlink`,
      `160000 commit ${head}\tmodule`,
      `040000 tree ${dotGit}\t.GIT`,
      `040000 tree ${dotGit}\tgit~1`,
      `040000 tree ${inner}\t..`,
      `040000 tree ${inner}\t.g\u200cit`,
    );
    const commit = git('commit-tree', root, '-m', 'Trap');
    git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`);
    using copy = await open('traps.git', commit);
    assert.deepEqual(readdirSync(copy.root).sort(), ['.git', 'a.js']);
    assert.equal(readdirSync(path.dirname(copy.root)).includes('pre-commit'), false);
    assert.deepEqual([...copy.leftOut].sort(), [
      '../pre-commit',
      '.GIT/hooks/pre-commit',
      '.g\u200cit/pre-commit',
      'git~1/hooks/pre-commit',
      'link',
      'module',
    ]);
  });

  it('takes the next commit of a branch into the same folder', async () => {
    const first = server.commit('moving.git', { 'a.js': 'let a;\n', 'gone.js': 'x\n' });
    const of = copies();
    const before = await open('moving.git', first, of);
    before[Symbol.dispose]();
    server.git('moving.git', 'rm', '--quiet', 'gone.js');
    const second = server.commit('moving.git', { 'a.js': 'let b;\n' });
    using after = await open('moving.git', second, of);
    assert.equal(after.root, before.root);
    assert.equal(readFileSync(path.join(after.root, 'a.js'), 'utf8'), 'let b;\n');
    assert.equal(existsSync(path.join(after.root, 'gone.js')), false);
  });

  it('lets nobody change a folder that somebody works in', async () => {
    const first = server.commit('held.git', { 'a.js': '1\n' });
    const second = server.commit('held.git', { 'a.js': '2\n' });
    const of = copies();
    const held = await open('held.git', first, of);
    const waiting = open('held.git', second, of);
    const also = new AbortController();
    const cancelled = of.open(
      { repositoryId: 'held.git', origin: remote('held.git'), name: 'main', commit: second },
      also.signal,
    );
    also.abort(new Error('cancelled'));
    await assert.rejects(cancelled, /cancelled/);
    assert.equal(readFileSync(path.join(held.root, 'a.js'), 'utf8'), '1\n');
    held[Symbol.dispose]();
    using after = await waiting;
    assert.equal(readFileSync(path.join(after.root, 'a.js'), 'utf8'), '2\n');
  });

  it('fetches a commit once', async () => {
    const commit = server.commit('once.git', { 'a.js': '1\n' });
    const of = copies();
    (await open('once.git', commit, of))[Symbol.dispose]();
    const asked = server.requests.length;
    (await open('once.git', commit, of))[Symbol.dispose]();
    (await open('once.git', commit, of, 'another branch'))[Symbol.dispose]();
    (await open('once.git', commit, copies()))[Symbol.dispose]();
    assert.equal(server.requests.length, asked);
  });

  it('begins anew where a fetch was cut off, or the mirror is broken', async () => {
    const first = server.commit('broken.git', { 'a.js': '1\n' });
    (await open('broken.git', first))[Symbol.dispose]();
    writeFileSync(path.join(folder, 'broken.git', 'mirror', 'objects', 'pack', 'tmp_pack_x'), 'half');
    const second = server.commit('broken.git', { 'a.js': '2\n' });
    using copy = await open('broken.git', second);
    assert.equal(readFileSync(path.join(copy.root, 'a.js'), 'utf8'), '2\n');
    copy[Symbol.dispose]();
    writeFileSync(path.join(folder, 'broken.git', 'mirror', 'HEAD'), '');
    const third = server.commit('broken.git', { 'a.js': '3\n' });
    using again = await open('broken.git', third);
    assert.equal(readFileSync(path.join(again.root, 'a.js'), 'utf8'), '3\n');
  });

  it('removes what was used the longest ago where the disk’s share is full', async () => {
    const of = copies({ diskBytes: 600_000 });
    const text = Array.from({ length: 20_000 }, (_, line) => `${Math.sin(line)}\n`).join('');
    const commits = new Map<string, string>();
    for (const name of ['one.git', 'two.git', 'three.git'])
      commits.set(name, server.commit(name, { 'a.txt': text }));
    for (const [name, commit] of commits) {
      (await open(name, commit, of))[Symbol.dispose]();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(readdirSync(folder).includes('one.git'), false);
    using copy = await open('three.git', commits.get('three.git') ?? '', of);
    assert.equal(readFileSync(path.join(copy.root, 'a.txt'), 'utf8'), text);
  });

  describe('of hostile git servers', () => {
    const rejects = (opening: Promise<unknown>, message: RegExp) =>
      assert.rejects(opening, (error: unknown) => {
        assert.ok(error instanceof MirrorFailure, String(error));
        assert.match(error.message, message);
        return true;
      });
    const anyCommit = '1'.repeat(40);

    it('reaches no host of the own network unless it is allowed', async () => {
      const asked = server.requests.length;
      await rejects(open('own.git', anyCommit, copies({}, [])), /own network/);
      for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0', '[::]'])
        await rejects(copies({}, [host]).branches('x', { url: `http://${host}/x.git` }), /own network/);
      assert.equal(server.requests.length, asked);
    });

    it('follows no redirect inside', async () => {
      await using inside = await startGitServer();
      inside.commit('secret.git', { 'a.txt': 'secret' });
      server.intercept = (_request, response) => {
        const port = new URL(inside.url).port;
        response
          .writeHead(302, {
            location: `http://localhost:${port}/secret.git/info/refs?service=git-upload-pack`,
          })
          .end();
        return true;
      };
      const asked = inside.requests.length;
      await rejects(copies().branches('x', remote('x.git')), /own network/);
      assert.equal(inside.requests.length, asked);
    });

    it('fetches no more than its bound', async () => {
      server.intercept = (request, response) => {
        if (!request.url?.includes('info/refs')) return false;
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
        const endless = () => {
          while (response.write(Buffer.alloc(65_536, '0'))) if (response.destroyed) return;
        };
        response.on('drain', endless);
        endless();
        return true;
      };
      await rejects(copies({ fetchBytes: 2 * 1024 ** 2 }).branches('x', remote('x.git')), /larger than 2 MB/);
    });

    it('waits no longer than its bound', async () => {
      server.intercept = () => true;
      await rejects(copies({ fetchMs: 300 }).branches('x', remote('x.git')), /did not send everything/);
    });

    it('ends when it is cancelled', async () => {
      server.intercept = () => true;
      const stop = new AbortController();
      const asking = copies().branches('x', remote('x.git'), stop.signal);
      setTimeout(() => stop.abort(new Error('enough')), 100);
      await assert.rejects(asking, /enough/);
    });

    it('writes out no more files, and no longer files, than its bounds', async () => {
      const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.txt`, `${at}`]));
      const commit = server.commit('many.git', { ...files, 'big.bin': 'x'.repeat(5_000) });
      await rejects(open('many.git', commit, copies({ files: 20 })), /more than 20 files/);
      await rejects(open('many.git', commit, copies({ checkoutBytes: 1_000 })), /which is the most/);
      using copy = await open('many.git', commit, copies({ fileBytes: 1_000 }));
      const big = readFileSync(path.join(copy.root, 'big.bin'));
      assert.equal(big.length, 5_000);
      assert.equal(
        big.every((byte) => byte === 0),
        true,
      );
    });

    it('says in plain words what an answer is that is none', async () => {
      const said: [number, RegExp][] = [
        [401, /asks for a sign-in/],
        [404, /no such repository/],
        [500, /could not be used/],
      ];
      for (const [status, message] of said) {
        server.intercept = (_request, response) => {
          response.writeHead(status).end('<html>');
          return true;
        };
        await rejects(copies().branches('x', remote('x.git')), message);
      }
      server.intercept = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return true;
      };
      await rejects(copies().branches('x', remote('x.git')), /no git repository/);
    });

    it('says that a commit is gone', async () => {
      server.commit('gone.git', { 'a.txt': '1' });
      await rejects(open('gone.git', anyCommit), /does not have this branch or commit/);
    });

    it('lists 10,000 branches', async () => {
      const commit = server.commit('wide.git', { 'a.txt': '1' });
      const lines = Array.from({ length: 10_000 }, (_, at) => `create refs/heads/b${at} ${commit}\n`);
      server.feed(
        'wide.git',
        ['--git-dir', server.git('wide.git', 'remote', 'get-url', 'origin'), 'update-ref', '--stdin'],
        lines.join(''),
      );
      const { commits } = await copies().branches('wide', remote('wide.git'));
      assert.equal(commits.size, 10_001);
    });
  });
});
