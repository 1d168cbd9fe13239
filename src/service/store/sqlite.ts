import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/**
 * Loads `node:sqlite` without its experimental warning (Node 22 and 24 print one), which an editor would show
 * in its log at each start. Every other warning passes.
 */
export function loadSqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === 'string' ? warning : warning.message;
    if (!text.startsWith('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

const statementsKept = 256;

/**
 * Gives Kysely's SQLite dialect a `node:sqlite` database: prepared statements are kept by their text, and the
 * rollback of a transaction that SQLite itself has already rolled back (disk full, input/output error) is a
 * no-op, so that the first error is the one reported.
 */
export function sqliteForKysely(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const endedTransaction: SqliteStatement = {
    reader: false,
    all: () => [],
    run: () => ({ changes: 0, lastInsertRowid: 0 }),
    iterate: () => [].values(),
  };
  return {
    close: () => {
      statements.clear();
      database.close();
    },
    prepare: (sql) => {
      if (sql === 'rollback' && !database.isTransaction) return endedTransaction;
      const known = statements.get(sql);
      if (known) {
        statements.delete(sql);
        statements.set(sql, known);
        return known;
      }
      const statement = statementForKysely(database.prepare(sql));
      statements.set(sql, statement);
      if (statements.size > statementsKept) {
        const oldest = statements.keys().next();
        if (!oldest.done) statements.delete(oldest.value);
      }
      return statement;
    },
  };
}

function statementForKysely(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(inputValue)),
    run: (parameters) => statement.run(...parameters.map(inputValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
  };
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A value of type ${typeof value} cannot be stored; convert it where the row is made.`);
}
