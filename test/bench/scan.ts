/**
 * A full analysis against bare parsing of the same files with the same parser, one core to one core, in turn: the first in
 * a new process, and the median; peak memory; and the analysis after an edit of one file.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import type { SourceFile } from '../../src/engine/analysis.ts';
import { fileLanguage } from '../../src/engine/languages/registry.ts';
import { startRuntime } from '../../src/engine/languages/runtime.ts';
import { engineOptions, grammarPath, newAnalyzer } from '../support/engine.ts';
import type { Options } from './accuracy.ts';

const rounds = 3;
const edits = 40;
const left = new Set(['node_modules', '.git', 'dist', 'build', 'vendor', 'target']);

async function* below(folder: string): AsyncIterable<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !left.has(entry.name)) yield* below(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
  }
}

async function sources(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const path of below(root)) {
    if (!fileLanguage(path) || path.includes('.min.') || (await stat(path)).size > 2_000_000) continue;
    files.push({ path: relative(root, path), text: await readFile(path, 'utf8') });
  }
  return files;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function parsers(files: readonly SourceFile[]): Promise<ReadonlyMap<string, Parser>> {
  await startRuntime(engineOptions.loadRuntime);
  const result = new Map<string, Parser>();
  for (const { path } of files) {
    const grammar = fileLanguage(path)?.grammar;
    if (grammar === undefined || result.has(grammar)) continue;
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(grammarPath(grammar))));
    result.set(grammar, parser);
  }
  return result;
}

/** Milliseconds of processor time of this process: what a machine that is busy otherwise cannot distort. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

function parseAll(files: readonly SourceFile[], byGrammar: ReadonlyMap<string, Parser>): number {
  const start = processorMs();
  for (const { path, text } of files)
    byGrammar
      .get(fileLanguage(path)?.grammar ?? '')
      ?.parse(text)
      ?.delete();
  return processorMs() - start;
}

/** The same file with one more statement where a function's body begins; undefined where no such place is seen. */
function edited(file: SourceFile): SourceFile | undefined {
  const language = extname(file.path);
  const opening =
    language === '.py'
      ? /^( +)return /m
      : language === '.java'
        ? /^( {4,}|\t\t+)return /m
        : /^( {2,}|\t+)return /m;
  const found = opening.exec(file.text);
  if (!found) return undefined;
  const statement =
    language === '.py'
      ? `${found[1]}edited = 1\n`
      : language === '.java'
        ? `${found[1]}int edited = 1;\n`
        : `${found[1]}const edited = 1;\n`;
  return {
    path: file.path,
    text: file.text.slice(0, found.index) + statement + file.text.slice(found.index),
  };
}

export async function bench({ corpus }: Options): Promise<Record<string, unknown>> {
  if (corpus === undefined)
    throw new Error('name a project of 10 MB or more: npm run bench -- scan --corpus <dir>');
  const files = await sources(corpus);
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  const byGrammar = await parsers(files);
  const parse: number[] = [];
  const scan: number[] = [];
  let findings = 0;
  let peak = 0;
  const watch = setInterval(() => {
    // The first analysis alone: later ones share the process with what is left of it.
    if (scan.length === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const change = (list: readonly SourceFile[]): { files: readonly SourceFile[]; fileCount: number } => ({
    files: list,
    fileCount: list.length,
  });
  parseAll(files.slice(0, 200), byGrammar);
  let analyzer = await newAnalyzer();
  for (let round = 0; round < rounds; round++) {
    parse.push(parseAll(files, byGrammar));
    analyzer = await newAnalyzer();
    findings = 0;
    const start = processorMs();
    await analyzer.analyse(change(files), (event) => {
      if (event.type === 'finding') findings++;
    });
    scan.push(processorMs() - start);
    if (round === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }
  clearInterval(watch);
  const editMs: number[] = [];
  for (let i = 0; i < edits; i++) {
    const file = files[Math.floor(((i + 0.5) / edits) * files.length)];
    const next = file && edited(file);
    if (!next) continue;
    const start = performance.now();
    await analyzer.analyse(change([next]), () => {});
    editMs.push(performance.now() - start);
  }
  const ratios = scan.map((ms, i) => ms / (parse[i] as number));
  const ratio = median(ratios);
  const firstRatio = ratios[0] as number;
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${findings} findings`);
  console.log('| | median | |\n|---|---|---|');
  console.log(
    `| bare parsing | ${median(parse).toFixed(0)} ms | ${(bytes / 1e3 / median(parse)).toFixed(1)} MB/s |`,
  );
  console.log(`| full analysis | ${median(scan).toFixed(0)} ms | ${ratio.toFixed(2)} × parsing |`);
  console.log(
    `| the first in a new process | ${scan[0]?.toFixed(0)} ms | ${firstRatio.toFixed(2)} × parsing |`,
  );
  console.log(
    `| after an edit of one file | ${median(editMs).toFixed(0)} ms | ${editMs.length} edits, at most ${Math.max(...editMs).toFixed(0)} ms |`,
  );
  console.log(`| peak memory of the process | ${(peak / 1e6).toFixed(0)} MB | |`);
  return {
    files: files.length,
    bytes,
    findings,
    parseMs: Math.round(median(parse)),
    scanMs: Math.round(median(scan)),
    ratio: Number(ratio.toFixed(2)),
    firstRatio: Number(firstRatio.toFixed(2)),
    editMedianMs: Math.round(median(editMs)),
    peakMb: Math.round(peak / 1e6),
  };
}
