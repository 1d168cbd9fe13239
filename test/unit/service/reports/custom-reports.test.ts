import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { finding } from '../support/findings.ts';
import type { Harness } from '../support/harness.ts';
import { TeamHarness } from '../support/team-harness.ts';

const { customReports, stats } = contract;

describe('custom reports', () => {
  let team: TeamHarness;
  let service: Harness;
  beforeEach(async () => {
    team = await TeamHarness.start();
    service = team.harness;
  });
  afterEach(() => team[Symbol.asyncDispose]());

  async function scanned(name: string, ...found: Finding[]): Promise<string> {
    const id = await service.addRepository(name);
    await scan(id, ...found);
    return id;
  }
  async function scan(id: string, ...found: Finding[]): Promise<void> {
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    await service.scan(id);
  }
  const one = finding({ fingerprint: 'one' });
  const two = finding({ fingerprint: 'two', score: 50, vulnClass: 'path-traversal', file: 'src/b.js' });
  const three = finding({ fingerprint: 'three', score: 50, vulnClass: 'path-traversal', file: 'src/c.js' });

  it('have the numbers that statistics have, of the issues that their filters choose', async () => {
    const shop = await scanned('shop', one, two, three);
    await scanned('other', finding({ fingerprint: 'else' }));
    await scan(shop, one, two);
    const { customReport } = await service.call(customReports.createCustomReport, {
      name: 'Of the shop',
      filters: { repositoryIds: [shop] },
    });
    const run = { customReportId: customReport.id, days: 30 } as const;
    const { statistics } = await service.call(customReports.runCustomReport, run);
    const summary = await service.call(stats.statsSummary, { repositoryId: shop });
    const history = await service.call(stats.statsHistory, { repositoryId: shop, days: 30 });
    assert.deepEqual(statistics.issuesBySeverity, summary.issuesBySeverity);
    assert.deepEqual(statistics.issuesByStatus, summary.issuesByStatus);
    assert.deepEqual([statistics.openIssues, statistics.resolvedIssues], [2, 1]);
    assert.deepEqual(statistics.trend, history.days);
    assert.deepEqual(statistics.timeToRemediate, history.timeToRemediate);
    assert.equal(statistics.meanTimeToRemediate.resolutions, 1);
    assert.deepEqual(
      statistics.topVulnClasses.map(({ vulnClass, open, resolved }) => [vulnClass, open, resolved]),
      [
        ['path-traversal', 1, 1],
        ['sql-injection', 1, 0],
      ],
    );
    assert.deepEqual(
      statistics.issuesByApplication.map(({ repositoryName }) => repositoryName),
      ['shop'],
    );
    const weekly = await service.call(customReports.runCustomReport, { ...run, interval: 'week' });
    assert.equal(weekly.statistics.trend.length, 5);
    assert.deepEqual(weekly.statistics.trend.at(-1)?.open, history.days.at(-1)?.open);
    assert.equal(
      weekly.statistics.trend.reduce((sum, week) => sum + week.opened.CRITICAL, 0),
      history.days.reduce((sum, day) => sum + day.opened.CRITICAL, 0),
    );
  });

  it('count a finding that several branches have once', async () => {
    const shop = await scanned('shop', one, two);
    service.runner.present = { branch: 'feature', commit: 'b'.repeat(40) };
    await scan(shop, one, two);
    const { customReport } = await service.call(customReports.createCustomReport, { name: 'All' });
    const { statistics } = await service.call(customReports.runCustomReport, {
      customReportId: customReport.id,
    });
    assert.equal(statistics.openIssues, 2);
    assert.equal(
      statistics.topVulnClasses.reduce((sum, { open }) => sum + open, 0),
      2,
    );
  });

  it('are changed and deleted by who made them, and hidden from who does not see what they name', async () => {
    const shop = await scanned('shop', one);
    const person = await team.person();
    await team.alone(person);
    const { customReport: all } = await service.call(customReports.createCustomReport, { name: 'All' });
    const { customReport: secret } = await service.call(customReports.createCustomReport, {
      name: 'Secret',
      filters: { repositoryIds: [shop] },
    });
    const seen = await service.call(customReports.listCustomReports, {}, person);
    assert.deepEqual(
      seen.customReports.map(({ name }) => name),
      ['All'],
    );
    const of = { customReportId: secret.id };
    await service.refusal(customReports.runCustomReport, of, 404, person);
    await service.refusal(customReports.updateCustomReport, { ...of, name: 'Mine' }, 404, person);
    await service.refusal(customReports.deleteCustomReport, { customReportId: all.id }, 403, person);
    const { statistics } = await service.call(
      customReports.runCustomReport,
      { customReportId: all.id },
      person,
    );
    assert.equal(statistics.openIssues, 0);
    const changed = await service.call(customReports.updateCustomReport, {
      ...of,
      filters: { severities: ['HIGH'] },
    });
    assert.deepEqual(
      [changed.customReport.name, changed.customReport.filters],
      ['Secret', { severities: ['HIGH'] }],
    );
    await service.call(customReports.getCustomReport, of, person);
    await service.call(customReports.deleteCustomReport, of);
    await service.refusal(customReports.getCustomReport, of, 404);
  });

  it('say which filters there are, as a JSON Schema that takes what the list of issues takes', async () => {
    const { schema } = await service.call(customReports.getFilterSchema, {});
    const validate = new Ajv2020({ strict: false, formats: { uuid: true } }).compile(schema);
    assert.ok(validate({ severities: ['HIGH'], branch: 'main', newOnly: true }));
    assert.ok(!validate({ severities: ['HUGE'] }));
    assert.ok(!validate({ colour: 'red' }));
    await service.refusal(
      customReports.createCustomReport,
      { name: 'x', filters: { repositoryIds: [crypto.randomUUID()] } },
      422,
    );
  });
});
