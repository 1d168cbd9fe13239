import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IssueListItem } from '../../../src/api/contract/issue.ts';
import {
  archiveIssues,
  getIssue,
  getIssueV1,
  listIssues,
  markFalsePositive,
  markTruePositive,
  searchIssues,
  setIssueStatus,
  unarchiveIssues,
  updateIssueNote,
  updateIssueStatuses,
} from '../../../src/api/contract/issues.ts';
import { holds } from '../requirements/index.ts';
import { codeFlowEnds } from './code-flow.ts';
import { addFolder, forget, scanToTheEnd, vulnerable } from './scanned.ts';
import { refused, send, succeed, type TargetOf, wired } from './target.ts';

export function issues(target: TargetOf): void {
  describe('issues', () => {
    let repositoryId = '';
    let found: IssueListItem[] = [];
    let issueId = '';

    before(async function () {
      if (!target().makeFolder) return this.skip();
      repositoryId = await addFolder(target(), vulnerable);
      await scanToTheEnd(target(), repositoryId);
      found = (await succeed(target(), listIssues, { repositoryIds: [repositoryId] })).issues;
      issueId = found[0]?.id ?? assert.fail('no issue was found');
    });
    after(async () => {
      if (repositoryId) await forget(target(), repositoryId);
    });

    it(holds('are listed worst first, each where it is', '2.4.issue.6'), () => {
      assert.ok(found.length >= 2);
      const scores = found.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      for (const issue of found) {
        const line = vulnerable[issue.file]?.split('\n')[issue.startLine - 1] ?? assert.fail(issue.file);
        assert.match(line, /exec\(|db\.all\(/);
        assert.ok(issue.endLine > issue.startLine || issue.endColumn > issue.startColumn);
      }
    });

    it(
      holds(
        'are the same under all three spellings of the search, page by page',
        '1.3',
        '4.2.issues.1',
        '9.2',
      ),
      async () => {
        const routes = [searchIssues, ...searchIssues.also];
        const request = {
          repositoryIds: [repositoryId],
          severities: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'],
        };
        const answers = await Promise.all(
          routes.map((route) => send(target(), { ...wired(route, request), credentials: target().admin })),
        );
        for (const { status, body } of answers) {
          assert.equal(status, 200);
          assert.deepEqual(body, answers[0]?.body);
        }
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await succeed(target(), searchIssues, {
            repositoryIds: [repositoryId],
            limit: 1,
            ...(cursor && { cursor }),
          });
          seen.push(...page.issues.map(({ id }) => id));
          cursor = page.nextCursor;
          if (cursor)
            await refused(target(), searchIssues, { limit: 1, cursor, statuses: ['RESOLVED'] }, 400);
        } while (cursor);
        assert.deepEqual(seen.toSorted(), found.map(({ id }) => id).sort());
      },
    );

    it(holds('are found by what they are, and not by what they are not', '1.3', '4.2.issues.1'), async () => {
      const [issue = assert.fail()] = found;
      const ids = async (filter: Record<string, unknown>) => {
        const request = { repositoryIds: [repositoryId], ...filter };
        const page = await succeed(
          target(),
          searchIssues,
          request as Parameters<typeof searchIssues.request.parse>[0] & object,
        );
        return page.issues.map(({ id }) => id);
      };
      for (const filter of [
        { severities: [issue.severity] },
        { statuses: ['PENDING_REVIEW'] },
        { statuses: ['open'] },
        { vulnClasses: [issue.vulnClass] },
        { categories: [issue.category] },
        { ruleIds: [issue.ruleId] },
        { cwes: issue.cwes.slice(0, 1) },
        { pathPrefix: 'server/' },
        { validationVerdicts: ['NOT_RUN'] },
        { scanId: issue.scanId },
        { searchQuery: issue.title },
        { newOnly: true },
      ]) {
        assert.ok((await ids(filter)).includes(issue.id), JSON.stringify(filter));
      }
      for (const filter of [
        { statuses: ['RESOLVED'] },
        { vulnClasses: ['no-such-class'] },
        { categories: ['IAC'] },
        { pathPrefix: 'client/' },
        { validationVerdicts: ['CONFIRMED'] },
        { searchQuery: '%' },
        { searchQuery: "' OR 1=1 --" },
      ]) {
        assert.deepEqual(await ids(filter), [], JSON.stringify(filter));
      }
    });

    it(
      holds('are read in full, with the flow from source to sink, under both names', '4.2.issues.2'),
      async () => {
        const { issue } = await succeed(target(), getIssue, { id: issueId });
        assert.ok(codeFlowEnds(issue), 'the flow does not go from a source to a sink');
        const v1 = await succeed(target(), getIssueV1, { issueId });
        assert.deepEqual(v1.issue, issue);
      },
    );

    it(
      holds(
        'are assessed: CVSS in both versions metric by metric, preconditions, attack steps, and the way in',
        '2.4.issue.1',
        '2.4.issue.2',
        '2.4.issue.3',
      ),
      async () => {
        const injection = found.find(({ vulnClass }) => vulnClass === 'sql-injection');
        const { issue } = await succeed(target(), getIssue, {
          id: injection?.id ?? assert.fail('no injection'),
        });
        const scores = issue.cvssScoreDetailed ?? assert.fail('no scores');
        assert.match(scores.cvssVector, /^CVSS:4\.0\/AV:N\//);
        assert.match(scores.cvssV3Vector, /^CVSS:3\.1\/AV:N\//);
        assert.ok(scores.severity !== '' && scores.cvssV3Severity !== '' && issue.vulnImpact);
        for (const metrics of [scores.metrics, scores.cvssV3Metrics])
          assert.ok(metrics && metrics.length >= 8 && metrics.every(({ reasoning }) => reasoning !== ''));
        assert.ok(issue.preconditions.length > 0 && issue.attackSteps.length > 1);
        assert.deepEqual(issue.exposure?.entryPoint, { methods: ['GET'], path: '/users', guards: [] });
      },
    );

    it(
      holds(
        'change status under the names of both generations, and filters follow',
        '3.issue.1',
        '4.2.issues.3',
      ),
      async () => {
        for (const [name, status] of [
          ['FALSE_POSITIVE', 'FALSE_POSITIVE'],
          ['archived', 'BACKLOG'],
          ['open', 'PENDING_REVIEW'],
        ] as const) {
          const { issue } = await succeed(target(), setIssueStatus, { id: issueId, status: name });
          assert.equal(issue.status, status);
          const listed = await succeed(target(), listIssues, {
            repositoryIds: [repositoryId],
            statuses: [name],
          });
          assert.ok(listed.issues.some(({ id }) => id === issueId));
        }
        await refused(target(), setIssueStatus, { id: issueId, status: 'gone' }, 400);
        await refused(target(), setIssueStatus, { id: randomUUID(), status: 'open' }, 404);
      },
    );

    it(holds('change together or not at all', '1.3'), async () => {
      const ids = found.map(({ id }) => id);
      const reason = 'Reviewed with the team.';
      const { issues: changed } = await succeed(target(), updateIssueStatuses, {
        issueIds: ids,
        status: 'ACCEPTED_RISK',
        reason,
      });
      assert.ok(
        changed.every(({ status, triage }) => status === 'ACCEPTED_RISK' && triage?.reason === reason),
      );
      await refused(
        target(),
        updateIssueStatuses,
        { issueIds: [...ids, randomUUID()], status: 'RESOLVED' },
        [404, 422],
      );
      const { issues: still } = await succeed(target(), listIssues, { repositoryIds: [repositoryId] });
      assert.ok(still.every(({ status }) => status === 'ACCEPTED_RISK'));
      await succeed(target(), updateIssueStatuses, { issueIds: ids, status: 'PENDING_REVIEW' });
      for (const issueIds of [[], Array.from({ length: 101 }, () => issueId), ['x']]) {
        await refused(target(), updateIssueStatuses, { issueIds, status: 'RESOLVED' }, 400);
      }
    });

    it(holds('are archived and unarchived, marked true and false', '1.3'), async () => {
      for (const [endpoint, status] of [
        [archiveIssues, 'BACKLOG'],
        [unarchiveIssues, 'PENDING_REVIEW'],
        [markTruePositive, 'REVIEWING'],
        [markFalsePositive, 'FALSE_POSITIVE'],
        [unarchiveIssues, 'PENDING_REVIEW'],
      ] as const) {
        const { issues } = await succeed(target(), endpoint, { issueIds: [issueId] });
        assert.deepEqual(
          issues.map((issue) => [issue.id, issue.status]),
          [[issueId, status]],
          endpoint.id,
        );
      }
    });

    it(holds('keep a dismissal through the next scan', 'ours'), async () => {
      await succeed(target(), markFalsePositive, { issueIds: [issueId], reason: 'Only we can reach it.' });
      const scan = await scanToTheEnd(target(), repositoryId);
      const { issue } = await succeed(target(), getIssue, { id: issueId });
      assert.deepEqual([issue.status, issue.scanId], ['FALSE_POSITIVE', scan.id]);
      await succeed(target(), unarchiveIssues, { issueIds: [issueId] });
    });

    it(holds('take a note of up to 5000 characters, and blanks clear it', '2.4.issue.7'), async () => {
      const set = async (note: string) =>
        (await succeed(target(), updateIssueNote, { issueId, note })).issue.note;
      assert.equal(await set('Ask Åsa.'), 'Ask Åsa.');
      assert.equal((await set('x'.repeat(5000)))?.length, 5000);
      await refused(target(), updateIssueNote, { issueId, note: 'x'.repeat(5001) }, 400);
      assert.equal(await set(' \n\t'), undefined);
      assert.equal(await set('again'), 'again');
      assert.equal(await set(''), undefined);
    });

    it(holds('of another organization are not there', '5.4'), async () => {
      const { stranger } = target();
      for (const [endpoint, request] of [
        [getIssue, (id: string) => ({ id })],
        [getIssueV1, (id: string) => ({ issueId: id })],
        [setIssueStatus, (id: string) => ({ id, status: 'open' })],
        [updateIssueNote, (id: string) => ({ issueId: id, note: 'mine' })],
        [archiveIssues, (id: string) => ({ issueIds: [id] })],
      ] as const) {
        const strange = (id: string) => refused(target(), endpoint, request(id), [404, 422], stranger);
        const theirs = await strange(issueId);
        const nowhere = await strange(randomUUID());
        assert.equal(theirs.error, nowhere.error, endpoint.id);
      }
      const { issues: seen } = await succeed(target(), searchIssues, {}, stranger);
      assert.ok(seen.every(({ id }) => !found.some((issue) => issue.id === id)));
    });
  });
}
