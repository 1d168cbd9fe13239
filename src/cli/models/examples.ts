import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '../../engine/finding.ts';
import { describeProblem } from '../../engine/libraries/problem.ts';
import { ModelReader } from '../../service/analysis/files/models.ts';
import { scanFolder } from '../../service/analysis/index.ts';
import type { CommandContext } from '../scan-command.ts';

/** What the examples of a folder of models came to. */
export interface ExampleResults {
  readonly expectations: number;
  /** One line each, with file and line. */
  readonly differences: readonly string[];
  /** Mistakes in the models themselves. */
  readonly problems: readonly string[];
}

/** `# expect: sql-injection` at the end of a line, `// ok: xss`, `<!-- expect: xss, ssrf -->`. */
const annotation = /\b(expect|ok): {0,3}([a-z][a-z0-9, -]{0,200})/g;
const comments = ['//', '#', '/*', '<!--'];

interface Expectation {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly due: boolean;
}

/**
 * Analyses the files beside a folder's models, and compares what is found with the comments in them. A finding on a line
 * without a comment counts only where its file says something of the same weakness.
 */
export async function runExamples(folder: string, { scan, signal }: CommandContext): Promise<ExampleResults> {
  const findings: Finding[] = [];
  const files = new Set<string>();
  await scanFolder({
    ...scan,
    root: folder,
    selection: 'everything',
    ownModels: false,
    modelFolders: [folder],
    signal,
    on: (event) => {
      if (event.type === 'finding') findings.push(event.finding);
      if (event.type === 'analysed' && event.language !== 'text') files.add(event.file);
    },
  });
  const { problems } = await new ModelReader(folder, { modelFolders: [folder], ownModels: false }).read(
    signal,
  );
  const expectations: Expectation[] = [];
  for (const file of files)
    expectations.push(...expectationsIn(file, await readFile(path.join(folder, file), 'utf8')));
  const found = new Set(findings.map(({ file, range, vulnClass }) => key(file, range.startLine, vulnClass)));
  const about = new Set(expectations.map(({ file, kind }) => `${file} ${kind}`));
  const due = new Set(expectations.flatMap((one) => (one.due ? [key(one.file, one.line, one.kind)] : [])));
  const missed = expectations
    .filter((one) => one.due && !found.has(key(one.file, one.line, one.kind)))
    .map(({ file, line, kind }) => `${file}:${line}: ${kind} is expected, and not found`);
  const unexpected = findings
    .filter(
      ({ file, range, vulnClass }) =>
        about.has(`${file} ${vulnClass}`) && !due.has(key(file, range.startLine, vulnClass)),
    )
    .map(
      ({ file, range, vulnClass }) => `${file}:${range.startLine}: ${vulnClass} is found, and not expected`,
    );
  return {
    expectations: expectations.length,
    differences: [...new Set([...missed, ...unexpected])].toSorted(),
    problems: problems.map(describeProblem),
  };
}

const key = (file: string, line: number, kind: string): string => `${file}:${line} ${kind}`;

function expectationsIn(file: string, text: string): readonly Expectation[] {
  return text.split('\n').flatMap((line, i) => {
    const begins = comments.map((mark) => line.indexOf(mark)).filter((at) => at >= 0);
    if (begins.length === 0) return [];
    return [...line.slice(Math.min(...begins)).matchAll(annotation)].flatMap(([, verdict, kinds = '']) =>
      kinds.split(',').map((kind) => ({
        file,
        line: i + 1,
        kind: kind.trim().split(' ')[0] ?? '',
        due: verdict === 'expect',
      })),
    );
  });
}
