import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listJobs } from '../../../src/api/contract/agent/jobs.ts';
import { searchAiInventory } from '../../../src/api/contract/ai-inventory.ts';
import { listIssues, searchIssues, setIssueStatus } from '../../../src/api/contract/issues.ts';
import { listScans, startScans } from '../../../src/api/contract/scans/scans.ts';
import { type RawRequest, readRequest } from '../../../src/api/strict.ts';

const id = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
const raw = (parts: { path?: Record<string, string>; query?: string; body?: unknown }): RawRequest => ({
  path: parts.path ?? {},
  query: new URLSearchParams(parts.query ?? ''),
  body: parts.body,
});

function refusal(reading: ReturnType<typeof readRequest>) {
  assert.ok(!reading.ok, 'the request should have been refused');
  return reading;
}

describe('the strict reading of a request', () => {
  it('takes fields of the body and fills in defaults', () => {
    const reading = readRequest(listIssues, listIssues, raw({ body: { scanId: id } }));
    assert.deepEqual(reading, { ok: true, request: { scanId: id, limit: 500 } });
  });

  it('turns the text of a query string into what the schema asks for', () => {
    const query = 'severity=Critical,High&severity=Low&groupByPullRequest=true&limit=7';
    const reading = readRequest(listScans, listScans, raw({ query }));
    assert.deepEqual(reading, {
      ok: true,
      request: { severity: ['Critical', 'High', 'Low'], groupByPullRequest: true, limit: 7 },
    });
  });

  it('reads one operation the same from its spelling in the query and in the body', () => {
    const [, , get] = [searchIssues, ...searchIssues.also];
    assert.equal(get?.method, 'GET');
    const asQuery = readRequest(searchIssues, get, raw({ query: 'severities=HIGH&newOnly=false' }));
    const asBody = readRequest(
      searchIssues,
      searchIssues,
      raw({ body: { severities: ['HIGH'], newOnly: false } }),
    );
    assert.deepEqual(asQuery, asBody);
  });

  it('names an unknown field, wherever it is', () => {
    const inBody = refusal(
      readRequest(startScans, startScans, raw({ body: { repositoryIds: [id], colour: 1 } })),
    );
    assert.deepEqual(
      inBody.issues.map((issue) => issue.path),
      ['colour'],
    );
    assert.match(inBody.error, /colour/);
    const inQuery = refusal(readRequest(listScans, listScans, raw({ query: 'colour=1' })));
    assert.match(inQuery.error, /colour/);
    const besideTheBody = refusal(
      readRequest(startScans, startScans, raw({ query: 'branch=x', body: { repositoryIds: [id] } })),
    );
    assert.match(besideTheBody.error, /query string.*branch/);
  });

  it('says that orgId was removed and what replaces it', () => {
    for (const parts of [{ query: `orgId=${id}` }, { query: `orgId=${id}&limit=1` }]) {
      assert.match(refusal(readRequest(listScans, listScans, raw(parts))).error, /orgId.*organizationId/);
    }
    const body = { orgId: id, repositoryIds: [id] };
    assert.match(refusal(readRequest(startScans, startScans, raw({ body }))).error, /orgId.*organizationId/);
  });

  it('takes a field of the path from the path only', () => {
    const good = readRequest(setIssueStatus, setIssueStatus, raw({ path: { id }, body: { status: 'open' } }));
    assert.ok(good.ok);
    const bad = readRequest(
      setIssueStatus,
      setIssueStatus,
      raw({ path: { id }, body: { id, status: 'open' } }),
    );
    assert.match(refusal(bad).error, /"id" belongs in the path/);
  });

  it('names the element of a list that is wrong', () => {
    const reading = readRequest(startScans, startScans, raw({ body: { repositoryIds: [id, 'nope'] } }));
    assert.deepEqual(
      refusal(reading).issues.map((issue) => issue.path),
      ['repositoryIds[1]'],
    );
  });

  it('refuses a value given twice where one is meant', () => {
    refusal(readRequest(listScans, listScans, raw({ query: 'limit=1&limit=2' })));
  });

  it('lists at most 20 problems and counts the others', () => {
    const reading = refusal(
      readRequest(startScans, startScans, raw({ body: { repositoryIds: Array(90).fill('x') } })),
    );
    assert.equal(reading.issues.length, 20);
    assert.match(reading.error, /and 89 more/);
  });

  it('takes the words of the specification in its own spelling, and no other word', () => {
    const filtered = readRequest(
      listScans,
      listScans,
      raw({ query: 'statuses=Indexing,queued&severity=HIGH' }),
    );
    assert.ok(filtered.ok, JSON.stringify(filtered));
    assert.deepEqual(filtered.request.statuses, ['INDEXING', 'QUEUED']);
    assert.deepEqual(filtered.request.severity, ['High']);
    const jobs = readRequest(listJobs, listJobs, raw({ body: { status: 'pending', trigger: 'chat tool' } }));
    assert.ok(jobs.ok, JSON.stringify(jobs));
    assert.deepEqual([jobs.request.status, jobs.request.trigger], ['PENDING', 'chatTool']);
    refusal(readRequest(listScans, listScans, raw({ query: 'statuses=Indexed' })));
    const kinds = { organizationId: id, kinds: ['llm_sdk'] };
    refusal(readRequest(searchAiInventory, searchAiInventory, raw({ body: kinds })));
  });

  it('refuses __proto__ like any other unknown field', () => {
    const body: unknown = JSON.parse(`{"repositoryIds":["${id}"],"__proto__":{"branch":"x"}}`);
    assert.match(refusal(readRequest(startScans, startScans, raw({ body }))).error, /__proto__/);
  });

  it('never throws, whatever the body is, and always says something', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const reading = readRequest(startScans, startScans, raw({ body }));
        assert.ok(reading.ok || (reading.error.length > 20 && reading.issues.length > 0));
      }),
    );
  });

  it('accepts every limit within its bounds and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 200 }), (limit) => {
        const reading = readRequest(listScans, listScans, raw({ query: `limit=${limit}` }));
        assert.equal(reading.ok, limit >= 1 && limit <= 100);
      }),
    );
  });
});
