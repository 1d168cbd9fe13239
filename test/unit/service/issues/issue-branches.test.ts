import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { IssueListItem } from '../../../../src/api/contract/issue.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { issues, triage } = contract;

describe('what was decided about an issue, when branches are switched', () => {
  let service: Harness;
  let repositoryId: string;
  const one = finding({ fingerprint: 'one' });
  const two = finding({ fingerprint: 'two', file: 'src/other.js', score: 75 });

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scan(branch: string, ...found: Finding[]) {
    service.runner.present = { branch };
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    return await service.scan(repositoryId);
  }

  async function issueOf(branch: string, fingerprint = 'one', file?: string): Promise<IssueListItem> {
    const found = (await service.issues()).filter(
      (issue) =>
        issue.scanTargetBranch === branch &&
        issue.fingerprint === fingerprint &&
        (file === undefined || issue.file === file),
    );
    assert.equal(found.length, 1, `${found.length} issues ${fingerprint} on ${branch}`);
    return found[0] ?? assert.fail();
  }

  async function dismiss({ id }: IssueListItem, until?: string): Promise<void> {
    await service.call(issues.updateIssueStatuses, {
      issueIds: [id],
      status: 'ACCEPTED_RISK',
      reason: 'Only staff reach it.',
      ...(until === undefined ? {} : { until }),
    });
  }

  it('holds on a branch that is scanned for the first time, with reason, end, note, severity and tracker', async () => {
    await scan('main', one, two);
    const before = await issueOf('main');
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await dismiss(before, until);
    await service.call(issues.updateIssueNote, { issueId: before.id, note: 'Ask the search team.' });
    await service.call(triage.updateIssueSeverity, { issueIds: [before.id], severity: 'LOW' });
    const url = 'https://tracker.example/browse/SHOP-12';
    await service.call(triage.linkTrackerIssue, { issueId: before.id, url });
    const { issueCounts, newIssueCount } = await scan('feature', one, two);
    const after = await issueOf('feature');
    assert.notEqual(after.id, before.id, 'it is an issue of its own, for its code may differ');
    assert.equal(after.status, 'ACCEPTED_RISK');
    assert.deepEqual(after.triage, (await issueOf('main')).triage);
    assert.deepEqual([after.triage?.reason, after.triage?.until], ['Only staff reach it.', until]);
    assert.deepEqual(
      [after.note, after.severity, after.foundSeverity],
      [...['Ask the search team.', 'LOW', 'CRITICAL']],
    );
    assert.equal(after.trackerIssue?.url, url);
    assert.deepEqual([issueCounts.CRITICAL, issueCounts.HIGH, newIssueCount], [0, 1, 0]);
    const { issue } = await service.call(issues.getIssue, { id: after.id });
    assert.equal(issue.history?.[0]?.reason, 'As on the branch main: Only staff reach it.');
    assert.equal(issue.history?.[0]?.by, undefined);
    assert.equal((await issueOf('feature', 'two')).status, 'PENDING_REVIEW');
  });

  it('holds on a branch that was scanned before, too, and is taken back on every one', async () => {
    await scan('main', one);
    await scan('feature', one);
    await dismiss(await issueOf('feature'));
    assert.equal((await issueOf('main')).status, 'ACCEPTED_RISK');
    assert.equal((await issueOf('main')).triage?.reason, 'Only staff reach it.');
    await scan('main', one);
    assert.equal((await issueOf('main')).status, 'ACCEPTED_RISK');
    await service.call(issues.updateIssueStatuses, {
      issueIds: [(await issueOf('main')).id],
      status: 'PENDING_REVIEW',
    });
    assert.equal((await issueOf('feature')).status, 'PENDING_REVIEW');
    const { issue } = await service.call(issues.getIssue, { id: (await issueOf('feature')).id });
    assert.equal(issue.history?.length, 2, 'the history of each branch tells all of it');
  });

  it('has no issue new on a branch that another one had before, and has those that the branch brings', async () => {
    await scan('main', one);
    const { firstSeenAt, firstSeenScanId } = await issueOf('main');
    const { id, newIssueCount } = await scan('feature', one, two);
    assert.equal(newIssueCount, 1);
    const carried = await issueOf('feature');
    assert.deepEqual([carried.firstSeenAt, carried.firstSeenScanId], [firstSeenAt, firstSeenScanId]);
    assert.equal((await issueOf('feature', 'two')).firstSeenScanId, id);
    const { issues: fresh } = await service.call(issues.searchIssues, { branch: 'feature', newOnly: true });
    assert.deepEqual(
      fresh.map(({ fingerprint }) => fingerprint),
      ['two'],
    );
    assert.equal((await scan('feature', one, two)).newIssueCount, 0);
  });

  it('of notes, severities and linked issues holds on every branch', async () => {
    await scan('main', one);
    await scan('feature', one);
    const { id } = await issueOf('main');
    await service.call(issues.updateIssueNote, { issueId: id, note: 'Seen.' });
    await service.call(triage.updateIssueSeverity, { issueIds: [id], severity: 'MEDIUM' });
    assert.deepEqual(
      [(await issueOf('feature')).note, (await issueOf('feature')).severity],
      ['Seen.', 'MEDIUM'],
    );
    await service.call(issues.updateIssueNote, { issueId: id, note: ' ' });
    await service.call(triage.updateIssueSeverity, { issueIds: [id], severity: null });
    assert.deepEqual(
      [(await issueOf('feature')).note, (await issueOf('feature')).severity],
      [undefined, 'CRITICAL'],
    );
  });

  it('finds an issue whose file has another name on the other branch, unless it is a copy', async () => {
    await scan('main', one, two);
    await dismiss(await issueOf('main', 'one'));
    await dismiss(await issueOf('main', 'two'));
    const renamed = finding({ fingerprint: 'one', file: 'src/renamed.js' });
    const copied = finding({ fingerprint: 'two', file: 'src/copy.js' });
    await scan('feature', renamed, two, copied);
    assert.equal((await issueOf('feature', 'one')).status, 'ACCEPTED_RISK');
    assert.equal((await issueOf('feature', 'two', 'src/other.js')).status, 'ACCEPTED_RISK');
    assert.equal((await issueOf('feature', 'two', 'src/copy.js')).status, 'PENDING_REVIEW');
  });

  it('is the latest of several branches', async () => {
    await scan('main', one);
    await dismiss(await issueOf('main'));
    await scan('feature', one);
    await service.call(issues.markFalsePositive, {
      issueIds: [(await issueOf('feature')).id],
      reason: 'No.',
    });
    await scan('third', one);
    assert.equal((await issueOf('third')).status, 'FALSE_POSITIVE');
  });

  it('leaves alone what is about the code of one branch: resolved, and taken back by nobody', async () => {
    await scan('main', one);
    await scan('feature', one);
    await scan('feature');
    assert.equal((await issueOf('feature')).status, 'RESOLVED');
    assert.equal((await issueOf('main')).status, 'PENDING_REVIEW');
    await dismiss(await issueOf('main'));
    assert.equal((await issueOf('feature')).status, 'RESOLVED');
  });

  it('is no other repository’s business', async () => {
    await scan('main', one);
    await dismiss(await issueOf('main'));
    repositoryId = await service.addRepository('another');
    await scan('feature', one);
    assert.equal((await issueOf('feature')).status, 'PENDING_REVIEW');
  });
});
