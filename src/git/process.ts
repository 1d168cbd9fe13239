/** Starts git, with an environment that is made of nothing but what it needs. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';
import { privateFolder } from './private-folder.ts';

const usualTimeoutMs = 30_000;
const defaultMaximumBytes = 64 * 1024 * 1024;

/**
 * A second lock: git reads no configuration of the repository (see `stand-in.ts`), and would not act on these if it did.
 */
const neutral = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'core.longPaths=true',
  'core.gitProxy=',
  'credential.helper=',
  'protocol.allow=never',
  'submodule.recurse=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

export type GitAnswer =
  | { readonly kind: 'ok'; readonly output: Buffer }
  /** Git ran and said no; `message` is what it wrote, for a log. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The folder is in no work tree of a repository. */
  | { readonly kind: 'noRepository' }
  /** There is no git on the path. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'tooMuch' };

export interface GitRequest {
  readonly signal?: AbortSignal | undefined;
  /** What git reads from its standard input. */
  readonly input?: string;
  /** Bytes of the longest answer; 64 MB when left out. */
  readonly maximumBytes?: number;
  /** Told what git writes about its progress, as it comes. Then `message` is the end of it. */
  readonly onProgress?: (text: string) => void;
}

export interface Start extends GitRequest {
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** With the user's own settings. Only for reading those: nothing of a repository is named in the same call. */
  readonly asUser?: boolean;
  /** Milliseconds after which it is ended; 30 s when left out. */
  readonly timeoutMs?: number;
}

/** A running git, started with nothing but what it needs. Its input is open, its output is for the caller to read. */
export async function startGit(
  args: readonly string[],
  { signal, asUser = false, environment, timeoutMs = usualTimeoutMs }: Start,
): Promise<ChildProcessWithoutNullStreams> {
  const cwd = await privateFolder();
  signal?.throwIfAborted();
  return spawn('git', ['--no-pager', ...neutral, ...args], {
    cwd,
    env: { ...(asUser ? userEnvironment() : closedEnvironment()), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    timeout: timeoutMs,
    ...(signal && { signal }),
  });
}

/** What git prints. @throws the signal's reason when cancelled */
export async function spawnGit(args: readonly string[], options: Start): Promise<GitAnswer> {
  const { signal, input = '', maximumBytes = defaultMaximumBytes, onProgress } = options;
  const child = await startGit(args, options);
  return await new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maximumBytes) child.kill();
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8');
      if (onProgress) errors = (errors + text).slice(-2000);
      else if (errors.length < 2000) errors += text;
      onProgress?.(text);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(signal.reason);
      else if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else resolve({ kind: 'refused', message: error.message });
    });
    child.on('close', (code) => {
      if (bytes > maximumBytes) resolve({ kind: 'tooMuch' });
      else if (code === 0) resolve({ kind: 'ok', output: Buffer.concat(output) });
      else resolve({ kind: 'refused', message: errors.trim() });
    });
    // A git that ended early does not read to the end, which is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Names of the process's environment that git on Windows cannot start without, and where temporary files go. */
const kept = ['SystemRoot', 'SystemDrive', 'PATHEXT', 'TEMP', 'TMP', 'TMPDIR', 'DEVELOPER_DIR'];

function closedEnvironment(): Record<string, string> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((one) => path.isAbsolute(one));
  return {
    ...taken(kept),
    PATH: folders.join(path.delimiter),
    LC_ALL: 'C',
    // No repository is looked for; the one that is meant is named with the call.
    GIT_DIR: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // The list of transports that are allowed: an empty one allows none, whatever a configuration says.
    GIT_ALLOW_PROTOCOL: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // An empty program is not started, and hides what a configuration names.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_EDITOR: ':',
    // Windows would otherwise look for git.exe in the current folder first.
    NoDefaultCurrentDirectoryInExePath: '1',
  };
}

function userEnvironment(): Record<string, string> {
  const { GIT_CONFIG_NOSYSTEM, GIT_CONFIG_GLOBAL, ...closed } = closedEnvironment();
  return {
    ...closed,
    ...taken(['HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'XDG_CONFIG_HOME', 'ProgramData']),
  };
}

function taken(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
