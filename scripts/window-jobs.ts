import type { TestTotals } from '../test/support/totals.ts';
import { sideBySide } from './side-by-side.ts';
import { afterSecondTry, failure, type Outcome, sumOf } from './summary.ts';

/** Tests that have windows of their own, and the tier that they belong to. */
export interface WindowJob {
  readonly tier: string;
  readonly title: string;
  /** @param toFirstFailure whether a failure ends it, because all of it is run again anyway */
  run(toFirstFailure: boolean): Promise<TestTotals>;
}

interface Attempt {
  readonly totals: TestTotals;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Runs tests in windows, so many at a time. A whole editor in a browser takes a key press or a click for its own now and
 * then, and the tests of a file build on one another: what has a failure gets a second try as a whole, in new windows and
 * with nothing beside it. Its totals say so.
 *
 * @returns what each tier came to, with the time from its first test to its last.
 */
export async function runWindowJobs(
  jobs: readonly WindowJob[],
  { width, hasSecondTry, say }: { width: number; hasSecondTry: boolean; say(line: string): void },
): Promise<readonly Outcome[]> {
  const first = await sideBySide(
    width,
    jobs.map((job) => () => attempt(job, hasSecondTry, say)),
  );
  const tiers = new Map<string, Attempt[]>();
  for (const [index, job] of jobs.entries()) {
    const tries = tiers.get(job.tier) ?? [];
    tiers.set(job.tier, tries);
    const tried = first[index];
    if (tried === undefined) continue;
    if (tried.totals.failed === 0 || !hasSecondTry) {
      tries.push(tried);
      continue;
    }
    say(`\nOnce more, with nothing beside it: ${job.title}`);
    const again = await attempt(job, false, say);
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
async function attempt(
  { title, run }: WindowJob,
  toFirstFailure: boolean,
  say: (line: string) => void,
): Promise<Attempt> {
  const startedAt = performance.now();
  const totals = await run(toFirstFailure).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    say(message);
    return failure(title, message);
  });
  const endedAt = performance.now();
  const seconds = ((endedAt - startedAt) / 1000).toFixed(0);
  say(`${title}: ${totals.passed} passed, ${totals.failed} failed (${seconds} s)`);
  return { totals, startedAt, endedAt };
}
