import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSuperLinear } from '../../../../src/engine/patterns/redos.ts';
import { effortOf } from '../../../support/effort.ts';

describe('super-linear regular expressions', () => {
  const bad = [
    '(a+)+$',
    '^(\\w+\\s?)*$',
    '\\s+$',
    '^\\s+|\\s+$',
    '(x+x+)+y',
    '^(?:a+|b)*c$',
    '\\d*\\d*x',
    'a{1,}b',
  ];
  const fine = [
    '^[a-z]+$',
    '^\\d+-\\d+$',
    '[a+*]',
    'a\\+b',
    '^abc$',
    '^\\s+',
    '\\d{1,3}',
    '^([a-z]+)$',
    '^a+b+$',
    'x+',
  ];
  for (const source of bad) {
    it(`/${source}/ is`, () => {
      const cost = isSuperLinear(source, '');
      assert.equal(cost.superLinear, true);
      assert.match(cost.reason ?? '', /time.* on a long run of "/);
    });
  }
  for (const source of fine) {
    it(`/${source}/ is not`, () => assert.equal(isSuperLinear(source, '').superLinear, false));
  }

  it('tells exponential from quadratic', () => {
    assert.match(isSuperLinear('(a+)+$', '').reason ?? '', /^exponential/);
    assert.match(isSuperLinear('a+b', '').reason ?? '', /^quadratic/);
  });

  it('a sticky expression is not restarted at every position', () =>
    assert.equal(isSuperLinear('a+b', 'y').superLinear, false));

  it('never throws and stays within bounds, whatever the pattern', () => {
    const token = fc.constantFrom(...'()[]{}|*+?^$.\\abAB01,-', '(?:', '(?=', '\\w', '\\s', '{1,}', '{2,9}');
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 60 }),
        fc.constantFrom('', 'i', 'gu', 'v', 'zz'),
        (parts, flags) => {
          assert.ok(effortOf(() => isSuperLinear(parts.join(''), flags)) < 2_000);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('does not analyse enormous expressions', () => {
    assert.equal(isSuperLinear('(a*b*c*)*'.repeat(5_000), '').superLinear, false);
  });
});
