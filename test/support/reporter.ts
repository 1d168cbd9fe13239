import { writeFileSync } from 'node:fs';
import { type MochaOptions, type Runner, reporters } from 'mocha';
import type { TestTotals } from './totals.ts';

/** Mocha's dots and failures on the terminal, and the totals in `$PARAPET_TEST_TOTALS` for the summary. */
export default class TotalsReporter extends reporters.Dot {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env['PARAPET_TEST_TOTALS'];
    runner.once('end', () => {
      if (file === undefined) return;
      const totals: TestTotals = {
        passed: this.stats.passes,
        failed: this.stats.failures,
        skipped: this.stats.pending,
        failures: this.failures.map((test) => ({ title: test.fullTitle(), error: test.err?.message ?? '' })),
      };
      writeFileSync(file, JSON.stringify(totals));
    });
  }
}
