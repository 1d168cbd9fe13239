import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { lodash, vulnerable } from '../support/vulnerable-finding.ts';

const { exportVex } = contract.dependencies;
const { listIssues, updateIssueStatuses } = contract.issues;

interface OpenVex {
  readonly author: string;
  readonly statements: readonly { readonly status: string; readonly impact_statement?: string }[];
}

describe('a VEX document of a repository', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository('shop');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('says what a person decided, and leaves the rest open', async () => {
    const pad = { ...lodash, name: 'left-pad', path: [{ name: 'left-pad', version: '4.17.20' }] };
    service.runner.script = async ({ on }) => {
      for (const each of [vulnerable(lodash, 72), vulnerable(pad, 30), finding({ fingerprint: 'code' })])
        on({ type: 'finding', finding: each });
      return undefined;
    };
    await service.scan(repositoryId);
    const { issues } = await service.call(listIssues, { repositoryIds: [repositoryId] });
    const judged = issues.find(({ dependency }) => dependency?.name === 'lodash') ?? assert.fail();
    const reason = 'Behind a check that we wrote.';
    await service.call(updateIssueStatuses, { issueIds: [judged.id], status: 'NON_EXPLOITABLE', reason });

    const answer = await service.call(exportVex, { repositoryId, author: 'Acme' });
    const document = answer.document as unknown as OpenVex;
    assert.equal(answer.statementCount, 2);
    assert.equal(document.author, 'Acme');
    assert.deepEqual(
      document.statements.map(({ status, impact_statement: why }) => [status, why]),
      [
        ['not_affected', reason],
        ['under_investigation', undefined],
      ],
    );
    const other = await service.call(exportVex, { repositoryId, format: 'cyclonedx-1.7' });
    assert.equal(other.document['specVersion'], '1.7');
    const branch = await service.call(exportVex, { repositoryId, branch: 'gone', format: 'cyclonedx-1.6' });
    assert.equal(branch.statementCount, 0);
  });

  it('is refused where OpenVEX would have no statement, and of a repository that is not there', async () => {
    await service.refusal(exportVex, { repositoryId }, 422);
    await service.refusal(
      exportVex,
      { repositoryId: repositoryId.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) },
      404,
    );
  });
});
