// A process that runs files of tests one after the other, as its parent names them: what they import is loaded once, and
// windows find a server and a browser that run. Started by scripts/file-runner.ts.
import Mocha from 'mocha';
import '../test/support/compile-cache.ts';
import { watchWindows } from '../test/support/failure-shots.ts';
import type { TestTotals } from '../test/support/totals.ts';
import { endKeptHosts } from '../test/support/window-host.ts';
import './generate.ts';
import { type FileDone, type FileToRun, fileToRunSchema } from './file-message.ts';

process.on('message', (message) => {
  if (message === 'end') void endKeptHosts().finally(() => process.exit(0));
  else void runFile(fileToRunSchema.parse(message)).then((done) => process.send?.(done));
});
process.on('disconnect', () => process.exit(1));

async function runFile({ file, timeoutMs, toFirstFailure, only }: FileToRun): Promise<FileDone> {
  const mocha = new Mocha({
    ...{ timeout: timeoutMs, reporter: 'dot', bail: toFirstFailure, color: false },
    ...(only === undefined ? {} : { grep: only }),
  });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [] };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    watchWindows(runner);
    runner.on('pass', () => {
      totals.passed += 1;
    });
    runner.on('pending', () => {
      totals.skipped += 1;
    });
    runner.on('fail', (test, error: Error) => {
      totals.failed += 1;
      totals.failures.push({ title: test.fullTitle(), error: error.message });
    });
  });
  mocha.dispose();
  return { totals, memoryBytes: process.memoryUsage.rss() };
}
