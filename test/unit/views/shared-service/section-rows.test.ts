import assert from 'node:assert/strict';
import { RepositoryPermission } from '../../../../src/api/contract/organizations/permissions.ts';
import type { ScannerSettings } from '../../../../src/api/contract/repositories/scanner-settings.ts';
import { accountRow } from '../../../../src/views/shared-service/account-row.ts';
import { dashboardUrl } from '../../../../src/views/shared-service/dashboard-url.ts';
import { rootsOf } from '../../../../src/views/shared-service/nodes.ts';
import {
  pullRequestRows,
  scanRows,
  scheduleRows,
  settingRows,
} from '../../../../src/views/shared-service/section-rows.ts';
import { isOwn, originText, settingValue } from '../../../../src/views/shared-service/setting-text.ts';
import { makeScan, project } from '../make-scan.ts';

const levels = {
  prScanning: 'default',
  confidenceThreshold: 'organization',
  autoPatching: 'default',
  fileIgnorePatterns: 'repository',
  releaseTrack: 'default',
  allowPrCheckBypass: 'default',
  threatModels: 'default',
  licensePolicy: 'default',
  onlineSources: 'default',
} as const;

const settings: ScannerSettings = {
  scope: 'repository',
  organizationId: 'o',
  repositoryId: 'r',
  saved: { fileIgnorePatterns: ['docs/'], scanModules: { IAC: false } },
  effective: {
    scanModules: { SAST: true, SCA: true, SECRETS: true, IAC: false },
    prScanning: true,
    confidenceThreshold: 40,
    autoPatching: false,
    fileIgnorePatterns: ['docs/', 'a', 'b', 'c'],
    releaseTrack: 'STABLE',
    allowPrCheckBypass: false,
    threatModels: null,
    licensePolicy: null,
  },
  origins: {
    ...levels,
    scanModules: { SAST: 'default', SCA: 'default', SECRETS: 'default', IAC: 'repository' },
  },
  scanSchedules: [],
  scanSchedule: null,
};

const everything: ReadonlySet<RepositoryPermission> = new Set(RepositoryPermission.options);

describe('what the Service view lists', () => {
  it('is the sections of the only folder, else the folders', () => {
    assert.deepEqual(
      rootsOf([project], () => undefined).map((node) => node.kind === 'section' && node.section),
      ['scans', 'pullRequests', 'schedules', 'settings', 'access'],
    );
    const other = { ...project, uri: 'file:///other', name: 'other' };
    assert.deepEqual(
      rootsOf([project, other], () => undefined).map(({ kind }) => kind),
      ['folder', 'folder'],
    );
    assert.deepEqual(
      rootsOf([], () => undefined),
      [],
    );
  });

  it('is every scan that runs, and of each branch the latest that ended', () => {
    const scans = [
      makeScan({ id: 'runs', branch: 'main', status: 'RUNNING' }),
      makeScan({ id: 'topic', branch: 'topic', status: 'FAILED' }),
      makeScan({ id: 'main', branch: 'main', status: 'COMPLETED' }),
      makeScan({ id: 'before', branch: 'main', status: 'COMPLETED' }),
    ];
    assert.deepEqual(
      scanRows(project, scans, everything).map(({ id }) => id),
      ['runs', 'topic', 'main'],
    );
  });

  it('is a line with the next step where there is nothing', () => {
    const command = ([row]: ReturnType<typeof scanRows>) => row?.kind === 'fact' && row.command;
    assert.equal(command(scanRows(project, [], everything)), 'parapet.scanWorkspace');
    assert.equal(command(scheduleRows(project, [], everything)), 'parapet.addSchedule');
    assert.equal(pullRequestRows(project, [], everything, undefined).length, 1);
  });

  it('is the pull request of the branch that is checked out first, by its ref or its commit', () => {
    const of = (number: number, headRef: string, commitSha = 'a'.repeat(40)) =>
      makeScan({
        id: `${number}`,
        commitSha,
        kind: 'PR',
        status: 'COMPLETED',
        pullRequest: { number, headRef },
      });
    const scans = [
      of(9, 'refs/heads/other'),
      of(8, 'refs/heads/topic'),
      of(7, 'refs/pull/7/head', 'b'.repeat(40)),
    ];
    const first = (head: Parameters<typeof pullRequestRows>[3]) =>
      pullRequestRows(project, scans, everything, head).flatMap((row) =>
        row.kind === 'scan' && row.isOfThisBranch ? row.id : [],
      );
    assert.deepEqual(first({ branch: 'topic', commit: undefined }), ['8']);
    assert.deepEqual(first({ branch: 'mine', commit: 'b'.repeat(40) }), ['7']);
    assert.deepEqual(first(undefined), []);
    const [row] = pullRequestRows(project, scans, everything, { branch: 'topic', commit: undefined });
    assert.equal(row?.id, '8');
    const [none] = pullRequestRows(project, [], everything, undefined);
    assert.ok(none?.kind === 'fact' && none.command === 'parapet.scanPullRequest');
  });

  it('offers no more than the person may do, and says what more takes', () => {
    const viewer: ReadonlySet<RepositoryPermission> = new Set(['REPOSITORY_VIEW']);
    const [none] = scanRows(project, [], viewer);
    assert.ok(none?.kind === 'fact' && none.command === undefined);
    assert.match(none.tooltip ?? '', /Scans of this repository need .*REPOSITORY_SCAN.*grant it/);
    const [empty] = scheduleRows(project, [], viewer);
    assert.ok(empty?.kind === 'fact' && empty.command === undefined);
    const [running] = scanRows(project, [makeScan({ id: 'runs', status: 'RUNNING' })], viewer);
    assert.ok(running?.kind === 'scan' && running.lacks === 'REPOSITORY_SCAN');
    assert.deepEqual(
      [...new Set(settingRows(project, settings, viewer).map(({ lacks }) => lacks))],
      ['REPOSITORY_MANAGE'],
    );
    const scanner = new Set<RepositoryPermission>(['REPOSITORY_VIEW', 'REPOSITORY_SCAN']);
    assert.equal(settingRows(project, settings, scanner)[0]?.lacks, 'REPOSITORY_MANAGE');
    const [offered] = scanRows(project, [], scanner);
    assert.ok(offered?.kind === 'fact' && offered.command === 'parapet.scanWorkspace');
  });

  it('is each setting with what holds and where it comes from; what a service does not have is not listed', () => {
    const rows = settingRows(project, settings, everything);
    assert.ok(!rows.some(({ name }) => name === 'onlineSources'));
    const { licensePolicy: _, ...unset } = settings.effective;
    assert.ok(
      settingRows(project, { ...settings, effective: unset }, everything).some(
        ({ name }) => name === 'licensePolicy',
      ),
    );
    const texts = Object.fromEntries(
      rows.map(({ name }) => [name, [settingValue(name, settings.effective), originText(name, settings)]]),
    );
    assert.deepEqual(texts['confidenceThreshold'], ['40 %', 'of the organization']);
    assert.deepEqual(texts['fileIgnorePatterns'], ['docs/, a, b and 1 more', 'of this repository']);
    assert.deepEqual(texts['scanModules'], ['Code, Dependencies, Secrets', 'partly of this repository']);
    assert.deepEqual(texts['prScanning'], ['on', 'default']);
    assert.deepEqual(texts['threatModels'], ['as in the last scan', 'default']);
    assert.equal(isOwn('fileIgnorePatterns', settings), true);
    assert.equal(isOwn('prScanning', settings), false);
  });

  it('begins with the service, and warns of a token that ends soon', () => {
    const now = Date.parse('2026-11-23T12:00:00Z');
    const row = (expiresAt: string | undefined) =>
      accountRow({ url: 'https://security.example.com/scan', organization: 'Harbour', expiresAt }, now);
    assert.deepEqual(
      [row(undefined).label, row(undefined).description, row(undefined).command],
      ['security.example.com', 'Harbour', 'parapet.testConnection'],
    );
    assert.equal(row('2027-01-01T00:00:00Z').description, 'Harbour');
    const soon = row('2026-11-26T13:00:00Z');
    assert.deepEqual(
      [soon.icon, soon.description, soon.command],
      ['warning', 'the token ends in 3 days; replace it', 'parapet.replaceToken'],
    );
    assert.equal(row('2026-11-01T00:00:00Z').description, 'the token has expired; replace it');
  });

  it('leads to pages below the base URL', () => {
    const url = 'https://example.com/scan';
    const id = '0b8f1c2e-6a2d-4a53-9c1f-3f4b5a6c7d8e';
    assert.equal(dashboardUrl(url, { kind: 'issue', id }), `${url}/dashboard/issues/${id}`);
    assert.equal(dashboardUrl(url, { kind: 'repository', id }), `${url}/dashboard/repositories/${id}`);
    assert.equal(dashboardUrl(url, { kind: 'tokens' }), `${url}/dashboard/settings/tokens`);
  });
});
