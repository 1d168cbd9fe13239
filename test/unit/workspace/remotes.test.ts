import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { remotesOf } from '../../../src/workspace/remotes.ts';
import { TemporaryRepository } from './temporary-repository.ts';

const { signal } = new AbortController();
const project = 'https://git.example.com/team/project.git';
const fork = 'git@git.example.com:me/project.git';

describe('the repository of a folder', () => {
  let repository: TemporaryRepository;
  beforeEach(() => {
    repository = new TemporaryRepository();
    repository.write('packages/web/a.js', 'a();');
    repository.commit();
  });
  afterEach(() => repository[Symbol.dispose]());

  it('is told by its remotes: origin, the branch’s own, the others, each repository once', async () => {
    repository.git('remote', 'add', 'another', 'https://git.example.com/another/project');
    repository.git('remote', 'add', 'upstream', project);
    repository.git('remote', 'add', 'origin', fork);
    repository.git('remote', 'add', 'copy', 'ssh://git@git.example.com:2222/team/project');
    repository.git('remote', 'add', 'disk', '/srv/git/project.git');
    repository.git('config', 'branch.main.remote', 'upstream');
    assert.deepEqual(await remotesOf(repository.root, signal), {
      kind: 'repository',
      prefix: '',
      remotes: [fork, project, 'https://git.example.com/another/project'],
    });
  });

  it('is known with a detached head, and without a remote', async () => {
    repository.git('checkout', '--quiet', '--detach');
    const none = { kind: 'repository', prefix: '', remotes: [] };
    assert.deepEqual(await remotesOf(repository.root, signal), none);
    repository.git('remote', 'add', 'origin', project);
    assert.deepEqual(await remotesOf(repository.root, signal), { ...none, remotes: [project] });
  });

  it('of a sub-folder is the one around it, and it is known where in it the folder is', async () => {
    repository.git('remote', 'add', 'origin', project);
    assert.deepEqual(await remotesOf(repository.at('packages/web'), signal), {
      kind: 'repository',
      prefix: 'packages/web/',
      remotes: [project],
    });
  });

  it('of a nested repository, a submodule and a linked work tree is its own', async () => {
    using inner = new TemporaryRepository();
    inner.commit();
    repository.git('remote', 'add', 'origin', project);
    repository.git('clone', '--quiet', inner.root, 'nested');
    repository.git('submodule', '--quiet', 'add', inner.root, 'sub');
    repository.git('worktree', 'add', '--quiet', 'tree', '-b', 'tree');
    for (const folder of ['nested', 'sub']) {
      repository.gitIn(folder, 'remote', 'set-url', 'origin', fork);
      const found = await remotesOf(repository.at(folder), signal);
      assert.deepEqual(found, { kind: 'repository', prefix: '', remotes: [fork] }, folder);
    }
    const found = await remotesOf(repository.at('tree'), signal);
    assert.deepEqual(found, { kind: 'repository', prefix: '', remotes: [project] });
  });

  it('is none outside of any, and nobody knows without git', async () => {
    using other = new TemporaryRepository();
    other.git('config', 'core.bare', 'true');
    assert.deepEqual(await remotesOf(other.root, signal), { kind: 'noRepository' });
    mkdirSync(other.at('plain'));
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      assert.deepEqual(await remotesOf(repository.root, signal), { kind: 'noGit' });
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('is not asked for when the user gave up', async () => {
    await assert.rejects(remotesOf(repository.root, AbortSignal.abort()));
  });
});
