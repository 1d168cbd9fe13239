import type { SeenIssue } from './issue-merge.ts';

/** The issues that a running scan has seen so far, counted as they come instead of anew with each batch. */
export interface SeenIssues {
  /** Adds issues; one that was seen before counts as it is now. */
  add(issues: readonly SeenIssue[]): void;
  counts(): Counts;
}

interface Counts {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly info: number;
  readonly new_issues: number;
}

export function createSeenIssues(): SeenIssues {
  const seen = new Map<number, SeenIssue>();
  const open = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
  let fresh = 0;
  const count = (issue: SeenIssue, by: 1 | -1): void => {
    if (issue.open) open[issue.severity] += by;
    if (!issue.known) fresh += by;
  };
  return {
    add: (issues) => {
      for (const issue of issues) {
        const before = seen.get(issue.seq);
        if (before) count(before, -1);
        seen.set(issue.seq, issue);
        count(issue, 1);
      }
    },
    counts: () => ({
      critical: open.CRITICAL,
      high: open.HIGH,
      medium: open.MEDIUM,
      low: open.LOW,
      info: open.INFO,
      new_issues: fresh,
    }),
  };
}
