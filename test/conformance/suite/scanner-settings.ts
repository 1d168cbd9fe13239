import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addRepositoryByUrl } from '../../../src/api/contract/repositories/repositories.ts';
import {
  deleteScannerSettings,
  getScannerSettings,
  updateScannerSettings,
} from '../../../src/api/contract/repositories/scanner-settings.ts';
import { upsertScanSchedule } from '../../../src/api/contract/scans/schedules.ts';
import { holds } from '../requirements/index.ts';
import { forget } from './scanned.ts';
import { refused, succeed, type TargetOf } from './target.ts';

export function scannerSettings(target: TargetOf): void {
  describe('scanner settings', () => {
    let repositoryId = '';
    before(async () => {
      const url = `https://git.example.com/team/${randomUUID()}.git`;
      repositoryId = (await succeed(target(), addRepositoryByUrl, { url })).repository.id;
    });
    after(async () => {
      await succeed(target(), deleteScannerSettings, {});
      await forget(target(), repositoryId);
    });

    it(
      holds(
        'are saved for a scope, inherited by narrower ones, and taken back',
        '4.2.settings.1',
        '4.2.settings.2',
        '4.2.settings.3',
        '4.2.settings.4',
      ),
      async () => {
        await succeed(target(), updateScannerSettings, { confidenceThreshold: 40, prScanning: false });
        const inherited = (await succeed(target(), getScannerSettings, { repositoryId })).settings;
        assert.deepEqual([inherited.scope, inherited.saved], ['repository', {}]);
        assert.equal(inherited.effective.confidenceThreshold, 40);
        assert.equal(inherited.effective.prScanning, false);
        const own = { confidenceThreshold: 70, fileIgnorePatterns: ['generated/'], autoPatching: true };
        const scanModules = { SECRETS: false } as const;
        const change = { repositoryId, ...own, scanModules };
        const { settings } = await succeed(target(), updateScannerSettings, change);
        assert.deepEqual(settings.saved, { ...own, scanModules });
        assert.deepEqual({ ...settings.effective, ...own }, settings.effective);
        assert.deepEqual(
          [settings.effective.scanModules.SECRETS, settings.effective.scanModules.SAST],
          [false, true],
        );
        assert.equal(settings.effective.prScanning, false);
        const back = (await succeed(target(), deleteScannerSettings, { repositoryId })).settings;
        assert.deepEqual([back.saved, back.effective.confidenceThreshold], [{}, 40]);
        const application = { repositoryId, applicationId: randomUUID() };
        await refused(target(), getScannerSettings, application, 404);
        await refused(target(), getScannerSettings, { repositoryId }, 404, target().stranger);
      },
    );

    it(
      holds(
        'have release tracks EDGE and STABLE, and the bypass of checks without an end to scans',
        '2.4.settings.3',
        '2.4.settings.4',
        '4.2.settings.2',
      ),
      async () => {
        for (const releaseTrack of ['EDGE', 'STABLE'] as const) {
          const change = { repositoryId, releaseTrack, allowPrCheckBypass: true, prScanning: true };
          const { effective } = (await succeed(target(), updateScannerSettings, change)).settings;
          assert.deepEqual(
            [effective.releaseTrack, effective.allowPrCheckBypass, effective.prScanning],
            [releaseTrack, true, true],
          );
        }
        await refused(target(), updateScannerSettings, { repositoryId, releaseTrack: 'BETA' }, 400);
        await refused(target(), updateScannerSettings, { repositoryId, allowPrCheckBypass: 'yes' }, 400);
      },
    );

    it(
      holds('list all schedules, and the first one by itself', '2.4.settings.1', '2.4.settings.2', '9.4'),
      async () => {
        const schedule = { executionCriteriaCrontab: '0 3 * * 1' };
        for (const scanBranch of ['main', 'release'])
          await succeed(target(), upsertScanSchedule, { repositoryId, scanBranch, ...schedule });
        const { settings } = await succeed(target(), getScannerSettings, { repositoryId });
        assert.deepEqual(
          settings.scanSchedules.map(({ scanBranch }) => scanBranch),
          ['main', 'release'],
        );
        for (const each of settings.scanSchedules)
          assert.equal(each.executionCriteriaCrontab, schedule.executionCriteriaCrontab);
        assert.deepEqual(settings.scanSchedule, settings.scanSchedules[0]);
      },
    );
  });
}
