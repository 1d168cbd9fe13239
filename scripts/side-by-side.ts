import { availableParallelism, totalmem } from 'node:os';

/** What a window takes at most, with its server, its browser and the service: measured at 1.3 to 2 GB. */
const WINDOW_BYTES = 3 * 1024 ** 3;
const MOST_WINDOWS = 4;

/** How much is done at a time. */
export interface Lanes {
  readonly width: number;
  /** How much of it in windows, as long as there is other work. */
  readonly windows: number;
  /** How much of it in windows when there is no other. */
  readonly mostWindows: number;
}

interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

/**
 * What is done at a time. A window waits a third of its time, for the service and for its own drawing: so there is one for each
 * processor as far as the memory goes, four at most, or as many as `PARAPET_TEST_WINDOWS` says, and beside them one other thing
 * for every two processors. Once nothing else is left, windows have all of that.
 *
 * @throws when `PARAPET_TEST_WINDOWS` is not a number from 1 on.
 */
export function lanesOf(
  env: NodeJS.ProcessEnv,
  { processors, memoryBytes }: Machine = {
    processors: availableParallelism(),
    memoryBytes: totalmem(),
  },
): Lanes {
  const named = env['PARAPET_TEST_WINDOWS'];
  if (named !== undefined) {
    if (!/^[1-9]\d?$/.test(named)) throw new Error('PARAPET_TEST_WINDOWS must be a number from 1 to 99.');
    return { width: Math.max(processors, Number(named)), windows: Number(named), mostWindows: Number(named) };
  }
  const most = Math.max(1, Math.min(Math.floor(memoryBytes / WINDOW_BYTES), MOST_WINDOWS));
  const windows = Math.min(processors, most);
  const width = Math.max(processors, windows + Math.ceil(processors / 2));
  return { width, windows, mostWindows: Math.min(width, most) };
}

/**
 * Does jobs, so many at a time, and begins those of each kind in their order: jobs in windows, which take longest, before
 * others, as far as they may be side by side.
 *
 * @returns what each came to, in the order of the jobs.
 * @throws what the first job that fails throws, once those that were begun have ended; no further one is begun.
 */
export async function sideBySide<T>(
  { width, windows, mostWindows }: Lanes,
  jobs: readonly { readonly hasWindow: boolean; run(): Promise<T> }[],
): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = new Set(jobs.entries());
  let openWindows = 0;
  let hasFailed = false;
  const next = () => {
    const all = [...waiting];
    const inWindow = all.find(([, { hasWindow }]) => hasWindow);
    const other = all.find(([, { hasWindow }]) => !hasWindow);
    const isFull = openWindows >= (other === undefined ? mostWindows : windows);
    const chosen = isFull || inWindow === undefined ? other : inWindow;
    if (chosen !== undefined) waiting.delete(chosen);
    return chosen;
  };
  const lane = async () => {
    while (!hasFailed) {
      const chosen = next();
      if (chosen === undefined) return;
      const [index, { hasWindow, run }] = chosen;
      if (hasWindow) openWindows += 1;
      try {
        results[index] = await run();
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        if (hasWindow) openWindows -= 1;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
