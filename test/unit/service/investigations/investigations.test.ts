import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Issue } from '../../../../src/api/contract/issue.ts';
import type { VulnerableDependency } from '../../../../src/engine/dependencies/vulnerable.ts';
import type { ScanChoices } from '../../../../src/service/analysis/scan-choices.ts';
import type { Looked } from '../../../../src/service/analysis/scan-runner.ts';
import { reachOf } from '../../../../src/service/core/reach.ts';
import {
  investigationRow,
  saveInvestigation,
} from '../../../../src/service/investigations/investigation-rows.ts';
import { wholeIssue } from '../../../../src/service/issues/issue-rows.ts';
import { finding, remote } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { issues, investigations } = contract;

const one = finding({
  fingerprint: 'one',
  source: remote,
  entryPoint: { methods: ['GET'], path: '/x', guards: [] },
});
const looked: Looked = {
  found: one,
  inspection: { role: undefined, functionName: 'search', mentions: 1, conditions: [] },
};

describe('investigations', () => {
  let service: Harness;
  let issueId: string;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
    service.runner.script = async ({ on }) => {
      on({ type: 'finding', finding: one });
      return undefined;
    };
    service.runner.investigateScript = async () => looked;
    await service.scan(repositoryId);
    issueId = (await service.issues())[0]?.id ?? assert.fail('no issue');
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  const issueNow = async (from = service): Promise<Issue> =>
    (await from.call(issues.getIssue, { id: issueId })).issue;

  async function until(status: string, from = service): Promise<Issue> {
    for (let i = 0; i < 200; i++) {
      const issue = await issueNow(from);
      if (issue.investigation?.status === status) return issue;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return assert.fail(`it is ${JSON.stringify((await issueNow(from)).investigation)}, not ${status}`);
  }
  it('are asked of the scan that had the issue: its depth, threat models, hints and licences', async () => {
    const licensePolicy = { allow: [], deny: ['GPL-3.0-only'], unknown: 'ignore', severity: 'low' } as const;
    const { scans } = await service.call(contract.scans.startScans, {
      repositoryIds: [repositoryId],
      ...{ depth: 'deep', hints: true, threatModels: ['file'] },
      licensePolicy: { ...licensePolicy, allow: [], deny: [...licensePolicy.deny] },
    });
    await service.waitForScan(scans[0]?.id ?? assert.fail());
    let asked: ScanChoices | undefined;
    service.runner.investigateScript = async (look) => {
      asked = look;
      return looked;
    };
    await request();
    await until('COMPLETED');
    assert.deepEqual(
      [asked?.depth, asked?.hints, asked?.threatModels, asked?.licenses],
      ['deep', true, ['file'], licensePolicy],
    );
  });

  const request = (context?: string) =>
    service.call(investigations.requestInvestigation, {
      issueIds: [issueId],
      ...(context === undefined ? {} : { context }),
    });

  it('and notes move the moment of the last change, which other windows look at', async () => {
    const at = async () =>
      (await service.call(contract.stats.statsSummary, { repositoryId })).issuesChangedAt ?? assert.fail();
    const later = async (before: string) => {
      for (let i = 0; i < 200 && (await at()) <= before; i++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok((await at()) > before, `${await at()} is not after ${before}`);
      return at();
    };
    const found = await at();
    assert.equal(await at(), found);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await service.call(issues.updateIssueNote, { issueId, note: 'Ask first.' });
    const noted = await later(found);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await request();
    await until('COMPLETED');
    await later(noted);
  });

  it('of a vulnerable package rest on how far the product gets into it', async () => {
    const dependency: VulnerableDependency = {
      ecosystem: 'npm',
      name: 'lodash',
      version: '4.17.20',
      scope: 'production',
      direct: true,
      path: [{ name: 'lodash' }],
      otherVersions: [],
      advisory: { id: 'CVE-2021-23337', aliases: [], sources: [], cvss: [], references: [] },
      fixedVersion: '4.17.21',
      reachability: { level: 'NOT_IMPORTED', evidence: 'No product code imports it.', places: [] },
    };
    service.runner.investigateScript = async () => ({ ...looked, found: { ...one, dependency } });
    await request();
    const { investigation } = await until('COMPLETED');
    assert.equal(investigation?.verdict, 'NON_EXPLOITABLE');
    assert.match(JSON.stringify(investigation), /No product code imports it.*4\.17\.21 or later/);
  });

  it('end with a verdict and its evidence, in the issue and in its lists', async () => {
    const { investigations: begun } = await request('Only staff reach this.');
    assert.deepEqual(
      begun.map((item) => [item.issueId, item.status]),
      [[issueId, 'QUEUED']],
    );
    const { investigation, validation, validationSecurityAssessment } = await until('COMPLETED');
    assert.equal(investigation?.verdict, 'TRUE_POSITIVE');
    assert.equal(investigation.context, 'Only staff reach this.');
    assert.ok(
      investigation.evidence.some(({ text }) =>
        /^Your context was not used: only a language model can read it, and none may be asked/.test(text),
      ),
    );
    assert.ok((investigation.confidence ?? 0) > one.confidence);
    assert.ok(
      investigation.evidence.some(({ text, speaks }) => speaks === 'real' && text.includes('GET /x')),
    );
    assert.equal(validation, 'CONFIRMED');
    assert.match(validationSecurityAssessment ?? '', /reaches the place by anyone[\s\S]*- The route/);
    const [listed] = await service.issues();
    assert.equal(listed?.investigation?.verdict, 'TRUE_POSITIVE');
    const confirmed = await service.call(issues.searchIssues, { validationVerdicts: ['CONFIRMED'] });
    assert.equal(confirmed.issues.length, 1);
  });

  it('are never seen in one state, and their issue in another', async () => {
    await request();
    const { organizationId } = await until('COMPLETED');
    const { db } = service.service.core;
    const { userId } = await db.selectFrom('members').select('user_id as userId').executeTakeFirstOrThrow();
    const reach = await reachOf(db, { userId }, organizationId);
    const row = (await investigationRow(db, issueId)) ?? assert.fail('no row');
    for (const status of ['QUEUED', 'CANCELLED', 'RUNNING', 'FAILED'] as const) {
      // Both at once: between any two looks of the reader, the writer has its turn.
      const [seen] = await Promise.all([
        wholeIssue(service.service.core, reach, issueId),
        db.transaction().execute((transaction) => saveInvestigation(transaction, { ...row, status })),
      ]);
      const isBusy = ['QUEUED', 'RUNNING'].includes(seen.investigation?.status ?? '');
      assert.equal(seen.validation === 'QUEUED', isBusy, `${seen.investigation?.status}: ${seen.validation}`);
    }
  });

  it('say at which step they are, and there is no second one meanwhile', async () => {
    const { passed, open } = gate();
    service.runner.investigateScript = async ({ on, signal }) => {
      on('analysing');
      await waitAt(passed, signal);
      return looked;
    };
    const [first] = (await request()).investigations;
    const running = await until('RUNNING');
    assert.match(running.investigation?.stage ?? '', /more deeply/);
    assert.equal(running.validation, 'QUEUED');
    const [second] = (await request('And now?')).investigations;
    assert.equal(second?.id, first?.id);
    open();
    await until('COMPLETED');
  });

  it('are cancelled, and can be asked for again', async () => {
    service.runner.investigateScript = async ({ signal }) => {
      await waitAt(new Promise(() => undefined), signal);
      return looked;
    };
    await request();
    const { investigations: stopped } = await service.call(investigations.cancelInvestigation, {
      issueIds: [issueId],
    });
    assert.equal(stopped[0]?.status, 'CANCELLED');
    assert.equal((await issueNow()).validation, 'NOT_RUN');
    service.runner.investigateScript = async () => looked;
    await request();
    await until('COMPLETED');
  });

  it('fail with the reason, and leave the issue as it is', async () => {
    service.runner.investigateScript = async () => {
      throw new Error('The folder is gone.');
    };
    await request();
    const { investigation, validation, status } = await until('FAILED');
    assert.equal(investigation?.errorMessage, 'The folder is gone.');
    assert.deepEqual([validation, status], ['UNABLE', 'PENDING_REVIEW']);
  });

  it('go on after the service was killed', async () => {
    const { passed } = gate();
    service.runner.investigateScript = async ({ on, signal }) => {
      on('analysing');
      await waitAt(passed, signal);
      return looked;
    };
    await request();
    await until('RUNNING');
    await using next = await service.asAfterKill();
    const ended = await until('COMPLETED', next);
    assert.ok(ended.investigation?.verdict, 'it ended with a verdict');
  });

  it('know what people decided about similar issues', async () => {
    const other = finding({ fingerprint: 'two', source: remote });
    service.runner.script = async ({ on }) => {
      for (const each of [one, other]) on({ type: 'finding', finding: each });
      return undefined;
    };
    await service.scan(repositoryId);
    const second = (await service.issues()).find(({ fingerprint }) => fingerprint === 'two');
    await service.call(issues.markFalsePositive, {
      issueIds: [second?.id ?? ''],
      reason: 'The id is a number.',
    });
    await request();
    const { investigation } = await until('COMPLETED');
    assert.ok(investigation?.evidence.some(({ text }) => text.includes('The id is a number.')));
  });

  it('are refused for issues that are not there, for none, and for more context than allowed', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const refused = await service.refusal(
      investigations.requestInvestigation,
      { issueIds: [issueId, nowhere] },
      422,
    );
    assert.equal(refused.issues?.[0]?.path, 'issueIds[1]');
    assert.equal((await issueNow()).investigation, undefined, 'all or none');
    await service.refusal(investigations.requestInvestigation, { issueIds: [] }, 400);
    const tooMuch = { issueIds: [issueId], context: 'x'.repeat(20_001) };
    await service.refusal(investigations.requestInvestigation, tooMuch, 400);
    await request('x'.repeat(20_000));
  });
});
