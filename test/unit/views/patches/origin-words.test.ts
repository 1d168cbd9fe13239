import assert from 'node:assert/strict';
import type { ModelTrace } from '../../../../src/api/contract/model-trace.ts';
import type { Patch } from '../../../../src/api/contract/patches.ts';
import { toPatchCard } from '../../../../src/views/chat/chat-words.ts';
import { toPatchView } from '../../../../src/views/details/patch-section.ts';
import { needViews } from '../../../../src/views/patches/needs.ts';
import { originText, traceText } from '../../../../src/views/patches/origin-words.ts';
import { makeIssue } from '../make-issue.ts';

const trace: ModelTrace = {
  model: 'ollama/coder',
  rounds: 2,
  inputTokens: 900,
  outputTokens: 80,
  durationMs: 4_210,
  sent: [
    { path: 'src/app.js', bytes: 1_200 },
    { path: 'src/price.js', bytes: 300 },
  ],
};

const patch: Patch = {
  issueId: '1',
  status: 'READY',
  validation: 'PASSED',
  madeBy: 'model',
  trace,
  needs: [{ environment: 'ALLOWED_HOSTS', text: 'Names of servers.' }],
  files: [],
  diff: '',
  forced: false,
  evidence: {
    checks: [
      { name: 'findingGone', status: 'PASSED', detail: 'The issue is gone.' },
      { name: 'projectCheck', status: 'FAILED', detail: '“npm test” fails with the change.' },
    ],
    newFindings: [],
    alsoResolved: 0,
    at: '2026-01-31T12:00:00.000Z',
  },
};

describe('who made a patch', () => {
  it('is told apart: rules, a model by its name, or nothing where the service does not say', () => {
    assert.match(originText({ madeBy: 'rules' }), /by rules, without a language model/);
    assert.match(originText(patch), /language model ollama\/coder/);
    assert.match(originText({ madeBy: 'model' }), /Proposed by a language model/);
    assert.equal(originText({}), '');
  });

  it('comes with what that took, and what of the code was sent', () => {
    assert.equal(
      traceText(trace),
      'ollama/coder was asked 2 times: 980 tokens, 4.2 s. It was sent 1.5 kB of code: src/app.js and 1 more.',
    );
    assert.equal(
      traceText({ ...trace, rounds: 1, sent: [] }),
      'ollama/coder was asked once: 980 tokens, 4.2 s. No code was sent to it.',
    );
  });

  it('stands on the details page with what has to be set, also where nothing came of it', () => {
    const view = toPatchView(patch, makeIssue({ patch }));
    assert.match(view.origin, /ollama\/coder/);
    assert.match(view.trace, /980 tokens/);
    assert.deepEqual(view.needs, needViews(patch));
    assert.match(view.needs[0]?.text ?? '', /`ALLOWED_HOSTS`.*Names of servers/);
    const failed = toPatchView(
      { ...patch, status: 'FAILED', errorMessage: 'It was not taken.' },
      makeIssue({ patch: { status: 'FAILED', validation: 'NOT_RUN' } }),
    );
    assert.deepEqual([failed.origin, failed.needs], ['', []]);
    assert.match(failed.trace, /980 tokens/);
  });

  it('stands on the card of the chat with every check, and why one did not pass', () => {
    const card = toPatchCard(patch);
    assert.deepEqual(
      card.checks.map(({ status, detail }) => [status, detail]),
      [
        ['PASSED', ''],
        ['FAILED', '“npm test” fails with the change.'],
      ],
    );
    assert.match(card.origin, /ollama\/coder/);
    assert.equal(card.needs.length, 1);
    const applied = toPatchCard({ ...patch, approvedAt: '2026-01-31T12:00:00.000Z' });
    assert.equal(applied.needs.length, 1, 'it is needed as long as it is not set');
  });
});
