import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { contract } from '../../../../src/api/contract/index.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

describe('a service whose disk is full', () => {
  it('fails the scan and says why, loses nothing it had acknowledged, and goes on when there is room', async () => {
    await using service = await Harness.start();
    const { db } = service.service.core;
    const repositoryId = await service.addRepository();
    let count = 20;
    service.runner.script = async ({ on, signal }) => {
      for (let index = 0; index < count; index++) {
        signal.throwIfAborted();
        on({ type: 'finding', finding: finding({ fingerprint: `f${index}` }) });
        if (index % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return undefined;
    };
    await service.scan(repositoryId);
    const [one] = await service.issues();
    await service.call(contract.issues.markFalsePositive, { issueIds: [one?.id ?? ''], reason: 'Known.' });

    // SQLite's own limit gives the same error as a disk without room.
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 100))}`.execute(db);
    count = 20_000;
    const scan = await service.scan(repositoryId);
    assert.equal(scan.status, 'FAILED');
    assert.match(scan.errorMessage ?? '', /disk .* full/);
    const kept = await service.issues();
    assert.ok(kept.length >= 20);
    const triaged = kept.find((issue) => issue.id === one?.id);
    assert.equal(triaged?.status, 'FALSE_POSITIVE');
    assert.equal(triaged?.triage?.reason, 'Known.');

    let refused = 0;
    for (let index = 0; index < 3_000 && refused === 0; index++) {
      const response = await service.send(contract.tokens.createToken, { name: 'x'.repeat(200) });
      if (response.status === 201) continue;
      refused = response.status;
      assert.equal(response.status, 503);
      assert.ok(response.headers.has('retry-after'));
      assert.match(await response.text(), /disk .* full/);
    }
    assert.equal(refused, 503);
    assert.ok((await service.issues()).length >= 20, 'reading still works');

    await sql`pragma max_page_count = 1000000`.execute(db);
    const next = await service.scan(repositoryId);
    assert.equal(next.status, 'COMPLETED', next.errorMessage);
    assert.equal(next.issueCounts.CRITICAL, 19_999);
  });
});
