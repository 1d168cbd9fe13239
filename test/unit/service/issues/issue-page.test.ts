import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { issues, triage } = contract;

/** What a service answers of an issue, wherever it answers one. */
async function answersOf(publicUrl: URL | undefined) {
  await using service = await Harness.start({ publicUrl });
  const repositoryId = await service.addRepository();
  service.runner.script = async ({ on }) => {
    on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
    return undefined;
  };
  await service.scan(repositoryId);
  const [listed] = await service.issues();
  const id = listed?.id ?? assert.fail('no issue');
  const detail = await service.call(issues.getIssue, { id });
  const decided = await service.call(issues.updateIssueStatuses, { issueIds: [id], status: 'REVIEWING' });
  const rated = await service.call(triage.updateIssueSeverity, { issueIds: [id], severity: 'LOW' });
  return { id, urls: [listed, detail.issue, decided.issues[0], rated.issues[0]].map((one) => one?.url) };
}

describe('the page of an issue', () => {
  it('is named wherever an issue is answered, below the address that the operator named', async () => {
    const { id, urls } = await answersOf(new URL('https://security.example.com/'));
    assert.deepEqual(new Set(urls), new Set([`https://security.example.com/dashboard/issues/${id}`]));
    assert.equal(urls.length, 4);
  });

  it('is not named by a service whose address nobody named', async () => {
    const { urls } = await answersOf(undefined);
    assert.deepEqual(new Set(urls), new Set([undefined]));
  });
});
