/** The tests that try only a part of what they could, with all of it. `--only` names the beginning of a path below `test/unit/`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import type { Options } from './accuracy.ts';

const tests = path.join(import.meta.dirname, '../unit');
const timeoutMs = 1_200_000;

export async function bench({ only = '' }: Options): Promise<Record<string, unknown>> {
  // Read by the tests once they are loaded.
  process.env['PARAPET_TESTS'] = 'thorough';
  const files = globSync('**/*.test.ts', { cwd: tests })
    .filter((file) => file.startsWith(only))
    .filter((file) => readFileSync(path.join(tests, file), 'utf8').includes('support/thorough.ts'))
    .toSorted();
  const mocha = new Mocha({ timeout: timeoutMs, reporter: 'dot' });
  for (const file of files) mocha.addFile(path.join(tests, file));
  await mocha.loadFilesAsync();
  let passed = 0;
  const failed = await new Promise<number>((resolve) => {
    mocha.run(resolve).on('pass', () => {
      passed += 1;
    });
  });
  if (failed > 0) process.exitCode = 1;
  return { files: files.length, passed, failed };
}
