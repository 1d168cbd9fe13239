import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurn, Pace, turnMs } from '../../src/yielding.ts';

const busy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('turns', () => {
  it('does one piece of work in a turn, in the order in which they came', async () => {
    const done: string[] = [];
    for (const name of ['a', 'b', 'c']) inTurn(() => done.push(name));
    assert.deepEqual(done, [], 'nothing at once');
    await nextTurn();
    assert.deepEqual(done, [], 'nothing in the same turn');
    for (const wanted of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await nextTurn();
      assert.deepEqual(done, wanted);
    }
  });

  it('takes what is asked for in a turn after what waits already', async () => {
    const done: string[] = [];
    inTurn(() => {
      done.push('first');
      inTurn(() => done.push('its own'));
    });
    inTurn(() => done.push('second'));
    for (let turn = 0; turn < 4; turn++) await nextTurn();
    assert.deepEqual(done, ['first', 'second', 'its own']);
  });

  it('does not do what was called off, and the rest all the same', async () => {
    const done: string[] = [];
    const callOff = inTurn(() => done.push('called off'));
    inTurn(() => done.push('rest'));
    callOff();
    await nextTurn();
    await nextTurn();
    assert.deepEqual(done, ['rest']);
  });

  it('gives others a turn after some milliseconds of work, however many work at the same time', async () => {
    const pieces: number[] = [];
    let isDone = false;
    const look = () => {
      pieces.push(0);
      if (!isDone) setImmediate(look);
    };
    const worker = async () => {
      const pace = new Pace();
      await pace.turn();
      for (let piece = 0; piece < 40; piece++) {
        busy(1);
        pieces.push((pieces.pop() ?? 0) + 1);
        if (pace.isOver) await pace.turn();
      }
    };
    look();
    await Promise.all([worker(), worker(), worker(), worker()]);
    isDone = true;
    // Each takes a millisecond at least.
    assert.ok(Math.max(...pieces) <= turnMs + 1, `${pieces}`);
  });
});
