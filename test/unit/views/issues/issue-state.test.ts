import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../../src/api/contract/issue.ts';
import { InvestigationStatus, IssueStatus, PatchStatus } from '../../../../src/api/contract/vocabulary.ts';
import { toDetailsView } from '../../../../src/views/details/details-view.ts';
import { type IssueState, patchOfferOf, stateOf } from '../../../../src/views/issues/issue-state.ts';
import { stateLabel, stateNote } from '../../../../src/views/issues/issue-state-text.ts';
import { hoverMarkdown, issueDescription } from '../../../../src/views/issues/issue-text.ts';
import type { KnownIssue } from '../../../../src/views/issues/known-issue.ts';
import { makeIssue, makeKnown } from '../make-issue.ts';

const suppressing = ['BACKLOG', 'NON_EXPLOITABLE', 'FALSE_POSITIVE', 'ACCEPTED_RISK'];
const busy = ['QUEUED', 'GENERATING', 'VALIDATING'];

/** Every combination of what the state of an issue of a service follows from. */
function* everyCombination(): Generator<KnownIssue> {
  for (const status of IssueStatus.options)
    for (const patch of [undefined, ...PatchStatus.options])
      for (const validation of ['NOT_RUN', 'PASSED', 'FAILED'] as const)
        for (const investigation of [undefined, ...InvestigationStatus.options])
          for (const place of [undefined, 'unchecked', 'changed', 'gone'] as const)
            for (const isChecking of [false, true])
              for (const isPatchOutdated of [false, true])
                for (const approvedAt of patch === 'READY'
                  ? [undefined, '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']
                  : [undefined])
                  for (const scanKind of ['FULL', 'ON_DEMAND'] as const)
                    yield {
                      ...makeKnown(
                        {
                          status,
                          scanKind,
                          lastSeenAt: '2026-06-01T00:00:00.000Z',
                          ...(patch && {
                            patch: { id: 'p', status: patch, validation, ...(approvedAt && { approvedAt }) },
                          }),
                          ...(investigation && { investigation: { id: 'i', status: investigation } }),
                        },
                        place && { kind: place },
                      ),
                      isChecking,
                      isPatchOutdated,
                    };
}

/** In the order in which they win: the first that holds is the state. */
const rules: readonly (readonly [IssueState['kind'], (known: KnownIssue) => boolean])[] = [
  ['checking', ({ isChecking }) => isChecking === true],
  ['resolved', ({ issue }) => issue.status === 'RESOLVED'],
  ['suppressed', ({ issue }) => suppressing.includes(issue.status)],
  [
    'stillFound',
    ({ issue: { status, patch } }) =>
      status === 'PATCHING' && patch?.status === 'READY' && patch.approvedAt?.startsWith('2026-01') === true,
  ],
  ['applied', ({ issue }) => issue.status === 'PATCHING' && issue.patch?.status === 'READY'],
  ['gone', ({ place }) => place.kind === 'gone'],
  ['changed', ({ place }) => place.kind === 'changed'],
  ['patching', ({ issue }) => busy.includes(issue.patch?.status ?? '')],
  ['investigating', ({ issue }) => ['QUEUED', 'RUNNING'].includes(issue.investigation?.status ?? '')],
  ['patchOutdated', ({ issue, isPatchOutdated }) => issue.patch?.status === 'READY' && !!isPatchOutdated],
  ['patchReady', ({ issue }) => issue.patch?.status === 'READY'],
  ['patchFailed', ({ issue }) => issue.patch?.status === 'FAILED'],
  ['noPatch', ({ issue }) => issue.patch?.status === 'UNPATCHABLE'],
  ['onDemand', ({ issue }) => issue.scanKind === 'ON_DEMAND'],
  ['inReview', ({ issue }) => issue.status === 'REVIEWING'],
  ['beingPatched', ({ issue }) => issue.status === 'PATCHING'],
  ['informational', ({ issue }) => issue.status === 'INFORMATIONAL'],
  ['open', () => true],
];

describe('the state of an issue', () => {
  it('is exactly one, whatever is known of it, and each of them occurs', () => {
    const seen = new Set<string>();
    let count = 0;
    for (const known of everyCombination()) {
      const [kind] = rules.find(([, holds]) => holds(known)) ?? [];
      assert.equal(stateOf(known).kind, kind, JSON.stringify(known));
      seen.add(kind ?? '');
      count += 1;
    }
    assert.deepEqual([...seen].sort(), rules.map(([kind]) => kind).sort());
    assert.ok(count > 10_000);
  });

  it('is what row, page and hover say, and no other is said beside it', () => {
    const notes = new Map<string, string>();
    for (const known of everyCombination()) {
      const state = stateOf(known);
      if (stateNote(state) !== '') notes.set(stateNote(state), state.kind);
    }
    for (const known of everyCombination()) {
      const state = stateOf(known);
      const row = issueDescription(known, 'severity', false).split(' · ').slice(1);
      const hover = hoverMarkdown(known, {}).split('\n')[0]?.replaceAll('\\', '').replaceAll('*', '') ?? '';
      for (const [place, parts] of [
        ['row', row],
        ['hover', hover.split(' · ')],
      ] as const) {
        const said = parts.filter((part) => notes.has(part));
        const wanted = stateNote(state) === '' ? [] : [stateNote(state)];
        assert.deepEqual(said, wanted, `${place}: ${JSON.stringify(known)}`);
      }
      const whole = { ...known.issue, codeFlows: [], preconditions: [], attackSteps: [] };
      const { investigation: _, ...rest } = whole;
      assert.equal(toDetailsView(rest, known, false).statusLabel, stateLabel(state));
    }
  });

  it('offers no patch whose base is gone, and none for what is settled', () => {
    for (const known of everyCombination()) {
      const offer = patchOfferOf(known);
      const { kind } = stateOf(known);
      if (offer === 'ready') assert.ok(known.place.kind !== 'changed' && !known.isPatchOutdated);
      if (['resolved', 'suppressed', 'applied', 'gone', 'checking'].includes(kind))
        assert.equal(offer, undefined);
      if (kind === 'stillFound' && known.issue.scanKind === 'FULL') assert.equal(offer, 'outdated');
    }
    const patch = { id: 'p', status: 'READY', validation: 'PASSED' } as const;
    assert.equal(patchOfferOf(makeKnown({ patch })), 'ready');
    assert.equal(patchOfferOf(makeKnown({ patch }, { kind: 'changed' })), 'outdated');
    assert.equal(patchOfferOf({ ...makeKnown({ patch }), isPatchOutdated: true }), 'outdated');
  });

  it('says how an issue was resolved', () => {
    const at = (second: number) => `2026-01-31T12:00:0${second}.000Z`;
    const by = (...history: HistoryEntry[]) =>
      stateLabel(stateOf({ issue: { ...makeIssue({ status: 'RESOLVED' }), history } }));
    const opened = { at: at(1), from: 'RESOLVED', to: 'PENDING_REVIEW' } as const;
    assert.equal(by({ at: at(2), from: 'PENDING_REVIEW', to: 'RESOLVED' }, opened), 'Resolved by a scan');
    assert.equal(by(opened, { at: at(2), from: 'PATCHING', to: 'RESOLVED' }), 'Resolved by a patch');
    assert.equal(by({ at: at(2), from: 'REVIEWING', to: 'RESOLVED', by: 'ann@example.com' }), 'Resolved');
    assert.equal(by(), 'Resolved');
  });
});
