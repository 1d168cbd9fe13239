import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { RequestOf } from '../../../../src/api/contract/endpoint.ts';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { executeReport } from '../../../../src/service/reports/report-execution.ts';
import { ReportFiles } from '../../../../src/service/reports/report-files.ts';
import { finding } from '../support/findings.ts';
import type { Credentials, Harness } from '../support/harness.ts';
import { TeamHarness } from '../support/team-harness.ts';

const { reports, issues, repositories } = contract;
const require = createRequire(import.meta.url);

describe('reports of a service', () => {
  let team: TeamHarness;
  let service: Harness;
  beforeEach(async () => {
    team = await TeamHarness.start();
    service = team.harness;
  });
  afterEach(() => team[Symbol.asyncDispose]());

  async function repositoryWith(name: string, ...found: Finding[]): Promise<string> {
    const id = await service.addRepository(name);
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    await service.scan(id);
    return id;
  }

  async function ended(reportId: string, by?: Credentials) {
    for (const until = performance.now() + 30_000; ; ) {
      const { report } = await service.call(reports.getReport, { reportId }, by);
      if (report.finishedAt !== null) return report;
      assert.ok(performance.now() < until, `the report is still ${report.status}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function made(request: RequestOf<typeof reports.createReport>, by?: Credentials) {
    const { report } = await service.call(reports.createReport, request, by);
    return await ended(report.id, by);
  }

  async function textOf(request: RequestOf<typeof reports.createReport>, by?: Credentials): Promise<string> {
    const report = await made(request, by);
    assert.equal(report.status, 'succeeded', report.errorMessage);
    const response = await service.send(reports.downloadReport, { id: report.id }, by);
    assert.equal(response.status, 200);
    const text = Buffer.from(await response.arrayBuffer()).toString();
    assert.equal(report.sizeBytes, Buffer.byteLength(text));
    return text;
  }

  const kept = async (): Promise<string[]> =>
    await readdir(join(service.folder, 'data', 'reports')).catch(() => []);

  it('have what filters choose, in CSV with a header that names the fields', async () => {
    const id = await repositoryWith(
      'shop',
      finding({ fingerprint: 'one' }),
      finding({ fingerprint: 'two', score: 50, file: 'src/low.js', message: '=HYPERLINK("x")' }),
    );
    const all = await textOf({ format: 'CSV', filters: { repositoryIds: [id] } });
    const [header, ...rows] = all.split('\r\n');
    assert.match(header ?? '', /^\ufeffid,severity,score,/);
    assert.equal(rows.length, 3);
    assert.match(all, /'=HYPERLINK/);
    const high = await textOf({ format: 'CSV', filters: { severities: ['CRITICAL'] } });
    assert.ok(high.includes('src/app.js') && !high.includes('src/low.js'));
  });

  it('in SARIF are valid by the standard’s schema, with a run for each repository', async () => {
    await repositoryWith(
      'shop',
      finding({ fingerprint: 'one' }),
      finding({ fingerprint: 'two', ruleId: 'a' }),
    );
    await repositoryWith('other', finding({ fingerprint: 'three' }));
    const [first] = await service.issues();
    await service.call(issues.updateIssueStatuses, {
      issueIds: [first?.id ?? ''],
      status: 'ACCEPTED_RISK',
      reason: 'Behind the VPN.',
    });
    const log = JSON.parse(await textOf({ format: 'SARIF' }));
    const schemaFile = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
    const { $schema: _, id: __, ...schema } = JSON.parse(await readFile(schemaFile, 'utf8'));
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormatsModule.default(ajv);
    const validate = ajv.compile(schema);
    assert.equal(validate(log), true, JSON.stringify(validate.errors));
    assert.equal(log.runs.length, 2);
    for (const run of log.runs)
      for (const result of run.results)
        assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
    const [suppressed] = log.runs
      .flatMap(({ results }: { results: object[] }) => results)
      .filter((result: object) => 'suppressions' in result);
    assert.equal(suppressed.guid, first?.id);
  });

  it('are whole where there is no issue and no repository', async () => {
    assert.equal((await textOf({ format: 'CSV' })).split('\r\n').length, 2);
    assert.deepEqual(JSON.parse(await textOf({ format: 'SARIF' })).runs, []);
    for (const bomFormat of ['cyclonedx-1.6', 'spdx-2.3', 'spdx-json-3.0'] as const)
      JSON.parse(await textOf({ format: 'SBOM', bomFormat }));
  });

  it('are for who sees all of their repositories, and have what their maker sees', async () => {
    const shop = await repositoryWith('shop', finding({ fingerprint: 'one' }));
    const secret = await repositoryWith('secret', finding({ fingerprint: 'two', file: 'src/hidden.js' }));
    const person = await team.person();
    await team.alone(person);
    const ofShop = await team.team('Shop', [person]);
    await team.grant(ofShop, ['REPOSITORY_VIEW'], { repositoryIds: [shop] });
    const theirs = await textOf({ format: 'CSV' }, person);
    assert.ok(theirs.includes('src/app.js') && !theirs.includes('src/hidden.js'));
    const both = await made({ format: 'CSV', name: 'Both' });
    const one = await made({ format: 'CSV', name: 'One', filters: { repositoryIds: [shop] } });
    const seen = await service.call(reports.listReports, {}, person);
    assert.deepEqual(seen.reports.map(({ name }) => name).slice(0, 1), ['One']);
    assert.equal(seen.reports.length, 2);
    for (const status of [
      (await service.send(reports.downloadReport, { id: both.id }, person)).status,
      (await service.send(reports.getReport, { reportId: both.id }, person)).status,
      (await service.send(reports.deleteReport, { reportId: both.id }, person)).status,
    ])
      assert.equal(status, 404);
    await service.refusal(reports.deleteReport, { reportId: one.id }, 403, person);
    await service.refusal(
      reports.createReport,
      { format: 'CSV', filters: { repositoryIds: [secret] } },
      422,
      person,
    );
    await team.grant(ofShop, [], { repositoryIds: [] });
    assert.deepEqual((await service.call(reports.listReports, {}, person)).reports, []);
  });

  it('do not tell an id that is hidden from one that never was, by any filter', async () => {
    const secret = await repositoryWith('secret', finding({ fingerprint: 'one' }));
    const [issue] = await service.issues();
    const person = await team.person();
    await team.alone(person);
    const { createCustomReport } = contract.customReports;
    const filtersOf = (id: string) => [{ repositoryIds: [id] }, { applicationIds: [id] }, { scanId: id }];
    const answers = async (id: string): Promise<string[]> => {
      const all: string[] = [];
      for (const filters of filtersOf(id)) {
        const report = await service.send(reports.createReport, { format: 'CSV', filters }, person);
        const custom = await service.send(createCustomReport, { name: 'x', filters }, person);
        for (const answer of [report, custom])
          all.push(`${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`);
      }
      return all;
    };
    const never = await answers(crypto.randomUUID());
    assert.ok(
      never.every((answer) => /^(?:404|422) /.test(answer)),
      never.join('\n'),
    );
    assert.deepEqual(await answers(secret), never);
    assert.deepEqual(await answers(issue?.scanId ?? ''), never);
  });

  it('say that their maker has left, or that what they are about is gone', async () => {
    const shop = await repositoryWith('shop', finding({ fingerprint: 'one' }));
    const waiting = async (): Promise<string> => {
      const { id } = await made({ format: 'CSV', filters: { repositoryIds: [shop] } });
      await service.service.core.db
        .updateTable('reports')
        .set({ status: 'queued', finished_at: null })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const id = await waiting();
    await service.call(repositories.deleteRepositories, { repositoryIds: [shop] });
    await executeReport(service.service.core, id, new AbortController().signal);
    const gone = await ended(id);
    assert.deepEqual([gone.status, gone.errorMessage], ['failed', 'There is no such repository.']);
    const person = await team.person();
    await team.alone(person);
    await service.refusal(reports.getReport, { reportId: id }, 404, person);
  });

  it('that were being made when the service was killed have failed, and leave no file', async () => {
    const report = await made({ format: 'CSV' });
    const { db } = service.service.core;
    await db
      .updateTable('reports')
      .set({ status: 'running', finished_at: null })
      .where('id', '=', report.id)
      .execute();
    await db
      .insertInto('jobs')
      .values({
        id: crypto.randomUUID(),
        kind: 'report',
        subject_id: report.id,
        status: 'running',
        lease_owner: 'a dead one',
        lease_until: '2020-01-01T00:00:00.000Z',
        created_at: '2020-01-01T00:00:00.000Z',
      })
      .execute();
    await writeFile(join(service.folder, 'data', 'reports', `${report.id}.part`), 'half');
    await using next = await service.asAfterKill();
    const { report: after } = await next.call(reports.getReport, { reportId: report.id });
    assert.equal(after.status, 'failed');
    assert.match(after.errorMessage ?? '', /Create it again/);
    assert.deepEqual(await readdir(join(next.folder, 'data', 'reports')), []);
  });

  it('are gone with their files after 30 days, and when they are deleted', async () => {
    const first = await made({ format: 'CSV' });
    await made({ format: 'SARIF' });
    assert.equal((await kept()).length, 2);
    await service.call(reports.deleteReport, { reportId: first.id });
    assert.equal((await kept()).length, 1);
    service.setNow(new Date(Date.now() + 31 * 86_400_000));
    await using later = await service.asAfterKill();
    void later;
    const { expireReports } = await import('../../../../src/service/reports/reports.ts');
    await expireReports(service.service.core);
    assert.deepEqual(await kept(), []);
  });

  it('are saved under a name that every file system takes', async () => {
    const { id } = await made({ format: 'CSV', name: '../../etc/"x"\r\nSet-Cookie: a=b; Zürich 😀' });
    const response = await service.send(reports.downloadReport, { id });
    const header = response.headers.get('content-disposition') ?? '';
    assert.match(header, /^attachment; filename="[^"/\\]+\.csv"; filename\*=UTF-8''[\w%.!~*'-]+\.csv$/);
    assert.equal(response.headers.get('set-cookie'), null);
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
    await response.body?.cancel();
  });
});

describe('the files of reports', () => {
  let team: TeamHarness;
  before(async () => {
    team = await TeamHarness.start();
  });
  after(() => team[Symbol.asyncDispose]());
  const folder = () => join(team.harness.folder, 'files');

  it('are not there before they are whole, nor where they grow too large', async () => {
    const files = new ReportFiles(folder(), 100);
    await assert.rejects(
      files.write('a', async (write) => {
        for (let piece = 0; piece < 100; piece++) await write('ten bytes!');
      }),
      /more than 0 MB/,
    );
    await assert.rejects(
      files.write('b', async (write) => {
        await write('half');
        throw new Error('no more');
      }),
      /no more/,
    );
    assert.deepEqual(await readdir(folder()), []);
    const { bytes, made } = await files.write('c', async (write) => {
      await write('text');
      assert.equal(await files.open('c'), undefined);
      return 7;
    });
    assert.deepEqual([bytes, made, await readdir(folder())], [4, 7, ['c']]);
  });

  it('say that the disk is full', async function () {
    if (process.platform !== 'linux') return this.skip();
    const { core } = team.harness.service;
    const full = {
      ...core,
      reportFiles: {
        write: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
      } as unknown as ReportFiles,
    };
    const { report } = await team.call(contract.reports.createReport, { format: 'CSV' });
    for (;;) {
      const { report: now } = await team.call(contract.reports.getReport, { reportId: report.id });
      if (now.finishedAt !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await core.db
      .updateTable('reports')
      .set({ status: 'queued', finished_at: null })
      .where('id', '=', report.id)
      .execute();
    await executeReport(full, report.id, new AbortController().signal);
    const { report: failed } = await team.call(contract.reports.getReport, { reportId: report.id });
    assert.match(failed.errorMessage ?? '', /disk .* is full/);
  });
});
