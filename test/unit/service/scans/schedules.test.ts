import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { ScanChoices } from '../../../../src/service/analysis/scan-choices.ts';
import { startDueScans } from '../../../../src/service/scans/schedules.ts';
import { type GitServer, startGitServer } from '../../../support/git-server.ts';
import { findBugs } from '../support/bug-runner.ts';
import { Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { repositories, scans, schedules } = contract;

describe('scheduled scans', () => {
  let server: GitServer;
  let service: Harness;
  const asked: ScanChoices[] = [];
  before(async () => {
    server = await startGitServer();
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    asked.length = 0;
    service = await Harness.start({ allowedHosts: new Set(['127.0.0.1']) });
    service.runner.script = async (scan) => {
      asked.push(scan);
      return await findBugs(scan);
    };
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const add = async (name: string) =>
    (await service.call(repositories.addRepositoryByUrl, { url: `${server.url}/${name}` })).repository.id;
  const schedule = async (repositoryId: string, scanBranch?: string) => {
    const request = {
      repositoryId,
      executionCriteriaCrontab: '15 4 * * *',
      ...(scanBranch && { scanBranch }),
    };
    return (await service.call(schedules.upsertScanSchedule, request)).schedule;
  };
  const refused: string[] = [];
  const tick = async (at: Date | string | null) => {
    refused.length = 0;
    service.setNow(new Date(at ?? assert.fail()));
    await startDueScans(service.service.core, {
      onRefused: (reason) => refused.push(reason),
      onError: assert.ifError,
    });
  };
  const ended = async (repositoryId: string) => {
    const { scans: listed } = await service.call(scans.listScans, { repositoryId });
    return await Promise.all(listed.map(({ id }) => service.waitForScan(id)));
  };
  const dayAfter = (instant: string | null) => new Date(Date.parse(instant ?? '') + 86_400_000);

  it('run on their branch, several in the same minute, at the time in UTC', async () => {
    server.commit('both.git', { 'a.js': 'BUG one\n' });
    server.commit('both.git', { 'a.js': 'BUG one\nBUG two\n' }, 'release/1');
    const repositoryId = await add('both.git');
    const first = await schedule(repositoryId);
    await schedule(repositoryId, 'release/1');
    assert.match(first.nextRunAt ?? '', /T04:15:00\.000Z$/);
    await tick(first.nextRunAt);
    assert.deepEqual(refused, []);
    const done = await ended(repositoryId);
    assert.deepEqual(done.map(({ branch }) => branch).sort(), ['main', 'release/1']);
    assert.deepEqual(
      done.map(({ status }) => status),
      ['COMPLETED', 'COMPLETED'],
    );
    const { schedules: now } = await service.call(schedules.getScanSchedules, { repositoryId });
    for (const { nextRunAt } of now) assert.equal(nextRunAt, dayAfter(first.nextRunAt).toISOString());
  }).timeout(20_000);

  it('fail with the reason where the branch is gone, and come again', async () => {
    server.commit('gone.git', { 'a.js': 'let a;\n' });
    server.commit('gone.git', { 'a.js': 'let a;\n' }, 'feature');
    const repositoryId = await add('gone.git');
    const { nextRunAt } = await schedule(repositoryId, 'feature');
    server.git('gone.git', 'push', '--quiet', 'origin', ':feature');
    await tick(nextRunAt);
    const [failed] = await ended(repositoryId);
    assert.deepEqual([failed?.status, failed?.errorMessage], ['FAILED', 'gone has no branch feature.']);
    server.commit('gone.git', { 'a.js': 'let b;\n' }, 'feature');
    await tick(dayAfter(nextRunAt));
    assert.equal((await ended(repositoryId))[0]?.status, 'COMPLETED');
  }).timeout(20_000);

  it('are scanned as the last scan was, so that what hints and depth find stays', async () => {
    server.commit('chosen.git', { 'a.js': 'let a;\n' });
    const repositoryId = await add('chosen.git');
    const choices = {
      depth: 'deep' as const,
      hints: true,
      threatModels: ['remote' as const, 'file' as const],
      onlineSources: ['OSV' as const],
      licensePolicy: { deny: ['AGPL-3.0-only'] },
    };
    await service.call(scans.startScans, { repositoryIds: [repositoryId], ...choices });
    await ended(repositoryId);
    const { nextRunAt } = await schedule(repositoryId);
    await tick(nextRunAt);
    await ended(repositoryId);
    assert.equal(asked.length, 2);
    const said = asked.map(({ depth, hints, threatModels, onlineSources, licenses }) => ({
      depth,
      hints,
      threatModels,
      onlineSources,
      licenses,
    }));
    assert.deepEqual(said[1], said[0]);
    await service.scan(repositoryId);
    assert.deepEqual([asked[2]?.hints, asked[2]?.onlineSources], [false, []]);
  }).timeout(20_000);

  it('leave out the time at which the branch is being scanned, and hold up no other one', async () => {
    server.commit('busy.git', { 'a.js': 'let a;\n' });
    server.commit('idle.git', { 'a.js': 'let a;\n' });
    const [busy, idle] = [await add('busy.git'), await add('idle.git')];
    const { nextRunAt } = await schedule(busy);
    await schedule(idle);
    await service.scan(busy);
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    await service.startScan(busy);
    await tick(nextRunAt);
    assert.match(refused.join(), /already in progress/);
    held.open();
    assert.equal((await ended(busy)).length, 2);
    assert.equal((await ended(idle))[0]?.status, 'COMPLETED');
  }).timeout(20_000);
});
