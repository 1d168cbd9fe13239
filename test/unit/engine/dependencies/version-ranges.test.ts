import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isInRange } from '../../../../src/engine/dependencies/versions/vers.ts';

describe('a version range in the notation of vers', () => {
  const cases: readonly (readonly [range: string, inside: readonly string[], outside: readonly string[]])[] =
    [
      ['vers:npm/1.2.3', ['1.2.3', 'v1.2.3'], ['1.2.4']],
      ['vers:npm/1.2.3|1.2.5', ['1.2.3', '1.2.5'], ['1.2.4']],
      ['vers:npm/>=4.0.0|<4.17.12', ['4.0.0', '4.17.11'], ['4.17.12', '3.9.0', '4.0.0-rc.1']],
      ['vers:npm/<4.17.12|>=4.0.0', ['4.17.11'], ['3.0.0']],
      ['vers:npm/<1.0.0|>=2.0.0|<=2.3.0', ['0.9.0', '2.0.0', '2.3.0'], ['1.0.0', '1.5.0', '2.3.1']],
      ['vers:npm/>=1.0.0|!=1.5.0|<2.0.0', ['1.4.0'], ['1.5.0']],
      ['vers:npm/!=1.5.0', ['1.4.0', '9.0.0'], ['1.5.0']],
      ['vers:npm/>2.0.0', ['2.0.1'], ['2.0.0', '1.0.0']],
      ['vers:pypi/>=1.0a2|<1.0', ['1.0b1'], ['1.0a1', '1.0']],
      ['vers:maven/<=1.0-SNAPSHOT', ['1.0-alpha'], ['1.0']],
      ['vers:golang/<v1.2.3', ['v1.2.2'], ['v1.2.3']],
      ['vers:npm/1.0.0%2Bbuild', ['1.0.0'], ['1.0.1']],
      ['vers:semver/>=1.0.0', ['1.0.0'], ['0.9.0']],
      ['vers:all/*', ['1.0.0'], []],
    ];
  for (const [range, inside, outside] of cases)
    it(`${range} has ${inside.join(', ')}${outside.length === 0 ? '' : ` and not ${outside.join(', ')}`}`, () => {
      for (const version of inside) assert.equal(isInRange(range, version), true, version);
      for (const version of outside) assert.equal(isInRange(range, version), false, version);
    });

  it('that is none, or of versions without an order, says nothing', () => {
    const none = [
      '',
      '1.0.0',
      'vers:npm',
      'vers:npm/',
      'vers:npm/>=',
      'vers:docker/1.0',
      'vers:nope/1',
      'vers:npm/%zz',
    ];
    for (const range of none) assert.equal(isInRange(range, '1.0.0'), undefined, range);
    assert.equal(isInRange('vers:npm/>=1.0.0', 'latest'), undefined);
    assert.equal(isInRange(`vers:npm/${'1.0.0|'.repeat(1_000)}1.0.0`, '1.0.0'), undefined);
    assert.equal(isInRange('vers:none/*', '1.0.0'), false);
  });

  it('says yes, no or nothing of every text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (range, version) => {
        assert.ok([true, false, undefined].includes(isInRange(`vers:npm/${range}`, version)));
      }),
    );
  });
});
