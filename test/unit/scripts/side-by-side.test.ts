import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lanesOf, sideBySide } from '../../../scripts/side-by-side.ts';

const two = { width: 2, windows: 2, mostWindows: 2 };

describe('tests side by side', () => {
  it('are as many at a time as was asked for, begun in their order, with their results in theirs', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const jobs = [5, 1, 4, 1, 1].map((turns, index) => ({
      hasWindow: false,
      run: async () => {
        begun.push(index);
        most = Math.max(most, ++running);
        for (let turn = 0; turn < turns; turn++) await nextTurn();
        running -= 1;
        return index * 10;
      },
    }));
    assert.deepEqual(await sideBySide(two, jobs), [0, 10, 20, 30, 40]);
    assert.deepEqual(begun, [0, 1, 2, 3, 4]);
    assert.equal(most, 2);
    assert.deepEqual(await sideBySide(two, []), []);
  });

  it('are in windows one at a time beside others, and two when nothing else is left', async () => {
    const begun: string[] = [];
    let open = 0;
    let most = 0;
    const job = (name: string, turns: number, hasWindow: boolean) => ({
      hasWindow,
      run: async () => {
        if (hasWindow) open += 1;
        most = Math.max(most, open);
        begun.push(`${name}, of ${open}`);
        for (let turn = 0; turn < turns; turn++) await nextTurn();
        if (hasWindow) open -= 1;
        return name;
      },
    });
    const jobs = [
      ...[job('a', 2, false), job('b', 12, false)],
      ...[job('window 1', 4, true), job('window 2', 20, true), job('window 3', 4, true)],
    ];
    const results = await sideBySide({ width: 2, windows: 1, mostWindows: 2 }, jobs);
    assert.deepEqual(results, ['a', 'b', 'window 1', 'window 2', 'window 3']);
    const expected = ['window 1, of 1', 'a, of 1', 'b, of 1', 'window 2, of 1', 'window 3, of 2'];
    assert.deepEqual(begun, expected);
    await sideBySide({ width: 4, windows: 1, mostWindows: 1 }, jobs.slice(2));
    assert.equal(most, 2);
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
    await assert.rejects(
      sideBySide(
        two,
        jobs.map((run) => ({ hasWindow: true, run })),
      ),
      /no window/,
    );
    assert.equal(ended, 1);
  });

  it('are in windows one for each processor as far as the memory goes, with one other thing for every two', () => {
    const GB = 1024 ** 3;
    const on = (processors: number, gigabytes: number, env: NodeJS.ProcessEnv = {}) => {
      const { width, windows, mostWindows } = lanesOf(env, { processors, memoryBytes: gigabytes * GB });
      return [width, windows, mostWindows];
    };
    assert.deepEqual(on(1, 16), [2, 1, 2]);
    assert.deepEqual(on(2, 16), [3, 2, 3]);
    assert.deepEqual(on(2, 7), [3, 2, 2]);
    assert.deepEqual(on(4, 16), [6, 4, 4]);
    assert.deepEqual(on(8, 7), [8, 2, 2]);
    assert.deepEqual(on(64, 256), [64, 4, 4]);
    assert.deepEqual(on(4, 1), [4, 1, 1]);
    assert.deepEqual(on(2, 16, { PARAPET_TEST_WINDOWS: '3' }), [3, 3, 3]);
    for (const wrong of ['', '0', 'two', '-1'])
      assert.throws(() => on(2, 16, { PARAPET_TEST_WINDOWS: wrong }), /must be a number/);
  });
});
