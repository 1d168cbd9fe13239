import type { TestTotals } from '../test/support/totals.ts';

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

/**
 * The totals that count: a run that ended with an error although none of its tests failed has failed itself, and so
 * has one in which no test ran.
 */
export function honest(totals: TestTotals, exitCode: number): TestTotals {
  if (totals.passed + totals.failed === 0) return { ...totals, ...failure('the run itself', 'No test ran.') };
  if (exitCode === 0 || totals.failed > 0) return totals;
  const problem = { title: 'the run itself', error: `It ended with code ${exitCode}.` };
  return { ...totals, failed: 1, failures: [...totals.failures, problem] };
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
