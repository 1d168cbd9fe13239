import type { TestTotals } from '../test/support/totals.ts';
import { type Lanes, sideBySide } from './side-by-side.ts';
import { afterSecondTry, failure, type Outcome, sumOf } from './summary.ts';

/** `only`: its failures count. `first`: one ends it, because all of it is run again, as the `second`, anyway. */
export type Try = 'only' | 'first' | 'second';

/** A part of a tier that is run as a whole: a file of tests, a VS Code, a check. */
export interface Job {
  readonly tier: string;
  readonly title: string;
  readonly hasWindow: boolean;
  run(attempt: Try): Promise<TestTotals>;
}

interface Attempt {
  readonly totals: TestTotals;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Options {
  readonly lanes: Lanes;
  /** Whether what fails in a window is tried again. */
  readonly hasSecondTry: boolean;
  say(line: string): void;
}

/**
 * Runs jobs side by side. A whole editor in a browser takes a key press or a click for its own now and then, and the tests
 * of a file build on one another: a job in windows that has a failure gets a second try as a whole, in new windows and
 * with nothing beside it. Its totals say so.
 *
 * @returns what each tier came to, with the time from its first test to its last.
 */
export async function runJobs(
  jobs: readonly Job[],
  { lanes, hasSecondTry, say }: Options,
): Promise<readonly Outcome[]> {
  const isTriedAgain = ({ hasWindow }: Job) => hasWindow && hasSecondTry;
  const first = await sideBySide(
    lanes,
    jobs.map((job) => ({
      hasWindow: job.hasWindow,
      run: () => attempt(job, isTriedAgain(job) ? 'first' : 'only', say),
    })),
  );
  const tiers = new Map<string, Attempt[]>();
  for (const [index, job] of jobs.entries()) {
    const tries = tiers.get(job.tier) ?? [];
    tiers.set(job.tier, tries);
    const tried = first[index];
    if (tried === undefined) continue;
    if (tried.totals.failed === 0 || !isTriedAgain(job)) {
      tries.push(tried);
      continue;
    }
    say(`\nOnce more, with nothing beside it: ${job.title}`);
    const again = await attempt(job, 'second', say);
    tries.push({ ...tried, totals: afterSecondTry(tried.totals, again.totals), endedAt: again.endedAt });
  }
  return [...tiers].map(([name, tries]) => ({
    name,
    totals: sumOf(tries.map(({ totals }) => totals)),
    seconds:
      (Math.max(...tries.map(({ endedAt }) => endedAt)) -
        Math.min(...tries.map(({ startedAt }) => startedAt))) /
      1000,
  }));
}

/** Runs a job and says what came of it. An error of the run itself is a failure. */
async function attempt({ title, run }: Job, which: Try, say: (line: string) => void): Promise<Attempt> {
  const startedAt = performance.now();
  const totals = await run(which).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    say(message);
    return failure(title, message);
  });
  const endedAt = performance.now();
  const seconds = ((endedAt - startedAt) / 1000).toFixed(0);
  say(`${title}: ${totals.passed} passed, ${totals.failed} failed (${seconds} s)`);
  return { totals, startedAt, endedAt };
}
