import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../analysis/errors.ts';
import { storeFailureText } from '../store/errors.ts';
import { databaseFileName } from '../store/open.ts';
import { lockFileName } from './instance-lock.ts';

/**
 * Makes the data folder if it is absent, and closes it and the database to other users.
 * @returns the files that were open to others until now
 */
export function makePrivate(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return [];
  chmodSync(folder, 0o700);
  return [databaseFileName, `${databaseFileName}-wal`, `${databaseFileName}-shm`, lockFileName]
    .map((name) => join(folder, name))
    .filter(tighten);
}

function tighten(file: string): boolean {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (!status?.isFile() || (status.mode & 0o077) === 0) return false;
  chmodSync(file, 0o600);
  return true;
}

/** What went wrong, told in terms of the data folder where that is the cause. */
export function dataFolderFailure(error: unknown, folder: string): string {
  switch (systemCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${folder} is a file, or lies in one. Choose another with --data.`;
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return `Something in the data folder ${folder} is a folder where a file belongs: service.json, or the database. Move it away, then try again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${folder} cannot be written by this user. Correct its permissions, or choose another with --data.`;
    case 'ENOSPC':
      return `The disk that holds the data folder ${folder} is full. Free some space, then try again.`;
    default:
      return storeFailureText(error) ?? (error instanceof Error ? error.message : 'unknown reason');
  }
}
