import assert from 'node:assert/strict';
import { earlierDecisions, earlierSeverities } from '../../../../src/views/triage/triage-undo.ts';
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
    assert.deepEqual(earlier, [
      { ids: [a.id, b.id], change: { status: 'PENDING_REVIEW', reason: undefined } },
      { ids: [reviewed.id], change: { status: 'REVIEWING', reason: undefined } },
      {
        ids: [accepted.id],
        change: {
          status: 'ACCEPTED_RISK',
          reason: 'Internal only.',
          until: '2027-01-31T12:00:00.000Z',
        },
      },
    ]);
  });

  it('gives severities back: what a person had set, or the engine’s', () => {
    const [a, b] = [makeIssue({ severity: 'HIGH' }), makeIssue({ severity: 'LOW' })];
    const set = makeIssue({ severity: 'LOW', foundSeverity: 'CRITICAL' });
    assert.deepEqual(earlierSeverities([a, set, b]), [
      { kind: 'severity', ids: [a.id, b.id], severity: null },
      { kind: 'severity', ids: [set.id], severity: 'LOW' },
    ]);
  });
});
