import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listIssues, updateIssueStatuses } from '../../../src/api/contract/issues.ts';
import { addLocalRepository } from '../../../src/api/contract/repositories/repositories.ts';
import { getScan, startScans } from '../../../src/api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../src/api/contract/vocabulary.ts';
import { LocalService } from '../../../src/mcp/link.ts';
import { Project } from '../mcp/mcp-process.ts';
import { parapet } from './run.ts';

const lock = { lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.11' } } };
const files = {
  'package.json': '{"dependencies":{"lodash":"^4.17.0"}}',
  'package-lock.json': JSON.stringify(lock),
};

describe('parapet vex', () => {
  it('writes what was decided in the service, by itself and in the bill of materials', async () => {
    await using project = await Project.make(files);
    const given = [project.root, '--data', project.data];
    const unknown = await parapet(['vex', ...given]);
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /knows no repository of the folder/);

    await decide(project);
    const [vex, spdx, cycloneDx, wrong] = await Promise.all([
      parapet(['vex', ...given, '--author', 'Acme']),
      parapet(['sbom', ...given, '--vex', '--format', 'spdx-json-3.0']),
      parapet(['sbom', ...given, '--vex']),
      parapet(['sbom', ...given, '--vex', '--format', 'spdx-2.3']),
    ]);
    assert.deepEqual(
      [vex, spdx, cycloneDx, wrong].map(({ code }) => code),
      [0, 0, 0, 2],
      vex.stderr,
    );
    const document: { author: string; statements: { status: string; impact_statement?: string }[] } =
      JSON.parse(vex.stdout);
    assert.equal(document.author, 'Acme');
    assert.ok(document.statements.some((one) => one.impact_statement === 'Only our own keys.'));
    assert.match(spdx.stdout, /VexNotAffectedVulnAssessmentRelationship[\s\S]*Only our own keys\./);
    assert.match(cycloneDx.stdout, /"state": "not_affected",\s*"detail": "Only our own keys\."/);
    assert.match(wrong.stderr, /SPDX 2\.3 has no VEX/);
  }).timeout(120_000);
});

describe('parapet sca --vex', () => {
  it('lists what a document puts aside apart, and does not fail on it', async () => {
    await using project = await Project.make(files);
    const vex = (name: string) => ({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      author: 'Acme',
      statements: [
        {
          vulnerability: { name },
          products: [{ '@id': 'pkg:npm/lodash' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_present',
        },
      ],
    });
    const all = await parapet(['sca', project.root, '--format', 'json']);
    const { vulnerabilities }: { vulnerabilities: { advisory: { id: string } }[] } = JSON.parse(all.stdout);
    const documents = vulnerabilities.map(({ advisory }) => vex(advisory.id));
    const [first] = documents;
    const statements = documents.flatMap((one) => one.statements);
    const whole = path.join(project.data, '..', 'whole.json');
    const none = path.join(project.data, '..', 'none.json');
    await writeFile(whole, JSON.stringify({ ...first, statements }));
    await writeFile(none, '{}');
    const [clean, table, wrong] = await Promise.all([
      parapet(['sca', project.root, '--vex', whole, '--fail-on', 'info', '--format', 'json']),
      parapet(['sca', project.root, '--vex', whole]),
      parapet(['sca', project.root, '--vex', none]),
    ]);
    assert.deepEqual(
      [clean, table, wrong].map(({ code }) => code),
      [0, 0, 3],
      clean.stderr,
    );
    const report: { vulnerabilities: unknown[]; putAside: { vex: { author: string } }[] } = JSON.parse(
      clean.stdout,
    );
    assert.deepEqual([report.vulnerabilities.length, report.putAside.length], [0, vulnerabilities.length]);
    assert.match(table.stdout, /Put aside by VEX:\nCVE-[^\n]+ in lodash 4\.17\.11: not affected, says Acme/);
    assert.match(wrong.stderr, /none\.json: The document is neither OpenVEX nor CycloneDX/);
  }).timeout(120_000);
});

/** Scans the project and judges its worst issue not to be exploitable. */
async function decide(project: Project): Promise<void> {
  await using service = new LocalService({
    dataFolder: project.data,
    version: '0.0.0-test',
    log: () => undefined,
  });
  const { repository } = await service.call(addLocalRepository, { path: project.root });
  const repositoryIds = [repository.id];
  const { scans } = await service.call(startScans, { repositoryIds });
  const id = scans[0]?.id ?? assert.fail();
  for (;;) {
    const { scan } = await service.call(getScan, { id });
    if (finishedScanStatuses.includes(scan.status)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { issues } = await service.call(listIssues, { repositoryIds, categories: ['SCA'] });
  await service.call(updateIssueStatuses, {
    issueIds: [issues[0]?.id ?? assert.fail('no issue')],
    status: 'NON_EXPLOITABLE',
    reason: 'Only our own keys.',
  });
}
