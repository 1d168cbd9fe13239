import assert from 'node:assert/strict';
import type { Patch } from '../../../../src/api/contract/patches.ts';
import { isProven, proofText } from '../../../../src/views/patches/patch-words.ts';
import { resultOf, withResult } from '../../../../src/views/patches/project-check-words.ts';
import type { ProjectCheckOutcome } from '../../../../src/workspace/project-check/check.ts';

const patch = {
  issueId: 'i',
  status: 'READY',
  validation: 'PASSED',
  files: [],
  diff: '',
  forced: false,
  evidence: {
    checks: (['applies', 'parses', 'findingGone', 'nothingNew'] as const).map((name) => ({
      name,
      status: 'PASSED' as const,
      detail: name,
    })),
    newFindings: [],
    alsoResolved: 0,
    at: '2026-11-21T00:00:00Z',
  },
} as const satisfies Partial<Patch>;

const checked = (outcome: ProjectCheckOutcome): Patch =>
  withResult(patch as unknown as Patch, resultOf(outcome, 'npm run test', 3));

describe('a patch after the project’s own check', () => {
  it('says so where it passes', () => {
    const patched = checked({ kind: 'passed' });
    assert.ok(isProven(patched));
    assert.match(proofText(patched), /nothing new\. The project’s own check passes with it\.$/);
  });

  it('is not proven where only the change makes it fail', () => {
    const patched = checked({ kind: 'failed', code: 2, output: 'x' });
    assert.equal(isProven(patched), false);
    assert.match(proofText(patched), /Not proven: “npm run test” fails with the change \(exit code 2\)/);
  });

  for (const outcome of [
    { kind: 'failsAnyway', output: '' },
    { kind: 'timeout', output: '' },
    { kind: 'notStarted', reason: 'ENOENT' },
    { kind: 'tooLarge' },
    { kind: 'linked', path: 'a/b.js' },
  ] as const)
    it(`is what it was where the check says nothing: ${outcome.kind}`, () => {
      const patched = checked(outcome);
      assert.ok(isProven(patched));
      assert.equal(proofText(patched), proofText(patch));
      const [last] = patched.evidence?.checks.slice(-1) ?? [];
      assert.equal(last?.status, 'NOT_RUN');
      assert.notEqual(last?.detail, '');
    });

  it('keeps one result of it, the window’s', () => {
    const twice = withResult(checked({ kind: 'passed' }), resultOf({ kind: 'tooLarge' }, 'x', 1));
    assert.equal(twice.evidence?.checks.filter(({ name }) => name === 'projectCheck').length, 1);
  });
});
