import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { Harness } from '../support/harness.ts';
import { lodash, vulnerable } from '../support/vulnerable-finding.ts';

const { importVex } = contract.dependencies;
const { getIssue, updateIssueStatuses } = contract.issues;

const vex = (status: string, at: string): string =>
  JSON.stringify({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    author: 'Acme',
    timestamp: at,
    statements: [
      {
        vulnerability: { name: 'GHSA-35jh-r3h4-6jhm' },
        products: [{ '@id': 'pkg:npm/lodash@4.17.20' }],
        status,
        justification: 'vulnerable_code_not_in_execute_path',
        action_statement: 'Upgrade.',
      },
      {
        vulnerability: { name: 'CVE-2000-1' },
        products: [{ '@id': 'pkg:npm/x' }],
        status,
        justification: 'x',
      },
      { status: 'fine' },
    ],
  });

describe('a VEX document that is taken in', () => {
  let service: Harness;
  let repositoryId: string;
  let id: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: vulnerable(lodash, 72) });
      return undefined;
    };
    await service.scan(repositoryId);
    id = (await service.issues())[0]?.id ?? assert.fail();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });
  const take = (document: string, dryRun = false) =>
    service.call(importVex, { repositoryId, document, dryRun });
  const issue = async () => (await service.call(getIssue, { id })).issue;

  it('decides about issues, says who said so, and can be undone like every decision', async () => {
    const document = vex('not_affected', '2026-01-02T00:00:00Z');
    const dry = await take(document, true);
    assert.deepEqual([dry.issues[0]?.status, (await issue()).status], ['PENDING_REVIEW', 'PENDING_REVIEW']);
    const answer = await take(document);
    assert.deepEqual([answer.unmatchedStatements, answer.unreadStatements, answer.conflictCount], [1, 1, 0]);
    const { status, triage } = await issue();
    assert.equal(status, 'NON_EXPLOITABLE');
    assert.match(triage?.reason ?? '', /^VEX of Acme, 2026-01-02: vulnerable_code_not_in_execute_path/);
    const again = await take(document);
    assert.deepEqual([again.issues.length, again.unchanged], [0, 1]);
    await service.call(updateIssueStatuses, { issueIds: [id], status: 'PENDING_REVIEW' });
    assert.equal((await issue()).status, 'PENDING_REVIEW');
  });

  it('does not overwrite what a person decided later, nor claims to be of the future', async () => {
    service.setNow(new Date('2026-03-01T00:00:00Z'));
    await service.call(updateIssueStatuses, { issueIds: [id], status: 'ACCEPTED_RISK', reason: 'Ours.' });
    for (const at of ['2026-02-01T00:00:00Z', '2030-01-01T00:00:00Z']) {
      const { conflicts, issues } = await take(vex('not_affected', at));
      assert.deepEqual(
        [issues.length, conflicts[0]?.status, conflicts[0]?.wouldBe],
        [0, 'ACCEPTED_RISK', 'NON_EXPLOITABLE'],
      );
    }
    assert.equal((await issue()).status, 'ACCEPTED_RISK');
    service.setNow(new Date('2026-05-01T00:00:00Z'));
    await take(vex('affected', '2026-04-01T00:00:00Z'));
    assert.deepEqual(
      [(await issue()).status, (await issue()).triage?.disposition],
      ['REVIEWING', 'true_positive'],
    );
  });

  it('leaves issues that it says are fixed or looked into', async () => {
    for (const status of ['fixed', 'under_investigation'])
      assert.deepEqual((await take(vex(status, '2026-01-02T00:00:00Z'))).undecided, 1);
    assert.equal((await issue()).status, 'PENDING_REVIEW');
  });

  it('is refused where it is none', async () => {
    const { error } = await service.refusal(importVex, { repositoryId, document: '{}' }, 422);
    assert.match(error, /neither OpenVEX nor CycloneDX/);
  });
});
