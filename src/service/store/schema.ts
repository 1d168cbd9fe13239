import type { Generated } from 'kysely';

/**
 * The tables as Kysely sees them. Column types are those that SQLite and PostgreSQL share: text (identifiers are
 * UUIDs, times are ISO 8601 in UTC, structures are JSON), integer and, for truth values, the integers 0 and 1.
 */
export interface Schema {
  meta: MetaTable;
  organizations: OrganizationTable;
  users: UserTable;
  members: MemberTable;
  invitations: InvitationTable;
  tokens: TokenTable;
  token_organizations: TokenOrganizationTable;
  repositories: RepositoryTable;
  scans: ScanTable;
  scan_skips: ScanSkipTable;
  scan_events: ScanEventTable;
  scan_issues: ScanIssueTable;
  issues: IssueTable;
  triage_history: TriageHistoryTable;
  schedules: ScheduleTable;
  on_demand_scans: OnDemandScanTable;
  idempotency_keys: IdempotencyKeyTable;
  jobs: JobTable;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface OrganizationTable {
  id: string;
  name: string;
  created_at: string;
}

export interface UserTable {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
}

export type MemberRole = 'ADMIN' | 'MEMBER';

export interface MemberTable {
  organization_id: string;
  user_id: string;
  role: MemberRole;
  status: 'active' | 'scimDeprovisioned';
  created_at: string;
}

/** An invitation is pending until accepted, revoked or past its end; a pending or expired one is listed. */
export interface InvitationTable {
  id: string;
  organization_id: string;
  email: string;
  role: MemberRole;
  invited_by: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  accepted_at: string | null;
}

export interface TokenTable {
  id: string;
  organization_id: string;
  user_id: string;
  name: string | null;
  /** SHA-256 of the 256-bit random secret, in hexadecimal. */
  secret_hash: string;
  created_at: string;
  expires_at: string;
}

/** Organizations that a token created and may therefore also work in, beside its own. */
export interface TokenOrganizationTable {
  token_id: string;
  organization_id: string;
}

export interface RepositoryTable {
  id: string;
  organization_id: string;
  name: string;
  /** `local` for a folder on this machine, otherwise the provider's name. */
  type: string;
  url: string | null;
  /** Absolute path of the folder that is scanned; null while nothing of the repository is on this machine. */
  root: string | null;
  /** What no two repositories of an organization may share: the folder's or the remote's normalised address. */
  identity: string;
  default_branch: string | null;
  created_at: string;
  updated_at: string;
}

export type ScanStatus = 'QUEUED' | 'INDEXING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface ScanTable {
  id: string;
  /** Counts up in the order of creation: the order of lists and the sense of "latest". */
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  kind: string;
  status: ScanStatus;
  branch: string;
  commit_sha: string | null;
  error_message: string | null;
  progress_phase: string | null;
  progress_done: number;
  progress_total: number;
  issues_found: number;
  new_issues: number;
  resolved_issues: number;
  /** JSON: number of issues seen by severity. */
  severity_counts: string;
  /** JSON: files and bytes analysed, files by language. */
  coverage: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface ScanSkipTable {
  scan_id: string;
  position: number;
  file: string;
  reason: string;
  detail: string;
  partial: number;
}

export interface ScanEventTable {
  id: Generated<number>;
  scan_id: string;
  type: string;
  /** JSON of the event; an issue is kept as its identifier and read when the event is sent. */
  data: string;
}

/** Which scan saw which issue. */
export interface ScanIssueTable {
  scan_seq: number;
  issue_seq: number;
}

export interface IssueTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  branch: string;
  fingerprint: string;
  /** The scan that saw the issue last. */
  scan_id: string;
  rule_id: string;
  vuln_class: string;
  category: string;
  severity: string;
  score: number;
  confidence: number;
  status: string;
  /** `system` when the status follows the scans, `user` when someone decided it. */
  status_by: 'system' | 'user';
  /** `user` when someone set another severity: scans then leave it and the score alone. */
  severity_by: 'system' | 'user';
  archived: number;
  language: string;
  title: string;
  file: string;
  start_line: number;
  start_column: number;
  end_line: number;
  end_column: number;
  /** JSON: message, snippet, CWEs and code flows. */
  detail: string;
  note: string | null;
  non_exploitable_reason: string | null;
  tracker_issue: string | null;
  commit_sha: string | null;
  created_at: string;
  updated_at: string;
  first_seen_at: string;
  last_seen_at: string;
}

export interface TriageHistoryTable {
  id: string;
  issue_id: string;
  user_id: string | null;
  at: string;
  from_status: string;
  to_status: string;
  disposition: string | null;
  rationale: string | null;
}

export interface ScheduleTable {
  id: string;
  organization_id: string;
  repository_id: string;
  scan_branch: string | null;
  crontab: string;
  created_at: string;
  updated_at: string;
}

export interface OnDemandScanTable {
  id: string;
  organization_id: string;
  status: string;
  /** JSON of what was submitted; emptied when the scan ends. */
  input: string;
  /** JSON of the findings and the coverage. */
  results: string | null;
  error_message: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string;
}

export interface IdempotencyKeyTable {
  token_id: string;
  key: string;
  request_hash: string;
  /** Null while the first request is still being answered. */
  status: number | null;
  body: string | null;
  created_at: string;
}

export interface JobTable {
  id: string;
  kind: 'scan' | 'on-demand-scan';
  /** The scan or on-demand scan to run. */
  subject_id: string;
  status: 'queued' | 'running';
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
}
