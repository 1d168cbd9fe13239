import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { searchIssues } from '../../../src/api/contract/issues.ts';
import {
  createCustomReport,
  deleteCustomReport,
  getCustomReport,
  getFilterSchema,
  listCustomReports,
  runCustomReport,
  updateCustomReport,
} from '../../../src/api/contract/reports/custom-reports.ts';
import {
  createReport,
  deleteReport,
  downloadReport,
  getReport,
  listReports,
  type Report,
} from '../../../src/api/contract/reports/reports.ts';
import { statsSummary } from '../../../src/api/contract/stats.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { assertError, refused, send, succeed, type Target, type TargetOf, wired } from './target.ts';

/** Reports: files that are made in the background. */
export function reports(target: TargetOf): void {
  describe('reports', () => {
    let repositoryId = '';
    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), {
        ...vulnerable,
        'package.json': JSON.stringify({ dependencies: { openai: '1.0.0' } }, null, 1),
      });
      await scanToTheEnd(target(), repositoryId);
    });
    after(() => (repositoryId === '' ? undefined : forget(target(), repositoryId)));

    const made = async (request: Parameters<typeof createReport.request.parse>[0] & object) => {
      const { report } = await succeed(target(), createReport, {
        ...createReport.request.parse({ filters: { repositoryIds: [repositoryId] }, ...request }),
      });
      assert.ok(['queued', 'running', 'succeeded'].includes(report.status));
      return await reportEnded(target(), report.id);
    };
    const file = async (report: Report) => {
      const reply = await send(target(), {
        ...wired(downloadReport, { id: report.id }),
        credentials: target().admin,
      });
      assert.equal(reply.status, 200);
      assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename="/);
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
      return { type: reply.headers.get('content-type') ?? '', body: reply.body };
    };

    it(holds('are made as DOCX, CSV, SARIF and SBOM, and downloaded', '1.10'), async () => {
      const { issues } = await succeed(target(), searchIssues, { repositoryIds: [repositoryId] });
      assert.ok(issues.length >= 2);
      const csv = await made({ format: 'CSV', name: 'For the board' });
      assert.deepEqual([csv.status, csv.itemCount, csv.name], ['succeeded', issues.length, 'For the board']);
      assert.ok((csv.sizeBytes ?? 0) > 100 && csv.expiresAt > csv.createdAt && csv.createdBy);
      const { type, body } = await file(csv);
      assert.match(type, /^text\/csv/);
      for (const { id, file: path } of issues)
        assert.ok(String(body).includes(id) && String(body).includes(path));
      const sarif = await file(await made({ format: 'SARIF' }));
      const log = sarif.body as { version: string; runs: { results: { guid: string }[] }[] };
      assert.equal(log.version, '2.1.0');
      assert.deepEqual(
        log.runs.flatMap(({ results }) => results.map(({ guid }) => guid)).toSorted(),
        issues.map(({ id }) => id).toSorted(),
      );
      const { type: documentType } = await file(await made({ format: 'DOCX' }));
      assert.match(documentType, /wordprocessingml/);
      const bom = (await file(await made({ format: 'SBOM' }))).body as { components: { name: string }[] };
      assert.ok(bom.components.some(({ name }) => name === 'openai'));
    });

    it(holds('have what filters choose, and take no filters that nothing fits', 'ours'), async () => {
      const filters = { repositoryIds: [repositoryId], pathPrefix: 'nowhere/' };
      const empty = await made({ format: 'CSV', filters });
      assert.deepEqual([empty.status, empty.itemCount, empty.filters], ['succeeded', 0, filters]);
      await refused(
        target(),
        createReport,
        { format: 'CSV', filters: { repositoryIds: [randomUUID()] } },
        422,
      );
      await refused(target(), createReport, { format: 'CSV', filters: { scanId: randomUUID() } }, 404);
      await refused(target(), createReport, { format: 'SBOM', filters: { severities: ['HIGH'] } }, 422);
      await refused(target(), createReport, { format: 'CSV', filters: { colour: 'red' } }, 400);
      await refused(target(), createReport, { format: 'PDF' }, 400);
    });

    it(
      holds('are kept as filters, and answer statistics, trends and the schema of filters', '1.11'),
      async () => {
        const filters = { repositoryIds: [repositoryId] };
        const { customReport } = await succeed(target(), createCustomReport, { name: 'Weekly', filters });
        const customReportId = customReport.id;
        const { customReports } = await succeed(target(), listCustomReports, { limit: 100 });
        assert.ok(customReports.some(({ id }) => id === customReportId));
        const run = await succeed(target(), runCustomReport, { customReportId, days: 14, interval: 'week' });
        assert.deepEqual(run.customReport, customReport);
        const summary = await succeed(target(), statsSummary, { repositoryId });
        assert.deepEqual(run.statistics.issuesBySeverity, summary.issuesBySeverity);
        assert.ok(run.statistics.topVulnClasses.length > 0);
        assert.deepEqual(run.statistics.meanTimeToRemediate, { resolutions: 0, meanSeconds: null });
        assert.equal(run.statistics.trend.length, 2);
        const { schema } = await succeed(target(), getFilterSchema, {});
        assert.ok('severities' in (schema['properties'] as object));
        const renamed = await succeed(target(), updateCustomReport, { customReportId, name: 'Renamed' });
        assert.deepEqual([renamed.customReport.name, renamed.customReport.filters], ['Renamed', filters]);
        await succeed(target(), deleteCustomReport, { customReportId });
        await refused(target(), getCustomReport, { customReportId }, 404);
      },
    );

    it(holds('are listed, newest first, and deleted', 'ours'), async () => {
      const first = await made({ format: 'CSV' });
      const second = await made({ format: 'SARIF' });
      const listed = async () => (await succeed(target(), listReports, { limit: 100 })).reports;
      const ids = (await listed()).map(({ id }) => id);
      assert.ok(ids.indexOf(second.id) < ids.indexOf(first.id) && ids.indexOf(second.id) >= 0);
      const { reports: ofFormat } = await succeed(target(), listReports, { formats: ['SARIF'] });
      assert.ok(ofFormat.every(({ format }) => format === 'SARIF') && ofFormat.length > 0);
      for (const { id } of await listed()) await succeed(target(), deleteReport, { reportId: id });
      assert.deepEqual(await listed(), []);
      await refused(target(), getReport, { reportId: first.id }, 404);
      const gone = await send(target(), {
        ...wired(downloadReport, { id: first.id }),
        credentials: target().admin,
      });
      assertError(gone, 404, 'reports.download');
    });
  });
}

export async function reportEnded(target: Target, reportId: string): Promise<Report> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { report } = await succeed(target, getReport, { reportId });
    if (report.finishedAt !== null) return report;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('the report did not end within 30 s');
}
