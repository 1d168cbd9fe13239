import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keyOf } from '../core/sealed.ts';
import { isLoopback } from '../http/guards.ts';

export interface StartOptions {
  readonly dataFolder: string;
  readonly host: string;
  /** A port of the network to listen on, 0 for any that is free; the embedded service needs none. */
  readonly port?: number | undefined;
  /** 0: never ends by itself. */
  readonly idleMinutes: number;
  /** `embedded`: shared by the windows of one user, on a socket that a discovery file names. `serve`: at a fixed address. */
  readonly mode: 'embedded' | 'serve';
  /** Folders with the parsers' WebAssembly modules; beside the program when left out. */
  readonly grammars?: string;
}

export const usage = `Usage: service.js [options]

  --data <folder>          where the database lies (or PARAPET_DATA)
  --port <number>          listens on this port of 127.0.0.1 too, 0 for any free one (or PARAPET_PORT)
  --idle-minutes <number>  ends after this time without use; 0: never (15, or PARAPET_IDLE_MINUTES)
  --grammars <folder>      where the parsers' grammars lie
  --help                   this text

The service listens on a socket of this user and prints one line of JSON when it is ready.`;

/**
 * Reads the options of the embedded service; an argument comes before a variable of the environment.
 * @throws Error with a sentence for the user
 */
export function readOptions(argv: readonly string[], environment: NodeJS.ProcessEnv): StartOptions | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'idle-minutes': { type: 'string' },
      grammars: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const port = values.port ?? environment['PARAPET_PORT'];
  const idle = values['idle-minutes'] ?? environment['PARAPET_IDLE_MINUTES'] ?? '15';
  return {
    dataFolder: dataFolderOf(values.data, environment),
    host: '127.0.0.1',
    port: port === undefined ? undefined : numberBetween('--port', port, 0, 65_535),
    idleMinutes: numberBetween('--idle-minutes', idle, 0, 7 * 24 * 60),
    mode: 'embedded',
    ...(values.grammars === undefined ? {} : { grammars: resolve(values.grammars) }),
  };
}

/** The data folder of a command: as an option or the environment names it, else the usual one. */
export const dataFolderOf = (given: string | undefined, environment: NodeJS.ProcessEnv): string =>
  resolve(given ?? environment['PARAPET_DATA'] ?? defaultDataFolder(environment));

/** Where a service without an editor keeps its data, by the platform's custom. */
export function defaultDataFolder(environment: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Parapet');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Parapet');
    default:
      return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'parapet');
  }
}

/**
 * Address of the PostgreSQL database that `serve` keeps everything in; undefined for a file in the data folder. Read from
 * the environment alone, for it may hold a password.
 * @throws Error with a sentence for the user, and without the address
 */
export function databaseOf(environment: NodeJS.ProcessEnv): string | undefined {
  const url = environment['PARAPET_DATABASE_URL']?.trim() || undefined;
  if (url !== undefined && !(URL.canParse(url) && /^postgres(?:ql)?:\/\/.+\/[^/]+$/.test(url)))
    throw new Error('PARAPET_DATABASE_URL must be of the form postgres://user:password@host:5432/name.');
  return url;
}

/**
 * The mirror of OSV that `serve` downloads advisories from, in the place of OSV itself; it may be in a private network.
 * @throws Error with a sentence for the user
 */
export function advisoryMirrorOf(environment: NodeJS.ProcessEnv): URL | undefined {
  const text = environment['PARAPET_ADVISORY_MIRROR']?.trim() || undefined;
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('PARAPET_ADVISORY_MIRROR must be an http or https address.');
  return url;
}

/**
 * Where browsers and other services reach this one, through whatever is in front of it (PARAPET_PUBLIC_URL).
 * @throws Error with a sentence for the user
 */
export function publicUrlOf(environment: NodeJS.ProcessEnv): URL | undefined {
  const text = environment['PARAPET_PUBLIC_URL']?.trim() || undefined;
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || `${url.search}${url.hash}` !== '')
    throw new Error(
      'PARAPET_PUBLIC_URL must be an http or https address without a path, as https://parapet.example.com.',
    );
  if (`${url.username}${url.password}` !== '') throw new Error('PARAPET_PUBLIC_URL may hold no password.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error('PARAPET_PUBLIC_URL must be an https address, for people sign in there.');
  return url;
}

/**
 * Hosts in the network of the service that repositories may be fetched from (PARAPET_ALLOWED_HOSTS, with commas between).
 * @throws Error with a sentence for the user
 */
export function allowedHostsOf(environment: NodeJS.ProcessEnv): ReadonlySet<string> {
  const names = (environment['PARAPET_ALLOWED_HOSTS'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !/^[a-z0-9.-]+$|^[0-9a-f:]+$/.test(name));
  if (wrong !== undefined)
    throw new Error(`PARAPET_ALLOWED_HOSTS names hosts without ports, with commas between, not "${wrong}".`);
  return new Set(names);
}

/**
 * The key that seals credentials in the store (PARAPET_SECRET_KEY); undefined for one in the data folder.
 * @throws Error with a sentence for the user, and without the key
 */
export function secretKeyOf(environment: NodeJS.ProcessEnv): Buffer | undefined {
  const text = environment['PARAPET_SECRET_KEY']?.trim() || undefined;
  return text === undefined ? undefined : keyOf(text, 'PARAPET_SECRET_KEY');
}

function numberBetween(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < least || value > most)
    throw new Error(`${name} must be a number from ${least} to ${most}, not "${text}".`);
  return value;
}
