/**
 * Git, asked about a repository that may be hostile: its configuration must not be able to start a program, the
 * caller's `GIT_*` variables must not point elsewhere, and every question ends in bounded time.
 */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

const timeoutMs = 30_000;
const maximumOutput = 256 * 1024 * 1024;

/** Given on the command line, where a repository's own configuration cannot override them. */
const safeConfiguration = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'safe.bareRepository=explicit',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting]);

/** @returns what git printed, or undefined when it failed, is not installed or took too long. */
export function git(
  root: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name))),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    // Windows would otherwise look for git.exe in the current folder first.
    NoDefaultCurrentDirectoryInExePath: '1',
  };
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      ['--no-pager', ...safeConfiguration, '-C', root, ...args],
      {
        cwd: tmpdir(),
        env: environment,
        encoding: 'buffer',
        timeout: timeoutMs,
        maxBuffer: maximumOutput,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, stdout) => {
        if (signal?.aborted) reject(signal.reason);
        else resolve(error ? undefined : stdout);
      },
    );
  });
}

export interface GitState {
  /** Absent as long as nothing was committed. */
  readonly commit?: string;
  /** Absent when HEAD is detached. */
  readonly branch?: string;
}

/** Where a folder is in the work tree that holds it. */
interface Place {
  /** Path of the folder from the work tree's root, with `/` at its end; empty for the root itself. */
  readonly prefix: string;
  /** The way back. */
  readonly up: string;
}

async function placeOf(root: string, signal?: AbortSignal): Promise<Place | undefined> {
  const answer = await git(
    root,
    ['rev-parse', '--is-inside-work-tree', '--show-prefix', '--show-cdup'],
    signal,
  );
  const [inside, prefix = '', up = ''] = answer?.toString().split('\n') ?? [];
  return inside === 'true' ? { prefix, up } : undefined;
}

/** @returns commit and branch of the work tree that holds the folder, undefined when none does */
export async function gitState(root: string, signal?: AbortSignal): Promise<GitState | undefined> {
  return (await placeOf(root, signal)) && (await stateIn(root, signal));
}

async function stateIn(root: string, signal?: AbortSignal): Promise<GitState> {
  const [commit, branch] = await Promise.all([
    git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal),
    git(root, ['symbolic-ref', '--short', '--quiet', 'HEAD'], signal),
  ]);
  const sha = commit?.toString().trim();
  const name = branch?.toString().trim();
  return { ...(sha && { commit: sha }), ...(name && { branch: name }) };
}

export interface GitListing {
  readonly state: GitState;
  /**
   * Tracked files and those neither tracked nor ignored, relative to the folder, `/` as separator; a nested
   * repository is given as its folder with a `/` at the end. Undefined when git cannot say, or when the folder is
   * itself ignored by the work tree around it: then the user means its files all the same.
   */
  readonly files: readonly string[] | undefined;
}

/** @returns what git knows of the folder, undefined when it is in no work tree */
export async function gitListing(root: string, signal?: AbortSignal): Promise<GitListing | undefined> {
  const place = await placeOf(root, signal);
  if (!place) return undefined;
  const [state, ignored, output] = await Promise.all([
    stateIn(root, signal),
    isIgnored(root, place, signal),
    git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], signal),
  ]);
  if (ignored || !output) return { state, files: undefined };
  // A file in conflict is listed once a stage.
  const files = [...new Set(output.toString('utf8').split('\0'))].filter((path) => path !== '');
  return { state, files };
}

async function isIgnored(root: string, { prefix, up }: Place, signal?: AbortSignal): Promise<boolean> {
  if (prefix === '') return false;
  return (
    (await git(path.join(root, up), ['check-ignore', '--quiet', '--', `./${prefix}`], signal)) !== undefined
  );
}

/** The last commit that changed a line. */
export interface LineChange {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Of the committed file, not of the one on the disk: reading that would run the filters that a repository configures.
 * @param text the line as it is on the disk
 * @returns undefined where git does not know the line, or has another text there
 */
export async function lastChange(
  root: string,
  { file, line, text }: { readonly file: string; readonly line: number; readonly text: string },
  signal?: AbortSignal,
): Promise<LineChange | undefined> {
  const range = `${line},${line}`;
  const args = ['blame', '--no-textconv', '--porcelain', '-L', range, 'HEAD', '--', `./${file}`];
  const lines = (await git(root, args, signal))?.toString('utf8').split('\n') ?? [];
  const field = (name: string): string | undefined =>
    lines.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1);
  const commit = lines[0]?.split(' ')[0] ?? '';
  const committed = lines.find((one) => one.startsWith('\t'))?.trim();
  const author = field('author');
  const seconds = Number(field('author-time'));
  if (!/^[0-9a-f]{40,64}$/.test(commit) || author === undefined || committed !== text.trim())
    return undefined;
  return Math.abs(seconds) < 8.64e12
    ? { commit, author, at: new Date(seconds * 1000).toISOString() }
    : undefined;
}
