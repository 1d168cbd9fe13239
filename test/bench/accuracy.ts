/** Precision and recall on our annotated corpora; with `--corpus`, OWASP BenchmarkJava as a gate against regressions. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { families } from '../../src/engine/languages/registry.ts';
import { judge, type Outcome, readCorpus, score } from '../support/corpus.ts';
import { compareWithKnown, describeComparison, readKnownDifferences } from '../support/known-differences.ts';

const corpora = join(import.meta.dirname, '../corpora');
/** Those that have corpora. */
export const languages = families.filter((language) => existsSync(join(corpora, language)));

export interface Options {
  readonly corpus: string | undefined;
  /** Cases whose `<language>/<class>/<case>` begins so. */
  readonly only: string | undefined;
}

const percent = (share: number): string => share.toFixed(3);

export async function bench({ corpus, only }: Options): Promise<Record<string, unknown>> {
  if (corpus !== undefined) return (await import('./benchmark-java.ts')).measure(corpus);
  const outcomes: Outcome[] = [];
  for (const language of languages) {
    for (const test of await readCorpus(corpora, language)) {
      if (`${language}/${test.name}`.startsWith(only ?? '')) outcomes.push(...(await judge(test)));
    }
  }
  const known = (await readKnownDifferences(corpora)).filter(({ place }) => place.startsWith(only ?? ''));
  const comparison = compareWithKnown(outcomes, known);
  for (const line of describeComparison(comparison)) console.log(line);
  for (const { kind, place, reason } of known) console.log(`known ${kind}  ${place}: ${reason}`);
  console.log('\n| class | annotated | precision | recall |\n|---|---|---|---|');
  for (const vulnClass of [...new Set(outcomes.map((outcome) => outcome.vulnClass))].toSorted()) {
    const s = score(outcomes.filter((outcome) => outcome.vulnClass === vulnClass));
    console.log(`| ${vulnClass} | ${s.annotated} | ${percent(s.precision)} | ${percent(s.recall)} |`);
  }
  const byLanguage: Record<string, unknown> = {};
  for (const language of languages) {
    const s = score(outcomes.filter((outcome) => outcome.language === language));
    console.log(`| **${language}** | ${s.annotated} | ${percent(s.precision)} | ${percent(s.recall)} |`);
    byLanguage[language] = s;
  }
  return {
    ...score(outcomes),
    unexpected: comparison.unexpected.length,
    known: known.length,
    byLanguage,
  };
}
