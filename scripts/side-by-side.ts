import { availableParallelism, totalmem } from 'node:os';

/** What a window takes at most, with its server, its browser and the service: measured at 1.3 to 2 GB. */
const WINDOW_BYTES = 3 * 1024 ** 3;
const MOST_WINDOWS = 4;

/**
 * How many windows are tested in side by side: `PARAPET_TEST_WINDOWS`, else one for every two processors, which a
 * window with its server keeps busy, as far as the memory goes, and four at most.
 *
 * @throws when `PARAPET_TEST_WINDOWS` is not a number from 1 on.
 */
export function windowsAtOnce(
  env: NodeJS.ProcessEnv,
  machine = { processors: availableParallelism(), memoryBytes: totalmem() },
): number {
  const named = env['PARAPET_TEST_WINDOWS'];
  if (named !== undefined) {
    if (!/^[1-9]\d?$/.test(named)) throw new Error('PARAPET_TEST_WINDOWS must be a number from 1 to 99.');
    return Number(named);
  }
  const fitting = Math.floor(machine.memoryBytes / WINDOW_BYTES);
  return Math.max(1, Math.min(Math.floor(machine.processors / 2), fitting, MOST_WINDOWS));
}

/**
 * Does jobs, so many at a time, and begins them in their order.
 *
 * @returns what each came to, in the order of the jobs.
 * @throws what the first job that fails throws, once those that were begun have ended; no further one is begun.
 */
export async function sideBySide<T>(
  width: number,
  jobs: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = jobs.entries();
  let hasFailed = false;
  const lane = async () => {
    for (const [index, job] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await job();
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
