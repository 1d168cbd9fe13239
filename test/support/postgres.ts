import { randomUUID } from 'node:crypto';
import { ownServer } from './postgres-server.ts';

/**
 * A server on which databases may be made: `postgres://user:password@host`. Where it is named, the service's tests use
 * it in the place of the embedded store.
 */
export const postgresServer = process.env['PARAPET_TEST_POSTGRES'];

/** The server that is named, else this process's own. */
export const anyServer = async (): Promise<string> => postgresServer ?? (await ownServer());

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** Makes an empty database, which is dropped when it is disposed of. */
export async function makeDatabase(server: string): Promise<TestDatabase> {
  const name = `parapet_test_${randomUUID().replaceAll('-', '')}`;
  const addressOf = (database: string): string => {
    const address = new URL(server);
    address.pathname = `/${database}`;
    return address.href;
  };
  const tell = async (statement: string): Promise<void> => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: addressOf('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await tell(`create database ${name} template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`);
  return {
    url: addressOf(name),
    [Symbol.asyncDispose]: () => tell(`drop database if exists ${name} with (force)`),
  };
}
