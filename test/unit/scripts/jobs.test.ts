import assert from 'node:assert/strict';
import { type Job, runJobs } from '../../../scripts/jobs.ts';
import { failure } from '../../../scripts/summary.ts';
import type { TestTotals } from '../../support/totals.ts';

const passing: TestTotals = { passed: 3, failed: 0, skipped: 0, failures: [] };
const job = (tier: string, title: string, ...tries: (TestTotals | Error)[]): Job => ({
  ...{ tier, title, hasWindow: true },
  run: async () => {
    const came = tries.shift() ?? assert.fail(`${title} was run too often`);
    if (came instanceof Error) throw came;
    return came;
  },
});

describe('tests in windows', () => {
  const run = (jobs: readonly Job[], hasSecondTry = true, said: string[] = []) =>
    runJobs(jobs, {
      lanes: { width: 2, windows: 2, mostWindows: 2 },
      hasSecondTry,
      say: (line) => said.push(line),
    });

  it('are summed up for each tier', async () => {
    const outcomes = await run([
      job('host', 'oldest', passing),
      job('ui', 'tree', passing),
      job('ui', 'chat', { ...passing, skipped: 1 }),
    ]);
    assert.deepEqual(
      outcomes.map(({ name, totals }) => [name, totals.passed, totals.skipped]),
      [
        ['host', 3, 0],
        ['ui', 6, 1],
      ],
    );
    for (const { seconds } of outcomes) assert.ok(seconds >= 0 && seconds < 20);
  });

  it('have one second try, after all others, and what failed only at the first is named', async () => {
    const said: string[] = [];
    const [outcome] = await run(
      [job('ui', 'tree', failure('it filters', 'no row'), passing), job('ui', 'chat', passing)],
      true,
      said,
    );
    assert.deepEqual(outcome?.totals.retried, ['it filters']);
    assert.equal(outcome?.totals.failed, 0);
    assert.deepEqual(
      said
        .map((line) => line.trim())
        .slice(0, 3)
        .toSorted(),
      [
        'Once more, with nothing beside it: tree',
        'chat: 3 passed, 0 failed (0 s)',
        'tree: 0 passed, 1 failed (0 s)',
      ],
    );
  });

  it('that fail twice have failed, and so have those that cannot be run', async () => {
    const twice = await run([job('ui', 'tree', failure('it filters', 'a'), failure('it filters', 'b'))]);
    assert.deepEqual(twice[0]?.totals.failures, [{ title: 'it filters', error: 'b' }]);
    const never = await run([job('host', 'oldest', new Error('no display'), new Error('no display'))]);
    assert.equal(never[0]?.totals.failed, 1);
    const once = await run([job('ui', 'ui', failure('it filters', 'a'))], false);
    assert.equal(once[0]?.totals.failed, 1, 'without a second try');
  });

  it('go on after a failure only where nothing is run again, as outside of windows', async () => {
    const asked: string[] = [];
    const failing: Job = {
      ...{ tier: 'ui', title: 'tree', hasWindow: true },
      run: async (attempt) => {
        asked.push(attempt);
        return failure('it filters', 'no row');
      },
    };
    await run([failing]);
    await run([failing], false);
    await run([{ ...failing, hasWindow: false }]);
    assert.deepEqual(asked, ['first', 'second', 'only', 'only']);
  });
});
