import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import {
  addLocalRepository,
  addRepository,
  addRepositoryByUrl,
  deleteRepositories,
  listRepositories,
  resolveRepositoryByUrl,
} from '../../../src/api/contract/repositories/repositories.ts';
import { startScans } from '../../../src/api/contract/scans/scans.ts';
import {
  deleteScanSchedule,
  getScanSchedules,
  upsertScanSchedule,
} from '../../../src/api/contract/scans/schedules.ts';
import { holds } from '../requirements/index.ts';
import { refused, succeed, type TargetOf } from './target.ts';

export function repositories(target: TargetOf): void {
  const url = () => `https://git.example.com/team/${randomUUID()}.git`;
  const add = async (at = url()) => (await succeed(target(), addRepositoryByUrl, { url: at })).repository;
  const remove = (...repositoryIds: string[]) => succeed(target(), deleteRepositories, { repositoryIds });

  describe('repositories', () => {
    it(
      holds(
        'are added by URL, listed, deleted and added again',
        '4.2.repositories.2',
        '4.2.repositories.3',
        '4.2.repositories.4',
        '4.2.repositories.6',
      ),
      async () => {
        const at = url();
        const repository = await add(at);
        const listed = await succeed(target(), listRepositories, { limit: 100 });
        assert.ok(listed.repositories.some(({ id }) => id === repository.id));
        assert.deepEqual((await remove(repository.id)).deletedRepositoryIds, [repository.id]);
        await refused(target(), startScans, { repositoryIds: [repository.id] }, [404, 422]);
        const again = await add(at);
        assert.equal(again.url, repository.url);
        await remove(again.id);
      },
    );

    it(holds('are added under the older path with its own field names', '4.2.repositories.1'), async () => {
      const { organizations } = await succeed(target(), listOrganizations, {});
      const organization_id = organizations[0]?.id ?? assert.fail('no organization');
      const request = { organization_id, repository_type: 'github', repository_url: url() } as const;
      const { repository } = await succeed(target(), addRepository, request);
      assert.equal(repository.type, 'github');
      assert.equal(repository.organizationId, organization_id);
      await refused(target(), addRepository, { ...request, repository_type: 'svn' }, 400);
      await refused(target(), addRepository, { ...request, organization_id: randomUUID() }, 404);
      await remove(repository.id);
    });

    it(holds('that are there already are answered, not made twice', 'ours'), async () => {
      const at = url();
      const [first, second] = [await add(at), await add(at)];
      assert.equal(second.id, first.id);
      await remove(first.id);
    });

    it(holds('are refused when the URL is none that git could clone', '4.2.repositories.2'), async () => {
      for (const wrong of [
        'not a url',
        'javascript://alert(1)',
        'file:///etc/passwd',
        'ftp://a/b',
        'ext::sh -c x',
        '--upload-pack=x',
      ]) {
        await refused(target(), addRepositoryByUrl, { url: wrong }, [400, 422]);
      }
    });

    it(holds('are found by their URL however it is spelt', 'ours'), async () => {
      const name = randomUUID();
      const repository = await add(`https://git.example.com/Team/${name}.git`);
      for (const spelling of [
        `https://git.example.com/Team/${name}`,
        `https://git.example.com/Team/${name}.git/`,
        `git@git.example.com:Team/${name}.git`,
        `ssh://git@git.example.com/Team/${name}.git`,
      ]) {
        const found = await succeed(target(), resolveRepositoryByUrl, { url: spelling });
        assert.equal(found.repository.id, repository.id, spelling);
      }
      await refused(target(), resolveRepositoryByUrl, { url: url() }, 404);
      await remove(repository.id);
    });

    it(holds('are deleted all or none', '4.2.repositories.4'), async () => {
      const repository = await add();
      await refused(
        target(),
        deleteRepositories,
        { repositoryIds: [repository.id, randomUUID()] },
        [404, 422],
      );
      const listed = await succeed(target(), listRepositories, { limit: 100 });
      assert.ok(listed.repositories.some(({ id }) => id === repository.id));
      await refused(target(), deleteRepositories, { repositoryIds: [] }, 400);
      await remove(repository.id);
    });

    it(holds('of another organization are not there', '5.4'), async () => {
      const repository = await add();
      const strange = (repositoryId: string) =>
        refused(target(), getScanSchedules, { repositoryId }, 404, target().stranger);
      assert.equal((await strange(repository.id)).error, (await strange(randomUUID())).error);
      await refused(
        target(),
        deleteRepositories,
        { repositoryIds: [repository.id] },
        [404, 422],
        target().stranger,
      );
      const { repositories } = await succeed(target(), listRepositories, { limit: 100 }, target().stranger);
      assert.ok(!repositories.some(({ id }) => id === repository.id));
      await remove(repository.id);
    });

    it(
      holds('that are folders are refused when they are not there or not absolute', 'ours'),
      async function () {
        const { makeFolder } = target();
        if (!makeFolder) return this.skip();
        const folder = await makeFolder({ 'a.js': '1\n' });
        for (const path of ['relative', './a', `${folder}/missing`, `${folder}/a.js`, `${folder}\u0000`]) {
          await refused(target(), addLocalRepository, { path }, [400, 422]);
        }
        const first = await succeed(target(), addLocalRepository, { path: folder, name: 'A folder' });
        assert.deepEqual([first.repository.type, first.repository.name], ['local', 'A folder']);
        const second = await succeed(target(), addLocalRepository, { path: folder });
        assert.equal(second.repository.id, first.repository.id);
        await remove(first.repository.id);
      },
    );
  });

  describe('scan schedules', () => {
    const weekly = '0 3 * * 1';

    it(
      holds(
        'are several for a repository, one for each branch',
        '2.4.schedule.1',
        '4.2.scans.6',
        '4.2.scans.7',
        '4.2.scans.12',
      ),
      async () => {
        const { id: repositoryId } = await add();
        const upsert = async (scanBranch: string, executionCriteriaCrontab: string) => {
          const request = { repositoryId, scanBranch, executionCriteriaCrontab };
          return (await succeed(target(), upsertScanSchedule, request)).schedule;
        };
        const main = await upsert('main', weekly);
        const release = await upsert('release', '*/30 * * * *');
        const changed = await upsert('main', '0 4 * * *');
        assert.equal(changed.id, main.id);
        const { schedules } = await succeed(target(), getScanSchedules, { repositoryId });
        const found = schedules.map((one) => [one.id, one.scanBranch, one.executionCriteriaCrontab]).sort();
        const expected = [
          [main.id, 'main', '0 4 * * *'],
          [release.id, 'release', '*/30 * * * *'],
        ].sort();
        assert.deepEqual(found, expected);
        for (const { nextRunAt } of schedules) assert.ok(nextRunAt && Date.parse(nextRunAt) > Date.now());
        await remove(repositoryId);
      },
    );

    it(holds('are deleted one by one or all of the repositories at once', '4.2.scans.8'), async () => {
      const { id: repositoryId } = await add();
      const ids: string[] = [];
      for (const scanBranch of ['a', 'b', 'c']) {
        const request = { repositoryId, scanBranch, executionCriteriaCrontab: weekly };
        ids.push((await succeed(target(), upsertScanSchedule, request)).schedule.id);
      }
      const [first = ''] = ids;
      const one = await succeed(target(), deleteScanSchedule, {
        repositoryIds: [repositoryId],
        scheduleId: first,
      });
      assert.deepEqual(one.deletedScheduleIds, [first]);
      const rest = await succeed(target(), deleteScanSchedule, { repositoryIds: [repositoryId] });
      assert.deepEqual(rest.deletedScheduleIds.toSorted(), ids.slice(1).sort());
      assert.deepEqual((await succeed(target(), getScanSchedules, { repositoryId })).schedules, []);
      await remove(repositoryId);
    });

    it(
      holds(
        'are refused with an expression that is no cron expression, or none that ever comes',
        '4.2.scans.7',
      ),
      async () => {
        const { id: repositoryId } = await add();
        for (const executionCriteriaCrontab of [
          'often',
          '61 * * * *',
          '* * *',
          '0 0 31 2 *',
          '* * * * * * *',
        ]) {
          await refused(target(), upsertScanSchedule, { repositoryId, executionCriteriaCrontab }, 422);
        }
        await remove(repositoryId);
      },
    );
  });
}
