import { chmodSync, mkdirSync } from 'node:fs';
import { systemCode } from '../scan/errors.ts';
import { storeFailureText } from '../store/errors.ts';

/** Makes the data folder if it is absent, and closes it to other users. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
}

/** What went wrong, told in terms of the data folder where that is the cause. */
export function dataFolderFailure(error: unknown, folder: string): string {
  switch (systemCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${folder} is a file, or lies in one. Choose another with --data.`;
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
