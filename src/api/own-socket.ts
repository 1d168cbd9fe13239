import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, lstat, mkdtemp, rmdir, stat, unlink } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { privacyFault } from './private-path.ts';

/**
 * Sockets between the processes of one user. The socket has mode 0600 and lies in a folder of mode 0700, so the
 * kernel lets nobody else listen or connect there: for each connection, the path proves who is at the other end.
 * Windows has named pipes in their place; docs/security.md says what those prove.
 */

/** Bytes of a path that every system takes: macOS has 104 with the zero at the end, Linux 108. */
const longestPath = 103;
const pipePrefix = '\\\\.\\pipe\\parapet-';
const freshFolderPrefix = 'parapet-';

/** A socket that someone else could have made, or could read. Nothing was sent to it. */
export class ForeignSocketError extends Error {
  override readonly name = 'ForeignSocketError';
  readonly code = 'EFOREIGNSOCKET';
}

/**
 * Checks that only this user can listen on the socket.
 * @throws ForeignSocketError when another user could; the system's error when the socket is not there
 */
export async function checkOwnSocket(socket: string): Promise<void> {
  if (process.platform === 'win32') {
    if (!socket.startsWith(pipePrefix)) throw new ForeignSocketError('The address is not a pipe of Parapet.');
    return;
  }
  if (!path.isAbsolute(socket)) throw new ForeignSocketError(`${socket} is not an absolute path`);
  await checkFolder(path.dirname(socket));
  const fault = privacyFault(await lstat(socket), 'socket');
  if (fault) throw new ForeignSocketError(`${socket} ${fault}`);
}

async function checkFolder(folder: string): Promise<void> {
  const fault = privacyFault(await lstat(folder), 'directory');
  if (fault) throw new ForeignSocketError(`${folder} ${fault}`);
}

export interface OwnSocket {
  readonly path: string;
  /** Removes the folder that was made for the socket, at once. The server itself removes the socket when it closes. */
  release(): void;
}

/**
 * Listens on a socket that only this user can reach: in the folder, which must be private, or else in a fresh folder
 * below the runtime or the temporary one, where the path is too long or the file system holds no sockets.
 * A socket of that name that a killed process left is replaced, so one process of a folder must call this at a time.
 * @param folder undefined: always in a fresh folder
 * @throws Error with a sentence for the user, and the last reason as its cause
 */
export async function listenOnOwnSocket(
  server: Server,
  name: string,
  folder: string | undefined,
): Promise<OwnSocket> {
  if (process.platform === 'win32') {
    const pipe = pipePrefix + randomBytes(16).toString('hex');
    await listen(server, pipe);
    return { path: pipe, release: () => undefined };
  }
  let reason: unknown;
  for (const parent of [folder, process.env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp']) {
    if (!parent) continue;
    try {
      return parent === folder
        ? await listenIn(server, name, folder)
        : await listenInFreshFolder(server, name, parent);
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(
    `No folder can hold the socket of the service: ${reason instanceof Error ? reason.message : 'unknown reason'}. Let XDG_RUNTIME_DIR or TMPDIR name a folder with a short path on a local disk.`,
    { cause: reason },
  );
}

/**
 * Removes what a killed process left in a folder that was made for its socket.
 * @param kept the folder of the data, which stays
 */
export async function removeLeftSocket(socket: string, kept: string): Promise<void> {
  const folder = path.dirname(socket);
  if (process.platform === 'win32' || path.resolve(folder) === path.resolve(kept)) return;
  if (!path.basename(folder).startsWith(freshFolderPrefix)) return;
  try {
    await checkOwnSocket(socket);
    await unlink(socket);
    await rmdir(folder);
  } catch {
    // It is gone, or not ours to remove.
  }
}

async function listenInFreshFolder(server: Server, name: string, parent: string): Promise<OwnSocket> {
  const { mode, uid } = await stat(parent);
  // Whoever owns the parent, or may write there without the sticky bit, could put a folder of theirs in our place.
  if (uid !== 0 && uid !== process.getuid?.()) throw new Error(`${parent} belongs to another user`);
  if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0) throw new Error(`${parent} is open to other users`);
  const folder = await mkdtemp(path.join(parent, freshFolderPrefix));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { path: socket } = await listenIn(server, name, folder);
    return { path: socket, release: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function listenIn(server: Server, name: string, folder: string): Promise<OwnSocket> {
  const socket = path.join(folder, name);
  if (Buffer.byteLength(socket) > longestPath) throw new Error(`${socket} is too long for a socket`);
  await checkFolder(folder);
  await unlink(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await listen(server, socket);
  try {
    await chmod(socket, 0o600);
    await checkOwnSocket(socket);
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    throw error;
  }
  return { path: socket, release: () => undefined };
}

async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path: socket }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
