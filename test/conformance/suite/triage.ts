import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { endpoints, routesOf } from '../../../src/api/contract/index.ts';
import { requestInvestigation } from '../../../src/api/contract/investigations.ts';
import type { IssueListItem } from '../../../src/api/contract/issue.ts';
import { getIssue, listIssues, updateIssueStatuses } from '../../../src/api/contract/issues.ts';
import { linkTrackerIssue, triageRationales, updateIssueSeverity } from '../../../src/api/contract/triage.ts';
import { holds } from '../requirements/index.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, succeed, type Target, type TargetOf } from './target.ts';

/** What people and investigations say about issues. */
export function triage(target: TargetOf): void {
  describe('triage', () => {
    let repositoryId = '';
    let found: IssueListItem[] = [];
    const [first, second] = [() => idOf(found, 0), () => idOf(found, 1)];

    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), vulnerable);
      await scanToTheEnd(target(), repositoryId);
      found = (await succeed(target(), listIssues, { repositoryIds: [repositoryId] })).issues;
    });
    after(async () => {
      if (repositoryId) await forget(target(), repositoryId);
    });

    it(
      holds(
        'keeps a person’s reason and the service’s own assessment apart',
        '2.4.issue.4',
        '2.4.issue.5',
        '4.2.issues.4',
      ),
      async () => {
        const { investigations } = await succeed(target(), requestInvestigation, { issueIds: [first()] });
        assert.deepEqual(
          investigations.map(({ issueId }) => issueId),
          [first()],
        );
        const issue = await investigated(target(), first());
        assert.equal(issue.investigation?.status, 'COMPLETED');
        assert.ok((issue.validationSecurityAssessment ?? '').length > 10);
        assert.equal(issue.nonExploitableReason, undefined);
        const reason = 'Only the cluster’s own network reaches it.';
        const status = 'NON_EXPLOITABLE';
        await succeed(target(), updateIssueStatuses, { issueIds: [first()], status, reason });
        const decided = (await succeed(target(), getIssue, { id: first() })).issue;
        assert.equal(decided.nonExploitableReason, reason);
        assert.equal(decided.validationSecurityAssessment, issue.validationSecurityAssessment);
      },
    );

    it(
      holds('investigates one issue or more, with up to 20,000 characters of context', '4.2.issues.4', '8.3'),
      async () => {
        for (const request of [
          { issueIds: [] },
          {},
          { issueIds: first() },
          { issueIds: [first()], context: 'x'.repeat(20_001) },
        ])
          await refused(target(), requestInvestigation, request, 400);
        const context = 'x'.repeat(20_000);
        await succeed(target(), requestInvestigation, { issueIds: [first(), second()], context });
        for (const id of [first(), second()]) await investigated(target(), id);
        await refused(target(), requestInvestigation, { issueIds: [first(), randomUUID()] }, 422);
        await refused(target(), requestInvestigation, { issueIds: [first()] }, 422, target().stranger);
      },
    );

    it(
      holds('has one route that starts investigations, and none that asks how far one is', '4.2.issues.9'),
      () => {
        const named = endpoints.flatMap(routesOf).map(({ path }) => path);
        assert.deepEqual(named.filter((path) => /investigation/i.test(path)).toSorted(), [
          '/api/v2/issues/cancelInvestigation',
          '/api/v2/issues/requestInvestigation',
        ]);
      },
    );

    it(holds('tells why people decided what, by disposition', '2.4.triage.1', '4.2.issues.8'), async () => {
      const decide = async (status: IssueListItem['status'], reason: string) =>
        succeed(target(), updateIssueStatuses, { issueIds: [second()], status, reason });
      await decide('FALSE_POSITIVE', 'The name is a constant.');
      await decide('NON_EXPLOITABLE', 'Nobody can reach it.');
      await decide('REVIEWING', 'It is real.');
      const change = { severity: 'LOW', reason: 'Little is lost.' } as const;
      await succeed(target(), updateIssueSeverity, { issueIds: [second()], ...change });
      const { rationales } = await succeed(target(), triageRationales, { repositoryId, limit: 100 });
      const said = rationales
        .filter(({ issueId }) => issueId === second())
        .map(({ disposition, reason }) => [disposition, reason]);
      for (const [disposition, reason] of [
        ['severity_change', 'Little is lost.'],
        ['non_exploitable', 'Nobody can reach it.'],
        ['false_positive', 'The name is a constant.'],
      ])
        assert.ok(
          said.some(([what, why]) => what === disposition && why === reason),
          JSON.stringify(said),
        );
      await refused(target(), triageRationales, { repositoryId }, 404, target().stranger);
    });

    it(holds('links the issue of a tracker by id, address and title', '2.4.issue.8'), async () => {
      const trackerIssue = { url: 'https://tracker.example.com/browse/AB-1', id: 'AB-1', title: 'Fix it' };
      const linked = await succeed(target(), linkTrackerIssue, { issueId: first(), ...trackerIssue });
      assert.deepEqual(linked.issue.trackerIssue, trackerIssue);
      const read = await succeed(target(), getIssue, { id: first() });
      assert.deepEqual(read.issue.trackerIssue, trackerIssue);
      const gone = await succeed(target(), linkTrackerIssue, { issueId: first(), url: null });
      assert.equal(gone.issue.trackerIssue, undefined);
    });
  });
}

const idOf = (issues: readonly IssueListItem[], index: number): string =>
  issues[index]?.id ?? assert.fail('too few issues were found');

/** An issue whose investigation has ended. */
async function investigated(target: Target, id: string) {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { issue } = await succeed(target, getIssue, { id });
    if (!['QUEUED', 'RUNNING'].includes(issue.investigation?.status ?? '')) return issue;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('the investigation did not end within 30 s');
}
