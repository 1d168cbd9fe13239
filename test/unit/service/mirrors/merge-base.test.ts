import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usualMirrorLimits } from '../../../../src/service/mirrors/limits.ts';
import { WorkingCopies } from '../../../../src/service/mirrors/working-copies.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';

describe('the commit at which two branches part', () => {
  let server: GitServer;
  let folder: string;
  before(async () => {
    server = await startGitServer();
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-history-'));
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const mergeBase = (name: string, head: string, base: string, signal?: AbortSignal) => {
    const of = new WorkingCopies(folder, {
      limits: usualMirrorLimits,
      mayBePrivate: false,
      allowedHosts: new Set(['127.0.0.1']),
    });
    return of.mergeBase(name, { url: `${server.url}/${name}` }, [head, base], signal);
  };
  /** Empty commits after one another. */
  const grow = (name: string, branch: string, count: number): string => {
    const tree = server.git(name, 'rev-parse', `${branch}^{tree}`);
    const from = server.git(name, 'rev-parse', branch);
    const stream = Array.from(
      { length: count },
      (_, index) =>
        `commit refs/heads/${branch}\ncommitter A <a@example.com> ${index} +0000\ndata ${branch.length}\n${branch}\n${
          index === 0 ? `from ${from}\n` : ''
        }M 040000 ${tree} \n`,
    ).join('');
    server.feed(name, ['fast-import', '--quiet'], stream);
    server.git(name, 'push', '--quiet', '--force', 'origin', branch);
    return server.git(name, 'rev-parse', branch);
  };
  const branches = (name: string, options: { readonly main: number; readonly feature: number }) => {
    const parted = server.commit(name, { 'a.js': 'let a;\n' });
    server.git(name, 'branch', 'feature');
    return { parted, head: grow(name, 'feature', options.feature), base: grow(name, 'main', options.main) };
  };

  it('is found a few commits back', async () => {
    const { parted, head, base } = branches('near.git', { main: 3, feature: 2 });
    assert.equal(await mergeBase('near.git', head, base), parted);
    assert.equal(existsSync(path.join(folder, 'near.git', 'history')), false);
    assert.equal(await mergeBase('near.git', head, head), head);
  });

  it('is found far back, from a server that sends commits without files, too', async () => {
    const { parted, head, base } = branches('far.git', { main: 700, feature: 30 });
    assert.equal(await mergeBase('far.git', head, base), parted);
    const bare = server.git('far.git', 'remote', 'get-url', 'origin');
    server.git('far.git', '--git-dir', bare, 'config', 'uploadpack.allowFilter', 'true');
    const asked = server.requests.length;
    assert.equal(await mergeBase('far.git', head, base), parted);
    assert.ok(server.requests.length - asked < 20, `${server.requests.length - asked} requests`);
  }).timeout(20_000);

  it('is the head where it was merged already, and the base where that was not moved on', async () => {
    const { parted, head } = branches('merged.git', { main: 0, feature: 2 });
    assert.equal(await mergeBase('merged.git', head, parted), parted);
    assert.equal(await mergeBase('merged.git', parted, head), parted);
  });

  it('is not known of histories that have nothing in common, or beyond the bounds', async () => {
    const main = server.commit('apart.git', { 'a.js': 'let a;\n' });
    server.git('apart.git', 'checkout', '--quiet', '--orphan', 'lonely');
    const lonely = server.commit('apart.git', { 'b.js': 'let b;\n' }, 'lonely');
    assert.equal(await mergeBase('apart.git', lonely, main), undefined);
    const { head, base } = branches('endless.git', { main: 6_000, feature: 1 });
    assert.equal(await mergeBase('endless.git', head, base), undefined);
    assert.equal(existsSync(path.join(folder, 'endless.git', 'history')), false);
  }).timeout(30_000);

  it('stops being looked for when that is cancelled', async () => {
    const { head, base } = branches('stopped.git', { main: 3, feature: 2 });
    const stop = new AbortController();
    server.intercept = (request) => {
      if (request.method === 'POST') setTimeout(() => stop.abort(new Error('cancelled')), 20);
      return request.method === 'POST';
    };
    try {
      await assert.rejects(mergeBase('stopped.git', head, base, stop.signal), /cancelled/);
    } finally {
      server.intercept = () => false;
    }
    assert.equal(existsSync(path.join(folder, 'stopped.git', 'history')), false);
  });
});
