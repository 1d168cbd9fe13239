import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  differenceOf,
  spellings,
} from '../../../../../src/engine/dependencies/supply-chain/name-distance.ts';
import { popularNames } from '../../../../../src/engine/dependencies/supply-chain/popular-names/index.ts';

describe('the difference of two names', () => {
  for (const [name, popular, difference] of [
    ['lodahs', 'lodash', 'swapped letters'],
    ['expresss', 'express', 'a doubled letter'],
    ['reequest', 'request', 'a doubled letter'],
    ['lodasj', 'lodash', 'a neighbouring key'],
    ['lodapsh', 'lodash', undefined],
    ['momnet', 'moment', 'swapped letters'],
    ['cross_env', 'cross-env', 'separators'],
    ['crossenv', 'cross-env', 'separators'],
    ['l0dash', 'lodash', 'look-alike characters'],
    ['cornmander', 'commander', 'look-alike characters'],
    ['webpck', 'webpack', 'a missing letter'],
    ['websocket-cliemt', 'websocket-client', 'a neighbouring key'],
    ['beautifulsoqp', 'beautifulsoup', 'a wrong letter'],
  ] as const)
    it(`of ${name} and ${popular} is ${difference ?? 'no slip'}`, () =>
      assert.equal(differenceOf(name, popular), difference));

  for (const [name, popular, why] of [
    ['requests', 'request', 'a plural'],
    ['jinja3', 'jinja2', 'another version'],
    ['base32', 'base64', 'another size'],
    ['vuex', 'vue', 'a short name'],
    ['lodash', 'lodash', 'the same'],
    ['lodash-es', 'lodash', 'two more letters'],
  ] as const)
    it(`is no slip where it is ${why}: ${name}`, () => assert.equal(differenceOf(name, popular), undefined));

  it('is found by a spelling that both share, for every single edit', () => {
    const name = fc.stringMatching(/^[a-z]{6,12}$/);
    const edit = fc.tuple(fc.nat(12), fc.constantFrom('swap', 'drop', 'double'));
    fc.assert(
      fc.property(name, edit, (popular, [place, kind]) => {
        const at = place % (popular.length - 1);
        const [a = '', b = ''] = popular.slice(at, at + 2);
        const middle = { swap: b + a, drop: b, double: a + a + b }[kind];
        const other = popular.slice(0, at) + middle + popular.slice(at + 2);
        const shared = new Set(spellings(popular));
        assert.ok(other === popular || [...spellings(other)].some((spelling) => shared.has(spelling)));
        if (differenceOf(other, popular) === undefined)
          assert.ok(other === popular || /s$/.test(popular) || at === 0);
      }),
    );
  });
});

describe('the popular names', () => {
  for (const [ecosystem, { popular, neighbours }] of Object.entries(popularNames))
    it(`are some hundred, in lower case, and no neighbours at once: ${ecosystem}`, () => {
      assert.ok(popular.size >= 200, String(popular.size));
      assert.deepEqual(
        [...popular].filter((name) => neighbours.has(name)),
        [],
      );
      for (const name of [...popular, ...neighbours]) assert.equal(name, name.toLowerCase());
    });
});
