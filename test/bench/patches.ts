/**
 * How many findings get a proven fix, by class and language; whether each proof holds again on a fresh analysis of a
 * clean copy; how long a fix takes. On the corpora, and on every folder below `--corpus`.
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { applyPatch } from 'diff';
import type { Analyzer, SourceFile } from '../../src/engine/analysis.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { type Candidate, createFixer, type Fixer } from '../../src/engine/fixes/fixer.ts';
import { isProven, type Outcome, prove } from '../../src/engine/fixes/prove.ts';
import { unifiedDiff } from '../../src/engine/fixes/unified-diff.ts';
import { verdictOf } from '../../src/engine/fixes/verdict.ts';
import { OccurrenceNumbering } from '../../src/engine/occurrences.ts';
import { listFiles } from '../../src/service/analysis/files/listing.ts';
import { readSource } from '../../src/service/analysis/files/read.ts';
import { defaultScanLimits } from '../../src/service/analysis/limits.ts';
import { readCorpus } from '../support/corpus.ts';
import { engineOptions, newAnalyzer } from '../support/engine.ts';

interface Options {
  readonly corpus: string | undefined;
  readonly only: string | undefined;
}

interface Project {
  readonly name: string;
  readonly files: readonly SourceFile[];
}

interface Tried {
  readonly language: string;
  readonly vulnClass: string;
  readonly place: string;
  readonly outcome: 'ready' | 'failed' | 'unpatchable';
  readonly why: string;
  readonly ms: number;
  readonly holds: boolean | undefined;
  /** Whether something has to be set where the program runs before it works with the change. */
  readonly needs: boolean;
}

const verbose = process.env['VERBOSE'] !== undefined;

export async function bench({ corpus, only }: Options): Promise<Record<string, unknown>> {
  const tried: Tried[] = [];
  const fixer = await createFixer(engineOptions);
  for await (const project of corpus === undefined ? corpora(only) : folders(resolve(corpus)))
    tried.push(
      ...(await tryAll(fixer, project, corpus === undefined ? only?.split('/')[1] || undefined : only)),
    );
  const byClass = grouped(tried, ({ language, vulnClass }) => `${language} ${vulnClass}`);
  console.log(
    '| class | language | findings | READY | share | of those once something is set |\n|---|---|---|---|---|---|',
  );
  for (const [key, list] of [...byClass].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [language, vulnClass] = key.split(' ');
    const ready = list.filter(({ outcome }) => outcome === 'ready').length;
    const needing = list.filter(({ needs }) => needs).length;
    console.log(
      `| ${vulnClass} | ${language} | ${list.length} | ${ready} | ${percent(ready, list.length)} | ${needing} |`,
    );
  }
  if (verbose)
    for (const one of tried)
      if (one.outcome !== 'ready') console.error(`${one.outcome} ${one.vulnClass} ${one.place}: ${one.why}`);
  const ready = tried.filter(({ outcome }) => outcome === 'ready');
  const times = ready.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const byLanguage = Object.fromEntries(
    [...grouped(tried, ({ language }) => language)].map(([language, list]) => [
      language,
      share(list.filter(({ outcome }) => outcome === 'ready').length, list.length),
    ]),
  );
  return {
    findings: tried.length,
    ready: ready.length,
    share: share(ready.length, tried.length),
    readyOnceSomethingIsSet: ready.filter(({ needs }) => needs).length,
    byLanguage,
    proofsHold: share(ready.filter(({ holds }) => holds).length, ready.length),
    medianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    slowestMs: Math.round(times.at(-1) ?? 0),
  };
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((1000 * part) / whole) / 1000;
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

async function* corpora(only: string | undefined): AsyncGenerator<Project> {
  const root = join(import.meta.dirname, '../corpora');
  for (const language of ['javascript', 'java', 'python']) {
    if (only !== undefined && only.split('/')[0] !== language) continue;
    for (const { name, files } of await readCorpus(root, language))
      yield { name: `${language}/${name}`, files };
  }
}

/** The folder itself, or, where it has no files of its own, each folder in it. */
async function* folders(root: string): AsyncGenerator<Project> {
  const entries = (await readdir(root, { withFileTypes: true })).filter(({ name }) => name !== '.git');
  const several = entries.every((entry) => entry.isDirectory());
  for (const folder of several ? entries.map(({ name }) => join(root, name)) : [root]) {
    const listing = await listFiles(folder, defaultScanLimits);
    const files = listing.files.flatMap(
      ({ path }) => readSource(listing.root, path, defaultScanLimits.fileBytes).file ?? [],
    );
    yield { name: folder.slice(root.length + 1) || '.', files };
  }
}

async function findingsOf(analyzer: Analyzer, files: readonly SourceFile[]): Promise<Finding[]> {
  const numbering = new OccurrenceNumbering();
  const found = new Map<string, Finding>();
  const keep = (finding: Finding): unknown => found.set(`${finding.file}\n${finding.fingerprint}`, finding);
  await analyzer.analyse({ files, fileCount: files.length }, (event) => {
    const finding = event.type === 'finding' ? numbering.take(event.finding) : undefined;
    if (finding) keep(finding);
  });
  numbering.settle().forEach(keep);
  return [...found.values()];
}

async function tryAll(fixer: Fixer, { name, files }: Project, only: string | undefined): Promise<Tried[]> {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const analyzer = await newAnalyzer();
  const baseline = await findingsOf(analyzer, files);
  const result: Tried[] = [];
  let changed: readonly string[] = [];
  for (const target of baseline) {
    if (target.category !== 'SAST' || (only !== undefined && target.vulnClass !== only)) continue;
    const startedAt = performance.now();
    const outcome = await prove(
      target,
      baseline,
      await fixer.propose(target, (path) => texts.get(path)),
      async (tried) => {
        const restored = changed.flatMap((path) =>
          path in tried ? [] : [{ path, text: texts.get(path) ?? '' }],
        );
        changed = Object.keys(tried);
        return findingsOf(analyzer, [
          ...restored,
          ...Object.entries(tried).map(([path, text]) => ({ path, text })),
        ]);
      },
      ({ file, before, after }) => applyPatch(before, unifiedDiff(file, before, after)) === after,
    );
    const ms = performance.now() - startedAt;
    const language = target.language === 'typescript' ? 'javascript' : target.language;
    const { vulnClass, file, range } = target;
    const place = `${name} ${file}:${range.startLine}`;
    const { verdict, why } = judged(outcome);
    const holds = outcome.type === 'proven' ? await holdsAgain(files, baseline, target, outcome) : undefined;
    if (verbose && outcome.type !== 'none' && (outcome.type === 'unproven' || process.env['VERBOSE'] === '2'))
      console.error(`${place} ${outcome.type} ${outcome.candidate.strategy}\n${diffOf(outcome.candidate)}`);
    const needs = outcome.type === 'proven' && outcome.candidate.needs !== undefined;
    result.push({ language, vulnClass, place, outcome: verdict, why, ms, holds, needs });
  }
  return result;
}

const diffOf = ({ changes }: Candidate): string =>
  changes.map(({ file, before, after }) => unifiedDiff(file, before, after)).join('');

function judged(outcome: Outcome): { verdict: Tried['outcome']; why: string } {
  if (outcome.type === 'none') return { verdict: 'unpatchable', why: outcome.reason };
  if (outcome.type === 'proven') return { verdict: 'ready', why: '' };
  const { parses, findingGone, nothingNew, newFindings } = outcome.evidence;
  const news = newFindings.map((finding) => `${finding.vulnClass}:${finding.range.startLine}`).join(' ');
  return {
    verdict: 'failed',
    why: `parses ${parses}, gone ${findingGone}, nothing new ${nothingNew} ${news}`,
  };
}

/** The proof once more, from nothing: another analyzer, every file anew, the patch applied as text. */
async function holdsAgain(
  files: readonly SourceFile[],
  baseline: readonly Finding[],
  target: Finding,
  { candidate, evidence }: Outcome & { type: 'proven' | 'unproven' },
): Promise<boolean> {
  const patched = new Map<string, string>();
  for (const { file, before, after } of candidate.changes) {
    const text = applyPatch(before, unifiedDiff(file, before, after));
    if (text === false) return false;
    patched.set(file, text);
  }
  const clean = files.map(({ path, text }) => ({ path, text: patched.get(path) ?? text }));
  const found = await findingsOf(await newAnalyzer(), clean);
  const verdict = verdictOf(target, baseline, found, candidate.changes);
  return isProven({ ...evidence, findingGone: verdict.gone, nothingNew: verdict.news.length === 0 });
}
