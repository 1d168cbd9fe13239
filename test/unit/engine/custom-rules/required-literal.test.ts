import assert from 'node:assert/strict';
import { requiredLiteral } from '../../../../src/engine/custom-rules/search/required-literal.ts';

describe('what every match of an expression has', () => {
  const cases: readonly (readonly [source: string, literal: string | undefined])[] = [
    ['abc[0-9]+defg', 'defg'],
    ['abcd?', 'abc'],
    ['abcd*ef', 'abc'],
    ['abc|def', undefined],
    ['(abc|def)ghi', 'ghi'],
    ['[abc(]defg', 'defg'],
    ['a\\.bc\\w', 'a.bc'],
    ['\\w+', undefined],
    ['abc{0,2}', undefined],
    ['(?:[)]x)abcd', 'abcd'],
  ];
  for (const [source, literal] of cases)
    it(`${source}: ${literal ?? 'nothing'}`, () => {
      assert.equal(requiredLiteral(source), literal);
    });
});
