import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listIssues } from '../../../src/api/contract/issues.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { listScans, rescanPullRequest, startScans } from '../../../src/api/contract/scans/scans.ts';
import { holds } from '../requirements/index.ts';
import { ended, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

/** Scans of pull requests, in a folder with two branches. */
export function pullRequests(target: TargetOf): void {
  describe('scans of pull requests', () => {
    let repositoryId = '';
    before(async function () {
      const { makeFolder } = target();
      if (!makeFolder) return this.skip();
      const folder = await makeFolder({ 'a.js': 'export const one = 1;\n' });
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
          cwd: folder,
          env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
          stdio: 'ignore',
        });
      git('init', '--quiet', '--initial-branch=main');
      git('add', '--all');
      git('commit', '--quiet', '--message=Begin');
      git('checkout', '--quiet', '-b', 'feature');
      await writeFile(path.join(folder, 'b.js'), vulnerable['server/app.js'] ?? '');
      git('add', '--all');
      git('commit', '--quiet', '--message=Change');
      git('checkout', '--quiet', 'main');
      repositoryId = (await succeed(target(), addLocalRepository, { path: folder })).repository.id;
    });
    after(async () => {
      if (repositoryId) await forget(target(), repositoryId);
    });
    const scan = async () => {
      const pullRequest = { number: 7, headRef: 'feature', baseBranch: 'main' };
      const started = await succeed(target(), startScans, { repositoryIds: [repositoryId], pullRequest });
      return ended(target(), started.scans[0]?.id ?? assert.fail('no scan was started'));
    };

    it(holds('find what the change brings, and are done again on demand', '4.2.scans.3', '9.5'), async () => {
      const first = await scan();
      assert.deepEqual([first.status, first.kind, first.errorMessage], ['COMPLETED', 'PR', undefined]);
      const { issues } = await succeed(target(), listIssues, { scanId: first.id });
      assert.ok(issues.length > 0 && issues.every(({ file }) => file === 'b.js'));
      for (const releaseTrack of ['STABLE', 'EDGE'] as const) {
        const again = await succeed(target(), rescanPullRequest, { scanId: first.id, releaseTrack });
        assert.deepEqual([again.scan.pullRequest?.number, again.scan.releaseTrack], [7, releaseTrack]);
        assert.equal((await ended(target(), again.scan.id)).status, 'COMPLETED');
      }
      await refused(target(), rescanPullRequest, { scanId: first.id, releaseTrack: 'BETA' }, 400);
    });

    it(
      holds('are grouped by pull request: the latest, with the count of the others', '4.2.scans.11'),
      async () => {
        const full = await scanToTheEnd(target(), repositoryId);
        await refused(target(), rescanPullRequest, { scanId: full.id }, [409, 422]);
        const latest = await scan();
        const all = (await succeed(target(), listScans, { repositoryId })).scans;
        const ofIt = all.filter(({ pullRequest }) => pullRequest?.number === 7);
        const grouped = await succeed(target(), listScans, { repositoryId, groupByPullRequest: true });
        const row = grouped.scans.find(({ pullRequest }) => pullRequest?.number === 7);
        assert.equal(row?.id, latest.id);
        assert.equal(row?.pullRequest?.relatedScanCount, ofIt.length - 1);
        assert.equal(grouped.scans.length, 2);
      },
    );
  });
}
