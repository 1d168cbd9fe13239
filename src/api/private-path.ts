/** What makes a file, a folder or a socket private: it is this user's own, and no other user may use it. */

interface PathStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  isSocket(): boolean;
  readonly mode: number;
  readonly uid: number;
}

export type PathKind = 'file' | 'directory' | 'socket';

/**
 * What is wrong with a path that must be private, or undefined. Ask with the status of the path itself, not of what
 * it links to. Windows keeps rights in access lists, which are not looked at.
 */
export function privacyFault(status: PathStatus, wanted: PathKind): string | undefined {
  if (!isA(status, wanted)) return `is not a ${wanted}`;
  if (process.platform === 'win32') return undefined;
  if (process.getuid && status.uid !== process.getuid()) return 'belongs to another user';
  if ((status.mode & 0o077) !== 0) return 'is open to other users';
  return undefined;
}

function isA(status: PathStatus, wanted: PathKind): boolean {
  switch (wanted) {
    case 'file':
      return status.isFile();
    case 'directory':
      return status.isDirectory();
    case 'socket':
      return status.isSocket();
  }
}
