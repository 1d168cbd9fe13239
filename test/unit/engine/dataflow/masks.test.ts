import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { Mask, noClass } from '../../../../src/engine/dataflow/values/masks.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { readCorpus } from '../../../support/corpus.ts';
import { analyse } from '../../../support/engine.ts';

const maskOf = (elements: Iterable<number>): Mask =>
  [...elements].reduce((mask, element) => mask.or(Mask.single(element)), noClass);

describe('sets of weaknesses', () => {
  it('are what sets are, for any number of elements', () => {
    const elements = fc.uniqueArray(fc.nat(200), { maxLength: 20 });
    fc.assert(
      fc.property(elements, elements, (a, b) => {
        const [left, right] = [maskOf(a), maskOf(b)];
        const both = a.filter((element) => b.includes(element));
        const onlyLeft = a.filter((element) => !b.includes(element));
        assert.equal(left.or(right), maskOf([...a, ...b]));
        assert.equal(left.and(right), maskOf(both));
        assert.equal(left.without(right), maskOf(onlyLeft));
        assert.equal(left.meets(right), both.length > 0);
        assert.equal(left.covers(right), both.length === b.length);
        assert.equal(left.key === right.key, onlyLeft.length === 0 && a.length === b.length);
      }),
    );
  });

  it('leave findings as they are when forty more weaknesses are known', async () => {
    const corpora = join(import.meta.dirname, '../../../corpora');
    const cases = (
      await Promise.all(['javascript', 'python'].map((language) => readCorpus(corpora, language)))
    ).flat();
    const files = cases
      .filter(({ name }) => /guard|sanit|escap|traversal/.test(name))
      .slice(0, 12)
      .flatMap(({ name, files }) => files.map(({ path, text }) => ({ path: `${name}/${path}`, text })));
    const { findings } = await analyse(files);
    assert.ok(findings.length > 5, 'there is something to compare');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, '../../../support/many-weaknesses.ts'),
      ],
      { input: JSON.stringify(files), encoding: 'utf8', maxBuffer: 2 ** 26 },
    );
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), {
      weaknesses: weaknesses.length + 40,
      findings: JSON.parse(JSON.stringify(findings)),
    });
  });
});
