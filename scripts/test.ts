// `npm test [-- tier …] [--shard i/n] [--timings]`: runs the tiers named, or all, and ends with one line a tier and one sum.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../test/support/compile-cache.ts';
import '../test/support/memory-folder.ts';
import './generate.ts';
import { FileRunner } from './file-runner.ts';
import { removeFolder, temporaryFolder } from './host/workspace.ts';
import { type Job, runJobs } from './jobs.ts';
import { OUT, ROOT } from './paths.ts';
import { endOnSignals } from './processes.ts';
import { runNode } from './run-node.ts';
import { itemsOf, readShard, type Shard } from './shard.ts';
import { lanesOf } from './side-by-side.ts';
import { failure, type Outcome, someRan, summaryLines } from './summary.ts';
import { jobsOf, prepareWindows, type Run, TIERS, type Tier } from './tiers.ts';
import { type FileCost, timingsTable } from './timings.ts';

const { tiers, shard, costs } = wanted(process.argv.slice(2));
endOnSignals();
await mkdir(path.join(OUT, 'shots'), { recursive: true });
const only = process.env['MOCHA_GREP'];
const run: Run = { files: new FileRunner(costs), reports: await temporaryFolder(), only };
const outcomes: Outcome[] = [];

const jobs: Job[] = [];
for (const tier of tiers) jobs.push(...itemsOf(shard, await jobsIn(tier)));
const isPackage = ({ tier }: Job) => tier === 'package';
// Windows begin first, because they take longest. The tests of the package build anew what the others use.
const order = [jobs.filter((job) => !isPackage(job)), jobs.filter(isPackage)];
if (!jobs.some(({ hasWindow }) => hasWindow) || (await isReadyForWindows()))
  for (const some of order) {
    const lanes = some.some(isPackage) ? { width: 1, windows: 1, mostWindows: 1 } : lanesOf(process.env);
    // Tests that were asked for by title have one try, and so have those of the package.
    const hasSecondTry = only === undefined && !some.some(isPackage);
    if (some.length > 0) console.log(`\n== ${some.length} parts, ${lanes.width} at a time`);
    outcomes.push(...(await runJobs(some, { lanes, hasSecondTry, say: console.log })));
  }
await run.files.close();
await removeFolder(run.reports);
if (costs !== undefined) {
  const table = path.join(OUT, 'timings.tsv');
  await writeFile(table, timingsTable(costs));
  console.log(`\nWhat each file cost is in ${path.relative(ROOT, table)}.`);
}
const ran = outcomes.map(someRan);
console.log(`\n== summary\n${summaryLines(ran).join('\n')}`);
process.exit(ran.length > 0 && ran.every(({ totals }) => totals.failed === 0) ? 0 : 1);

interface Wanted {
  readonly tiers: readonly Tier[];
  readonly shard: Shard;
  /** Takes what each file costs, where that is to be measured. */
  readonly costs: FileCost[] | undefined;
}

function wanted(words: string[]): Wanted {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { shard: { type: 'string', default: '1/1' }, timings: { type: 'boolean', default: false } },
    });
    const unknown = positionals.find((name) => !TIERS.some((known) => known === name));
    if (unknown !== undefined)
      throw new Error(`There is no tier "${unknown}". The tiers are: ${TIERS.join(', ')}.`);
    const named = TIERS.filter((known) => positionals.includes(known));
    if (values.timings && process.platform !== 'linux') throw new Error('--timings works on Linux alone.');
    return {
      tiers: named.length === 0 ? TIERS : named,
      shard: readShard(values.shard),
      costs: values.timings ? [] : undefined,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

/** The jobs of a tier. A tier that cannot say what it has to do has failed. */
async function jobsIn(tier: Tier): Promise<readonly Job[]> {
  return await jobsOf(tier, run).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    outcomes.push({ name: tier, totals: failure(tier, message), seconds: 0 });
    return [];
  });
}

async function isReadyForWindows(): Promise<boolean> {
  console.log('\n== build');
  if ((await runNode(['esbuild.mjs', '--tests'])) !== 0) {
    outcomes.push({ name: 'build', totals: failure('build', 'The build failed.'), seconds: 0 });
    return false;
  }
  if (tiers.includes('ui')) await prepareWindows();
  return true;
}
