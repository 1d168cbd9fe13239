import assert from 'node:assert/strict';
import { afterSecondTry, failure, honest, someRan, summaryLines, sumOf } from '../../../scripts/summary.ts';
import type { TestTotals } from '../../support/totals.ts';

const passing: TestTotals = { passed: 3, failed: 0, skipped: 0, failures: [] };

describe('the summary of a test run', () => {
  it('counts a run without a test as failed', () => {
    const totals: TestTotals = { passed: 0, failed: 0, skipped: 4, failures: [] };
    const tier = someRan({ name: 'unit', totals, seconds: 1 });
    assert.deepEqual(tier.totals.failures, [{ title: 'the run itself', error: 'No test ran.' }]);
    assert.equal(tier.totals.failed, 1);
    assert.deepEqual(someRan({ ...tier, totals: passing }).totals, passing);
  });

  it('counts a run that ended with an error as failed, although every test in it passed', () => {
    assert.deepEqual(honest(passing, 0), passing);
    const { passed, failed } = honest(passing, 13);
    assert.deepEqual({ passed, failed }, { passed: 3, failed: 1 });
  });

  it('does not count the exit code again when a test failed', () => {
    const totals: TestTotals = { passed: 2, failed: 2, skipped: 0, failures: [] };
    assert.equal(honest(totals, 2).failed, 2);
  });

  it('counts the second try of tests that build on one another, and says what failed at the first', () => {
    const failures = [
      { title: 'connects', error: 'a click was lost' },
      { title: 'shows the answer', error: 'not connected' },
    ];
    const first: TestTotals = { passed: 1, failed: 2, skipped: 0, failures };
    assert.deepEqual(afterSecondTry(first, passing), {
      ...passing,
      retried: ['connects', 'shows the answer'],
    });
    const second: TestTotals = { passed: 2, failed: 1, skipped: 0, failures: failures.slice(1) };
    const both = sumOf([passing, afterSecondTry(first, second)]);
    assert.deepEqual(both, { ...second, passed: 5, retried: ['connects'] });
  });

  it('ends with the sum alone on a line, after a line for each tier and each failure', () => {
    const lines = summaryLines([
      { name: 'unit', totals: { ...passing, skipped: 1 }, seconds: 4.4 },
      { name: 'host', totals: failure('activates', 'it did not'), seconds: 9 },
      { name: 'ui', totals: { ...passing, retried: ['the tree filters'] }, seconds: 60 },
    ]);
    assert.deepEqual(lines, [
      'unit: 3 passed, 0 failed, 1 skipped (4 s)',
      'host: 0 passed, 1 failed (9 s)',
      '  failed: activates',
      'ui: 3 passed, 0 failed (60 s)',
      '  passed at the second try: the tree filters',
      '',
      '6 passed, 1 failed',
    ]);
  });
});
