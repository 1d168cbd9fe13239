/**
 * OWASP BenchmarkJava as a gate against regressions: its work tree's expected results against what the engine finds,
 * by the project's own measure (Youden index: true positive rate less false positive rate).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../src/engine/analysis.ts';
import { analyse } from '../support/engine.ts';

/** The project's categories → our classes. */
const classes: Readonly<Record<string, readonly string[]>> = {
  cmdi: ['command-injection'],
  crypto: ['weak-cipher'],
  hash: ['weak-hash'],
  ldapi: ['ldap-injection'],
  pathtraver: ['path-traversal'],
  securecookie: ['insecure-cookie'],
  sqli: ['sql-injection'],
  trustbound: ['trust-boundary'],
  weakrand: ['weak-random'],
  xpathi: ['xpath-injection'],
  xss: ['xss'],
};
const injection = ['cmdi', 'ldapi', 'pathtraver', 'sqli', 'xpathi', 'xss'];

interface Expected {
  readonly name: string;
  readonly category: string;
  readonly real: boolean;
}

interface Rates {
  readonly tpr: number;
  readonly fpr: number;
  readonly youden: number;
}

function readExpected(csv: string): Expected[] {
  return csv.split('\n').flatMap((line) => {
    const [name = '', category = '', real = ''] = line.split(',').map((cell) => cell.trim());
    return category in classes ? [{ name, category, real: real === 'true' }] : [];
  });
}

function ratesOf(cases: readonly { readonly real: boolean; readonly found: boolean }[]): Rates {
  const share = (real: boolean): number => {
    const chosen = cases.filter((one) => one.real === real);
    return chosen.length === 0 ? 0 : chosen.filter((one) => one.found).length / chosen.length;
  };
  const tpr = share(true);
  const fpr = share(false);
  return { tpr, fpr, youden: tpr - fpr };
}

/** @param corpus a work tree of BenchmarkJava; @returns the rates, per category and as the mean of the categories */
export async function measure(corpus: string): Promise<Record<string, unknown>> {
  const expected = readExpected(await readFile(join(corpus, 'expectedresults-1.2.csv'), 'utf8'));
  const root = join(corpus, 'src/main');
  const paths = (await readdir(root, { recursive: true })).filter((path) =>
    /\.(?:java|properties)$/.test(path),
  );
  const files: SourceFile[] = await Promise.all(
    paths.map(async (path) => ({
      path: path.replaceAll('\\', '/'),
      text: await readFile(join(root, path), 'utf8'),
    })),
  );
  const start = performance.now();
  const { findings } = await analyse(files);
  const seconds = (performance.now() - start) / 1000;
  const found = new Set(
    findings.map(
      ({ file, vulnClass }) => `${file.slice(file.lastIndexOf('/') + 1).replace('.java', '')} ${vulnClass}`,
    ),
  );
  const cases = expected.map((one) => ({
    ...one,
    found: (classes[one.category] ?? []).some((vulnClass) => found.has(`${one.name} ${vulnClass}`)),
  }));
  const wrong = cases.filter((one) => one.real !== one.found);
  for (const { name, category, real } of wrong)
    console.log(`${real ? 'miss ' : 'noise'} ${category.padEnd(12)} ${name}`);
  const byCategory = Object.fromEntries(
    Object.keys(classes).map((category) => [
      category,
      ratesOf(cases.filter((one) => one.category === category)),
    ]),
  );
  console.log('\n| category | TPR | FPR | Youden |\n|---|---|---|---|');
  for (const [category, { tpr, fpr, youden }] of Object.entries(byCategory))
    console.log(`| ${category} | ${tpr.toFixed(3)} | ${fpr.toFixed(3)} | ${youden.toFixed(3)} |`);
  const mean = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (byCategory[name]?.youden ?? 0), 0) / names.length;
  return {
    corpus: 'BenchmarkJava 1.2',
    files: files.length,
    seconds,
    youden: mean(Object.keys(classes)),
    injection: mean(injection),
    byCategory,
  };
}
