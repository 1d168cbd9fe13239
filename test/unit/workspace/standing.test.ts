import assert from 'node:assert/strict';
import { pushedBranchOf, standingOf } from '../../../src/workspace/standing.ts';
import { TemporaryRepository } from './temporary-repository.ts';

describe('how a clone stands to what was scanned', () => {
  const { signal } = new AbortController();

  /** A remote with one commit, and a clone of it. */
  function setUp() {
    const remote = new TemporaryRepository();
    const first = remote.commit();
    const clone = new TemporaryRepository();
    clone.git('remote', 'add', 'origin', remote.root);
    clone.git('fetch', '--quiet', 'origin');
    clone.git('reset', '--quiet', '--hard', 'origin/main');
    return { remote, clone, first };
  }

  it('is even with the scanned commit, ahead of it, or behind', async () => {
    const { remote, clone, first } = setUp();
    using _remote = remote;
    using _clone = clone;
    assert.deepEqual(await standingOf(clone.root, first, signal), {
      branch: 'main',
      isPushed: true,
      unpushed: 0,
      apart: { ahead: 0, behind: 0 },
    });
    const second = clone.commit();
    const ahead = await standingOf(clone.root, first, signal);
    assert.deepEqual([ahead?.unpushed, ahead?.apart], [1, { ahead: 1, behind: 0 }]);
    clone.git('reset', '--quiet', '--hard', first);
    const behind = await standingOf(clone.root, second, signal);
    assert.deepEqual([behind?.unpushed, behind?.apart], [0, { ahead: 0, behind: 1 }]);
  });

  it('knows which branch a service can fetch: only one that a remote has', async () => {
    const { remote, clone, first } = setUp();
    using _remote = remote;
    using _clone = clone;
    assert.equal(await pushedBranchOf(clone.root), 'main');
    clone.git('checkout', '--quiet', '-b', 'topic/one');
    assert.equal(await pushedBranchOf(clone.root), undefined);
    const topic = await standingOf(clone.root, first, signal);
    assert.deepEqual([topic?.branch, topic?.isPushed], ['topic/one', false]);
    clone.git('push', '--quiet', 'origin', 'topic/one');
    assert.equal(await pushedBranchOf(clone.root), 'topic/one');
    clone.git('checkout', '--quiet', '--detach');
    assert.equal(await pushedBranchOf(clone.root), undefined);
  });

  it('does not know a commit that the clone lacks, nor takes anything else than a commit to git', async () => {
    const { remote, clone } = setUp();
    using _remote = remote;
    using _clone = clone;
    for (const scanned of [remote.commit(), 'a'.repeat(40), '--output=/tmp/pwned', 'HEAD~1', ''])
      assert.equal((await standingOf(clone.root, scanned, signal))?.apart, undefined, scanned);
  });

  it('says nothing of a folder without commits', async () => {
    using empty = new TemporaryRepository();
    assert.equal(await standingOf(empty.root, 'a'.repeat(40), signal), undefined);
    assert.equal(await pushedBranchOf(empty.root), undefined);
  });
});
