import assert from 'node:assert/strict';
import * as z from 'zod';
import * as aiInventory from '../../src/api/contract/ai-inventory.ts';
import { type AnyEndpoint, endpoints, routesOf } from '../../src/api/contract/index.ts';
import { Issue, IssueListItem } from '../../src/api/contract/issue.ts';
import { Scan, ScanDetail } from '../../src/api/contract/scans/scans.ts';
import { ScanSchedule } from '../../src/api/contract/scans/schedules.ts';
import { StatsSummary } from '../../src/api/contract/stats.ts';
import * as vocabulary from '../../src/api/contract/vocabulary.ts';
import { samples } from './samples.ts';
import { specified, specifiedAiInventory, specifiedWords } from './specified.ts';

const routes = new Map<string, AnyEndpoint>(
  endpoints.flatMap((endpoint) =>
    routesOf(endpoint).map((route) => [`${route.method} ${route.path}`, endpoint] as const),
  ),
);

function endpointOf(operation: string): AnyEndpoint {
  return routes.get(operation) ?? assert.fail(`the contract has no ${operation}`);
}

/** Of lists that give more, or fewer, than 100 at once. */
const largestPage: Readonly<Record<string, number>> = {
  'issues.list': 1000,
  'code.listFiles': 1000,
  'aiInventory.searchRepositories': 50,
  'endpoints.search': 50,
  'vulnerabilities.search': 50,
  'dependencies.searchPackages': 1000,
  'agent.getConversation': 200,
};

describe('the contract has what the specification names', () => {
  for (const { operation, fields = {}, allowed = [], forbidden = [] } of specified) {
    it(operation, () => {
      const { request } = endpointOf(operation);
      for (const [name, need] of Object.entries(fields)) {
        const field = request.shape[name] ?? assert.fail(`${operation} takes no ${name}`);
        assert.equal(z.safeParse(field, undefined).success, need === 'optional', `${name} should be ${need}`);
      }
      for (const example of allowed)
        assert.ok(request.safeParse(example).success, `refuses ${JSON.stringify(example)}`);
      for (const example of forbidden) {
        assert.ok(!request.safeParse(example).success, `accepts ${JSON.stringify(example)}`);
      }
    });
  }

  it('the words of its enumerations', () => {
    const { MemberRole, MemberStatus, ReleaseTrack } = vocabulary;
    const { AiComponentKind, AiUsage, AiTier, AiDetectionSource, AiScanType } = aiInventory;
    const named = {
      ...{ MemberRole, MemberStatus, ReleaseTrack },
      ...{ AiComponentKind, AiUsage, AiTier, AiDetectionSource, AiScanType },
    };
    for (const [name, words] of Object.entries(specifiedWords)) {
      assert.deepEqual(named[name as keyof typeof named].options, words, name);
    }
    assert.ok(vocabulary.ScanStatus.options.includes('INDEXING'));
  });

  it('the fields of the AI inventory, each required or not, monorepoName null or text', () => {
    const { AiInventoryRepositoryItem: item, AiInventoryKindCount: kindCount } = aiInventory;
    for (const [shape, fields] of [
      [item.shape, specifiedAiInventory.item],
      [kindCount.shape, specifiedAiInventory.kindCount],
    ] as const) {
      assert.deepEqual(Object.keys(shape), Object.keys(fields));
      for (const [name, need] of Object.entries(fields)) {
        const field = (shape as Readonly<Record<string, z.ZodType>>)[name] ?? assert.fail(name);
        assert.equal(field.safeParse(undefined).success, need === 'optional', name);
      }
    }
    for (const name of [null, 'web', undefined]) assert.ok(item.shape.monorepoName.safeParse(name).success);
    for (const count of [-1, 1.5, '3']) assert.ok(!kindCount.shape.count.safeParse(count).success);
  });

  it('the named fields of issues, scans, schedules and statistics', () => {
    const detail = [
      ...['vulnImpact', 'cvssScoreDetailed', 'preconditions', 'attackSteps', 'nonExploitableReason'],
      ...['validationSecurityAssessment', 'note', 'trackerIssue', 'patch'],
    ];
    for (const name of detail) assert.ok(name in Issue.shape, name);
    assert.ok('scanTargetBranch' in IssueListItem.shape);
    for (const name of ['errorMessage', 'status', 'coverage']) {
      assert.ok(name in Scan.shape && name in ScanDetail.shape, name);
    }
    for (const name of ['scanBranch', 'executionCriteriaCrontab'])
      assert.ok(name in ScanSchedule.shape, name);
    assert.ok('reachableExploitableIssues' in StatsSummary.shape);
    const cvss = Issue.shape.cvssScoreDetailed.unwrap().shape;
    for (const name of ['cvssVector', 'severity', 'cvssV3Vector', 'cvssV3Severity'])
      assert.ok(name in cvss, name);
  });

  it('a role of MEMBER and 30 days where nothing is said', () => {
    const invited = endpointOf('POST /api/v2/organizations/inviteMember').request.parse({
      email: 'a@example.com',
    });
    assert.equal(invited['role'], 'MEMBER');
    assert.equal(endpointOf('POST /api/v2/tokens/create').request.parse({})['expiresInDays'], 30);
  });
});

describe('the contract in itself', () => {
  it('has no two operations of one name or at one place', () => {
    const names = endpoints.map(({ id }) => id);
    assert.equal(new Set(names).size, names.length);
    const places = endpoints.flatMap(routesOf).map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(places).size, places.length);
  });

  it('names in every path only fields of the request, and they must be sent', () => {
    for (const endpoint of endpoints) {
      for (const { path } of routesOf(endpoint)) {
        for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
          const field = endpoint.request.shape[name] ?? assert.fail(`${path} has a ${name} that is no field`);
          assert.ok(!z.safeParse(field, undefined).success, path);
        }
      }
    }
  });

  it('refuses what it does not name, in every request', () => {
    for (const { id, request } of endpoints) {
      const sample = samples[id] ?? assert.fail(`no sample request of ${id}`);
      const good = request.safeParse(sample);
      assert.ok(good.success, `${id}: ${good.error?.message}`);
      for (const name of ['orgId', 'colour', 'constructor']) {
        assert.ok(!request.safeParse({ ...sample, [name]: 'x' }).success, `${id} accepts ${name}`);
      }
    }
  });

  it('pages every list within 1 and its largest, and not beyond', () => {
    const paged = endpoints.filter(({ request }) => 'limit' in request.shape);
    assert.ok(paged.length >= 30, `${paged.length} paged operations`);
    for (const { id, request } of paged) {
      const most = largestPage[id] ?? 100;
      const accepts = (limit: unknown) => request.safeParse({ ...samples[id], limit }).success;
      assert.deepEqual(
        [0, 1, most, most + 1, 1.5, '5'].map(accepts),
        [false, true, true, false, false, false],
        id,
      );
    }
  });

  it('maps each status of the first generation to one of the second and back to itself or a like one', () => {
    for (const name of vocabulary.IssueStatusV1.options) {
      const there = vocabulary.issueStatusFromV1[name];
      const andBack = vocabulary.issueStatusToV1[there];
      assert.equal(vocabulary.issueStatusFromV1[andBack], there, name);
    }
  });

  it('tells severity from the score at the edges', () => {
    const edges = [0, 9, 10, 39, 40, 69, 70, 89, 90, 100].map(vocabulary.severityOf);
    const words = ['INFO', 'INFO', 'LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'CRITICAL', 'CRITICAL'];
    assert.deepEqual(edges, words);
  });

  it('calls every issue status open, suppressed or resolved', () => {
    const sorted = [...vocabulary.openStatuses, ...vocabulary.suppressedStatuses, 'RESOLVED'].sort();
    assert.deepEqual(sorted, [...vocabulary.IssueStatus.options].sort());
  });
});
