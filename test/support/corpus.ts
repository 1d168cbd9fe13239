/**
 * Annotated corpora: `test/corpora/<language>/<class>/<case>`, a case being a file or a folder. `expect: <class>` at the
 * end of a line says that a finding of the class is due there, `ok: <class>` that none may be.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SourceFile } from '../../src/engine/analysis.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { threatModel } from '../../src/engine/libraries/schema.ts';
import { defaultThreatModels, type ThreatModel } from '../../src/engine/threat-models.ts';
import { analyse } from './engine.ts';

export interface Expectation {
  readonly file: string;
  readonly line: number;
  readonly vulnClass: string;
  readonly due: boolean;
}

export interface Case {
  readonly name: string;
  readonly language: string;
  readonly files: readonly SourceFile[];
  readonly expectations: readonly Expectation[];
  /** Those that are switched on: the usual ones, and those that a comment names: `threat-models: database, file`. */
  readonly threatModels: readonly ThreatModel[];
}

export interface Outcome {
  readonly language: string;
  readonly vulnClass: string;
  readonly kind: 'hit' | 'miss' | 'noise' | 'quiet';
  /** `case:line`, for the list of what went wrong. */
  readonly place: string;
}

const annotation = /(?:\/\/|#|\/\*|<!--).*?\b(expect|ok): *([a-z][a-z0-9-]*(?: *, *[a-z][a-z0-9-]*)*)/g;

export function expectationsIn(file: SourceFile): Expectation[] {
  return file.text.split('\n').flatMap((text, i) =>
    [...text.matchAll(annotation)].flatMap((found) =>
      (found[2] as string).split(',').map((name) => ({
        file: file.path,
        line: i + 1,
        vulnClass: name.trim(),
        due: found[1] === 'expect',
      })),
    ),
  );
}

function modelsIn(files: readonly SourceFile[]): readonly ThreatModel[] {
  const named = files.flatMap(({ text }) =>
    [...text.matchAll(/\bthreat-models: *([a-z]+(?:, *[a-z]+)*)/g)].flatMap(([, names = '']) =>
      names.split(/, */),
    ),
  );
  return [...new Set([...defaultThreatModels, ...named.map((name) => threatModel.parse(name))])];
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const names = (await readdir(path)).toSorted();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

export async function readCase(language: string, root: string, name: string): Promise<Case> {
  const path = join(root, name);
  const isFile = (await stat(path)).isFile();
  const files = await Promise.all(
    (await filesBelow(path)).map(async (file) => ({
      path: isFile ? name.slice(name.lastIndexOf('/') + 1) : relative(path, file).replaceAll('\\', '/'),
      text: await readFile(file, 'utf8'),
    })),
  );
  const expectations = files.flatMap(expectationsIn);
  return { name, language, files, expectations, threatModels: modelsIn(files) };
}

/** All cases of a language. */
export async function readCorpus(root: string, language: string): Promise<Case[]> {
  const base = join(root, language);
  const classes = (await readdir(base).catch(() => [])).toSorted();
  const names = await Promise.all(
    classes.map(async (name) =>
      (await readdir(join(base, name))).toSorted().map((entry) => `${name}/${entry}`),
    ),
  );
  return Promise.all(names.flat().map((name) => readCase(language, base, name)));
}

/** Scans a case as a project of its own and compares. A finding without an expectation is noise. */
export async function judge(
  test: Case,
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Outcome[]> {
  const { findings } = await analyse(test.files, undefined, test.threatModels);
  for (const finding of findings) onFinding(finding);
  const outcomes: Outcome[] = [];
  const { language, name } = test;
  const placeOf = (file: string, line: number): string => `${language}/${name} ${file}:${line}`;
  for (const { file, line, vulnClass, due } of test.expectations) {
    const found = findings.some(
      (finding) =>
        finding.file === file && finding.range.startLine === line && finding.vulnClass === vulnClass,
    );
    if (due) outcomes.push({ language, vulnClass, kind: found ? 'hit' : 'miss', place: placeOf(file, line) });
    else if (!found) outcomes.push({ language, vulnClass, kind: 'quiet', place: placeOf(file, line) });
  }
  const seen = new Set<string>();
  for (const { file, range, vulnClass } of findings) {
    const key = `${file}:${range.startLine} ${vulnClass}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const due = test.expectations.some(
      (e) => e.due && e.file === file && e.line === range.startLine && e.vulnClass === vulnClass,
    );
    if (!due) outcomes.push({ language, vulnClass, kind: 'noise', place: placeOf(file, range.startLine) });
  }
  return outcomes;
}

export interface Score {
  readonly annotated: number;
  readonly precision: number;
  readonly recall: number;
  readonly hits: number;
  readonly misses: number;
  readonly noise: number;
}

export function score(outcomes: readonly Outcome[]): Score {
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  const hits = count('hit');
  const misses = count('miss');
  const noise = count('noise');
  return {
    annotated: hits + misses + count('quiet') + noise,
    precision: hits + noise === 0 ? 1 : hits / (hits + noise),
    recall: hits + misses === 0 ? 1 : hits / (hits + misses),
    hits,
    misses,
    noise,
  };
}
