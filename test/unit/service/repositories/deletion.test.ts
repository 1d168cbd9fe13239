import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { contract } from '../../../../src/api/contract/index.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { repositories, issues } = contract;

describe('deleting repositories', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start();
    service.runner.script = async ({ on }) => {
      for (let number = 0; number < 250; number++)
        on({ type: 'finding', finding: finding({ fingerprint: `${number}` }) });
    };
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  const scanned = async (name: string) => {
    const id = await service.addRepository(name);
    await service.scan(id);
    return id;
  };
  const left = async ({ service: { core } }: Harness) => {
    const counts: Record<string, number> = {};
    for (const table of ['repositories', 'repository_deletions', 'issues', 'scans', 'scan_events'] as const) {
      const query = core.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
      counts[table] = Number((await query.executeTakeFirstOrThrow()).count);
    }
    return counts;
  };

  it('takes all that belongs to them, and nothing of others', async () => {
    await scanned('kept');
    const before = await left(service);
    const id = await scanned('gone');
    await service.call(repositories.deleteRepositories, { repositoryIds: [id] });
    assert.deepEqual(await left(service), before);
  });

  it('answers others meanwhile, to whom an issue is there or not', async () => {
    const id = await scanned('gone');
    const [issue] = await service.issues();
    const deletion = service.call(repositories.deleteRepositories, { repositoryIds: [id] });
    let isDeleted = false;
    const deleted = deletion.then(() => {
      isDeleted = true;
    });
    const statuses: number[] = [];
    while (!isDeleted) {
      await setImmediate();
      statuses.push((await service.send(issues.getIssue, { id: issue?.id ?? '' })).status);
    }
    await deleted;
    assert.ok(statuses.length > 1, 'nobody was answered before the end');
    assert.deepEqual([...new Set(statuses)].toSorted().at(-1), 404);
  });

  it('that the end of the service interrupted is ended by its next start', async () => {
    const kept = await scanned('kept');
    const before = await left(service);
    const gone = await scanned('gone');
    const { db } = service.service.core;
    const deletion = { repository_id: gone, requested_at: new Date().toISOString() };
    await db.insertInto('repository_deletions').values(deletion).execute();
    await db.deleteFrom('issues').where('repository_id', '=', gone).where('fingerprint', '<', '2').execute();
    await using next = await service.asAfterKill();
    const { repositories: listed } = await next.call(repositories.listRepositories, {});
    assert.deepEqual(
      listed.map(({ id }) => id),
      [kept],
    );
    assert.deepEqual(await left(next), before);
  });
});
