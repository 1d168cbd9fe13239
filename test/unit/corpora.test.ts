import assert from 'node:assert/strict';
import { join } from 'node:path';
import { producedCategories } from '../../src/api/produced-categories.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { judge, type Outcome, readCorpus } from '../support/corpus.ts';
import {
  compareWithKnown,
  describeComparison,
  type KnownDifference,
  readKnownDifferences,
} from '../support/known-differences.ts';
import { scoreFault } from '../support/score-fault.ts';

const root = join(import.meta.dirname, '../corpora');
const languages = ['javascript', 'java', 'python'];

describe('the corpora', function () {
  this.timeout(90_000);
  const outcomes: Outcome[] = [];
  const findings: Finding[] = [];
  let known: readonly KnownDifference[];

  before(async () => {
    known = await readKnownDifferences(root);
    for (const language of languages)
      for (const test of await readCorpus(root, language))
        outcomes.push(...(await judge(test, (finding) => findings.push(finding))));
  });

  for (const language of languages) {
    it(`say of at least 1,000 lines what is due there: ${language}`, () => {
      const annotated = outcomes.filter((one) => one.language === language && one.kind !== 'noise');
      assert.ok(annotated.length >= 1_000, String(annotated.length));
    });

    it(`are read exactly as they are annotated, but for what is known: ${language}`, () => {
      const own = outcomes.filter((outcome) => outcome.language === language);
      const differences = describeComparison(
        compareWithKnown(
          own,
          known.filter(({ place }) => place.startsWith(`${language}/`)),
        ),
      );
      assert.deepEqual(differences, []);
    });
  }

  it('have findings whose score, CVSS 4.0 and CVSS 3.1 are of one severity, or that say why they are not', () => {
    assert.ok(findings.length >= 1_000, String(findings.length));
    for (const finding of findings) {
      const fault = scoreFault(finding);
      assert.equal(fault, undefined, `${finding.vulnClass} in ${finding.file}: ${fault}`);
    }
  });

  it('have findings of the categories that code has, of those that are said to be found, and of all of them', () => {
    const found = new Set(findings.map(({ category }) => category));
    // Packages and infrastructure are found in manifests and settings, which the corpora do not have.
    const elsewhere = ['SCA', 'IAC'];
    const ofCode = producedCategories.filter((category) => !elsewhere.includes(category));
    assert.deepEqual([...found].toSorted(), ofCode.toSorted());
  });

  it('know of differences in languages of theirs alone', () => {
    for (const { place } of known)
      assert.ok(
        languages.some((language) => place.startsWith(`${language}/`)),
        place,
      );
  });
});

describe('the comparison of the corpora', () => {
  const outcome = (kind: Outcome['kind'], line: number): Outcome => ({
    language: 'java',
    vulnClass: 'xss',
    kind,
    place: `java/xss/a a.java:${line}`,
  });
  const listed = (kind: KnownDifference['kind'], line: number): KnownDifference => ({
    kind,
    vulnClass: 'xss',
    place: `java/xss/a a.java:${line}`,
    reason: 'It is only an example of a reason.',
  });

  it('fails for one finding too few or too many, and for nothing else', () => {
    const outcomes = [outcome('hit', 1), outcome('quiet', 2), outcome('miss', 3), outcome('noise', 4)];
    assert.deepEqual(compareWithKnown(outcomes, []).unexpected, outcomes.slice(2));
    assert.deepEqual(compareWithKnown(outcomes, [listed('miss', 3), listed('noise', 4)]), {
      unexpected: [],
      gone: [],
    });
  });

  it('fails for a known difference that is none any more', () => {
    const stale = [listed('miss', 1), listed('noise', 2), listed('miss', 9)];
    assert.deepEqual(compareWithKnown([outcome('hit', 1), outcome('quiet', 2)], stale).gone, stale);
  });
});
