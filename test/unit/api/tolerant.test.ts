import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import { Issue, IssueListItem } from '../../../src/api/contract/issue.ts';
import { getIssue, searchIssues } from '../../../src/api/contract/issues.ts';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { Scan } from '../../../src/api/contract/scans/scans.ts';
import {
  IssueStatus,
  IssueStatusV1,
  issueStatusOf,
  Severity,
  severityOf,
} from '../../../src/api/contract/vocabulary.ts';
import { readTolerantly, Unreadable } from '../../../src/api/tolerant.ts';
import { id } from './local-server.ts';

const bare = { id, title: 'SQL injection', severity: 'HIGH' };
const read = (fields: Record<string, unknown>) => readTolerantly(Issue, { ...bare, ...fields });

describe('the tolerant reading of an answer', () => {
  it('fills in what a service leaves out, so that the result is an issue of the contract', () => {
    const issue = readTolerantly(Issue, bare);
    assert.equal(issue.score, 70);
    assert.deepEqual(issue.codeFlows, []);
    assert.equal(issue.scanTargetBranch, null);
    const strict = Issue.extend({ organizationId: z.string(), repositoryId: z.string(), scanId: z.string() });
    assert.ok(strict.safeParse(issue).success);
  });

  it('reads severity from a word in any case, from a number, or from the score', () => {
    assert.equal(read({ severity: 'critical' }).severity, 'CRITICAL');
    assert.equal(read({ severity: 'Moderate' }).severity, 'MEDIUM');
    assert.equal(read({ severity: null, score: 12 }).severity, 'LOW');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (score) => {
        const issue = read({ severity: score });
        assert.equal(issue.severity, severityOf(score));
        assert.equal(issue.score, score);
      }),
    );
  });

  it('reads the status in either generation, and an unknown one as not yet reviewed', () => {
    for (const name of [...IssueStatus.options, ...IssueStatusV1.options]) {
      assert.equal(read({ status: name }).status, issueStatusOf(name));
    }
    assert.equal(read({ status: 'false-positive' }).status, 'FALSE_POSITIVE');
    assert.equal(read({ status: 'constructor' }).status, 'PENDING_REVIEW');
  });

  it('takes the patch under either name', () => {
    const patch = { status: 'READY', stage: 'verified', validation: 'PASSED' };
    assert.deepEqual(read({ patch }).patch, patch);
    assert.deepEqual(read({ vulnerabilityPatch: patch }).patch, patch);
  });

  it('keeps fields that it does not know', () => {
    const issue: object = read({ colour: 'red', codeFlows: [{ steps: [], weight: 3 }] });
    assert.equal('colour' in issue && issue.colour, 'red');
    assert.deepEqual('codeFlows' in issue && issue.codeFlows, [{ steps: [], weight: 3 }]);
  });

  it('takes null as absent, and drops an optional field that it cannot read', () => {
    const issue = read({ note: null, triage: 'yes', trackerIssue: { id: 1 }, cwes: null });
    assert.equal(issue.note, undefined);
    assert.equal(issue.triage, undefined);
    assert.deepEqual(issue.cwes, []);
  });

  it('takes ids that are no UUIDs and turns dates into UTC', () => {
    const issue = read({ id: 42, repositoryId: 'repo-7', createdAt: '2026-01-31T12:00:00+02:00' });
    assert.equal(issue.id, '42');
    assert.equal(issue.repositoryId, 'repo-7');
    assert.equal(issue.createdAt, '2026-01-31T10:00:00.000Z');
  });

  it('reads the bare item and the bare list', () => {
    assert.equal(readTolerantly(getIssue.response, bare).issue.title, 'SQL injection');
    assert.equal(readTolerantly(searchIssues.response, [bare, bare]).issues.length, 2);
    assert.equal(
      readTolerantly(searchIssues.response, { issues: [bare], nextCursor: null }).nextCursor,
      undefined,
    );
  });

  it('refuses what is something else', () => {
    for (const other of [
      null,
      'text',
      7,
      {},
      { issues: 'none' },
      { issues: [{}] },
      { issues: [{ id, title: 7 }] },
    ]) {
      assert.throws(() => readTolerantly(searchIssues.response, other), Unreadable);
    }
    assert.throws(() => readTolerantly(listOrganizations.response, { issues: [] }), Unreadable);
  });

  it('says where an answer is not what was expected, and what should be there', () => {
    const issues = [
      bare,
      { ...bare, flow: { source: 7 } },
      { ...bare, severity: 'HIGH', file: { path: 'a.js' } },
    ];
    assert.throws(
      () => readTolerantly(searchIssues.response, { issues }),
      (error) => error instanceof Unreadable && error.message === 'issues.2.file is not a text.',
    );
    assert.throws(() => readTolerantly(Issue, 7), { message: 'The answer is not an object.' });
  });

  it('reads whatever the contract allows as it is', () => {
    const instant = fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString());
    const item = fc.record({
      ...Object.fromEntries(
        ['title', 'description', 'file', 'snippet', 'ruleId'].map((name) => [name, fc.string()]),
      ),
      id: fc.uuid(),
      severity: fc.constantFrom(...Severity.options),
      score: fc.integer({ min: 0, max: 100 }),
      status: fc.constantFrom(...IssueStatus.options),
      scanTargetBranch: fc.option(fc.string()),
      startLine: fc.integer({ min: 1 }),
      createdAt: instant,
      cwes: fc.array(fc.string()),
    });
    fc.assert(
      fc.property(item, (fields) => {
        const issue: Record<string, unknown> = readTolerantly(IssueListItem, fields);
        for (const [name, value] of Object.entries(fields)) assert.deepEqual(issue[name], value, name);
      }),
    );
  });

  it('either reads or refuses any JSON, and does nothing else', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(searchIssues.response, getIssue.response, Scan),
        (value, schema) => {
          try {
            readTolerantly(schema, value);
          } catch (error) {
            assert.ok(error instanceof Unreadable);
          }
        },
      ),
    );
  });

  it('is not misled by fields named like those of every object', () => {
    const hostile: unknown = JSON.parse(
      `{"id":"1","title":"t","severity":"LOW","__proto__":{"polluted":true}}`,
    );
    readTolerantly(Issue, hostile);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });
});
