import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../src/api/contract/index.ts';
import { finding } from '../unit/service/support/findings.ts';
import { Harness } from '../unit/service/support/harness.ts';

const { reports, customReports } = contract;
const issues = 10_000;
const most = { seconds: 20, megabytes: 300 };

/**
 * What a report of 10,000 issues costs in each format: seconds, bytes, what the process takes more of memory meanwhile, and
 * the longest that another request waits.
 */
export async function bench(): Promise<Record<string, unknown>> {
  await using service = await Harness.start();
  const repositoryId = await service.addRepository('shop');
  service.runner.script = async ({ on }) => {
    for (let index = 0; index < issues; index++) on({ type: 'finding', finding: findingOf(index) });
    return undefined;
  };
  await service.scan(repositoryId);
  const costs: Record<string, unknown> = {};
  for (const format of ['CSV', 'SARIF', 'DOCX', 'SBOM'] as const) costs[format] = await cost(service, format);
  const { customReport } = await service.call(customReports.createCustomReport, { name: 'All' });
  const startedAt = performance.now();
  await service.call(customReports.runCustomReport, { customReportId: customReport.id });
  return { issues, ...costs, statisticsMs: Math.round(performance.now() - startedAt) };
}

function findingOf(index: number) {
  const range = { startLine: index + 1, startColumn: 5, endLine: index + 1, endColumn: 40 };
  const place = { file: `src/part-${index % 300}/file-${index % 900}.js`, range, snippet: 'db.query(sql)' };
  const step = (message: string) => ({ ...place, message, role: 'propagator' as const });
  return finding({
    ...place,
    fingerprint: `issue ${index}`,
    score: 10 + (index % 90),
    codeFlows: [
      { steps: ['It comes in.', 'It is passed on.', 'It becomes text.', 'It is run as SQL.'].map(step) },
    ],
  });
}

async function cost(service: Harness, format: 'CSV' | 'SARIF' | 'DOCX' | 'SBOM') {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let longestWaitMs = 0;
  const startedAt = performance.now();
  const { report } = await service.call(reports.createReport, { format });
  for (;;) {
    const asked = performance.now();
    const { report: now } = await service.call(reports.getReport, { reportId: report.id });
    longestWaitMs = Math.max(longestWaitMs, performance.now() - asked);
    peak = Math.max(peak, process.memoryUsage().rss);
    if (now.finishedAt !== null) {
      assert.equal(now.status, 'succeeded', now.errorMessage);
      const seconds = (performance.now() - startedAt) / 1_000;
      const megabytes = (peak - before) / 1_000_000;
      assert.ok(seconds < most.seconds, `${format} took ${seconds} s`);
      assert.ok(megabytes < most.megabytes, `${format} took ${megabytes} MB`);
      return {
        seconds: Number(seconds.toFixed(1)),
        megabytes: Math.round(megabytes),
        fileMegabytes: Number(((now.sizeBytes ?? 0) / 1_000_000).toFixed(1)),
        longestWaitMs: Math.round(longestWaitMs),
      };
    }
    await sleep(5);
  }
}
