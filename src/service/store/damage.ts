import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import type { PutAside } from '../../api/put-aside.ts';
import { storeFailure } from './errors.ts';
import { logDamage } from './write-ahead-log.ts';

/** Damaged files of the database: found before SQLite makes something of them, and kept under a name with the time. */

export class DamagedDatabase extends Error {
  /** Which file: the database itself, or the log with the latest changes. */
  readonly part: PutAside['part'];

  constructor(part: PutAside['part'], reason: string) {
    super(reason);
    this.part = part;
  }
}

/** Looks at what SQLite itself would pass over in silence. @throws DamagedDatabase */
export function checkFiles(file: string): void {
  const log = `${file}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  if (!existsSync(file)) {
    if (hasLog) throw new DamagedDatabase('database', 'the file is gone, and its write-ahead log is not');
    return;
  }
  // A new database gets its name once it has its tables, so an empty file was emptied by something else.
  if (statSync(file).size === 0) throw new DamagedDatabase('database', 'the file is empty');
  const reason = hasLog ? logDamage(log) : undefined;
  if (reason !== undefined) throw new DamagedDatabase('latest-changes', reason);
}

/** The damage that an error of the store tells of; undefined for every other error. */
export function damageOf(error: unknown): DamagedDatabase | undefined {
  if (error instanceof DamagedDatabase) return error;
  if (storeFailure(error) !== 'corrupt') return undefined;
  return new DamagedDatabase('database', error instanceof Error ? error.message : 'unreadable');
}

/**
 * Keeps the damaged files beside: the database with all that belongs to it is moved away, and a log is copied, for
 * SQLite goes on with what can be read of it.
 */
export function putAside(file: string, { part, message: reason }: DamagedDatabase, at: Date): PutAside {
  const aside = (name: string): string => {
    const wanted = `${name}.damaged-${at.toISOString().replaceAll(':', '-')}`;
    for (let count = 1; ; count++) {
      const free = count === 1 ? wanted : `${wanted}-${count}`;
      if (!existsSync(free)) return free;
    }
  };
  if (part === 'latest-changes') {
    const kept = aside(`${file}-wal`);
    copyFileSync(`${file}-wal`, kept);
    return { part, file: kept, reason, at: at.toISOString() };
  }
  const kept = aside(file);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return { part, file: existsSync(kept) ? kept : `${kept}-wal`, reason, at: at.toISOString() };
}
