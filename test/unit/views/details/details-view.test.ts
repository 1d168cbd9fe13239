import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/contract/issue.ts';
import type { VulnerableDependency } from '../../../../src/api/contract/vulnerable-dependency.ts';
import { toDetailsView } from '../../../../src/views/details/details-view.ts';
import { DetailsView, FromPage, SavedState } from '../../../../src/views/details/messages.ts';
import { folder, makeIssue } from '../make-issue.ts';

const at = '2026-01-31T12:00:00.000Z';
const makeWhole = (given: Partial<Issue> = {}): Issue => {
  const { investigation: _listed, ...listed } = makeIssue();
  return { ...listed, codeFlows: [], preconditions: [], attackSteps: [], ...given };
};
const view = (given: Partial<Issue> = {}) => toDetailsView(makeWhole(given), undefined, false);

const qs: VulnerableDependency = {
  ecosystem: 'npm',
  name: 'qs',
  version: '0.6.6',
  scope: 'PRODUCTION',
  direct: false,
  path: [
    { name: 'express', version: '4.0.0' },
    { name: 'qs', version: '0.6.6' },
  ],
  lock: { file: 'package-lock.json', line: 12 },
  advisory: {
    id: 'CVE-2014-7191',
    aliases: ['GHSA-jjv7-qpx3-h62q', 'made-up'],
    sources: ['a test'],
    cvss: [],
    references: [],
  },
  fixedVersion: '1.0.0',
  safeVersion: '6.2.4',
  reachability: { level: 'CALLED', evidence: 'It is called.', places: [{ file: 'a.js', line: 3 }] },
};

describe('the words of the details page', () => {
  it('are what the page accepts, for an issue with everything and for one with next to nothing', () => {
    const whole = makeWhole({
      exposure: { threatModel: 'remote', entryPoint: { methods: ['GET'], path: '/search', guards: [] } },
      investigation: { status: 'COMPLETED', verdict: 'UNCERTAIN', evidence: [], updatedAt: at },
      history: [{ at, from: 'PENDING_REVIEW', to: 'REVIEWING' }],
      preconditions: [{ text: 'It runs.', met: null }],
      attackSteps: [
        { order: 2, text: 'Then this.' },
        { order: 1, text: 'First that.', step: 0 },
      ],
      note: 'Mind this.',
      trackerIssue: {
        id: 'AB-1',
        title: 'AB-1',
        url: 'https://tracker.example/AB-1',
        state: { isClosed: true, name: 'Done' },
      },
    });
    const known = { issue: whole, folder, place: { kind: 'changed' as const } };
    for (const one of [toDetailsView(whole, known, true), view()])
      assert.ok(DetailsView.safeParse(one).success);
    const shown = toDetailsView(whole, known, true);
    assert.equal(shown.isNew, true);
    assert.equal(shown.statusLabel, 'Code changed since the scan');
    assert.deepEqual(
      shown.attackSteps.map(({ text }) => text),
      ['First that.', 'Then this.'],
    );
  });

  it('say of a package who brings it, how far code gets, and what ends it, and nothing that is true of all packages', () => {
    const { dependency, ...shown } = view({
      file: 'package.json',
      vulnImpact: 'An attacker could use it.',
      remediation: 'Upgrade.',
      preconditions: [{ text: 'It runs.', met: null }],
      howToFix: { text: 'Run `npm update qs`.', command: 'npm update qs' },
      dependency: qs,
    });
    assert.ok(dependency);
    assert.ok(DetailsView.safeParse({ ...shown, dependency }).success);
    assert.deepEqual([shown.impact, shown.remediation, shown.preconditions], [undefined, undefined, []]);
    assert.equal(dependency.role, 'production, brought by express');
    assert.deepEqual(
      dependency.steps.map(({ state }) => state),
      ['seen', 'seen', 'notSeen'],
    );
    const steps = (reachability: object): (string | undefined)[] | undefined =>
      view({
        dependency: {
          ...qs,
          reachability: { level: 'IMPORTED', evidence: 'It is imported.', ...reachability },
        },
      }).dependency?.steps.map(({ state }) => state);
    assert.deepEqual(steps({ isPartPublished: true }), ['seen', 'notSeen', 'notSeen']);
    assert.deepEqual(steps({ isPartPublished: false }), ['seen', 'notKnown', 'notKnown']);
    assert.deepEqual(steps({ level: 'UNKNOWN' }), ['notKnown', 'notKnown', 'notKnown']);
    assert.equal(
      dependency.fix,
      'qs 6.2.4 is the smallest version after 0.6.6 that no known advisory affects. 1.0.0 ends this vulnerability alone.',
    );
    assert.equal(dependency.command, 'npm update qs');
    assert.deepEqual(dependency.advisories, [
      { label: 'CVE-2014-7191', url: 'https://www.cve.org/CVERecord?id=CVE-2014-7191' },
      { label: 'GHSA-jjv7-qpx3-h62q', url: 'https://github.com/advisories/GHSA-jjv7-qpx3-h62q' },
      { label: 'made-up' },
    ]);
  });

  it('say where requests come in, and what guards it', () => {
    const withGuards = (methods: string[], guards: string[]) =>
      view({ exposure: { entryPoint: { methods, path: '/orders', guards } } }).route;
    assert.deepEqual(withGuards(['GET', 'POST'], ['requireUser']), {
      text: 'GET, POST /orders',
      guards: ['requireUser'],
      isOpen: false,
    });
    assert.deepEqual(withGuards([], []), { text: '/orders', guards: [], isOpen: true });
    assert.equal(view().route, undefined);
  });

  it('say how an investigation goes, and what follows from it', () => {
    const running = view({ investigation: { status: 'RUNNING', stage: 'Asking', evidence: [] } });
    assert.equal(running.investigation?.state, 'underWay');
    assert.equal(running.investigation?.stage, 'Asking');
    const failed = view({
      investigation: { status: 'FAILED', errorMessage: 'Out of memory.', evidence: [] },
    });
    assert.equal(failed.investigation?.state, 'failed');
    assert.equal(failed.investigation?.stage, 'Out of memory.');
    const done = view({
      investigation: { status: 'COMPLETED', verdict: 'NON_EXPLOITABLE', summary: 'Test code.', evidence: [] },
    });
    assert.equal(done.investigation?.verdict?.label, 'Not exploitable');
    assert.equal(done.investigation?.fitting, 'Mark as not exploitable with this reason…');
  });

  it('say who decided, why and until when', () => {
    const decided = view({
      status: 'ACCEPTED_RISK',
      triage: { at, reason: 'Internal.', by: 'ann@example.com', until: '2027-01-31T12:00:00.000Z' },
    });
    assert.equal(decided.decision, 'Internal. — ann@example.com — until 2027-01-31');
    assert.equal(view({ triage: { at, by: 'ann@example.com' } }).decision, undefined);
  });

  it('tell the history: statuses, severities, and what nobody did', () => {
    const { history } = view({
      history: [
        { at, from: 'PENDING_REVIEW', to: 'FALSE_POSITIVE', reason: 'Checked.', by: 'ann@example.com' },
        {
          at,
          from: 'REVIEWING',
          to: 'REVIEWING',
          fromSeverity: 'HIGH',
          toSeverity: 'LOW',
          by: 'bob@example.com',
        },
        { at, from: 'ACCEPTED_RISK', to: 'PENDING_REVIEW', reason: 'The suppression ended.' },
      ],
    });
    assert.deepEqual(
      history.map(({ what, by, reason }) => [what, by, reason]),
      [
        ['Open → False positive', 'ann@example.com', 'Checked.'],
        ['High → Low', 'bob@example.com', ''],
        ['Risk accepted → Open', 'by a scan, or by itself', 'The suppression ended.'],
      ],
    );
  });

  it('tell the scan’s severity only where a person set another', () => {
    assert.equal(view({ severity: 'LOW', foundSeverity: 'CRITICAL' }).foundSeverity, 'Critical');
    assert.equal(view({ severity: 'LOW', foundSeverity: 'LOW' }).foundSeverity, undefined);
  });

  it('say of what an on-demand scan found what makes a decision possible', () => {
    const onDemand = view({ scanKind: 'ON_DEMAND', investigation: { status: 'RUNNING', evidence: [] } });
    assert.equal(onDemand.canDecide, true);
    assert.match(onDemand.unsaved ?? '', /Scan the workspace/);
    assert.equal(view().unsaved, undefined);
    assert.equal(onDemand.investigation, undefined);
  });
});

describe('what the details page may say', () => {
  it('is no text over the limits, and no command of its own', () => {
    const accepts = (message: unknown) => FromPage.safeParse(message).success;
    assert.ok(accepts({ type: 'saveNote', note: 'x'.repeat(5_000) }));
    assert.ok(!accepts({ type: 'saveNote', note: 'x'.repeat(5_001) }));
    assert.ok(accepts({ type: 'investigate', context: 'x'.repeat(20_000) }));
    assert.ok(!accepts({ type: 'investigate', context: 'x'.repeat(20_001) }));
    assert.ok(!accepts({ type: 'run', command: 'workbench.action.quit' }));
  });

  it('keeps its drafts to itself', () => {
    const state = { issueId: 'a', folder, drafts: { note: 'half' } };
    assert.deepEqual(SavedState.parse(state), { issueId: 'a', folder });
  });
});
