import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Slices } from '../../../../src/views/issues/slices.ts';

describe('work in slices', () => {
  it('does what is little at once, each thing once', () => {
    const done: number[] = [];
    const slices = new Slices<number>((batch) => done.push(...batch));
    slices.add([1, 2, 2]);
    assert.deepEqual(done, [1, 2]);
  });

  it('lets others have a turn in between, and does everything in the end', async () => {
    const done: number[] = [];
    const slices = new Slices<number>((batch) => {
      for (const one of batch) {
        const end = performance.now() + 1;
        while (performance.now() < end);
        done.push(one);
      }
    });
    const all = Array.from({ length: 60 }, (_, index) => index);
    slices.add(all);
    assert.ok(done.length < all.length, 'it did not keep the thread');
    slices.add([0, 59]);
    let turns = 0;
    while (done.length < 61 && turns++ < 1000) await nextTurn();
    assert.deepEqual(new Set(done), new Set(all));
    assert.equal(done.filter((one) => one === 59).length, 1, 'it waited still');
    assert.ok(turns > 1);
  });

  it('goes on with the rest after something failed', async () => {
    const done: number[] = [];
    const slices = new Slices<number>((batch) => {
      for (const one of batch) {
        if (one === 1) throw new Error('one');
        done.push(one);
      }
    });
    assert.throws(() => slices.add([1, 2, 3]), /one/);
    await nextTurn();
    await nextTurn();
    assert.deepEqual(done, [2, 3]);
  });

  it('does nothing more once it is disposed of', async () => {
    let done = 0;
    const slices = new Slices<number>((batch) => {
      for (const _ of batch) {
        const end = performance.now() + 9;
        while (performance.now() < end);
        done++;
      }
    });
    slices.add([1, 2, 3]);
    slices.dispose();
    await nextTurn();
    await nextTurn();
    assert.equal(done, 1);
  });
});
