import { readFile } from 'node:fs/promises';
import { type TestTotals, totalsSchema } from '../test/support/totals.ts';

/** What a tier of tests came to. */
export interface Outcome {
  readonly name: string;
  readonly totals: TestTotals;
  readonly seconds: number;
}

/** Totals for something that failed as a whole. */
export function failure(title: string, error: string): TestTotals {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ title, error }] };
}

/** The totals that a run left in a file. A run that ended with an error although none of its tests failed has failed itself. */
export async function totalsOf(report: string, exitCode: number): Promise<TestTotals> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`The tests ended with code ${exitCode} before they were done.`);
  return honest(totalsSchema.parse(JSON.parse(text)), exitCode);
}

/** The totals, with a failure for a run that ended with an error although none of its tests failed. */
export function honest(totals: TestTotals, exitCode: number): TestTotals {
  if (exitCode === 0 || totals.failed > 0) return totals;
  const problem = { title: 'the run itself', error: `It ended with code ${exitCode}.` };
  return { ...totals, failed: 1, failures: [...totals.failures, problem] };
}

/** What a tier came to: failed, when no test of it ran. */
export function someRan({ name, totals, seconds }: Outcome): Outcome {
  const hasNone = totals.passed + totals.failed === 0;
  return {
    name,
    totals: hasNone ? { ...totals, ...failure('the run itself', 'No test ran.') } : totals,
    seconds,
  };
}

/** What runs came to together. */
export function sumOf(runs: readonly TestTotals[]): TestTotals {
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    runs.reduce((total, totals) => total + totals[count], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    retried: runs.flatMap(({ retried }) => retried ?? []),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

/** What the second try of the same tests came to, which counts, with what failed only at the first. */
export function afterSecondTry(first: TestTotals, second: TestTotals): TestTotals {
  const stillFails = new Set(second.failures.map(({ title }) => title));
  const retried = first.failures.map(({ title }) => title).filter((title) => !stillFails.has(title));
  return { ...second, retried };
}

/** The lines that end `npm test`: one for each tier, its failures under it, and the sum alone on the last. */
export function summaryLines(outcomes: readonly Outcome[]): string[] {
  const lines: string[] = [];
  for (const { name, totals, seconds } of outcomes) {
    const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
    lines.push(
      `${name}: ${totals.passed} passed, ${totals.failed} failed${skipped} (${seconds.toFixed(0)} s)`,
    );
    for (const { title } of totals.failures) lines.push(`  failed: ${title}`);
    for (const title of totals.retried ?? []) lines.push(`  passed at the second try: ${title}`);
  }
  const sum = (count: 'passed' | 'failed') =>
    outcomes.reduce((total, { totals }) => total + totals[count], 0);
  return [...lines, '', `${sum('passed')} passed, ${sum('failed')} failed`];
}
