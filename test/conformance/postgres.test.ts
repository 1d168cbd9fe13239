import assert from 'node:assert/strict';
import { anyServer, makeDatabase, type TestDatabase } from '../support/postgres.ts';
import { OwnService } from './own-service.ts';
import { ownSuite } from './own-suite.ts';
import { describeConformance } from './suite/index.ts';

describe('our service keeps the interface on PostgreSQL', () => {
  let database: TestDatabase | undefined;
  let service: OwnService | undefined;
  before(async function () {
    this.timeout(120_000);
    database = await makeDatabase(await anyServer());
    service = await OwnService.start(database.url);
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });

  const own = () => service ?? assert.fail('the service is not up');
  describeConformance(() => own().target);
  ownSuite(own);

  it('is the only service of its database', async () => {
    await assert.rejects(
      OwnService.start(database?.url),
      /Another Parapet service uses the database parapet_test_/,
    );
  });
});
