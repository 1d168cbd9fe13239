import assert from 'node:assert/strict';
import fc from 'fast-check';
import { itemsOf, readShard } from '../../../scripts/shard.ts';

describe('a part of the tests', () => {
  it('is named by its number and how many there are', () => {
    assert.deepEqual(readShard('2/3'), { part: 2, of: 3 });
    for (const wrong of ['', '1', '0/2', '3/2', '1/0', '1/2/3', 'a/b', '-1/2', '1.5/2'])
      assert.throws(() => readShard(wrong), /2\/3 is the second of three/, wrong);
  });

  it('has each test in exactly one part, and no more than one more than another', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.integer({ min: 1, max: 20 }), (count, of) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const parts = Array.from({ length: of }, (_, index) => itemsOf({ part: index + 1, of }, items));
        assert.deepEqual(
          parts.flat().toSorted((a, b) => a - b),
          items,
        );
        const sizes = parts.map(({ length }) => length);
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
      }),
    );
  });
});
