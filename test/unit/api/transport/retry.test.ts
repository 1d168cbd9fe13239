import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pause, retryAfter, usualRetries } from '../../../../src/api/transport/retry.ts';

describe('the pause between retries', () => {
  it('is anything from nothing to a bound that doubles up to the longest', () => {
    const attempt = fc.integer({ min: 1, max: 60 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(attempt, chance, (tried, random) => {
        const length = pause(tried, usualRetries, () => random);
        const bound = Math.min(8_000, 250 * 2 ** (tried - 1));
        assert.ok(length >= 0 && length <= bound);
        assert.ok(Math.abs(length - random * bound) < 1e-6);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0);

  it('is read in seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
        assert.equal(retryAfter(` ${seconds} `, now), seconds * 1000);
      }),
    );
  });

  it('is read as an HTTP date, in the past as no wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (seconds) => {
        const header = new Date(now + seconds * 1000).toUTCString();
        assert.equal(retryAfter(header, now), Math.max(0, seconds * 1000));
      }),
    );
  });

  it('is ignored when it is neither', () => {
    for (const header of [undefined, '', 'soon', '-1', '1.5', '1e3', '99999999999', 'Thursday', 'Jan']) {
      assert.equal(retryAfter(header, now), undefined, header);
    }
  });

  it('never throws and never asks to wait for a negative time', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = retryAfter(header, now);
        assert.ok(wait === undefined || wait >= 0);
      }),
    );
  });
});
