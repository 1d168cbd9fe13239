import assert from 'node:assert/strict';
import { join } from 'node:path';
import { examineDependencies } from '../../../../../src/engine/dependencies/examine.ts';
import { supplyChainRules } from '../../../../../src/engine/dependencies/supply-chain/index.ts';
import { weaknessOf } from '../../../../../src/engine/weaknesses/index.ts';
import { projectOf, readInfrastructure } from '../../../../support/infrastructure-corpus.ts';
import { scoreFault } from '../../../../support/score-fault.ts';

const root = join(import.meta.dirname, '../../../../corpora');
const cases = readInfrastructure(root, 'supply-chain');
const idOf = (ruleId: string): string => ruleId.slice(ruleId.indexOf('/') + 1);

describe('the corpora of the supply chain', () => {
  for (const { name, files, expectations } of cases) {
    const { supplyChain } = examineDependencies(projectOf(files), [], { hints: true });

    it(`are read exactly as they are annotated: ${name}`, () => {
      const found = supplyChain.map(
        ({ ruleId, file, range }) => `${file}:${range.startLine} ${idOf(ruleId)}`,
      );
      const expected = expectations
        .filter((each) => each.due)
        .map(({ ruleId, file, line }) => `${file}:${line} ${idOf(ruleId)}`);
      assert.deepEqual(found.toSorted(), expected.toSorted());
      assert.equal(new Set(supplyChain.map((one) => `${one.file} ${one.fingerprint}`)).size, found.length);
    });

    it(`have scores that agree with CVSS or say why not: ${name}`, () => {
      for (const finding of supplyChain) assert.equal(scoreFault(finding), undefined, finding.ruleId);
    });
  }
});

describe('the rules about the supply chain', () => {
  it('are of weaknesses that are there, and named once', () => {
    for (const { id } of supplyChainRules) weaknessOf(id.split('/')[0] ?? '');
    assert.equal(new Set(supplyChainRules.map(({ id }) => id)).size, supplyChainRules.length);
  });

  it('have an example of what they find and one of what they leave alone', () => {
    const all = cases.flatMap(({ expectations }) => expectations);
    for (const due of [true, false]) {
      const shown = new Set(all.flatMap((each) => (each.due === due ? [idOf(each.ruleId)] : [])));
      const lacking = supplyChainRules.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
      assert.deepEqual(lacking, [], due ? 'without `expect`' : 'without `ok`');
    }
  });

  it('show no credentials of an address', () => {
    const text = '--extra-index-url https://build:zq8vT1mWn5Rk2Lx9@packages.acme-tools.dev/simple\n';
    const files = projectOf([{ path: 'requirements.txt', text }]);
    const [one] = examineDependencies(files, []).supplyChain;
    assert.equal(one?.snippet, '--extra-index-url https://…@packages.acme-tools.dev/simple');
    assert.doesNotMatch(JSON.stringify(one), /zq8vT1mWn5Rk2Lx9/);
  });

  it('say of hints that they are of low severity, and report them only where they are wanted', () => {
    const hints = supplyChainRules.filter(({ isHint }) => isHint);
    for (const { id, score } of hints) assert.ok(score < 40, id);
    const ids = new Set<string>(hints.map(({ id }) => id));
    for (const { files } of cases)
      for (const { ruleId } of examineDependencies(projectOf(files), []).supplyChain)
        assert.ok(!ids.has(idOf(ruleId)), ruleId);
  });
});
