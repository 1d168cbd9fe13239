import {
  type ColumnDefinitionBuilder,
  type Expression,
  Kysely,
  PostgresAdapter,
  type SqlBool,
  SqliteDialect,
  sql,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.ts';
import { loadSqlite, sqliteForKysely } from './sqlite.ts';

export type Database = Kysely<Schema>;
/** What a query runs on: the database itself or a transaction of it. */
export type Queries = Kysely<Schema> | Transaction<Schema>;

/** Whether the database, or the one that a transaction is of, is PostgreSQL. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** An integer primary key that counts up and never reuses a number; PostgreSQL is given its own form (`postgres.ts`). */
export function countingKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey().autoIncrement();
}

/** Seconds from one time to another, of columns that hold ISO 8601 in UTC. */
export const secondsBetween = (db: Queries, from: Expression<string>, to: Expression<string>) =>
  isPostgres(db)
    ? sql<number>`extract(epoch from cast(${to} as timestamptz) - cast(${from} as timestamptz))`
    : sql<number>`(julianday(${to}) - julianday(${from})) * 86400.0`;

/** Whether a text is in the JSON list of texts that a column holds. */
export const isListedIn = (db: Queries, text: Expression<string>, column: Expression<string>) =>
  isPostgres(db)
    ? sql<SqlBool>`${text} in (select jsonb_array_elements_text(cast(${column} as jsonb)))`
    : sql<SqlBool>`${text} in (select value from json_each(${column}))`;

/**
 * Opens the database file with the settings every connection needs. Durability is FULL: what a caller was told
 * is done survives a power cut. Batches of findings choose less with `relaxed`.
 */
export function openDatabase(file: string): Database {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5_000 });
  try {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma temp_store = memory');
    database.exec('pragma cache_size = -16000');
  } catch (error) {
    database.close();
    throw error;
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqliteForKysely(database) }) });
}

/**
 * One transaction that survives the death of the process but perhaps not a power cut (`synchronous = NORMAL`, or
 * `synchronous_commit = off`):
 * for batches of findings, which the next scan finds again. The scan's own end is written with FULL, and that
 * sync covers the batches before it, so a scan called COMPLETED has all its findings on the disk.
 */
export async function relaxed<T>(
  db: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  if (isPostgres(db))
    return db.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction);
      return await work(transaction);
    });
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
