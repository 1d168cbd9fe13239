import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from './dialect.ts';
import { storeFailure } from './errors.ts';
import { migrate } from './migrate.ts';

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
