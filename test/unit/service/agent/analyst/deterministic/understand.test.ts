import assert from 'node:assert/strict';
import fc from 'fast-check';
import { understand } from '../../../../../../src/service/agent/analyst/deterministic/understand.ts';
import { askedPhrases } from './asked-phrases.ts';
import { heldOutPhrases } from './held-out-phrases.ts';
import { phrases } from './phrases.ts';

describe('the deterministic analyst understands', () => {
  for (const [said, intent, slots = {}] of [...phrases, ...heldOutPhrases, ...askedPhrases]) {
    it(JSON.stringify(said), () => {
      const request = understand(said);
      assert.equal(request.intent, intent, JSON.stringify(request));
      for (const [slot, expected] of Object.entries(slots)) {
        assert.deepEqual(Object.entries(request).find(([name]) => name === slot)?.[1], expected, slot);
      }
    });
  }

  it('anything at all, in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000, unit: 'grapheme' }), (said) => {
        assert.equal(typeof understand(said).intent, 'string');
      }),
      { numRuns: 300 },
    );
    for (const part of [
      'vulnerabilites ',
      'my changes ',
      'can someone ',
      'the issue ',
      '"a',
      'a/',
      'how many ',
      '1, ',
      'accept risk ',
      ': ',
      'all ',
    ]) {
      // Of the processor's time: what else the machine does is not meant.
      const before = process.cpuUsage();
      understand(part.repeat(25_000));
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 100_000, part);
    }
  });
});
