import {
  type ColumnDefinitionNode,
  DataTypeNode,
  GeneratedNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  type PostgresPool,
} from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import type { Database } from './dialect.ts';
import { DatabaseUnreachable } from './errors.ts';
import type { Schema } from './schema.ts';

/** PostgreSQL in the place of SQLite: the same tables, queries and migrations. */

export interface PostgresStore {
  readonly db: Database;
  /** Gives the database free for another service. */
  release(): Promise<void>;
}

/** Any number; the same in every version, so that two services of one database meet. */
const serviceLock = 7_291_044_115;
const connectMs = 10_000;

/**
 * Opens the database that an address names.
 * @param exclusive for a service, of which a database has one: its jobs are its own
 * @throws Error with a sentence for the user; the address is not in it, for it may hold a password
 */
export async function openPostgres(url: string, exclusive: boolean): Promise<PostgresStore> {
  const { default: pg } = await import('pg');
  const held = exclusive ? await hold(new pg.Client(settings(url)), url) : undefined;
  // Transactions are written for a store that takes them one after the other.
  const pool = new pg.Pool({ ...settings(url), max: 1, types: { getTypeParser: parserOf(pg.types) } });
  // What fails while nobody asks fails again for who does.
  pool.on('error', () => undefined);
  const dialect = new PostgresDialect({ pool: guarded(pool, url) });
  return {
    db: new Kysely<Schema>({ dialect, plugins: [likeSqlite] }),
    release: async () => {
      await held?.end();
    },
  };
}

const settings = (url: string) => ({
  connectionString: url,
  application_name: 'parapet',
  connectionTimeoutMillis: connectMs,
});

async function hold(client: Client, url: string): Promise<Client> {
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(error, url);
  }
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    serviceLock,
  ]);
  if (rows[0]?.free === true) return client;
  await client.end();
  throw new Error(`Another Parapet service uses ${shown(url)}. End it, or name another database.`);
}

function unreachable(error: unknown, url: string): DatabaseUnreachable {
  const reason = error instanceof Error ? error.message.split('\n')[0] : 'no reason given';
  return new DatabaseUnreachable(`${shown(url)} cannot be reached: ${reason}.`, { cause: error });
}

/** Host and name only. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'the database';
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1) || 'of that name'} at ${host || 'this machine'}`;
}

/** Whole numbers come as such: none of the store's is beyond what a double holds. */
function parserOf(types: typeof import('pg').types): typeof types.getTypeParser {
  const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
  const parser = (type: number, ...rest: readonly unknown[]): unknown =>
    numbers.has(type) ? Number : Reflect.apply(types.getTypeParser, types, [type, ...rest]);
  return parser as typeof types.getTypeParser;
}

/** Texts without what PostgreSQL has no place for, and errors of the connection by their own name. */
function guarded(pool: Pool, url: string): PostgresPool {
  const known = new WeakSet<PoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unreachable(error, url);
      });
      if (!known.has(client)) {
        known.add(client);
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        const given = (text: unknown, values: unknown): unknown =>
          query(text, Array.isArray(values) ? values.map(storable) : values);
        client.query = given as typeof client.query;
      }
      return client;
    },
    end: () => pool.end(),
  } as PostgresPool;
}

const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

/** Integers have 64 bits, and those that count up do so by default. */
class LikeSqlite extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node);
    if (!column.autoIncrement) return column;
    return {
      ...column,
      autoIncrement: false,
      generated: GeneratedNode.create({ identity: true, byDefault: true }),
    };
  }

  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    return node.dataType === 'integer' ? DataTypeNode.create('bigint') : super.transformDataType(node);
  }
}

const transformer = new LikeSqlite();
const likeSqlite: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
