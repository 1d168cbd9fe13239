import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Endpoint } from '../../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../../src/api/contract/index.ts';
import { samples } from '../../../conformance/samples.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

/** Every row of every table but those of the start of a service. */
async function contents({ service }: Harness): Promise<Record<string, unknown>> {
  const { db } = service.core;
  const tables: Record<string, unknown> = {};
  for (const { name } of await db.introspection.getTables())
    tables[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  return tables;
}

describe('operations that say that they only read', () => {
  let service: Harness;
  let real: Readonly<Record<string, unknown>>;

  before(async () => {
    service = await Harness.start();
    const repositoryId = await service.addRepository();
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
      return undefined;
    };
    const { id: scanId } = await service.scan(repositoryId);
    const [issue] = await service.issues();
    assert.ok(issue);
    const { id: issueId, organizationId } = issue;
    real = { repositoryId, scanId, issueId, issueIds: [issueId], organizationId };
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
  });

  const reading = endpoints.filter(
    (endpoint): endpoint is Endpoint => endpoint.kind === 'json' && endpoint.effect === 'reads',
  );

  it('leave the database as it was', async () => {
    assert.ok(reading.length > 40);
    const before = await contents(service);
    let answered = 0;
    for (const endpoint of reading) {
      const fields = Object.entries(samples[endpoint.id] ?? {}).map(([name, value]) => [
        name,
        real[name === 'id' ? (idOf[endpoint.id] ?? name) : name] ?? value,
      ]);
      const response = await service.send(endpoint, Object.fromEntries(fields));
      if (response.status === endpoint.success) answered += 1;
      assert.deepEqual(await contents(service), before, endpoint.id);
    }
    assert.ok(answered > reading.length / 2, `only ${answered} of ${reading.length} had something to say`);
  });
});

/** What `id` names, where a sample has it. */
const idOf: Readonly<Record<string, string>> = { 'scans.get': 'scanId', 'issues.get': 'issueId' };
