import assert from 'node:assert/strict';
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { reachOf } from '../../../../src/service/core/reach.ts';
import { issueCounts, issueScope } from '../../../../src/service/issues/issue-counts.ts';
import { isPostgres } from '../../../../src/service/store/dialect.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { statsSummary } = contract.stats;

describe('the summary of issues and scans', () => {
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
  const openIn = async (scope: object) => {
    const { openIssues, resolvedIssues, issuesBySeverity } = await service.call(statsSummary, scope);
    return { open: openIssues, resolved: resolvedIssues, critical: issuesBySeverity.CRITICAL };
  };

  it('counts a finding once, on however many branches it is, and by branch where one is named', async () => {
    await scan('main', one);
    await scan('feature', one, two);
    await scan('other', one);
    assert.deepEqual(await openIn({}), { open: 2, resolved: 0, critical: 1 });
    assert.deepEqual(await openIn({ repositoryId }), { open: 2, resolved: 0, critical: 1 });
    assert.deepEqual(await openIn({ branch: 'main' }), { open: 1, resolved: 0, critical: 1 });
    assert.deepEqual(await openIn({ repositoryId, branch: 'feature' }), {
      open: 2,
      resolved: 0,
      critical: 1,
    });
    assert.deepEqual(await openIn({ branch: 'nowhere' }), { open: 0, resolved: 0, critical: 0 });
    const { issuesByApplication } = await service.call(statsSummary, {});
    assert.deepEqual(
      issuesByApplication.map(({ open }) => open),
      [2],
    );
  });

  it('counts it as open while one branch has it, and as resolved when none has', async () => {
    await scan('main', one);
    await scan('feature', one);
    const { scanActivity } = await service.call(statsSummary, { branch: 'feature' });
    assert.equal(scanActivity.total, 1);
    await scan('feature');
    assert.deepEqual(await openIn({}), { open: 1, resolved: 0, critical: 1 });
    assert.deepEqual(await openIn({ branch: 'feature' }), { open: 0, resolved: 1, critical: 0 });
    await scan('main');
    assert.deepEqual(await openIn({}), { open: 0, resolved: 1, critical: 0 });
  });

  it('counts those of a repository with one branch beside one with several', async () => {
    await scan('main', one);
    await scan('feature', one, two);
    repositoryId = await service.addRepository('second');
    await scan('main', one, two);
    assert.deepEqual(await openIn({}), { open: 4, resolved: 0, critical: 2 });
    assert.deepEqual(await openIn({ repositoryId }), { open: 2, resolved: 0, critical: 1 });
  });

  it('moves with a change on any branch', async () => {
    await scan('main', one);
    await scan('feature', one);
    const at = async () => (await service.call(statsSummary, { repositoryId })).issuesChangedAt ?? '';
    for (const issue of await service.issues()) {
      const before = await at();
      await new Promise((resolve) => setTimeout(resolve, 5));
      await service.call(contract.issues.updateIssueNote, { issueId: issue.id, note: 'Ask first.' });
      assert.ok((await at()) > before, `${issue.scanTargetBranch}`);
    }
  });

  it('refuses an application that is not there, and a branch beside a scan', async () => {
    const { id: scanId } = await scan('main', one);
    const unknown = { applicationIds: [crypto.randomUUID()] };
    const { error, issues } = await service.refusal(statsSummary, unknown, 422);
    assert.deepEqual([error, issues?.[0]?.path], ['There is no such application.', 'applicationIds[0]']);
    await service.refusal(statsSummary, { scanId, branch: 'main' }, 400);
  });

  it('is counted from an index alone, however many issues there are', async () => {
    const { core } = service.service;
    // PostgreSQL chooses by what is in the tables.
    if (isPostgres(core.db)) return;
    const asked: RootOperationNode[] = [];
    const db = core.db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { user_id: userId, organization_id: organizationId } = await core.db
      .selectFrom('members')
      .selectAll()
      .executeTakeFirstOrThrow();
    const reach = await reachOf(core.db, { userId }, organizationId);
    const all = { repositoryId: undefined, branch: undefined, scanSeq: undefined, applicationIds: undefined };
    await issueCounts(db, issueScope({ reach, ...all }));
    const plans = asked
      .map((node) => core.db.getExecutor().compileQuery(node, createQueryId()))
      .filter((query) => query.sql.includes('from "issues"'));
    assert.equal(plans.length, 2, 'where the slice ends, and what is in it');
    for (const { sql, parameters } of plans) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await core.db.executeQuery(explained);
      assert.match(JSON.stringify(rows), /USING COVERING INDEX issues_to_count/);
    }
  });
});
