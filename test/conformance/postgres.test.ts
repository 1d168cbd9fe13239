import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { OwnService } from './own-service.ts';
import { describeConformance } from './suite/index.ts';

/** A server on which databases may be made: `postgres://user:password@host`. Without one, nothing of this is run. */
const server = process.env['PARAPET_TEST_POSTGRES'];

(server === undefined ? describe.skip : describe)('our service keeps the interface on PostgreSQL', () => {
  let service: OwnService | undefined;
  const name = `parapet_test_${randomUUID().replaceAll('-', '')}`;
  const onServer = async (statement: string): Promise<void> => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: addressOf('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const addressOf = (database: string): string => {
    const address = new URL(server ?? assert.fail('no server'));
    address.pathname = `/${database}`;
    return address.href;
  };

  before(async () => {
    await onServer(`create database ${name} template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`);
    service = await OwnService.start(addressOf(name));
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await onServer(`drop database if exists ${name}`);
  });

  describeConformance(() => service?.target ?? assert.fail('the service is not up'));

  it('is the only service of its database', async () => {
    await assert.rejects(OwnService.start(addressOf(name)), /Another Parapet service uses the database/);
  });
});
