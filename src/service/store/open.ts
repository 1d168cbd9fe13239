import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PutAside } from '../../api/put-aside.ts';
import { checkFiles, DamagedDatabase, damageOf, putAside } from './damage.ts';
import { type Database, openDatabase } from './dialect.ts';
import { isMigrated, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export const databaseFileName = 'parapet.db';

export interface Store {
  readonly db: Database;
  /** What this start found damaged, and kept beside. */
  readonly putAside: readonly PutAside[];
  close(): Promise<void>;
}

/**
 * Opens the store of a data folder, made if absent (mode 0700), and brings its schema up to date. A damaged
 * database is moved aside under a name with the time, and a fresh one takes its place; a damaged write-ahead log is
 * copied aside, and what can be read of it is kept.
 * @throws when the folder cannot be written, the disk is full, or a newer version made the database.
 */
export async function openStore(folder: string, now: () => Date = () => new Date()): Promise<Store> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, databaseFileName);
  const found: PutAside[] = [];
  for (;;) {
    try {
      // A log that was put aside is still there: SQLite takes what it can from it.
      if (found.length === 0) checkFiles(file);
      return storeOf(await openSound(file), found);
    } catch (error) {
      const damage = damageOf(error);
      // The second can only be the database itself; with that away there is nothing left that could be damaged.
      if (damage === undefined || found.some(({ part }) => part === 'database')) throw error;
      found.push(putAside(file, damage, now()));
    }
  }
}

/**
 * Opens the store as `openStore` does, but leaves a damaged database where it is: putting it aside is the service's,
 * which tells its users.
 * @throws also when the database is damaged
 */
export async function openSoundStore(folder: string): Promise<Store> {
  const file = join(folder, databaseFileName);
  try {
    checkFiles(file);
    return storeOf(await openSound(file), []);
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    throw new Error(
      `The database is damaged (${damage.message}). Start the service: it keeps the damaged file aside and goes on with what can be read.`,
      { cause: error },
    );
  }
}

/**
 * Opens the store of a folder that a running service has open too. Nothing is repaired, moved or brought up to date
 * under its feet.
 * @throws when the database is not there, damaged, or of another version than this program.
 */
export async function openSharedStore(folder: string): Promise<Store> {
  const file = join(folder, databaseFileName);
  if (!existsSync(file))
    throw new Error('The service that uses this data folder is still starting. Try again.');
  const db = openDatabase(file);
  try {
    if (!(await isMigrated(db)))
      throw new Error(
        'The service that uses this data folder is of another version. Use the command line of that version, or end the service first.',
      );
    return { db, putAside: [], close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens the store in PostgreSQL, and brings its schema up to date.
 * @param exclusive false beside a service that uses it
 * @throws Error with a sentence for the user
 */
export async function openServerStore(database: string, exclusive: boolean): Promise<Store> {
  const { db, release } = await openPostgres(database, exclusive);
  const close = async (): Promise<void> => {
    await db.destroy();
    await release();
  };
  try {
    await migrate(db);
    return { db, putAside: [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

function storeOf(db: Database, found: readonly PutAside[]): Store {
  return {
    db,
    putAside: found,
    close: async () => {
      // Kysely closes a database only once it has run a query on it; the checkpoint leaves one file behind.
      await emptyLog(db).catch(() => undefined);
      await db.destroy();
    },
  };
}

async function emptyLog(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

async function openSound(file: string): Promise<Database> {
  if (!existsSync(file)) await makeDatabase(file);
  const hadLog = existsSync(`${file}-wal`);
  const db = openDatabase(file);
  try {
    const check = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const finding = check.rows[0]?.quick_check ?? 'no answer';
    if (finding !== 'ok')
      throw new DamagedDatabase('database', `the integrity check says: ${finding.slice(0, 200)}`);
    await migrate(db);
    // Frames that a killed process did not finish would look like damage once others were written before them.
    if (hadLog) await emptyLog(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Makes the database under another name first: one that has the right name has all of its tables, whenever we are killed. */
async function makeDatabase(file: string): Promise<void> {
  const draft = `${file}.new`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  // The log and the shared memory beside it take their mode from the database.
  writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
  const db = openDatabase(draft);
  try {
    await migrate(db);
    await emptyLog(db);
  } finally {
    await db.destroy();
  }
  renameSync(draft, file);
}
