/** The engine as the tests and benchmarks drive it: files from memory or disk, grammars from the packages. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Analyzer, AnalyzerOptions, SourceFile } from '../../src/engine/analysis.ts';
import { createAnalyzer } from '../../src/engine/analyzer.ts';
import type { Finding, Skip } from '../../src/engine/finding.ts';
import { grammars } from '../../src/engine/languages/registry.ts';
import { projectRoles } from '../../src/engine/roles/project-roles.ts';
import type { ThreatModel } from '../../src/engine/threat-models.ts';

const require = createRequire(import.meta.url);

const packageOf = (file: string): string | undefined =>
  grammars.find(({ grammar }) => grammar === file)?.package;

export const grammarPath = (grammar: string): string =>
  join(dirname(require.resolve(`${packageOf(grammar)}/package.json`)), grammar);

export const engineOptions: AnalyzerOptions = {
  loadGrammar: (name) => readFile(grammarPath(name)),
  loadRuntime: () => readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
};

export const newAnalyzer = (options: Partial<AnalyzerOptions> = {}): Promise<Analyzer> =>
  createAnalyzer({ ...engineOptions, ...options });

export interface Analysed {
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
}

/** Analyses a set of files as one project. */
export async function analyse(
  files: readonly SourceFile[],
  analyzer?: Analyzer,
  threatModels?: readonly ThreatModel[],
): Promise<Analysed> {
  const findings: Finding[] = [];
  const skips: Skip[] = [];
  const used = analyzer ?? (await newAnalyzer());
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const roles = projectRoles({
    paths: [...texts.keys()],
    read: (path) => texts.get(path),
    isWhole: true,
  });
  await used.analyse({ files, fileCount: files.length, threatModels, roles }, (event) => {
    if (event.type === 'finding') findings.push(event.finding);
    else if (event.type === 'skip') skips.push(event.skip);
  });
  return { findings, skips };
}
