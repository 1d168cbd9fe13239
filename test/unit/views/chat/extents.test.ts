import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Extents } from '../../../../src/views/chat/extents.ts';

const heights = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 60 });

function measured(list: readonly number[]): { readonly extents: Extents; readonly keys: readonly string[] } {
  const extents = new Extents();
  const keys = list.map((_, index) => `m${index}`);
  extents.setKeys(keys);
  for (const [index, height] of list.entries()) extents.measure(`m${index}`, height);
  return { extents, keys };
}

describe('where messages of unequal height are', () => {
  it('adds up: what is above, what is drawn and what is below are the whole', () => {
    fc.assert(
      fc.property(heights, fc.nat(60_000), fc.integer({ min: 1, max: 3_000 }), (list, top, height) => {
        const { extents } = measured(list);
        const { from, to, above, below } = extents.window(top, height, 600);
        const drawn = list.slice(from, to).reduce((sum, one) => sum + one, 0);
        assert.equal(above + drawn + below, extents.total);
        assert.ok(to > from);
      }),
    );
  });

  it('draws every row that is in view', () => {
    fc.assert(
      fc.property(heights, fc.nat(60_000), fc.integer({ min: 1, max: 3_000 }), (list, top, height) => {
        const { extents } = measured(list);
        const { from, to } = extents.window(top, height, 0);
        let y = 0;
        for (const [index, one] of list.entries()) {
          const isInView = y < top + height && y + one > top;
          if (isInView) assert.ok(index >= from && index < to, `row ${index}`);
          y += one;
        }
      }),
    );
  });

  it('finds what was looked at again when earlier rows come', () => {
    fc.assert(
      fc.property(heights, heights, fc.nat(60_000), (earlier, list, top) => {
        const { extents, keys } = measured(list);
        const at = Math.min(top, extents.total - 1);
        const anchor = extents.anchorAt(at);
        assert.ok(anchor);
        extents.setKeys([...earlier.map((_, index) => `e${index}`), ...keys]);
        for (const [index, height] of earlier.entries()) extents.measure(`e${index}`, height);
        assert.equal(extents.topOfAnchor(anchor), at + earlier.reduce((sum, one) => sum + one, 0));
      }),
    );
  });

  it('takes rows that were never drawn for as high as the others', () => {
    const extents = new Extents();
    extents.setKeys(['a', 'b', 'c']);
    extents.measure('a', 100);
    extents.measure('b', 300);
    assert.equal(extents.total, 600);
  });

  it('has no place for a row that is gone', () => {
    const { extents } = measured([10, 20]);
    const anchor = extents.anchorAt(15);
    extents.setKeys(['other']);
    assert.equal(anchor && extents.topOfAnchor(anchor), undefined);
  });
});
