import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contract } from '../../../../src/api/contract/index.ts';
import { Severity, severityOf } from '../../../../src/api/contract/vocabulary.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { scoreWithin } from '../../../../src/service/issues/severity-score.ts';
import { trackerIdOf } from '../../../../src/service/issues/tracker-issue.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { issues, triage } = contract;
const one = finding({ fingerprint: 'one', score: 93 });
const two = finding({ fingerprint: 'two', file: 'src/other.js', score: 75 });

describe('triage beyond the status', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
    await scanFinding(one, two);
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scanFinding(...found: Finding[]) {
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    return service.scan(repositoryId);
  }
  async function idOf(fingerprint: string): Promise<string> {
    return (await service.issues()).find((issue) => issue.fingerprint === fingerprint)?.id ?? assert.fail();
  }
  const whole = async (fingerprint: string) =>
    (await service.call(issues.getIssue, { id: await idOf(fingerprint) })).issue;

  describe('severity', () => {
    const set = async (severity: Severity | null, reason?: string) =>
      service.call(triage.updateIssueSeverity, {
        issueIds: [await idOf('one')],
        severity,
        ...(reason === undefined ? {} : { reason }),
      });

    it('is what a person says, in lists, filters and their order, and the engine’s beside it', async () => {
      const { issues: changed } = await set('LOW', 'Only staff reach it.');
      assert.deepEqual(
        changed.map(({ severity, foundSeverity, score }) => [severity, foundSeverity, severityOf(score)]),
        [['LOW', 'CRITICAL', 'LOW']],
      );
      const order = (await service.issues()).map(({ fingerprint }) => fingerprint);
      assert.deepEqual(order, ['two', 'one']);
      const low = await service.call(issues.searchIssues, { severities: ['LOW'] });
      assert.equal(low.issues.length, 1);
      const { history } = await whole('one');
      assert.deepEqual(
        history?.map(({ disposition, fromSeverity, toSeverity, reason }) => [
          disposition,
          fromSeverity,
          toSeverity,
          reason,
        ]),
        [['severity_change', 'CRITICAL', 'LOW', 'Only staff reach it.']],
      );
    });

    it('stands through the next scan, and a move of the file', async () => {
      await set('LOW');
      await scanFinding(one, two);
      assert.equal((await whole('one')).severity, 'LOW');
      const id = await idOf('one');
      await scanFinding({ ...one, file: 'src/moved/app.js' }, two);
      const moved = await whole('one');
      assert.deepEqual([moved.id, moved.file, moved.severity], [id, 'src/moved/app.js', 'LOW']);
    });

    it('is the engine’s again when a person takes theirs back', async () => {
      await set('LOW');
      await scanFinding({ ...one, score: 72 }, two);
      const { issues: back } = await set(null);
      assert.deepEqual([back[0]?.severity, back[0]?.score, back[0]?.foundSeverity], ['HIGH', 72, undefined]);
    });

    it('is set for all or for none', async () => {
      const request = {
        issueIds: [await idOf('one'), '00000000-0000-4000-8000-000000000000'],
        severity: 'LOW' as const,
      };
      const refused = await service.refusal(triage.updateIssueSeverity, request, 422);
      assert.equal(refused.issues?.[0]?.path, 'issueIds[1]');
      assert.equal((await whole('one')).severity, 'CRITICAL');
    });

    it('has a score of its own range that is nearest to the engine’s', () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...Severity.options),
          fc.integer({ min: 0, max: 100 }),
          (severity, found) => {
            const score = scoreWithin(severity, found);
            assert.equal(severityOf(score), severity);
            if (severityOf(found) === severity) assert.equal(score, found);
          },
        ),
      );
    });
  });

  it('tells who decided what and why, newest first, page by page', async () => {
    for (const [at, reason] of [
      ['2026-01-01T00:00:00Z', 'first'],
      ['2026-01-02T00:00:00Z', 'second'],
      ['2026-01-03T00:00:00Z', 'third'],
    ] as const) {
      service.setNow(new Date(at));
      await service.call(issues.markFalsePositive, { issueIds: [await idOf('one')], reason });
    }
    const first = await service.call(triage.triageRationales, { repositoryId, limit: 2 });
    const second = await service.call(triage.triageRationales, {
      repositoryId,
      limit: 2,
      cursor: first.nextCursor ?? assert.fail('one page'),
    });
    const all = [...first.rationales, ...second.rationales];
    assert.deepEqual(
      all.map(({ reason, disposition, file }) => [reason, disposition, file]),
      ['third', 'second', 'first'].map((reason) => [reason, 'false_positive', 'src/app.js']),
    );
    assert.ok(all.every(({ by }) => by !== undefined));
    assert.equal(second.nextCursor, undefined);
    const { history } = await whole('one');
    assert.deepEqual(
      history?.map(({ reason, to }) => [reason, to]),
      ['third', 'second', 'first'].map((reason) => [reason, 'FALSE_POSITIVE']),
    );
  });

  it('has no rationales of a repository that is not there', async () => {
    await service.refusal(
      triage.triageRationales,
      { repositoryId: '00000000-0000-4000-8000-000000000000' },
      404,
    );
  });

  describe('tracker issues', () => {
    const link = async (url: string | null, more: { id?: string; title?: string } = {}) =>
      service.call(triage.linkTrackerIssue, { issueId: await idOf('one'), url, ...more });

    it('are linked with id, address and title, stay through a scan, and are taken away', async () => {
      const url = 'https://acme.atlassian.net/browse/SHOP-12';
      const { issue } = await link(url, { title: 'Bind the query' });
      assert.deepEqual(issue.trackerIssue, { id: 'SHOP-12', url, title: 'Bind the query' });
      await scanFinding(one, two);
      assert.equal((await service.issues())[0]?.trackerIssue?.id, 'SHOP-12');
      assert.equal((await link(null)).issue.trackerIssue, undefined);
    });

    it('are named as their trackers name them', () => {
      const names = {
        'https://github.com/acme/shop/issues/7': 'acme/shop#7',
        'https://gitlab.com/acme/web/shop/-/issues/7': 'acme/web/shop#7',
        'https://linear.app/acme/issue/ENG-42/bind-the-query': 'ENG-42',
        'https://dev.azure.com/acme/shop/_workitems/edit/99': '99',
        'https://bugs.example.com/show_bug.cgi?id=1234': '1234',
        'https://tracker.example.com/': 'tracker.example.com',
      };
      for (const [url, id] of Object.entries(names)) assert.equal(trackerIdOf(url), id);
    });

    it('are web pages, nothing else', async () => {
      const issueId = await idOf('one');
      for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'not an address'])
        await service.refusal(triage.linkTrackerIssue, { issueId, url }, 400);
    });
  });
});
