import assert from 'node:assert/strict';
import type { PatchSummary } from '../../../../src/api/contract/issue.ts';
import type { Patch } from '../../../../src/api/contract/patches.ts';
import { PatchSection } from '../../../../src/views/details/patch-section.ts';
import { modelStep, stepLabel } from '../../../../src/views/patches/model-step.ts';
import { makeIssue } from '../make-issue.ts';

const model = { title: 'Ada', traceName: 'anthropic/ada-2', host: 'api.example', isAgreed: true };
const trace = {
  model: 'anthropic/ada-2',
  ...{ rounds: 1, inputTokens: 1, outputTokens: 1, durationMs: 1, sent: [] },
};

describe('a patch that rules do not know', () => {
  it('may come of a language model: connected first, agreed to, and asked once', () => {
    assert.deepEqual(modelStep(null, {}), { kind: 'connect' });
    assert.deepEqual(modelStep({ ...model, isAgreed: false }, {}), {
      ...{ kind: 'agree', model: 'Ada', host: 'api.example' },
    });
    assert.deepEqual(modelStep(model, {}), { kind: 'ask', model: 'Ada' });
    assert.deepEqual(modelStep(model, { trace }), { kind: 'asked', model: 'Ada' });
    const another = { ...model, traceName: 'openai-compatible/bo', title: 'Bo' };
    assert.deepEqual(modelStep(another, { trace }), { kind: 'ask', model: 'Bo' });
  });

  it('has no button that leads nowhere: none where the service asks no model, or it was asked', () => {
    assert.equal(stepLabel(modelStep(undefined, {})), '');
    assert.equal(stepLabel(modelStep(model, { trace })), '');
    assert.equal(stepLabel(modelStep(null, {})), 'Connect a Language Model…');
    assert.equal(stepLabel(modelStep(model, {})), 'Ask Ada');
  });

  it('has the button on the details page where rules know none, and not beside a patch that is ready', async () => {
    const asked: string[] = [];
    const section = new PatchSection(
      async (issueId): Promise<Patch> => ({
        ...{ issueId, status: 'UNPATCHABLE', validation: 'NOT_RUN' },
        ...{ files: [], diff: '', forced: false },
      }),
      (patch) => patch,
      async (id) => {
        asked.push(id);
        return { kind: 'connect' };
      },
    );
    const { signal } = new AbortController();
    const viewOf = async (status: PatchSummary['status']) =>
      await section.viewOf(
        { issue: makeIssue({ id: 'i1', patch: { status, validation: 'NOT_RUN' } }) },
        undefined,
        signal,
      );
    assert.equal((await viewOf('UNPATCHABLE'))?.model, 'Connect a Language Model…');
    await viewOf('UNPATCHABLE');
    assert.deepEqual(asked, ['i1'], 'nobody is asked again for what did not change');
    assert.equal((await viewOf('READY'))?.model, '');
    assert.equal((await viewOf('NONE'))?.model, '');
    assert.equal((await viewOf('FAILED'))?.model, 'Connect a Language Model…');
  });
});
