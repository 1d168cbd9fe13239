import { type ChildProcess, spawn } from 'node:child_process';

/** A program with its arguments; no shell is between. */
export type Command = readonly [program: string, ...args: string[]];

/** Characters of the output's end that are kept. */
export const keptOutput = 20_000;
/** Milliseconds that a command has to end after it was asked to. */
const graceMs = 2_000;

export type RunOutcome =
  | { readonly kind: 'ended'; readonly code: number; readonly output: string }
  | { readonly kind: 'timeout'; readonly output: string }
  | { readonly kind: 'notStarted'; readonly reason: string };

export interface Run {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a command, without a shell, with all that it starts: none of it lives on.
 * @throws the signal's reason when cancelled
 */
export async function runCommand(
  [program, ...args]: Command,
  { folder, environment, timeoutMs, signal }: Run,
): Promise<RunOutcome> {
  signal.throwIfAborted();
  const isWindows = process.platform === 'win32';
  // Windows starts package managers, which are scripts there, by a shell only; their arguments are words without spaces.
  const shell =
    isWindows && /^(?:npm|pnpm|yarn|bun)$/.test(program) && args.every((one) => /^[\w:./=-]+$/.test(one));
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
    shell,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput);
    });
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    void end(child);
  }, timeoutMs);
  const cancel = () => void end(child);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const ended = await new Promise<RunOutcome>((resolve) => {
      child.once('error', (error) => resolve({ kind: 'notStarted', reason: error.message }));
      child.once('exit', (code) => {
        // What it started may hold the pipes open: it ends with it.
        kill(child, 'SIGKILL');
        setImmediate(() => resolve({ kind: 'ended', code: code ?? -1, output }));
      });
    });
    signal.throwIfAborted();
    return isTimeout ? { kind: 'timeout', output } : ended.kind === 'ended' ? { ...ended, output } : ended;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

async function end(child: ChildProcess): Promise<void> {
  kill(child, 'SIGTERM');
  const timer = setTimeout(() => kill(child, 'SIGKILL'), graceMs);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}

/** The command and what it started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
