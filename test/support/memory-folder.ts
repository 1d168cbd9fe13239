// Required before any test: what tests write goes to memory where the machine has enough of it. Stores wait for the disk with
// each transaction, which is a third of the time of their tests.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';

export const MEMORY = '/dev/shm';
const LEAST_BYTES = 4 * 1024 ** 3;
/** What windows, browsers and services of tests take beside it. */
const LEAST_MEMORY_BYTES = 8 * 1024 ** 3;

/** Of a folder below {@link MEMORY}: begins with the process whose it is. Short, because sockets live below it. */
export const ownPrefix = `pp-${process.pid}-`;

if (process.env['TMPDIR'] === undefined && isFit()) {
  removeLeft();
  const folder = mkdtempSync(`${MEMORY}/${ownPrefix}`);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}

/** Whether what tests write goes to memory. */
export const writesToMemory = (): boolean => process.env['TMPDIR']?.startsWith(`${MEMORY}/pp-`) === true;

/** What was left by tests that were killed: what belongs to a process that is gone. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^pp-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(`${MEMORY}/${name}`, { recursive: true, force: true });
    } catch {
      // It is another user's, or somebody else removes it at this moment.
    }
  }
}

function isFit(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < LEAST_MEMORY_BYTES) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_BYTES && mayRunPrograms(readFileSync('/proc/mounts', 'utf8'));
  } catch {
    return false;
  }
}

/** Containers often let nothing run from there, and tests of traps would pass because of that alone. */
function mayRunPrograms(mounts: string): boolean {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === MEMORY);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}
