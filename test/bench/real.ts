/** What the analysis finds in other people's code: published vulnerabilities, versions with their fix, judged alarms. */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuiltEngine, buildEngine } from './real/built-engine.ts';
import { changesOf, readOutcome } from './real/compare.ts';
import { readJudged, readLabels } from './real/labels.ts';
import { measure, type Outcome } from './real/measure.ts';
import { scansOf } from './real/scans.ts';
import { summaryOf, tablesOf } from './real/tables.ts';

export interface RealOptions {
  readonly labels: readonly string[];
  readonly judged: readonly string[];
  readonly mirror: string | undefined;
  readonly only: string | undefined;
  readonly language: string | undefined;
  readonly cache: string | undefined;
  readonly jobs: string | undefined;
  readonly output: string | undefined;
  readonly compare: string | undefined;
  readonly unfixed: boolean;
  readonly say?: (line: string) => void;
}

export async function bench(options: RealOptions): Promise<Record<string, unknown>> {
  await using engine = await buildEngine();
  return await benchWith(engine, options);
}

export async function benchWith(
  engine: Pick<BuiltEngine, 'hash' | 'scan'>,
  options: RealOptions,
): Promise<Record<string, unknown>> {
  const say = options.say ?? console.log;
  const { mirror, jobs = '1' } = options;
  if (mirror === undefined || options.labels.length + options.judged.length === 0)
    throw new Error(
      'usage: npm run bench -- real --labels <file or folder> [--judged file] --mirror <folder of clones>',
    );
  if (!/^[1-9]\d?$/.test(jobs)) throw new Error(`--jobs ${jobs} is no number from 1 to 99`);
  const labels = await readLabels(options.labels, options);
  const judged = await readJudged(options.judged, options);
  const old = options.compare === undefined ? undefined : await readOutcome(options.compare);
  const cache = options.cache ?? path.join(tmpdir(), 'parapet-real');
  say(`engine ${engine.hash}, ${labels.length} labels, ${judged.length} judged alarms`);
  const outcome = await measure({
    labels,
    judged,
    mirror,
    engine: engine.hash,
    scans: scansOf(engine, cache),
    fixes: !options.unfixed,
    jobs: Number(jobs),
    say,
  });
  if (options.output !== undefined) await written(options.output, outcome);
  say(`\n${tablesOf(outcome)}\n`);
  for (const line of old ? changesOf(old, outcome) : []) say(line);
  return { engine: engine.hash, byLanguage: summaryOf(outcome) };
}

async function written(file: string, outcome: Outcome): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, `${JSON.stringify(outcome)}\n`);
}
