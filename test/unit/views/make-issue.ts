import { randomUUID } from 'node:crypto';
import type { IssueListItem } from '../../../src/api/contract/issue.ts';
import { severityFloor } from '../../../src/api/contract/vocabulary.ts';
import type { KnownIssue } from '../../../src/views/issues/known-issue.ts';
import type { Place } from '../../../src/workspace/positions/positions.ts';

export const folder = 'file:///project';
const noon = '2026-01-31T12:00:00.000Z';

/** An issue with usual values for all that a test does not care about. */
export function makeIssue(given: Partial<IssueListItem> = {}): IssueListItem {
  const severity = given.severity ?? 'HIGH';
  return {
    id: randomUUID(),
    organizationId: '00000000-0000-4000-8000-000000000001',
    repositoryId: '00000000-0000-4000-8000-000000000002',
    repositoryName: 'project',
    scanId: '00000000-0000-4000-8000-000000000003',
    scanKind: 'FULL',
    scanTargetBranch: 'main',
    commitSha: null,
    title: 'SQL injection',
    description: 'The query of GET /search reaches the database as text.',
    vulnClass: 'sql-injection',
    category: 'SAST',
    cwes: ['CWE-89'],
    severity,
    score: severityFloor[severity],
    confidence: 90,
    status: 'PENDING_REVIEW',
    validation: 'NOT_RUN',
    file: 'routes/search.ts',
    startLine: 41,
    startColumn: 3,
    endLine: 41,
    endColumn: 20,
    snippet: '  db.all(`SELECT ${term}`);',
    fingerprint: 'f',
    language: 'typescript',
    ruleId: 'typescript/sql-injection',
    createdAt: noon,
    updatedAt: noon,
    firstSeenAt: noon,
    lastSeenAt: noon,
    ...given,
  };
}

export function makeKnown(given: Partial<IssueListItem> = {}, place?: Place): KnownIssue {
  const issue = makeIssue(given);
  const { startLine, startColumn, endLine, endColumn } = issue;
  return {
    issue,
    folder,
    place: place ?? { kind: 'at', range: { startLine, startColumn, endLine, endColumn }, indent: 2 },
  };
}
