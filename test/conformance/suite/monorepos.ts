import assert from 'node:assert/strict';
import { listIssues } from '../../../src/api/contract/issues.ts';
import {
  addLocalRepository,
  deleteRepositories,
  listRepositories,
} from '../../../src/api/contract/repositories/repositories.ts';
import {
  getScannerSettings,
  updateScannerSettings,
} from '../../../src/api/contract/repositories/scanner-settings.ts';
import { holds } from '../requirements/index.ts';
import { forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

const files = {
  'package.json': '{ "name": "shop", "private": true, "workspaces": ["packages/*"] }\n',
  'packages/api/package.json': '{ "name": "api", "version": "1.0.0" }\n',
  'packages/api/app.js': vulnerable['server/app.js'] ?? '',
  'packages/admin/package.json': '{ "name": "admin", "version": "1.0.0" }\n',
  'packages/admin/app.js': vulnerable['server/app.js'] ?? '',
};

export function monorepos(target: TargetOf): void {
  describe('a monorepo', () => {
    const find = async (id: string) =>
      (await succeed(target(), listRepositories, { limit: 100 })).repositories.find((one) => one.id === id);

    for (const allPartitions of [true, false]) {
      it(
        holds(
          `goes with all of its partitions at once, ${allPartitions ? 'where they are named' : 'and not in part'}`,
          '4.2.repositories.7',
        ),
        async function () {
          if (!target().makeFolder) return this.skip();
          const path = (await target().makeFolder?.(files)) ?? '';
          const repositoryId = (await succeed(target(), addLocalRepository, { path })).repository.id;
          await scanToTheEnd(target(), repositoryId);
          const applications = (await find(repositoryId))?.applications ?? [];
          assert.deepEqual(applications.map((one) => one.path).sort(), ['packages/admin', 'packages/api']);
          for (const { id } of applications) {
            const { issues } = await succeed(target(), listIssues, { applicationIds: [id] });
            assert.ok(issues.length > 0);
            await succeed(target(), updateScannerSettings, {
              ...{ repositoryId, applicationId: id, confidenceThreshold: 80 },
            });
          }
          const answer = await succeed(target(), deleteRepositories, {
            ...{ repositoryIds: [repositoryId], allPartitions },
          });
          assert.deepEqual(answer.deletedRepositoryIds, [repositoryId]);
          assert.equal(await find(repositoryId), undefined);
          for (const { id } of applications) {
            await refused(target(), listIssues, { applicationIds: [id] }, 422);
            await refused(target(), getScannerSettings, { repositoryId, applicationId: id }, 404);
          }
          const again = (await succeed(target(), addLocalRepository, { path })).repository;
          await scanToTheEnd(target(), again.id);
          for (const { id } of (await find(again.id))?.applications ?? assert.fail('no applications')) {
            const scope = { repositoryId: again.id, applicationId: id };
            const { settings } = await succeed(target(), getScannerSettings, scope);
            assert.deepEqual(settings.saved, {}, 'settings of what was deleted are gone');
          }
          await forget(target(), again.id);
        },
      );
    }
  });
}
