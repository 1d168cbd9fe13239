import assert from 'node:assert/strict';
import {
  type FolderStanding,
  standingNotices,
} from '../../../../../src/views/issues/tree/standing-notices.ts';

const even = { branch: 'main', isPushed: true, unpushed: 0, apart: { ahead: 0, behind: 0 } };

function lineOf(standing: Partial<FolderStanding['standing']>, shown: string | undefined = 'main') {
  const [notice, ...others] = standingNotices([
    {
      folder: 'file:///shop',
      name: 'shop',
      shown,
      commit: '0123456789abcdef',
      standing: { ...even, ...standing },
    },
  ]);
  assert.equal(others.length, 0);
  return notice && [notice.label, notice.command];
}

describe('the line about a clone that is not what was scanned', () => {
  it('is not there while the scanned commit is checked out', () => {
    assert.equal(lineOf({}), undefined);
  });

  it('names a branch that was not scanned, and scans it; one that is only here is scanned by its changes', () => {
    assert.deepEqual(lineOf({ branch: 'topic' }), ['topic was not scanned', 'parapet.scanWorkspace']);
    assert.deepEqual(lineOf({ branch: 'topic', isPushed: false }), [
      'topic is only in this clone',
      'parapet.scanBranch',
    ]);
  });

  it('counts commits: not pushed, pushed and not scanned, scanned and not here', () => {
    const apart = (ahead: number, behind: number) => ({ apart: { ahead, behind } });
    assert.deepEqual(lineOf({ ...apart(2, 0), unpushed: 2 }), [
      '2 commits are not pushed',
      'parapet.scanBranch',
    ]);
    assert.deepEqual(lineOf(apart(1, 0)), ['1 commit is not scanned yet', 'parapet.scanWorkspace']);
    assert.deepEqual(lineOf(apart(0, 3)), ['The scan is 3 commits ahead of this folder', undefined]);
  });

  it('says so where the clone does not have the scanned commit', () => {
    assert.deepEqual(lineOf({ apart: undefined }), [
      'The scanned commit 01234567 is not in this clone',
      undefined,
    ]);
  });

  it('names no branch of a detached HEAD, and the folder where there are several', () => {
    assert.equal(lineOf({ branch: undefined, isPushed: false }), undefined);
    const one = { shown: 'main', commit: 'a', standing: { ...even, unpushed: 1 } };
    const labels = standingNotices([
      { ...one, folder: 'file:///a', name: 'a' },
      { ...one, folder: 'file:///b', name: 'b' },
    ]).map(({ label }) => label);
    assert.deepEqual(labels, ['a: 1 commit is not pushed', 'b: 1 commit is not pushed']);
  });
});
