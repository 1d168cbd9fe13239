/**
 * Git, asked about a folder that may hold anything: its configuration must not start a program, the editor's `GIT_*`
 * variables must not point elsewhere, and every question ends in bounded time and memory.
 */
import { spawn } from 'node:child_process';

const timeoutMs = 30_000;
const maximumOutput = 64 * 1024 * 1024;

/** Given on the command line, where a repository's own configuration cannot override them. */
const safe = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'diff.external=',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

export type GitAnswer =
  | { readonly kind: 'ok'; readonly output: Buffer }
  /** Git ran and said no; `message` is what it wrote, for a log. */
  | { readonly kind: 'refused'; readonly message: string }
  /** There is no git on the path. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'tooMuch' };

/**
 * @param folder where git runs
 * @param input what it reads from its standard input
 * @throws the signal's reason when cancelled
 */
export function runGit(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
  input?: string,
): Promise<GitAnswer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--no-pager', ...safe, '-C', folder, ...args], {
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name))),
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
        LC_ALL: 'C',
        NoDefaultCurrentDirectoryInExePath: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: timeoutMs,
      signal,
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maximumOutput) child.kill();
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < 2000) errors += chunk.toString('utf8');
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason);
      else if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else resolve({ kind: 'refused', message: error.message });
    });
    child.on('close', (code) => {
      if (bytes > maximumOutput) resolve({ kind: 'tooMuch' });
      else if (code === 0) resolve({ kind: 'ok', output: Buffer.concat(output) });
      else resolve({ kind: 'refused', message: errors.trim() });
    });
    // A git that ended early does not read to the end, which is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}
