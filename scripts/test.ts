// `npm test [-- tier …]`: runs the tiers named, or all, and ends with one line a tier and one sum.
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import '../test/support/compile-cache.ts';
import { type TestTotals, totalsSchema } from '../test/support/totals.ts';
import { testHosts } from './host/test-hosts.ts';
import './generate.ts';
import { removeFolder, temporaryFolder } from './host/workspace.ts';
import { OUT, ROOT } from './paths.ts';
import { ended, endOnSignals } from './processes.ts';
import { windowsAtOnce } from './side-by-side.ts';
import { failure, honest, type Outcome, summaryLines } from './summary.ts';
import { runWindowJobs, type WindowJob } from './window-jobs.ts';

const TIERS = ['check', 'unit', 'host', 'ui', 'package'] as const;
type Tier = (typeof TIERS)[number];

const TSC = 'node_modules/typescript/bin/tsc';
const CHECKS: ReadonlyArray<readonly [title: string, ...command: string[]]> = [
  ['types', TSC, '--noEmit'],
  ['types of the webviews', TSC, '--noEmit', '-p', 'tsconfig.webviews.json'],
  ['lint, format and import rules', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
];
const MOCHA_FILES = {
  unit: ['test/unit/**/*.test.ts', 'test/conformance/**/*.test.ts'],
  ui: ['test/ui/**/*.test.ts'],
  package: ['test/package/**/*.test.ts'],
} as const;
/** What a test that hangs is ended by; on a busy machine one that works takes a minute now and then. */
const UNIT_TEST_TIMEOUT_MS = 120_000;
const BROWSER_TEST_TIMEOUT_MS = 300_000;
const HOST_ENTRY = path.join(OUT, 'host', 'index.cjs');

const outcomes: Outcome[] = [];
const results = await temporaryFolder();
endOnSignals();
await mkdir(path.join(OUT, 'shots'), { recursive: true });

const tiers = wantedTiers(process.argv.slice(2));
if (tiers.includes('check')) await tier('check', runChecks);
if (tiers.includes('unit')) await tier('unit', () => runMocha('unit', UNIT_TEST_TIMEOUT_MS));
const needsBuild = tiers.some((name) => name === 'host' || name === 'ui' || name === 'package');
if (needsBuild && (await builds())) {
  if (tiers.includes('host') || tiers.includes('ui')) await runWindows();
  if (tiers.includes('package')) await tier('package', () => runMocha('package', BROWSER_TEST_TIMEOUT_MS));
}
await removeFolder(results);
console.log(`\n== summary\n${summaryLines(outcomes).join('\n')}`);
process.exit(outcomes.every(({ totals }) => totals.failed === 0) ? 0 : 1);

function wantedTiers(names: readonly string[]): readonly Tier[] {
  const unknown = names.filter((name) => !TIERS.some((known) => known === name));
  if (unknown.length > 0) {
    console.error(`There is no tier "${unknown[0]}". The tiers are: ${TIERS.join(', ')}.`);
    process.exit(2);
  }
  return names.length === 0 ? TIERS : TIERS.filter((known) => names.includes(known));
}

/** Runs a tier and records what it came to. An error of the tier itself is a failure. */
async function tier(name: string, runTier: () => Promise<TestTotals>): Promise<void> {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const totals = await runTier().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return failure(name, message);
  });
  outcomes.push({ name, totals, seconds: (performance.now() - startedAt) / 1000 });
}

async function runChecks(): Promise<TestTotals> {
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const [title, ...command] of CHECKS) {
    const passed = (await runNode(command)) === 0;
    console.log(`${passed ? 'ok' : 'FAILED'}: ${title}`);
    if (passed) totals.passed += 1;
    else {
      totals.failed += 1;
      totals.failures.push({ title, error: 'What was found is printed above.' });
    }
  }
  return totals;
}

/** The tests in the extension host of each VS Code, and the files of the UI tests, the longest first. */
async function runWindows(): Promise<void> {
  const jobs = [
    ...(tiers.includes('host') ? await hostJobs() : []),
    ...(tiers.includes('ui') ? uiJobs() : []),
  ];
  const width = windowsAtOnce(process.env);
  console.log(`\n== in windows, ${width} at a time`);
  // Tests that were asked for by title have one try.
  const hasSecondTry = process.env['MOCHA_GREP'] === undefined;
  outcomes.push(...(await runWindowJobs(jobs, { width, hasSecondTry, say: console.log })));
}

async function hostJobs(): Promise<readonly WindowJob[]> {
  const hosts = await testHosts(process.env).catch((error: Error) => {
    console.error(error.message);
    outcomes.push({ name: 'host', totals: failure('choosing a VS Code', error.message), seconds: 0 });
    return [];
  });
  return hosts.map(({ name, run }) => ({
    tier: `host (${name})`,
    title: name,
    run: async () => {
      const report = path.join(results, `host-${name.replaceAll(/\W+/g, '-')}.json`);
      await rm(report, { force: true });
      const totals = await totalsOf(report, await run(HOST_ENTRY, { PARAPET_TEST_TOTALS: report }));
      for (const { title, error } of totals.failures) console.error(`FAILED: ${title}\n${error}\n`);
      return totals;
    },
  }));
}

function uiJobs(): readonly WindowJob[] {
  const job = (title: string, files?: readonly string[]): WindowJob => ({
    ...{ tier: 'ui', title },
    run: (toFirstFailure) => runMocha('ui', BROWSER_TEST_TIMEOUT_MS, files, toFirstFailure ? ['--bail'] : []),
  });
  if (process.env['MOCHA_GREP'] !== undefined) return [job('ui')];
  const sizeOf = (file: string) => statSync(path.join(ROOT, file)).size;
  return globSync(MOCHA_FILES.ui, { cwd: ROOT })
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .map((file) => job(file, [file]));
}

async function runMocha(
  name: keyof typeof MOCHA_FILES,
  timeoutMs: number,
  files: readonly string[] = MOCHA_FILES[name],
  options: readonly string[] = [],
): Promise<TestTotals> {
  const report = path.join(results, `${name}-${files.join().replaceAll(/\W+/g, '-').slice(-100)}.json`);
  await rm(report, { force: true });
  const words = [
    path.join(ROOT, 'node_modules/mocha/bin/mocha.js'),
    ...['--no-config', '--timeout', String(timeoutMs), '--reporter', 'test/support/reporter.ts', '--exit'],
    ...(name === 'unit'
      ? ['--parallel', '--jobs', String(availableParallelism())]
      : ['--require', 'test/support/failure-shots.ts']),
    ...(process.env['MOCHA_GREP'] === undefined ? [] : ['--grep', process.env['MOCHA_GREP']]),
    ...options,
    ...files,
  ];
  const code = await runNode(
    words,
    { PARAPET_TEST_TOTALS: report },
    name === 'ui' ? 'at its end' : 'as it comes',
  );
  return totalsOf(report, code);
}

async function builds(): Promise<boolean> {
  console.log('\n== build');
  if ((await runNode(['esbuild.mjs', '--tests'])) === 0) return true;
  outcomes.push({ name: 'build', totals: failure('build', 'The build failed.'), seconds: 0 });
  return false;
}

/** Reads the totals that a run left behind. */
async function totalsOf(report: string, exitCode: number): Promise<TestTotals> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`The tests ended with code ${exitCode} before they were done.`);
  return honest(totalsSchema.parse(JSON.parse(text)), exitCode);
}

/**
 * Runs a script with this Node.js and returns its exit code. What it prints is shown as it comes, or at its end, so that
 * scripts side by side do not talk at the same time. It ends with this process.
 */
async function runNode(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  shown: 'as it comes' | 'at its end' = 'as it comes',
): Promise<number> {
  const child = spawn(process.execPath, [...words], {
    cwd: ROOT,
    stdio: shown === 'as it comes' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const end = () => child.kill();
  process.once('exit', end);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const outcome = await ended(child);
  process.off('exit', end);
  if (output.length > 0) process.stdout.write(Buffer.concat(output));
  return typeof outcome === 'number' ? outcome : 1;
}
