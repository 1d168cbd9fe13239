// Required before any test: what tests write goes to memory where the machine has enough of it. Stores wait for the disk with
// each transaction, which is a third of the time of their tests.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';

export const MEMORY = '/dev/shm';
const LEAST_BYTES = 4 * 1024 ** 3;
/** What windows, browsers and services of tests take beside it. */
const LEAST_MEMORY_BYTES = 8 * 1024 ** 3;

const KEPT_MS = 24 * 60 * 60 * 1_000;

if (process.env['TMPDIR'] === undefined && isFit()) {
  removeLeft();
  // The name is short because sockets live below it.
  const folder = mkdtempSync(`${MEMORY}/pp-`);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}

/** Whether what tests write goes to memory. */
export const writesToMemory = (): boolean => process.env['TMPDIR']?.startsWith(`${MEMORY}/pp-`) === true;

/** What was left by tests that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const folder = `${MEMORY}/${name}`;
    if (
      name.startsWith('pp-') &&
      Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) >
        KEPT_MS
    )
      rmSync(folder, { recursive: true, force: true });
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
