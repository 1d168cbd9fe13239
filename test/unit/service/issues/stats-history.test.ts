import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { statsHistory, statsSummary } = contract.stats;

describe('the history of issues', () => {
  let service: Harness;
  let repositoryId: string;
  const critical = finding({ fingerprint: 'one' });
  const high = finding({ fingerprint: 'two', file: 'src/other.js', score: 75 });

  beforeEach(async () => {
    service = await Harness.start();
    service.setNow(new Date('2026-03-01T10:00:00Z'));
    repositoryId = await service.addRepository();
  });
  afterEach(() => service[Symbol.asyncDispose]());

  async function scan(day: number, branch: string, ...found: Finding[]) {
    service.setNow(new Date(Date.UTC(2026, 2, day, 10)));
    service.runner.present = { branch };
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    return await service.scan(repositoryId);
  }
  const history = (request: object = {}) => service.call(statsHistory, { days: 5, ...request });
  /** Of each day what is open, opened, resolved and dismissed, of all severities together. */
  const lines = async (request: object = {}) => {
    const total = (counts: Readonly<Record<string, number>>) =>
      Object.values(counts).reduce((sum, count) => sum + count, 0);
    const { days } = await history(request);
    return days.map(
      ({ date, open, opened, resolved, dismissed }) =>
        `${date} ${[open, opened, resolved, dismissed].map(total).join(' ')}`,
    );
  };

  it('says of each day what was open, came, was resolved and dismissed, and how long resolving took', async () => {
    await scan(2, 'main', critical, high);
    await scan(3, 'main', high);
    await scan(4, 'main', critical, high);
    service.setNow(new Date('2026-03-05T12:00:00Z'));
    const [dismissed] = (await service.issues()).filter(({ severity }) => severity === 'HIGH');
    await service.call(contract.issues.updateIssueStatuses, {
      issueIds: [dismissed?.id ?? ''],
      status: 'FALSE_POSITIVE',
    });
    assert.deepEqual(await lines(), [
      '2026-03-01 0 0 0 0',
      '2026-03-02 2 2 0 0',
      '2026-03-03 1 0 1 0',
      '2026-03-04 2 1 0 0',
      '2026-03-05 1 0 0 1',
    ]);
    const { days, timeToRemediate } = await history();
    assert.deepEqual(days[1]?.open, { CRITICAL: 1, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 0 });
    assert.equal(days[4]?.dismissed.HIGH, 1);
    assert.deepEqual(timeToRemediate.CRITICAL, { resolutions: 1, meanSeconds: 86_400 });
    assert.deepEqual(timeToRemediate.HIGH, { resolutions: 0, meanSeconds: null });
    const { openIssues } = await service.call(statsSummary, {});
    assert.equal(openIssues, 1);
  });

  it('counts a finding of several branches once, and each branch by itself', async () => {
    await scan(2, 'main', critical);
    await scan(3, 'feature', critical, high);
    await scan(4, 'main');
    assert.deepEqual(await lines(), [
      '2026-02-28 0 0 0 0',
      '2026-03-01 0 0 0 0',
      '2026-03-02 1 1 0 0',
      '2026-03-03 2 1 0 0',
      '2026-03-04 2 0 0 0',
    ]);
    assert.deepEqual((await lines({ branch: 'main', days: 3 })).slice(1), [
      '2026-03-03 1 0 0 0',
      '2026-03-04 0 0 1 0',
    ]);
  });

  it('begins with what was open before, and is of one repository where one is named', async () => {
    await scan(2, 'main', critical);
    service.setNow(new Date('2026-03-09T10:00:00Z'));
    assert.deepEqual(await lines({ days: 2 }), ['2026-03-08 1 0 0 0', '2026-03-09 1 0 0 0']);
    const other = await service.addRepository('other');
    assert.deepEqual(await lines({ days: 1, repositoryId: other }), ['2026-03-09 0 0 0 0']);
    await service.refusal(statsHistory, { repositoryId: '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11' }, 404);
    await service.refusal(statsHistory, { days: 401 }, 400);
    assert.equal((await history({ days: 400 })).days.length, 400);
  });

  it('counts more than one query looks at, each once', async () => {
    const many = Array.from({ length: 5_200 }, (_, number) =>
      finding({ fingerprint: `${number}`, file: `src/${number}.js` }),
    );
    await scan(2, 'main', ...many);
    await scan(3, 'main');
    repositoryId = await service.addRepository('second');
    await scan(3, 'main', ...many);
    repositoryId = await service.addRepository('branches');
    await scan(4, 'main', ...many);
    await scan(5, 'feature', ...many, high);
    assert.deepEqual((await lines()).slice(1), [
      '2026-03-02 5200 5200 0 0',
      '2026-03-03 5200 5200 5200 0',
      '2026-03-04 10400 5200 0 0',
      '2026-03-05 10401 1 0 0',
    ]);
    assert.deepEqual(await lines({ repositoryId, days: 2 }), [
      '2026-03-04 5200 5200 0 0',
      '2026-03-05 5201 1 0 0',
    ]);
    const { openIssues } = await service.call(statsSummary, {});
    assert.equal(openIssues, 10_401);
  }).timeout(240_000);
});
