/** Who tells a provider how the scans of its pull requests go. Neither throws nor is waited for. */
export interface PullRequestReports {
  /** A scan was queued; for the sake of a check that is shown as pending. */
  queued(scanId: string): void;
  /** A scan has ended, however: its row says how. One that a newer head replaced is CANCELLED. */
  ended(scanId: string): void;
  /** Somebody let the scanned commit pass its check. */
  bypassed(scanId: string): void;
  /** A person decided about issues, some of which may be of pull requests. */
  triaged(issueIds: readonly string[]): void;
}
