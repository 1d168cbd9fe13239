import { globSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileRunner } from './file-runner.ts';
import { installBrowser } from './host/browser.ts';
import { installHost, NEWEST_HOST } from './host/install.ts';
import { testHosts } from './host/test-hosts.ts';
import type { Job } from './jobs.ts';
import { OUT, ROOT } from './paths.ts';
import { runNode } from './run-node.ts';
import { failure, totalsOf } from './summary.ts';

export const TIERS = ['check', 'unit', 'host', 'ui', 'package'] as const;
export type Tier = (typeof TIERS)[number];

const TSC = 'node_modules/typescript/bin/tsc';
/** By one thread, which takes two thirds of the processors' time that four take: the other processors have other parts to run. */
const TYPES = [TSC, '--noEmit', '--singleThreaded'] as const;
const CHECKS: ReadonlyArray<readonly [title: string, ...command: string[]]> = [
  ['types', ...TYPES],
  ['types of the webviews', ...TYPES, '-p', 'tsconfig.webviews.json'],
  ['lint, format and import rules', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
];
const FILES = {
  unit: ['test/unit/**/*.test.ts', 'test/conformance/**/*.test.ts'],
  ui: ['test/ui/**/*.test.ts'],
  package: ['test/package/**/*.test.ts'],
} as const;
/** Files that take far longer than their size lets expect, as `--timings` tells: they begin first. */
const LONG = new Set([
  'test/conformance/postgres.test.ts',
  'test/conformance/service.test.ts',
  'test/unit/agent/trapped-repository.test.ts',
  'test/unit/engine/fixes/runnable.test.ts',
  'test/unit/engine/reassuring-names.test.ts',
  'test/unit/engine/same-report.test.ts',
  'test/unit/git/traps.test.ts',
  'test/unit/growth.test.ts',
  'test/unit/newcomer.test.ts',
]);
/** What a test that hangs is ended by; on a busy machine one that works takes a minute now and then. */
const TIMEOUT_MS = { unit: 120_000, ui: 300_000, package: 300_000 } as const;
const HOST_ENTRY = path.join(OUT, 'host', 'index.cjs');

/** What the jobs of a run have in common. */
export interface Run {
  readonly files: FileRunner;
  /** A folder for what processes report. */
  readonly reports: string;
  /** Only tests whose title has this. */
  readonly only: string | undefined;
}

/** The jobs of a tier. */
export async function jobsOf(tier: Tier, run: Run): Promise<readonly Job[]> {
  if (tier === 'check') return checks();
  if (tier === 'host') return await hosts(run);
  return files(tier, run);
}

/** Installs what windows need, so that no two of them do so at a time. */
export async function prepareWindows(): Promise<void> {
  await installHost(NEWEST_HOST, console.log);
  await installBrowser(console.log);
}

function checks(): readonly Job[] {
  return CHECKS.map(([title, ...command]) => ({
    ...{ tier: 'check', title, hasWindow: false },
    run: async () =>
      (await runNode(command)) === 0
        ? { passed: 1, failed: 0, skipped: 0, failures: [] }
        : failure(title, 'What was found is printed above.'),
  }));
}

/** The tests in the extension host of each VS Code. */
async function hosts({ reports }: Run): Promise<readonly Job[]> {
  return (await testHosts(process.env)).map(({ name, run }) => ({
    ...{ tier: `host (${name})`, title: name, hasWindow: true },
    run: async () => {
      const report = path.join(reports, `host-${name.replaceAll(/\W+/g, '-')}.json`);
      await rm(report, { force: true });
      const totals = await totalsOf(report, await run(HOST_ENTRY, { PARAPET_TEST_TOTALS: report }));
      for (const { title, error } of totals.failures) console.error(`FAILED: ${title}\n${error}\n`);
      return totals;
    },
  }));
}

/** The files of a tier, those first that take longest. */
function files(tier: keyof typeof FILES, { files: runner, only }: Run): readonly Job[] {
  const sizeOf = (file: string) =>
    LONG.has(file.replaceAll(path.sep, '/')) ? Number.MAX_VALUE : statSync(path.join(ROOT, file)).size;
  return globSync(FILES[tier], { cwd: ROOT })
    .map((file) => ({ file, size: sizeOf(file) }))
    .sort((a, b) => (a.size === b.size ? (a.file < b.file ? -1 : 1) : b.size - a.size))
    .map(({ file }) => ({
      ...{ tier, title: file, hasWindow: tier !== 'unit' },
      run: (attempt) =>
        runner.run(
          {
            file: path.join(ROOT, file),
            timeoutMs: TIMEOUT_MS[tier],
            toFirstFailure: attempt === 'first',
            ...(only === undefined ? {} : { only }),
          },
          attempt === 'second',
          console.log,
        ),
    }));
}
