import assert from 'node:assert/strict';
import { join } from 'node:path';
import { judge, type Outcome, readCorpus, score } from '../support/corpus.ts';

const root = join(import.meta.dirname, '../corpora');
const languages = ['javascript', 'java', 'python'];
const atLeastByLanguage = 0.95;
const atLeastByClass = 0.9;

/** What went wrong, a line each, for the message of a failure. */
function mistakes(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ kind }) => kind === 'miss' || kind === 'noise')
    .map(({ kind, vulnClass, place }) => `  ${kind.padEnd(5)} ${vulnClass}  ${place}`)
    .join('\n');
}

function assertGood(outcomes: readonly Outcome[], least: number, what: string): void {
  const { precision, recall } = score(outcomes);
  assert.ok(
    precision >= least && recall >= least,
    `${what}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, both should be ≥ ${least}\n${mistakes(outcomes)}`,
  );
}

describe('the corpora', function () {
  this.timeout(90_000);
  const outcomes: Outcome[] = [];

  before(async () => {
    for (const language of languages)
      for (const test of await readCorpus(root, language)) outcomes.push(...(await judge(test)));
  });

  it('say of at least 400 lines what is due there', () => {
    assert.ok(outcomes.filter(({ kind }) => kind !== 'noise').length >= 400);
  });

  for (const language of languages) {
    it(`are read with precision and recall of at least ${atLeastByLanguage}: ${language}`, () => {
      const own = outcomes.filter((outcome) => outcome.language === language);
      assert.ok(own.length > 100, 'the corpus is there');
      assertGood(own, atLeastByLanguage, language);
    });
  }

  it(`are read with precision and recall of at least ${atLeastByClass} in every class`, () => {
    for (const vulnClass of new Set(outcomes.map((outcome) => outcome.vulnClass)))
      assertGood(
        outcomes.filter((outcome) => outcome.vulnClass === vulnClass),
        atLeastByClass,
        vulnClass,
      );
  });
});
