import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSuperLinear } from '../../../../src/engine/rules/redos.ts';
import { asEcmaScript } from '../../../../src/engine/rules/regex-dialects.ts';
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

  it('finds exponential time on texts of more than one character, and with alternatives', () => {
    for (const source of [
      '^(?:ab|a|b)*$',
      '^(\\d|[0-9])+!',
      '^(?:[\\w.]|\\w)+@',
      '"(?:\\\\.|[^"])*"',
      '(?:k?v?)*;',
      '^(?:yes|no|yesno)+$',
      '^(?:\\s|#.*)*$',
      '(?=(a|a)*b)c',
      '^(a|a\\1?)*$|^(x+)+y$',
    ])
      assert.match(isSuperLinear(source, '').reason ?? source, /^exponential/);
  });

  it('finds none where every text is matched in one way, or in the end', () => {
    for (const source of [
      '^(?:ab|ac|b)*$',
      '^(?:\\w{32})+$',
      '"(?:\\\\.|[^"\\\\])*"',
      '^([^>]+)*(>|$)',
      '^(?:(?!b)[ab]|b)*$',
      '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
      '^(?:ab(?:(?:ba)*)?)*$',
    ])
      assert.doesNotMatch(isSuperLinear(source, '').reason ?? '', /^exponential/, source);
  });

  it('what is matched to its end may fail there', () => {
    assert.doesNotMatch(isSuperLinear('(a|a)*', '').reason ?? '', /^exponential/);
    assert.match(isSuperLinear('(a|a)*', '', true).reason ?? '', /^exponential/);
  });

  it('reads expressions of Python and Java', () => {
    const written = (source: string) => asEcmaScript(source, '')?.source;
    assert.equal(written('(?P<year>\\d+)-(?P=year)'), '(?<year>\\d+)-\\k<year>');
    assert.equal(written('\\A[]x]{,3}\\Z'), '^[\\]x]{0,3}$');
    assert.equal(written('\\p{Alpha}\\P{Digit}[\\p{L}_]'), '[a-zA-Z][^0-9][a-zA-Z_]');
    assert.equal(written('\\Qa.b\\E+'), 'a\\.b+');
    assert.equal(written('(?x) a + # letters\n b'), 'a+b');
    assert.deepEqual(asEcmaScript('(?is)a.', ''), { source: 'a.', flags: 'is' });
    for (const source of ['(?>a+)b', '(a*+)*', '[a-z&&[^x]]', '[a-z[0-9]]', '(a)(?(1)b|c)'])
      assert.equal(asEcmaScript(source, ''), undefined, source);
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
          asEcmaScript(parts.join(''), flags);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('does not analyse enormous expressions', () => {
    assert.equal(isSuperLinear('(a*b*c*)*'.repeat(5_000), '').superLinear, false);
  });
});
