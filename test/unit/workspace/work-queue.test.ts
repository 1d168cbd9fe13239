import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { paced } from '../../../src/workspace/paced.ts';
import { WorkQueue } from '../../../src/workspace/work-queue.ts';

/** Work that ends when the test says so. */
function bench(parallel = 2) {
  const begun: string[] = [];
  const ends: { readonly item: string; readonly end: () => void; readonly fail: () => void }[] = [];
  const failures: unknown[] = [];
  const queue = new WorkQueue<string>(
    parallel,
    (item) => {
      begun.push(item);
      return new Promise<void>((resolve, reject) => {
        ends.push({ item, end: resolve, fail: () => reject(new Error(item)) });
      });
    },
    (error) => failures.push(error),
  );
  const end = async (item: string, how: 'end' | 'fail' = 'end') => {
    const at = ends.findIndex((one) => one.item === item);
    ends.splice(at, 1)[0]?.[how]();
    await nextTurn();
  };
  return { begun, failures, queue, end };
}

describe('a queue of work', () => {
  it('never works twice at once on the same, and once more when it was asked for meanwhile', async () => {
    const { begun, queue, end } = bench();
    queue.add('a', 'a before the edit');
    queue.add('a', 'a after it');
    queue.add('a', 'a at last');
    assert.deepEqual(begun, ['a before the edit']);
    await end('a before the edit');
    assert.deepEqual(begun, ['a before the edit', 'a at last']);
    await end('a at last');
    assert.equal(begun.length, 2);
  });

  it('works on others meanwhile, but only so many', async () => {
    const { begun, queue, end } = bench();
    for (const key of ['a', 'a', 'b', 'c']) queue.add(key, key);
    assert.deepEqual(begun, ['a', 'b']);
    await end('b');
    assert.deepEqual(begun, ['a', 'b', 'c']);
    await end('a');
    assert.deepEqual(begun, ['a', 'b', 'c', 'a']);
  });

  it('goes on with the rest after something failed, and tells what did', async () => {
    const { begun, failures, queue, end } = bench(1);
    for (const key of ['a', 'b', 'c']) queue.add(key, key);
    await end('a', 'fail');
    await end('b');
    assert.deepEqual(begun, ['a', 'b', 'c']);
    assert.deepEqual(failures.map(String), ['Error: a']);
  });

  it('forgets what waits when it is cleared', async () => {
    const { begun, queue, end } = bench(1);
    queue.add('a', 'a');
    queue.add('b', 'b');
    queue.clear();
    await end('a');
    assert.deepEqual(begun, ['a']);
  });
});

describe('paced work', () => {
  it('lets others have a turn in between', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const done: number[] = [];
    await paced([1, 2, 3, 4], (one) => {
      const end = performance.now() + 5;
      while (performance.now() < end);
      done.push(one);
    });
    isDone = true;
    assert.deepEqual(done, [1, 2, 3, 4]);
    assert.ok(turns >= 1);
  });
});
