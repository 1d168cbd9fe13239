import { join } from 'node:path';
import { storeFailure } from '../store/errors.ts';
import { loadSqlite } from '../store/sqlite.ts';

export interface InstanceLock {
  release(): void;
}

const lockFileName = 'service.lock';

/**
 * Takes the lock that makes one service of a data folder, or answers undefined while another process has it. It is
 * SQLite's exclusive lock on an empty database: the operating system takes it back when the process ends, however
 * it ends, so there is never a stale one to judge by process ids, and of two that start at once exactly one gets it.
 */
export function takeInstanceLock(folder: string): InstanceLock | undefined {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(join(folder, lockFileName), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (storeFailure(error) === 'busy') return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
