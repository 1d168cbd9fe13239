import type { Scan } from '../../../src/api/contract/scans/scans.ts';
import type { SessionFolder } from '../../../src/views/scan-activity.ts';
import { folder } from './make-issue.ts';

export const project: SessionFolder = { uri: folder, name: 'project', repositoryId: 'r1' };

export const noIssues = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };

/** A running scan, with usual values for all that a test does not care about. */
export function makeScan(given: Partial<Scan> = {}): Scan {
  return {
    id: 's1',
    organizationId: 'o',
    repositoryId: 'r1',
    repositoryName: 'project',
    kind: 'FULL',
    status: 'RUNNING',
    branch: 'main',
    commitSha: null,
    releaseTrack: 'STABLE',
    createdAt: '2026-01-31T12:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    issueCounts: noIssues,
    newIssueCount: 0,
    resolvedIssueCount: 0,
    ...given,
  };
}
