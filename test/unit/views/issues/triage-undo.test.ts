import assert from 'node:assert/strict';
import { earlierDecisions } from '../../../../src/views/issues/triage-undo.ts';
import { makeIssue } from '../make-issue.ts';

const at = '2026-01-31T12:00:00.000Z';

describe('taking a decision back', () => {
  it('makes each issue what it was, those that were alike in one request', () => {
    const [a, b] = [makeIssue(), makeIssue()];
    const reviewed = makeIssue({ status: 'REVIEWING' });
    const accepted = makeIssue({
      status: 'ACCEPTED_RISK',
      triage: { reason: 'Internal only.', until: '2027-01-31T12:00:00.000Z', at },
    });
    const earlier = earlierDecisions([a, reviewed, b, accepted]);
    assert.deepEqual(
      earlier.map(({ ids, change }) => [ids, change.status, change.reason, change.until]),
      [
        [[a.id, b.id], 'PENDING_REVIEW', undefined, undefined],
        [[reviewed.id], 'REVIEWING', undefined, undefined],
        [[accepted.id], 'ACCEPTED_RISK', 'Internal only.', '2027-01-31T12:00:00.000Z'],
      ],
    );
  });
});
