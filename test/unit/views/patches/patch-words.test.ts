import assert from 'node:assert/strict';
import type { PatchSummary } from '../../../../src/api/contract/issue.ts';
import type { Patch, PatchCheck } from '../../../../src/api/contract/patches.ts';
import { toPatchView } from '../../../../src/views/details/patch-section.ts';
import { stateOf } from '../../../../src/views/issues/issue-state.ts';
import { stateNote } from '../../../../src/views/issues/issue-state-text.ts';
import { canBePatched, faultText, isProven, proofText } from '../../../../src/views/patches/patch-words.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';

const check = (name: PatchCheck['name'], status: PatchCheck['status'] = 'PASSED'): PatchCheck => ({
  name,
  status,
  detail: `${name} ${status}`,
});

function patchWith(checks: readonly PatchCheck[], given: Partial<Patch> = {}): Patch {
  return {
    issueId: '1',
    status: 'READY',
    validation: 'PASSED',
    files: [],
    diff: '',
    forced: false,
    evidence: { checks: [...checks], newFindings: [], alsoResolved: 0, at: '2026-01-31T12:00:00.000Z' },
    ...given,
  };
}

const all = [check('applies'), check('parses'), check('findingGone'), check('nothingNew')];

describe('the words of a patch', () => {
  it('call proven only what was analysed with the change', () => {
    assert.match(proofText(patchWith(all)), /the issue is gone, nothing new/);
    assert.match(proofText(patchWith(all.slice(0, 2))), /Not everything was checked/);
    const failed = patchWith([...all.slice(0, 3), check('nothingNew', 'FAILED')], { validation: 'FAILED' });
    assert.match(proofText(failed), /^Not proven: nothingNew FAILED/);
    assert.equal(isProven(failed), false);
    // What the service claims and its own evidence denies.
    assert.equal(isProven({ ...failed, validation: 'PASSED' }), false);
    const { evidence: _, ...silent } = patchWith(all, { validation: 'NOT_RUN' });
    assert.match(proofText(silent), /sends no proof/);
    assert.equal(isProven(silent), false);
  });

  it('say in the tree how far it is', () => {
    const patchNote = (patch: PatchSummary) => stateNote(stateOf(makeKnown({ patch })));
    const note = (status: Patch['status'], validation: Patch['validation'] = 'NOT_RUN', stage?: string) =>
      patchNote({ status, validation, ...(stage === undefined ? {} : { stage }) });
    assert.equal(note('NONE'), '');
    assert.equal(note('GENERATING', 'NOT_RUN', 'Looking for a change'), 'patch: Looking for a change');
    assert.equal(note('READY', 'PASSED'), 'patch ready');
    assert.equal(note('READY', 'FAILED'), 'patch without proof');
    assert.equal(note('UNPATCHABLE'), 'no automatic fix');
  });

  it('let nothing that a service says become a link in a message', () => {
    const evil = '[Details](command:evil)';
    const patch = { status: 'GENERATING', validation: 'NOT_RUN', stage: evil } as const;
    const stage = stateNote(stateOf(makeKnown({ patch })));
    for (const text of [stage, faultText('path', evil)]) {
      assert.match(text, /Details/);
      assert.doesNotMatch(text, /\]\(/);
    }
    assert.ok(faultText('missing', 'x'.repeat(10_000)).length < 300);
  });

  it('offer a patch for open issues of full scans alone', () => {
    assert.equal(canBePatched(makeIssue()), true);
    assert.equal(canBePatched(makeIssue({ status: 'PATCHING' })), true);
    for (const given of [
      { scanKind: 'ON_DEMAND' },
      { status: 'FALSE_POSITIVE' },
      { status: 'RESOLVED' },
    ] as const)
      assert.equal(canBePatched(makeIssue(given)), false);
  });

  it('tell on the details page what was looked at, what it would bring, and that the file has changed', () => {
    const evidence = {
      checks: all,
      newFindings: [{ title: 'XSS', vulnClass: 'xss', file: 'a.js', startLine: 3 }],
      alsoResolved: 2,
      at: '2026-01-31T12:00:00.000Z',
    };
    const patch = patchWith([], { title: 'Uses `?`', current: false, evidence });
    const view = toPatchView(patch, { patch, status: 'PENDING_REVIEW' });
    assert.equal(view.state, 'ready');
    assert.deepEqual(
      view.checks.map(({ status }) => status),
      ['PASSED', 'PASSED', 'PASSED', 'PASSED'],
    );
    assert.equal(view.notes.length, 3);
    assert.match(view.notes[0] ?? '', /XSS \(a\.js:3\)/);
    const refused = toPatchView(
      { ...patchWith([]), status: 'UNPATCHABLE', errorMessage: 'Not in a query.' },
      { patch: { status: 'UNPATCHABLE', validation: 'NOT_RUN' }, status: 'PENDING_REVIEW' },
    );
    assert.equal(refused.text, 'Not in a query.');
  });
});
