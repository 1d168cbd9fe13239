import assert from 'node:assert/strict';
import { inGroups } from '../../../../src/views/chat/app/part-groups.ts';
import type { PartView } from '../../../../src/views/chat/messages.ts';

const text: PartView = { type: 'text', text: 'Said.' };
const call = (status: 'COMPLETED' | 'AWAITING_CONSENT' | 'FAILED'): PartView => ({
  type: 'tool',
  call: {
    id: '1',
    name: 'list_issues',
    title: 'List issues',
    input: '{}',
    effect: 'none',
    status,
    startedAt: '',
  },
});
const sizes = (parts: readonly PartView[]) => inGroups(parts).map(({ at, parts: of }) => [at, of.length]);

describe('the parts of a message', () => {
  it('puts many calls in a row together', () => {
    const parts = [text, ...Array.from({ length: 9 }, () => call('COMPLETED')), text];
    assert.deepEqual(sizes(parts), [
      [0, 1],
      [1, 9],
      [10, 1],
    ]);
  });

  it('shows a few calls one by one', () => {
    const parts = [call('COMPLETED'), call('COMPLETED'), call('COMPLETED'), text];
    assert.deepEqual(sizes(parts), [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it('never hides what waits for a person or went wrong', () => {
    const done = Array.from({ length: 5 }, () => call('COMPLETED'));
    for (const status of ['AWAITING_CONSENT', 'FAILED'] as const)
      assert.deepEqual(sizes([...done, call(status), ...done]), [
        [0, 5],
        [5, 1],
        [6, 5],
      ]);
  });
});
