import type { IssueListItem } from '../../src/api/contract/issue.ts';

/** An issue about a vulnerable package, as a service lists it; what a test does not care about is filled in. */
export function vulnerableIssue(
  change: Partial<Omit<IssueListItem, 'dependency'>> & {
    readonly dependency?: Partial<NonNullable<IssueListItem['dependency']>>;
  } = {},
): IssueListItem {
  const { dependency, ...others } = change;
  const id = '00000000-0000-4000-8000-000000000001';
  const at = '2026-01-02T03:04:05.000Z';
  return {
    id,
    organizationId: id,
    repositoryId: id,
    repositoryName: 'shop',
    scanId: id,
    scanKind: 'FULL',
    scanTargetBranch: 'main',
    commitSha: null,
    title: 'Prototype pollution in lodash 4.17.20 (CVE-2021-23337)',
    description: 'lodash 4.17.20 is vulnerable.',
    vulnClass: 'vulnerable-dependency',
    category: 'SCA',
    cwes: ['CWE-94'],
    severity: 'HIGH',
    score: 72,
    confidence: 90,
    status: 'PENDING_REVIEW',
    validation: 'NOT_RUN',
    file: 'package.json',
    startLine: 3,
    startColumn: 5,
    endLine: 3,
    endColumn: 20,
    snippet: '"lodash": "^4.17.0"',
    fingerprint: 'lodash CVE-2021-23337',
    language: 'npm',
    ruleId: 'npm/vulnerable-dependency',
    createdAt: at,
    updatedAt: at,
    firstSeenAt: at,
    lastSeenAt: at,
    ...others,
    dependency: {
      ecosystem: 'npm',
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
      scope: 'PRODUCTION',
      direct: false,
      path: [
        { name: 'shop-kit', version: '2.0.0' },
        { name: 'lodash', version: '4.17.20' },
      ],
      advisory: {
        id: 'CVE-2021-23337',
        aliases: ['GHSA-35jh-r3h4-6jhm'],
        sources: ['a test'],
        cvss: ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H'],
        references: ['https://example.com/advisory'],
      },
      fixedVersion: '4.17.21',
      reachability: { level: 'NOT_IMPORTED', evidence: 'No product code imports it.' },
      ...dependency,
    },
  };
}
