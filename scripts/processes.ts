import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const STOP_GRACE_MS = 5_000;
const KEPT_OUTPUT_CHARACTERS = 8_000;

/**
 * Runs a program to its end and returns what it printed to standard output.
 *
 * @throws with the program's last output when it cannot be started or ends with a code other than 0.
 */
export async function run(
  program: string,
  programArguments: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, [...programArguments], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  let everything = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
    everything += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    everything += chunk;
  });
  const outcome = await ended(child);
  if (outcome !== 0) {
    const command = [program, ...programArguments].join(' ');
    throw new Error(`${command} ended with ${outcome}\n${everything.slice(-KEPT_OUTPUT_CHARACTERS)}`);
  }
  return output;
}

/** How a process ended: its exit code, or the name of the signal that ended it. Rejects if it never started. */
export function ended(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
}

/**
 * Ends a process that was started `detached`, and everything that it started in its group: asked to first,
 * made to after five seconds.
 */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(pid, 'SIGTERM');
  const impatience = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_GRACE_MS);
  await gone;
  clearTimeout(impatience);
}

/**
 * Ends the group of a process that was started `detached` when this process ends without having called
 * {@link stopGroup}. Only an exit counts, see {@link endOnSignals}.
 */
export function endWithThisProcess(child: ChildProcess): void {
  const end = () => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** Makes the signals that end a process exit it instead, so that what it started can be ended. */
export function endOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
