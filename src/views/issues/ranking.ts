import type { IssueStatus, Severity } from '../../api/contract/vocabulary.ts';
import type { KnownIssue } from './known-issue.ts';

/** Worst first. */
export const severities = [
  'CRITICAL',
  'HIGH',
  'MEDIUM',
  'LOW',
  'INFO',
] as const satisfies readonly Severity[];

const ranks: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3, INFO: 4 };

/** 0 for the worst. */
export function severityRank(severity: Severity): number {
  return ranks[severity];
}

/** In the order of an issue's life; those that suppress it last. */
export const statuses = [
  'PENDING_REVIEW',
  'REVIEWING',
  'PATCHING',
  'INFORMATIONAL',
  'BACKLOG',
  'NON_EXPLOITABLE',
  'FALSE_POSITIVE',
  'ACCEPTED_RISK',
  'RESOLVED',
] as const satisfies readonly IssueStatus[];

/**
 * Whether it was decided that nothing is to be done; such issues are listed under Suppressed, not in Problems.
 * The contract says the same as data; it is not imported here, because that would load its schemas at activation.
 */
export function isSuppressed(status: IssueStatus): boolean {
  return (
    status === 'BACKLOG' ||
    status === 'NON_EXPLOITABLE' ||
    status === 'FALSE_POSITIVE' ||
    status === 'ACCEPTED_RISK'
  );
}

/** Whether the issue is no longer there: not listed at all. */
export function isResolved(status: IssueStatus): boolean {
  return status === 'RESOLVED';
}

/** Worst first, then surest, then by place, so that the order is total and stable while a scan adds issues. */
export function compareIssues(a: KnownIssue, b: KnownIssue): number {
  return (
    b.issue.score - a.issue.score ||
    b.issue.confidence - a.issue.confidence ||
    compareText(a.issue.file, b.issue.file) ||
    a.issue.startLine - b.issue.startLine ||
    a.issue.startColumn - b.issue.startColumn ||
    compareText(a.issue.fingerprint, b.issue.fingerprint) ||
    compareText(a.issue.id, b.issue.id)
  );
}

/** Code-unit order: fast over ten thousand issues, and the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
