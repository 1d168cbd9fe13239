import assert from 'node:assert/strict';
import { wakingClock } from '../../../src/engine/waking-time.ts';

describe('the time that limits on work count', () => {
  it('is that of the clock while there is work, and stands still while the machine sleeps', () => {
    let clock = 5_000;
    const now = wakingClock(() => clock);
    const start = now();
    for (let look = 0; look < 100; look += 1) {
      clock += 60;
      now();
    }
    assert.equal(now() - start, 6_000);
    clock += 3_600_000;
    assert.equal(now() - start, 6_000);
    clock += 40;
    assert.equal(now() - start, 6_040);
  });
});
