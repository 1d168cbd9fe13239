import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AdvisoryJob } from '../../../../src/api/contract/advisories.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import { scannedChoices } from '../../../../src/service/scans/scan-choices.ts';
import { LocalServer, osvArchive, osvRecord } from '../../../support/mirror.ts';
import { Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { listAdvisories, updateAdvisories, importAdvisories, cancelAdvisoryUpdate, removeAdvisories } =
  contract.advisories;

describe('advisories of a service', function () {
  this.timeout(60_000);

  let harness: Harness;
  let mirror: LocalServer;
  beforeEach(async () => {
    harness = await Harness.start({ ownSockets: true });
    mirror = await LocalServer.start();
    mirror.answer = (at, response) =>
      at.startsWith('/npm/')
        ? void response.end(
            osvArchive(osvRecord('GHSA-aaaa-bbbb-cccc', 'left'), osvRecord('ACME-2', 'right')),
          )
        : void response.writeHead(404).end();
  });
  afterEach(async () => {
    await harness[Symbol.asyncDispose]();
    await mirror[Symbol.asyncDispose]();
  });

  const folder = () => path.join(harness.folder, 'data', 'advisories');
  const idOf = () => `127-0-0-1-${mirror.url.port}-npm`;
  async function ended(): Promise<AdvisoryJob> {
    for (;;) {
      const { job } = await harness.call(listAdvisories, {});
      assert.ok(job);
      if (job.status !== 'RUNNING') return job;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const update = (ecosystems: string[]) =>
    harness.call(updateAdvisories, { from: mirror.url.href, ecosystems });

  it('are at first those that come with it, which are thin', async () => {
    const { sets, damaged, job } = await harness.call(listAdvisories, {});
    assert.deepEqual([sets.map(({ id }) => id), damaged, job], [['parapet'], [], null]);
    const [own] = sets;
    assert.equal(own?.thin, true);
    assert.ok(own.advisories > 50 && own.databases[0]?.licence === 'Apache-2.0');
  });

  it('are downloaded from a mirror, which is sent the names of ecosystems alone', async () => {
    const { job } = await update(['npm', 'PyPI']);
    assert.equal(job.status, 'RUNNING');
    const { status, steps, finishedAt } = await ended();
    assert.equal(status, 'COMPLETED');
    assert.ok(finishedAt);
    assert.deepEqual(
      steps.map(({ title, phase, advisories, skipped, errorMessage }) => [
        title,
        phase,
        advisories ?? errorMessage,
        skipped,
      ]),
      [
        ['npm', 'DONE', 2, 0],
        ['PyPI', 'FAILED', `${mirror.url.host} answered with status 404.`, undefined],
      ],
    );
    assert.deepEqual(mirror.asked, [
      { path: '/npm/all.zip', body: '' },
      { path: '/PyPI/all.zip', body: '' },
    ]);
    const { sets } = await harness.call(listAdvisories, {});
    const set = sets.find(({ id }) => id === idOf());
    assert.ok(set);
    const { updatedAt, ...rest } = set;
    assert.ok(Date.now() - Date.parse(updatedAt) < 60_000);
    assert.deepEqual(rest, {
      id: idOf(),
      title: `${mirror.url.host} (npm)`,
      origin: `${mirror.url.href}npm/all.zip`,
      ecosystems: ['npm'],
      advisories: 2,
      newest: '2024-01-02',
      thin: false,
      databases: [
        { name: 'GitHub Advisory Database', licence: 'CC-BY-4.0', newest: '2024-01-02', records: 1 },
        { name: `${mirror.url.host} (npm)`, licence: 'NOASSERTION', newest: '2024-01-02', records: 1 },
      ],
    });
  });

  it('stay as they were where an update fails, and say why', async () => {
    await update(['npm']);
    await ended();
    const before = readdirSync(folder());
    mirror.answer = (_, response) => void response.setHeader('content-type', 'text/html').end('<html>');
    await update(['npm']);
    const { status, steps } = await ended();
    assert.equal(status, 'FAILED');
    assert.match(steps[0]?.errorMessage ?? '', /a web page instead of an archive/);
    mirror.answer = (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await update(['npm']);
    assert.match((await ended()).steps[0]?.errorMessage ?? '', /could not be reached/);
    assert.deepEqual(readdirSync(folder()), before);
  });

  it('are updated once at a time, and the update can be cancelled', async () => {
    mirror.answer = (_, response) => void response.write('PK');
    const { job } = await update(['npm']);
    await harness.refusal(updateAdvisories, { from: mirror.url.href, ecosystems: ['npm'] }, 409);
    const cancelled = await harness.call(cancelAdvisoryUpdate, { jobId: job.id });
    assert.equal(cancelled.job.status, 'CANCELLED');
    assert.deepEqual(readdirSync(folder()), []);
    await harness.refusal(cancelAdvisoryUpdate, { jobId: randomUUID() }, 404);
  });

  it('are imported from an archive or a folder on this machine, and removed', async () => {
    const records = path.join(harness.folder, 'Team records');
    mkdirSync(records);
    writeFileSync(path.join(records, 'a.json'), JSON.stringify(osvRecord('ACME-1', 'left')));
    await harness.call(importAdvisories, { path: records });
    const { status, steps } = await ended();
    assert.deepEqual([status, steps[0]?.advisories], ['COMPLETED', 1]);
    const { sets } = await harness.call(listAdvisories, {});
    assert.equal(sets[1]?.title, 'Team records');
    assert.equal(sets[1]?.origin, undefined);
    await harness.call(removeAdvisories, { id: 'import-team-records' });
    assert.equal((await harness.call(listAdvisories, {})).sets.length, 1);
    await harness.refusal(removeAdvisories, { id: 'import-team-records' }, 404);
    await harness.refusal(removeAdvisories, { id: 'parapet' }, 404);
    await harness.refusal(removeAdvisories, { id: '../parapet' }, 404);
  });

  it('are named where they are damaged', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(path.join(folder(), 'broken.br'), 'nothing');
    const { sets, damaged } = await harness.call(listAdvisories, {});
    assert.deepEqual([sets.length, damaged], [1, ['broken']]);
    await harness.call(removeAdvisories, { id: 'broken' });
  });

  it('are of the ecosystems that repositories have, where none is named', async () => {
    const refused = await harness.refusal(updateAdvisories, { from: mirror.url.href }, 422);
    assert.match(refused.error, /No packages are known yet/);
    const unknown = await harness.refusal(updateAdvisories, { ecosystems: ['docker'] }, 422);
    assert.match(unknown.error, /"docker"/);
    harness.runner.script = async ({ on }) => {
      const place = { scope: 'production', path: [{ name: 'left' }], licenses: [] } as const;
      const manifest = { file: 'package.json', line: 1 };
      on({
        type: 'package',
        package: { ...place, manifest, ecosystem: 'npm', name: 'left', version: '1.0.0' },
      });
      on({
        type: 'package',
        package: { ...place, manifest, ecosystem: 'docker', name: 'node', version: '24' },
      });
      return undefined;
    };
    await harness.scan(await harness.addRepository('shop'));
    const { job } = await harness.call(updateAdvisories, { from: mirror.url.href });
    assert.deepEqual(
      job.steps.map(({ title }) => title),
      ['npm'],
    );
    await ended();
  });

  it('are changed by administrators alone, and seen by everyone', async () => {
    const member = await memberOf(harness);
    const refused = [
      [updateAdvisories, { from: mirror.url.href }],
      [importAdvisories, { path: harness.folder }],
      [cancelAdvisoryUpdate, { jobId: randomUUID() }],
      [removeAdvisories, { id: 'npm' }],
    ] as const;
    for (const [endpoint, request] of refused) await harness.refusal(endpoint, request, 403, member);
    assert.equal((await harness.call(listAdvisories, {}, member)).sets.length, 1);
    assert.deepEqual(mirror.asked, []);
  });

  it('are looked up over the network only in the scan that asks for it, and only for an administrator', async () => {
    const repositoryId = await harness.addRepository('shop');
    const asked: unknown[] = [];
    harness.runner.script = async ({ onlineSources }) => {
      asked.push(onlineSources);
      return undefined;
    };
    const request = { repositoryIds: [repositoryId], onlineSources: ['OSV' as const, 'NPM' as const] };
    const { scans } = await harness.call(contract.scans.startScans, request);
    await harness.waitForScan(scans[0]?.id ?? '');
    // What is asked about the code afterwards, say for a patch, is asked of the same scan.
    const choices = () => scannedChoices(harness.service.core.db, repositoryId);
    assert.deepEqual((await choices()).onlineSources, ['OSV', 'NPM']);
    await harness.scan(repositoryId);
    assert.deepEqual((await choices()).onlineSources ?? [], []);
    assert.deepEqual(asked, [['OSV', 'NPM'], []]);
    await harness.refusal(contract.scans.startScans, request, 403, await memberOf(harness));
  });

  it('are fetched from no address that the service must not reach', async () => {
    for (const from of ['ftp://example.com/', 'nothing', 'https://user:secret@example.com/'])
      await harness.refusal(updateAdvisories, { from, ecosystems: ['npm'] }, 422);
    await harness.call(updateAdvisories, { from: 'http://169.254.169.254/', ecosystems: ['npm'] });
    assert.match((await ended()).steps[0]?.errorMessage ?? '', /link-local/);
  });

  describe('that several people share', () => {
    it('come from no private network but the mirror that its environment names', async () => {
      await using shared = await Harness.start();
      await shared.call(updateAdvisories, { from: mirror.url.href, ecosystems: ['npm'] });
      const jobOf = async (service: Harness) => {
        for (;;) {
          const { job } = await service.call(listAdvisories, {});
          if (job?.status !== 'RUNNING') return job;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      assert.match((await jobOf(shared))?.steps[0]?.errorMessage ?? '', /own machine or network/);
      assert.deepEqual(mirror.asked, []);
      await using named = await Harness.start({ advisoryMirror: mirror.url });
      await named.call(updateAdvisories, { ecosystems: ['npm'] });
      assert.equal((await jobOf(named))?.status, 'COMPLETED');
    });

    it('are imported from no path that a request names', async () => {
      await using shared = await Harness.start();
      await shared.refusal(importAdvisories, { path: shared.folder }, 403);
    });
  });
});
