import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { issues } = contract;

describe('issues of a service', () => {
  let service: Harness;
  let repositoryId: string;
  const one = finding({ fingerprint: 'one' });
  const two = finding({ fingerprint: 'two', file: 'src/other.js', score: 75, title: 'Path traversal' });

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
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

  async function issueOf(fingerprint: string) {
    const found = (await service.issues()).find((issue) => issue.fingerprint === fingerprint);
    return found ?? assert.fail(`no issue ${fingerprint}`);
  }

  it('are what the scan found, worst first, with everything the engine said', async () => {
    const scan = await scanFinding(two, one);
    assert.equal(scan.status, 'COMPLETED');
    assert.deepEqual(scan.issueCounts, { CRITICAL: 1, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 0 });
    assert.equal(scan.newIssueCount, 2);
    const found = await service.issues();
    assert.deepEqual(
      found.map((issue) => [issue.fingerprint, issue.severity, issue.status]),
      [
        ['one', 'CRITICAL', 'PENDING_REVIEW'],
        ['two', 'HIGH', 'PENDING_REVIEW'],
      ],
    );
    const { issue } = await service.call(issues.getIssue, { id: found[0]?.id ?? '' });
    assert.deepEqual(issue.codeFlows, one.codeFlows);
    assert.equal(issue.description, one.message);
    assert.deepEqual(issue.cwes, ['CWE-89']);
    assert.equal(issue.scanTargetBranch, 'main');
    assert.equal(issue.flow?.stepCount, 2);
    assert.match(issue.vulnImpact ?? '', /attacker/);
    assert.ok((issue.references ?? []).length > 0);
  });

  it('keep identity, status, note and triage when the next scan finds them elsewhere', async () => {
    await scanFinding(one);
    const before = await issueOf('one');
    await service.call(issues.updateIssueNote, { issueId: before.id, note: 'Behind the firewall.' });
    await service.call(issues.updateIssueStatuses, {
      issueIds: [before.id],
      status: 'FALSE_POSITIVE',
      reason: 'The value is a constant.',
    });
    const moved = finding({
      fingerprint: 'one',
      file: 'src/renamed.js',
      range: { startLine: 40, startColumn: 1, endLine: 40, endColumn: 9 },
    });
    const scan = await scanFinding(moved);
    const after = await issueOf('one');
    assert.equal(after.id, before.id);
    assert.equal(after.status, 'FALSE_POSITIVE');
    assert.equal(after.triage?.disposition, 'false_positive');
    assert.equal(after.triage?.reason, 'The value is a constant.');
    assert.equal(after.note, 'Behind the firewall.');
    assert.equal(after.file, 'src/renamed.js');
    assert.equal(after.startLine, 40);
    assert.equal(after.firstSeenAt, before.firstSeenAt);
    assert.equal(scan.issueCounts.CRITICAL, 0, 'a dismissed issue is not counted as open');
    assert.equal(scan.newIssueCount, 0);
  });

  it('are resolved when a scan no longer finds them, and open again when one does', async () => {
    await scanFinding(one, two);
    const scan = await scanFinding(two);
    assert.equal(scan.resolvedIssueCount, 1);
    assert.equal((await issueOf('one')).status, 'RESOLVED');
    const again = await scanFinding(one, two);
    assert.equal((await issueOf('one')).status, 'PENDING_REVIEW');
    assert.equal(again.newIssueCount, 0, 'it is not new, it is back');
  });

  it('stay dismissed when they vanish and come back', async () => {
    await scanFinding(one);
    const { id } = await issueOf('one');
    await service.call(issues.updateIssueStatuses, { issueIds: [id], status: 'ACCEPTED_RISK' });
    await scanFinding();
    assert.equal((await issueOf('one')).status, 'ACCEPTED_RISK');
    await scanFinding(one);
    assert.equal((await issueOf('one')).status, 'ACCEPTED_RISK');
  });

  it('stay open when their file was left out: not looking is not the same as not finding', async () => {
    await scanFinding(one, two);
    service.runner.script = async ({ on }) => {
      const skip = { file: 'src/app.js', reason: 'time-limit', detail: 'Took 6 s.', partial: false } as const;
      on({ type: 'skip', skip });
      return { filesSkipped: 1, skips: [skip] };
    };
    const scan = await service.scan(repositoryId);
    assert.equal((await issueOf('one')).status, 'PENDING_REVIEW');
    assert.equal((await issueOf('two')).status, 'RESOLVED');
    assert.deepEqual(scan.coverage?.skips, [
      { file: 'src/app.js', reason: 'time-limit', detail: 'Took 6 s.', partial: false },
    ]);
  });

  it('are not resolved by a scan that failed', async () => {
    await scanFinding(one);
    service.runner.script = async () => {
      throw new Error('The folder disappeared during the scan.');
    };
    const scan = await service.scan(repositoryId);
    assert.equal(scan.status, 'FAILED');
    assert.equal(scan.errorMessage, 'The folder disappeared during the scan.');
    assert.equal((await issueOf('one')).status, 'PENDING_REVIEW');
  });

  it('count once when the engine reports the same fingerprint twice, the last report wins', async () => {
    await scanFinding(one, { ...one, title: 'The better title' });
    const found = await service.issues();
    assert.deepEqual(
      found.map((issue) => issue.title),
      ['The better title'],
    );
  });

  it('are open again when a suppression ends', async () => {
    await scanFinding(one);
    const { id } = await issueOf('one');
    const until = new Date(Date.now() + 60_000);
    await service.call(issues.updateIssueStatuses, {
      issueIds: [id],
      status: 'ACCEPTED_RISK',
      until: until.toISOString(),
    });
    assert.equal((await issueOf('one')).triage?.until, until.toISOString());
    service.setNow(new Date(until.getTime() + 1));
    assert.equal((await issueOf('one')).status, 'PENDING_REVIEW');
  });

  it('refuse an end for what does not end, and one in the past', async () => {
    await scanFinding(one);
    const { id } = await issueOf('one');
    const later = new Date(Date.now() + 60_000).toISOString();
    const before = new Date(Date.now() - 60_000).toISOString();
    const { updateIssueStatuses } = issues;
    await service.refusal(updateIssueStatuses, { issueIds: [id], status: 'REVIEWING', until: later }, 422);
    await service.refusal(updateIssueStatuses, { issueIds: [id], status: 'BACKLOG', until: before }, 422);
    assert.equal((await issueOf('one')).status, 'PENDING_REVIEW');
  });

  it('are triaged all or none', async () => {
    await scanFinding(one, two);
    const [first, second] = await service.issues();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const ids = [first?.id ?? '', second?.id ?? ''];
    const body = await service.refusal(issues.archiveIssues, { issueIds: [...ids, unknown] }, 422);
    assert.deepEqual(
      body.issues?.map((issue) => issue.path),
      ['issueIds[2]'],
    );
    assert.ok((await service.issues()).every((issue) => issue.status === 'PENDING_REVIEW'));
    const archived = await service.call(issues.archiveIssues, { issueIds: ids });
    assert.deepEqual(
      archived.issues.map((issue) => [issue.id, issue.status]),
      ids.map((id) => [id, 'BACKLOG']),
    );
    await service.call(issues.unarchiveIssues, { issueIds: ids });
    assert.ok((await service.issues()).every((issue) => issue.status === 'PENDING_REVIEW'));
  });

  it('take the first generation’s names at the edge', async () => {
    await scanFinding(one);
    const { id } = await issueOf('one');
    const { issue } = await service.call(issues.setIssueStatus, {
      id,
      status: 'notExploitable',
      reason: 'Only reachable by operators.',
    });
    assert.equal(issue.status, 'NON_EXPLOITABLE');
    assert.equal(issue.nonExploitableReason, 'Only reachable by operators.');
    const { issues: found } = await service.call(issues.searchIssues, { statuses: ['notExploitable'] });
    assert.deepEqual(
      found.map((each) => each.id),
      [id],
    );
    const confirmed = await service.call(issues.markTruePositive, { issueIds: [id] });
    assert.equal(confirmed.issues[0]?.triage?.disposition, 'true_positive');
    const rejected = await service.call(issues.markFalsePositive, { issueIds: [id] });
    assert.equal(rejected.issues[0]?.status, 'FALSE_POSITIVE');
  });

  it('lose their note when it is blank', async () => {
    await scanFinding(one);
    const { id } = await issueOf('one');
    await service.call(issues.updateIssueNote, { issueId: id, note: 'x'.repeat(5_000) });
    await service.refusal(issues.updateIssueNote, { issueId: id, note: 'x'.repeat(5_001) }, 400);
    assert.equal((await issueOf('one')).note?.length, 5_000);
    const { issue } = await service.call(issues.updateIssueNote, { issueId: id, note: ' \n ' });
    assert.equal(issue.note, undefined);
  });

  it('are found by every filter', async () => {
    const secret = finding({
      fingerprint: 'three',
      file: 'config/100%_real.env',
      category: 'SECRETS',
      vulnClass: 'hard-coded-secret',
      ruleId: 'secrets/token',
      cwes: ['CWE-798'],
      score: 45,
      title: 'Token in ÜBER file',
      codeFlows: [],
    });
    const first = await scanFinding(one, two);
    await scanFinding(one, two, secret);
    type Search = Parameters<typeof service.call<typeof issues.searchIssues>>[1];
    const cases: [Search, string[]][] = [
      [{ severities: ['HIGH', 'MEDIUM'] }, ['two', 'three']],
      [{ categories: ['SECRETS'] }, ['three']],
      [{ vulnClasses: ['sql-injection'] }, ['one', 'two']],
      [{ ruleIds: ['secrets/token'] }, ['three']],
      [{ cwes: ['CWE-798'] }, ['three']],
      [{ cwes: ['CWE-8'] }, []],
      [{ pathPrefix: 'src/' }, ['one', 'two']],
      [{ pathPrefix: 'SRC/' }, []],
      [{ searchQuery: 'über TOKEN' }, ['three']],
      [{ searchQuery: '100%_' }, ['three']],
      [{ searchQuery: '%' }, ['three']],
      [{ newOnly: true }, ['three']],
      [{ scanId: first.id }, ['one', 'two']],
      [{ branch: 'other' }, []],
      [{ validationVerdicts: ['CONFIRMED'] }, []],
      [{ repositoryIds: [repositoryId] }, ['one', 'two', 'three']],
    ];
    for (const [search, expected] of cases) {
      const answer = await service.call(issues.searchIssues, search);
      assert.deepEqual(
        answer.issues.map((issue) => issue.fingerprint),
        expected,
        JSON.stringify(search),
      );
      assert.equal(answer.totalCount, expected.length);
    }
    await service.refusal(issues.searchIssues, { repositoryIds: [first.id] }, 422);
    await service.refusal(issues.searchIssues, { scanId: repositoryId }, 404);
  });
});
