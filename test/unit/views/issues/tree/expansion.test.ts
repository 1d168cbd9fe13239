import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Expansion } from '../../../../../src/views/issues/tree/expansion.ts';

function memory(stored?: unknown) {
  const kept = new Map([['parapet.expanded', stored]]);
  return {
    get: (key: string): unknown => kept.get(key),
    update: async (key: string, value: unknown) => {
      kept.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}

describe('which groups are open', () => {
  it('is known again after a reload, and only of groups the user touched', () => {
    const kept = memory();
    const before = new Expansion(kept);
    before.set('severity:HIGH', false);
    before.set('severity:LOW', true);
    const after = new Expansion(kept);
    assert.deepEqual(
      ['severity:HIGH', 'severity:LOW', 'severity:INFO'].map((key) => after.get(key)),
      [false, true, undefined],
    );
  });

  it('is forgotten of those touched longest ago', () => {
    const kept = memory();
    const one = new Expansion(kept);
    for (let index = 0; index < 400; index++) one.set(`file:${index}`, false);
    assert.equal(new Expansion(kept).get('file:0'), undefined);
    assert.equal(new Expansion(kept).get('file:399'), false);
  });

  it('can be read from whatever was kept', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        assert.ok([true, false, undefined].includes(new Expansion(memory(stored)).get('a')));
      }),
    );
  });
});
