import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { folderChanges } from '../../../src/service/analysis/files/changes.ts';
import { gitListing, gitState, lastChange } from '../../../src/service/analysis/files/git.ts';
import { listFiles } from '../../../src/service/analysis/files/listing.ts';
import { defaultScanLimits } from '../../../src/service/analysis/limits.ts';
import { branches, changesOf, usualBase } from '../../../src/workspace/changes.ts';
import { checkedOut } from '../../../src/workspace/checked-out.ts';
import { diskChanges } from '../../../src/workspace/disk-changes.ts';
import { readBlobs } from '../../../src/workspace/git-blobs.ts';
import { GitHistory } from '../../../src/workspace/git-history.ts';
import { remotesOf } from '../../../src/workspace/remotes.ts';
import { TrappedRepository, traps } from './traps.ts';

const { signal } = new AbortController();
const zero = '0'.repeat(40);

/** Everything that Parapet asks git; answers may fail, as long as nothing runs. */
function questions(root: string, known: { readonly commit: string; readonly blob: string }) {
  const history = new GitHistory(root, signal);
  return {
    gitState: () => gitState(root),
    gitListing: () => gitListing(root),
    listFiles: () => listFiles(root, defaultScanLimits),
    'folderChanges since the commit': () => folderChanges(root, 'commit'),
    'folderChanges of the branch': () => folderChanges(root, 'branch'),
    lastChange: () => lastChange(root, { file: 'a.js', line: 1, text: 'one' }),
    'changesOf the working tree': () => changesOf(root, { kind: 'workingTree' }, signal),
    'changesOf what is staged': () => changesOf(root, { kind: 'staged' }, signal),
    'changesOf the branch': () => changesOf(root, { kind: 'branch', base: 'other' }, signal),
    usualBase: () => usualBase(root),
    branches: () => branches(root, signal),
    checkedOut: () => checkedOut(root),
    diskChanges: () => diskChanges(root, signal),
    remotesOf: () => remotesOf(root, signal),
    readBlobs: () => readBlobs(root, [known.blob, zero], 1_000_000, signal),
    'GitHistory.nameAt': () => history.nameAt(known.commit, 'a.js'),
    'GitHistory.content': () => history.content(known.blob),
    'GitHistory.renamedTo': () => history.renamedTo(known.commit, 'kept.js'),
    'GitHistory.untracked': () => history.untracked(),
    'GitHistory.headFiles': () => history.headFiles(),
  };
}

describe('a repository that makes git run a program', () => {
  for (const { name, set, plain, input } of traps) {
    it(`runs none here: ${name}`, async () => {
      using trapped = new TrappedRepository();
      const known = { commit: trapped.git('rev-parse', 'HEAD'), blob: trapped.git('rev-parse', 'HEAD:a.js') };
      const close = await set(trapped);
      try {
        trapped.sprung();
        for (const [what, ask] of Object.entries(questions(trapped.root, known))) {
          await (ask() as Promise<unknown>).catch(() => undefined);
          assert.equal(trapped.sprung(), false, `${what} ran the program`);
        }
        assert.ok(existsSync(trapped.at('a.js')));
        const { files } = await listFiles(trapped.root, defaultScanLimits);
        assert.ok(
          files.some((file) => file.path === 'a.js'),
          'its files are listed all the same',
        );
        if (typeof plain === 'string') return;
        await trapped.plain(plain, input);
        assert.ok(await trapped.springs(), 'the trap works: plain git runs the program');
      } finally {
        close?.();
      }
    });
  }
});
