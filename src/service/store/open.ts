import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from './dialect.ts';
import { storeFailure } from './errors.ts';
import { isMigrated, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export const databaseFileName = 'parapet.db';

/** A damaged database that was put aside, never deleted. */
export interface PutAside {
  readonly file: string;
  readonly reason: string;
  readonly at: string;
}

export interface Store {
  readonly db: Database;
  /** Present when this start found the database damaged and began with a fresh one. */
  readonly putAside?: PutAside;
  close(): Promise<void>;
}

/**
 * Opens the store of a data folder, made if absent (mode 0700), and brings its schema up to date. A damaged
 * database is moved aside under a name with the time, and a fresh one takes its place.
 * @throws when the folder cannot be written, the disk is full, or a newer version made the database.
 */
export async function openStore(folder: string, now: () => Date = () => new Date()): Promise<Store> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, databaseFileName);
  try {
    return storeOf(await openSound(file));
  } catch (error) {
    const reason = damage(error);
    if (reason === undefined) throw error;
    const putAside = moveAside(file, reason, now());
    return { ...storeOf(await openSound(file)), putAside };
  }
}

/**
 * Opens the store as `openStore` does, but leaves a damaged database where it is: putting it aside is the service's,
 * which tells its users.
 * @throws also when the database is damaged
 */
export async function openSoundStore(folder: string): Promise<Store> {
  try {
    return storeOf(await openSound(join(folder, databaseFileName)));
  } catch (error) {
    const reason = damage(error);
    if (reason === undefined) throw error;
    throw new Error(
      `The database is damaged (${reason}). Start the service: it keeps the damaged file aside and begins a fresh one.`,
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
    return { db, close: () => db.destroy() };
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
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function storeOf(db: Database): Store {
  return {
    db,
    close: async () => {
      // Kysely closes a database only once it has run a query on it; the checkpoint leaves one file behind.
      await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => undefined);
      await db.destroy();
    },
  };
}

class DamagedDatabase extends Error {}

async function openSound(file: string): Promise<Database> {
  const db = openDatabase(file);
  try {
    const check = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const finding = check.rows[0]?.quick_check ?? 'no answer';
    if (finding !== 'ok') throw new DamagedDatabase(`the integrity check says: ${finding.slice(0, 200)}`);
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function damage(error: unknown): string | undefined {
  if (error instanceof DamagedDatabase) return error.message;
  if (storeFailure(error) !== 'corrupt') return undefined;
  return error instanceof Error ? error.message : 'unreadable';
}

function moveAside(file: string, reason: string, at: Date): PutAside {
  const aside = `${file}.damaged-${at.toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return { file: aside, reason, at: at.toISOString() };
}
