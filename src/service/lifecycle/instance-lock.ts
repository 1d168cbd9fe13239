import { closeSync, lstatSync, openSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../analysis/errors.ts';
import { storeFailure } from '../store/errors.ts';
import { loadSqlite } from '../store/sqlite.ts';

export interface InstanceLock {
  release(): void;
}

export const lockFileName = 'service.lock';

/**
 * Takes the lock that makes one service of a data folder, or answers undefined while another process has it. It is
 * SQLite's exclusive lock on an empty database: the operating system takes it back when the process ends, however
 * it ends, so there is never a stale one to judge by process ids, and of two that start at once exactly one gets it.
 * @throws Error with a sentence for the user where the file cannot be a lock
 */
export function takeInstanceLock(folder: string): InstanceLock | undefined {
  const file = join(folder, lockFileName);
  makeFile(file);
  try {
    return takeLock(file);
  } catch (error) {
    if (storeFailure(error) !== 'corrupt') throw new Error(unusable(file), { cause: error });
  }
  // Something else wrote into the file, whose content means nothing. It is emptied in its place: another process that
  // does the same at this moment empties it once more, and both then ask for the lock of the same file.
  truncateSync(file);
  try {
    return takeLock(file);
  } catch (error) {
    throw new Error(unusable(file), { cause: error });
  }
}

function takeLock(file: string): InstanceLock | undefined {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (storeFailure(error) === 'busy') return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** The file must never be opened and closed here while this process has the lock, which would end with that. */
function makeFile(file: string): void {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status && !status.isFile()) throw new Error(unusable(file));
  if (status) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

function unusable(file: string): string {
  return `The lock file ${file} cannot be used: it is a folder, a link, write-protected, or another user's. Remove it, then try again.`;
}
