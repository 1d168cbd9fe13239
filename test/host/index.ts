import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestTotals } from '../support/totals.ts';

const TEST_TIMEOUT_MS = 30_000;

/**
 * The entry that VS Code loads in its extension host: runs every compiled test beside it and leaves the totals in
 * `$PARAPET_TEST_TOTALS`, because of its own result VS Code passes on no more than success or failure.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const only = process.env['MOCHA_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TEST_TIMEOUT_MS,
    color: false,
    ...(only === undefined ? {} : { grep: only }),
  });
  for (const file of globSync('**/*.test.cjs', { cwd: __dirname }).sort())
    mocha.addFile(path.join(__dirname, file));
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [] };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', () => {
      totals.passed += 1;
    });
    runner.on('pending', () => {
      totals.skipped += 1;
    });
    runner.on('fail', (test, error: Error) => {
      totals.failed += 1;
      totals.failures.push({ title: test.fullTitle(), error: error.stack ?? error.message });
    });
  });
  const report = process.env['PARAPET_TEST_TOTALS'];
  if (report !== undefined) writeFileSync(report, JSON.stringify(totals));
  if (totals.failed > 0) throw new Error(`${totals.failed} failed`);
}
