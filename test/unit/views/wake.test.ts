import assert from 'node:assert/strict';
import { Wake } from '../../../src/views/wake.ts';

describe('sleep and wake', () => {
  /** A clock that the test sets, and how often a waking was seen. */
  function setUp() {
    const clock = { now: 1_000_000, woken: 0 };
    const wake = new Wake(
      () => {
        clock.woken += 1;
      },
      () => clock.now,
    );
    const look = (afterMs: number) => {
      clock.now += afterMs;
      wake.look();
    };
    wake.dispose();
    return { clock, look };
  }

  it('is not seen while the clock goes on as it should, or a little late', () => {
    const { clock, look } = setUp();
    for (const after of [15_000, 15_200, 14_900, 30_000, 15_000]) look(after);
    assert.equal(clock.woken, 0);
  });

  it('is seen once when the clock has jumped, forward or back', () => {
    const { clock, look } = setUp();
    look(15_000);
    look(8 * 3_600_000);
    assert.equal(clock.woken, 1);
    look(15_000);
    assert.equal(clock.woken, 1);
    look(-3_600_000);
    assert.equal(clock.woken, 2);
  });
});
