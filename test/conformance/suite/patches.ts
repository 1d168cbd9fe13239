import assert from 'node:assert/strict';
import { searchIssues } from '../../../src/api/contract/issues.ts';
import {
  approvePatch,
  cancelPatch,
  generatePatch,
  getPatch,
  patchStatuses,
} from '../../../src/api/contract/patches.ts';
import { busyPatchStatuses } from '../../../src/api/contract/vocabulary.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type Target, type TargetOf } from './target.ts';

export function patches(target: TargetOf): void {
  describe('patches', () => {
    let repositoryId: string | undefined;
    let ids: string[] = [];

    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), vulnerable);
      await scanToTheEnd(target(), repositoryId);
      ids = (await succeed(target(), searchIssues, { repositoryIds: [repositoryId] })).issues.map(
        ({ id }) => id,
      );
      assert.ok(ids.length >= 2);
    });

    after(async () => {
      if (repositoryId !== undefined) await forget(target(), repositoryId);
    });

    it(
      holds(
        'are NONE until they are asked for, and end READY, FAILED or UNPATCHABLE, each with its reason or proof',
        '2.4.issue.9',
        '4.2.issues.5',
      ),
      async () => {
        const { patches: before } = await succeed(target(), patchStatuses, { issueIds: ids });
        assert.deepEqual(
          before.map(({ issueId, status }) => [issueId, status]),
          ids.map((id) => [id, 'NONE']),
        );
        await succeed(target(), generatePatch, { issueIds: ids });
        for (const issueId of ids) {
          const patch = await ended(target(), issueId);
          if (patch.status === 'READY') {
            assert.equal(patch.validation, 'PASSED');
            assert.ok(patch.evidence?.checks.every(({ status }) => status !== 'FAILED'));
            assert.ok(patch.files.every(({ diff }) => /^--- a\/.*\n\+\+\+ b\//m.test(diff)));
          } else assert.ok((patch.errorMessage ?? '').length > 5, patch.status);
        }
      },
    );

    it(holds('that are UNPATCHABLE are tried again only with force', '4.2.issues.6'), async () => {
      const { patches: states } = await succeed(target(), patchStatuses, { issueIds: ids });
      for (const { issueId, status } of states) {
        if (status !== 'UNPATCHABLE') continue;
        await refused(target(), generatePatch, { issueId }, 409);
        await succeed(target(), generatePatch, { issueId, force: true });
        await ended(target(), issueId);
      }
    });

    it(holds('can be cancelled and approved', 'ours'), async () => {
      const { patches: cancelled } = await succeed(target(), cancelPatch, { issueIds: ids });
      for (const { issueId, status } of cancelled) {
        assert.ok(!busyPatchStatuses.includes(status));
        if (status === 'READY')
          assert.ok((await succeed(target(), approvePatch, { issueId })).patch.approvedAt);
        else await refused(target(), approvePatch, { issueId }, 409);
      }
    });

    it(
      holds(
        'are asked for one by one or as a list of at most 100, and not of others’ issues',
        '8.2',
        '4.2.issues.5',
      ),
      async () => {
        const [first = ''] = ids;
        await refused(target(), generatePatch, { issueId: first, issueIds: [first] }, 400);
        await refused(target(), generatePatch, {}, 400);
        await refused(target(), patchStatuses, { issueIds: Array.from({ length: 101 }, () => first) }, 400);
        await refused(target(), patchStatuses, { issueIds: [first] }, [404, 422], target().stranger);
        await refused(target(), getPatch, { issueId: first }, 404, target().stranger);
        await refused(target(), generatePatch, { issueId: first }, 404, target().stranger);
      },
    );
  });
}

async function ended(target: Target, issueId: string) {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { patch } = await succeed(target, getPatch, { issueId });
    if (!busyPatchStatuses.includes(patch.status)) return patch;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('the patch was not made within 30 s');
}
