import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { startFullScans } from '../../../../src/service/scans/scans.ts';
import { effectiveSettings } from '../../../../src/service/settings/effective-settings.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { getScannerSettings, updateScannerSettings, deleteScannerSettings } = contract.scannerSettings;

describe('scanner settings', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const get = async (scope: { repositoryId?: string } = {}) =>
    (await service.call(getScannerSettings, scope)).settings;

  it('are the usual ones where nobody says anything', async () => {
    const settings = await get({ repositoryId });
    assert.equal(settings.scope, 'repository');
    assert.deepEqual(settings.saved, {});
    assert.deepEqual(settings.effective.scanModules, { SAST: true, SCA: true, SECRETS: true, IAC: true });
    assert.equal(settings.effective.releaseTrack, 'STABLE');
    assert.equal(settings.effective.allowPrCheckBypass, false);
    assert.equal(settings.origins?.releaseTrack, 'default');
    assert.equal(settings.scanSchedule, null);
    assert.equal(settings.updatedAt, null);
  });

  it('of a repository hold before those of the organization, each value by itself, and say where they come from', async () => {
    await service.call(updateScannerSettings, {
      releaseTrack: 'EDGE',
      confidenceThreshold: 40,
      scanModules: { SCA: false },
    });
    await service.call(updateScannerSettings, {
      repositoryId,
      confidenceThreshold: 70,
      scanModules: { IAC: false },
    });
    const { saved, effective, origins, updatedAt } = await get({ repositoryId });
    assert.deepEqual(saved, { confidenceThreshold: 70, scanModules: { IAC: false } });
    assert.equal(effective.releaseTrack, 'EDGE');
    assert.equal(effective.confidenceThreshold, 70);
    assert.deepEqual(effective.scanModules, { SAST: true, SCA: false, SECRETS: true, IAC: false });
    assert.equal(origins?.releaseTrack, 'organization');
    assert.equal(origins?.confidenceThreshold, 'repository');
    assert.deepEqual(origins?.scanModules, {
      SAST: 'default',
      SCA: 'organization',
      SECRETS: 'default',
      IAC: 'repository',
    });
    assert.ok(updatedAt);
    const other = await get({ repositoryId: await service.addRepository('other') });
    assert.equal(other.effective.confidenceThreshold, 40);
  });

  it('change only where they are given; null has one inherited again, and deleting has all', async () => {
    await service.call(updateScannerSettings, {
      repositoryId,
      prScanning: false,
      scanModules: { SAST: false, SCA: false },
    });
    await service.call(updateScannerSettings, { repositoryId, autoPatching: true });
    assert.deepEqual((await get({ repositoryId })).saved, {
      prScanning: false,
      scanModules: { SAST: false, SCA: false },
      autoPatching: true,
    });
    await service.call(updateScannerSettings, {
      repositoryId,
      prScanning: null,
      scanModules: { SAST: null },
    });
    const after = await get({ repositoryId });
    assert.deepEqual(after.saved, { scanModules: { SCA: false }, autoPatching: true });
    assert.equal(after.effective.prScanning, true);
    await service.call(deleteScannerSettings, { repositoryId });
    assert.deepEqual((await get({ repositoryId })).saved, {});
  });

  it('come with the schedules of the repository, and the first of them by itself', async () => {
    for (const scanBranch of ['main', 'next'])
      await service.call(contract.schedules.upsertScanSchedule, {
        repositoryId,
        scanBranch,
        executionCriteriaCrontab: '0 3 * * 1',
      });
    const { scanSchedules, scanSchedule } = await get({ repositoryId });
    assert.deepEqual(
      scanSchedules.map((each) => [each.scanBranch, each.executionCriteriaCrontab]),
      [
        ['main', '0 3 * * 1'],
        ['next', '0 3 * * 1'],
      ],
    );
    assert.deepEqual(scanSchedule, scanSchedules[0]);
    assert.deepEqual((await get()).scanSchedules, []);
  });

  it('refuse a pattern that no ignore file could have, and say which', async () => {
    for (const [pattern, why] of [
      ['src/**/*a*b*c*d*', /wildcards/],
      ['../other', /\.\./],
      ['# generated', /comment/],
      ['src\\', /backslash/],
      ['src/[ab', /\[/],
    ] as const) {
      const refused = await service.refusal(
        updateScannerSettings,
        { repositoryId, fileIgnorePatterns: ['dist/', pattern] },
        422,
      );
      assert.equal(refused.issues?.[0]?.path, 'fileIgnorePatterns[1]');
      assert.match(refused.error, why);
    }
    const long = Array.from({ length: 30 }, (_, at) => `folder${at}/`.padEnd(900, 'x'));
    await service.refusal(updateScannerSettings, { repositoryId, fileIgnorePatterns: long }, 422);
    assert.deepEqual((await get({ repositoryId })).saved, {});
    const good = ['*.gen.ts', '/docs/', '!docs/api/', '**/fixtures/**', 'a[!b]c', '[]x]', 'name\\ '];
    await service.call(updateScannerSettings, { repositoryId, fileIgnorePatterns: good });
    assert.deepEqual((await get({ repositoryId })).effective.fileIgnorePatterns, good);
  });

  it('are read by members and changed by administrators', async () => {
    const member = await memberOf(service);
    await service.call(getScannerSettings, {}, member);
    await service.refusal(updateScannerSettings, { prScanning: false }, 403, member);
    await service.refusal(deleteScannerSettings, {}, 403, member);
    const nowhere = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
    await service.refusal(getScannerSettings, { repositoryId: nowhere }, 404);
    await service.refusal(updateScannerSettings, { applicationId: nowhere, autoPatching: true }, 404);
  });

  it('keep both of two changes that are made at once', async () => {
    await Promise.all([
      service.call(updateScannerSettings, { repositoryId, prScanning: false }),
      service.call(updateScannerSettings, { repositoryId, releaseTrack: 'EDGE' }),
      service.call(updateScannerSettings, { repositoryId, scanModules: { IAC: false } }),
      service.call(updateScannerSettings, { repositoryId, scanModules: { SCA: false } }),
    ]);
    assert.deepEqual((await get({ repositoryId })).saved, {
      prScanning: false,
      releaseTrack: 'EDGE',
      scanModules: { IAC: false, SCA: false },
    });
  });

  it('go with their repository, and are not there when it is added again', async () => {
    await service.call(updateScannerSettings, { repositoryId, prScanning: false });
    await service.call(contract.repositories.deleteRepositories, { repositoryIds: [repositoryId] });
    const again = await service.addRepository('shop');
    assert.deepEqual((await get({ repositoryId: again })).saved, {});
  });

  it('say what scans are that do not say it themselves', async () => {
    const asked: unknown[] = [];
    service.runner.script = async ({ threatModels, licenses, onlineSources }) => {
      asked.push([threatModels, licenses?.deny, onlineSources]);
      return undefined;
    };
    const scan = async (change: object) => {
      const { scans } = await service.call(contract.scans.startScans, {
        repositoryIds: [repositoryId],
        ...change,
      });
      return service.waitForScan(scans[0]?.id ?? assert.fail());
    };
    await scan({ threatModels: ['file'] });
    await service.call(updateScannerSettings, {
      releaseTrack: 'EDGE',
      threatModels: ['remote', 'environment'],
      licensePolicy: { deny: ['GPL-3.0-only'] },
      onlineSources: ['OSV'],
    });
    assert.equal((await scan({})).releaseTrack, 'EDGE');
    const said = {
      releaseTrack: 'STABLE',
      threatModels: ['library'],
      licensePolicy: null,
      onlineSources: [],
    };
    assert.equal((await scan(said)).releaseTrack, 'STABLE');
    assert.deepEqual(asked, [
      [['file'], undefined, []],
      [['remote', 'environment'], ['GPL-3.0-only'], ['OSV']],
      [['library'], undefined, []],
    ]);
    const repository = await service.service.core.db
      .selectFrom('repositories')
      .selectAll()
      .executeTakeFirstOrThrow();
    // As schedules start them.
    for (const onlineSources of [['NPM'], [], null] as const) {
      await service.call(updateScannerSettings, {
        repositoryId,
        onlineSources: onlineSources && [...onlineSources],
      });
      const [scheduled] = await startFullScans(service.service.core, [repository], { asBefore: true });
      await service.waitForScan(scheduled?.id ?? assert.fail());
    }
    assert.deepEqual(
      asked.splice(3).map((each) => (Array.isArray(each) ? each[2] : each)),
      [['NPM'], [], ['OSV']],
    );
    const { organization_id: organizationId } = await service.service.core.db
      .selectFrom('repositories')
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const { releaseTrack } = await effectiveSettings(service.service.core.db, {
      organizationId,
      repositoryId,
    });
    assert.equal(releaseTrack, 'EDGE');
  });
});
