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
  const name = newName();
  await tell(server, `create database ${name} template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`);
  return madeDatabase(server, name);
}

/**
 * Makes a database of what was committed in another one, as the death of its service leaves it: connections to that one are
 * broken, and their transactions with them. Its service may go on with new ones.
 */
export async function copyAfterKill(server: string, of: TestDatabase): Promise<TestDatabase> {
  const name = newName();
  const killed = new URL(of.url).pathname.slice(1);
  await tell(
    server,
    `alter database ${killed} with allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${killed}'`,
    `create database ${name} template ${killed}`,
    `alter database ${killed} with allow_connections true`,
  );
  return madeDatabase(server, name);
}

const newName = (): string => `parapet_test_${randomUUID().replaceAll('-', '')}`;

const madeDatabase = (server: string, name: string): TestDatabase => ({
  url: addressOf(server, name),
  [Symbol.asyncDispose]: () => tell(server, `drop database if exists ${name} with (force)`),
});

function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}

async function tell(server: string, ...statements: readonly string[]): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: addressOf(server, 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
