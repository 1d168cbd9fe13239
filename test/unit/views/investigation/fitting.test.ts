import assert from 'node:assert/strict';
import type { Investigation, Issue } from '../../../../src/api/contract/issue.ts';
import type { IssueStatus } from '../../../../src/api/contract/vocabulary.ts';
import { fittingDecision } from '../../../../src/views/investigation/fitting.ts';
import { investigationText, stageText } from '../../../../src/views/investigation/words.ts';
import { makeIssue } from '../make-issue.ts';

const investigated = (
  verdict: NonNullable<Investigation['verdict']>,
  more: Partial<Investigation> = {},
  status: IssueStatus = 'PENDING_REVIEW',
): Issue => ({
  ...makeIssue({ status }),
  codeFlows: [],
  preconditions: [],
  attackSteps: [],
  investigation: {
    status: 'COMPLETED',
    verdict,
    summary: 'In short.',
    evidence: [
      { speaks: 'harmless', text: 'It is checked.' },
      { speaks: 'real', text: 'Anyone reaches it.' },
      { speaks: 'neither', text: 'It is old.' },
    ],
    ...more,
  },
});

describe('what follows from an investigation', () => {
  it('suggests the decision that fits the verdict, with what speaks for it as the reason', () => {
    assert.deepEqual(fittingDecision(investigated('NON_EXPLOITABLE')), {
      decision: 'nonExploitable',
      reason: 'In short. It is checked.',
    });
    assert.equal(fittingDecision(investigated('FALSE_POSITIVE'))?.decision, 'falsePositive');
    assert.deepEqual(fittingDecision(investigated('TRUE_POSITIVE')), {
      decision: 'confirm',
      reason: 'In short. Anyone reaches it.',
    });
  });

  it('suggests nothing where it is uncertain, decided so already, or not ended', () => {
    assert.equal(fittingDecision(investigated('UNCERTAIN')), undefined);
    assert.equal(fittingDecision(investigated('FALSE_POSITIVE', {}, 'FALSE_POSITIVE')), undefined);
    assert.equal(fittingDecision(investigated('FALSE_POSITIVE', { status: 'CANCELLED' })), undefined);
  });

  it('keeps the reason within what the service takes', () => {
    const long = investigated('FALSE_POSITIVE', { summary: 'word '.repeat(3_000) });
    assert.equal(fittingDecision(long)?.reason.length, 5_000);
  });

  it('says how far one is, and what came out', () => {
    assert.equal(investigationText(undefined), '');
    assert.equal(
      investigationText({ status: 'RUNNING', stage: 'Asking the model' }),
      'being investigated: Asking the model',
    );
    assert.equal(stageText({ status: 'QUEUED' }), 'Waiting for its turn');
    assert.equal(
      investigationText({ status: 'COMPLETED', verdict: 'NON_EXPLOITABLE' }),
      'investigated: Not exploitable',
    );
    assert.equal(investigationText({ status: 'CANCELLED' }), '');
  });
});
