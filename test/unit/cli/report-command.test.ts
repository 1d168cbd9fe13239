import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listReports } from '../../../src/api/contract/reports/reports.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../../src/api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../src/api/contract/vocabulary.ts';
import { LocalService } from '../../../src/mcp/link.ts';
import { Project } from '../mcp/mcp-process.ts';
import { parapet } from './run.ts';

const files = {
  'app.js': `const { exec } = require('node:child_process');
require('express')().get('/ping', (req, res) => exec('ping ' + req.query.host, () => res.end()));
`,
};

describe('parapet report', () => {
  it('writes a report of what the service knows of a folder, and leaves none there', async () => {
    await using project = await Project.make(files);
    const given = [project.root, '--data', project.data];
    const unknown = await parapet(['report', ...given, '--format', 'csv']);
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /knows no repository of the folder/);
    await using service = new LocalService({ dataFolder: project.data, version: '0.0.0', log: () => {} });
    const { repository } = await service.call(addLocalRepository, { path: project.root });
    const { scans } = await service.call(startScans, { repositoryIds: [repository.id] });
    for (;;) {
      const { scan } = await service.call(getScan, { id: scans[0]?.id ?? '' });
      if (finishedScanStatuses.includes(scan.status)) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const document = path.join(project.data, '..', 'report.docx');
    const [csv, docx, low, wrong] = await Promise.all([
      parapet(['report', ...given, '--format', 'csv']),
      parapet(['report', ...given, '--output', document, '--language', 'de']),
      parapet(['report', ...given, '--format', 'sarif', '--severity', 'low']),
      parapet(['report', ...given]),
    ]);
    assert.deepEqual(
      [csv, docx, low, wrong].map(({ code }) => code),
      [0, 0, 0, 2],
      csv.stderr + docx.stderr,
    );
    assert.match(csv.stdout, /app\.js/);
    assert.equal((await readFile(document)).subarray(0, 2).toString(), 'PK');
    const log: { runs: { results: unknown[] }[] } = JSON.parse(low.stdout);
    assert.deepEqual(
      log.runs.flatMap(({ results }) => results),
      [],
    );
    assert.match(wrong.stderr, /--output/);
    assert.deepEqual((await service.call(listReports, {})).reports, []);
  }).timeout(120_000);
});
