import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sideBySide, windowsAtOnce } from '../../../scripts/side-by-side.ts';

describe('tests side by side', () => {
  it('are as many at a time as was asked for, begun in their order, with their results in theirs', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const jobs = [5, 1, 4, 1, 1].map((turns, index) => async () => {
      begun.push(index);
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      running -= 1;
      return index * 10;
    });
    assert.deepEqual(await sideBySide(2, jobs), [0, 10, 20, 30, 40]);
    assert.deepEqual(begun, [0, 1, 2, 3, 4]);
    assert.equal(most, 2);
    assert.deepEqual(await sideBySide(3, []), []);
  });

  it('that could not be run at all end the rest, once what was begun has ended', async () => {
    let ended = 0;
    const jobs = [
      async () => {
        for (let turn = 0; turn < 5; turn++) await nextTurn();
        ended += 1;
      },
      async () => {
        throw new Error('no window');
      },
      async () => assert.fail('it was begun'),
    ];
    await assert.rejects(sideBySide(2, jobs), /no window/);
    assert.equal(ended, 1);
  });

  it('are one for every two processors, as far as the memory goes', () => {
    const GB = 1024 ** 3;
    const on = (processors: number, gigabytes: number) =>
      windowsAtOnce({}, { processors, memoryBytes: gigabytes * GB });
    assert.deepEqual([on(1, 16), on(2, 16), on(4, 16), on(8, 7), on(64, 256), on(4, 1)], [1, 1, 2, 2, 4, 1]);
    assert.equal(windowsAtOnce({ PARAPET_TEST_WINDOWS: '3' }), 3);
    for (const wrong of ['', '0', 'two', '-1'])
      assert.throws(() => windowsAtOnce({ PARAPET_TEST_WINDOWS: wrong }), /must be a number/);
  });
});
