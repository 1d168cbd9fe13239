import type { Generated } from 'kysely';
import type {
  AiComponentKind,
  AiDetectionSource,
  AiScanType,
  AiTier,
  AiUsage,
} from '../../api/contract/ai-inventory.ts';
import type {
  Category,
  CodeScanStatus,
  InvestigationStatus,
  IssueStatus,
  MemberRole,
  PatchStatus,
  PatchValidation,
  ReleaseTrack,
  RepositoryType,
  ScanDepth,
  ScanKind,
  ScanStatus,
  Severity,
  SkipReason,
  TriageDisposition,
  ValidationVerdict,
  Verdict,
} from '../../api/contract/vocabulary.ts';
import type { AgentModelSchema } from './agent-model-schema.ts';
import type { AgentSchema } from './agent-schema.ts';
import type { AutomationSchema } from './automation-schema.ts';

/**
 * The tables as Kysely sees them. Column types are those that SQLite and PostgreSQL share: text (identifiers are
 * UUIDs, times are ISO 8601 in UTC, structures are JSON), integer and, for truth values, the integers 0 and 1.
 */
export interface Schema extends AgentSchema, AgentModelSchema, AutomationSchema {
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
  patches: PatchTable;
  ai_inventories: AiInventoryTable;
  ai_components: AiComponentTable;
  ai_facets: AiFacetTable;
  ai_providers: AiProviderTable;
  ai_terms: AiTermTable;
  ai_term_uses: AiTermUseTable;
  investigations: InvestigationTable;
  schedules: ScheduleTable;
  code_scans: CodeScanTable;
  code_scan_issues: CodeScanIssueTable;
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
  updated_at: string;
}

export interface UserTable {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
}

export interface MemberTable {
  id: string;
  organization_id: string;
  user_id: string;
  role: MemberRole;
  status: 'active' | 'scimDeprovisioned';
  /** What a MEMBER may do with the agent; an ADMIN may everything. */
  agent_access: Generated<'none' | 'view' | 'run'>;
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
  type: RepositoryType;
  url: string | null;
  /** Absolute path of the folder that is scanned; null while nothing of the repository is on this machine. */
  root: string | null;
  /** What no two repositories of an organization may share: the folder's or the remote's normalised address. */
  identity: string;
  default_branch: string | null;
  created_at: string;
  updated_at: string;
}

export interface ScanTable {
  id: string;
  /** Counts up in the order of creation: the order of lists and the sense of "latest". */
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  kind: ScanKind;
  status: ScanStatus;
  branch: string;
  commit_sha: string | null;
  release_track: ReleaseTrack;
  /** Null is standard. */
  depth: ScanDepth | null;
  error_message: string | null;
  /** JSON of the latest progress, while it runs. */
  progress: string | null;
  /** JSON: files and bytes analysed, files by language, numbers of skips. */
  coverage: string | null;
  /** Open issues that the scan saw, by severity. */
  critical: Generated<number>;
  high: Generated<number>;
  medium: Generated<number>;
  low: Generated<number>;
  info: Generated<number>;
  new_issues: Generated<number>;
  resolved_issues: Generated<number>;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface ScanSkipTable {
  scan_id: string;
  position: number;
  file: string;
  reason: SkipReason;
  detail: string;
  partial: number;
}

export interface ScanEventTable {
  id: Generated<number>;
  scan_id: string;
  type: string;
  /** JSON of the event; of an issue only its number, for it is read when the event is sent. */
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
  /** The scan that saw the issue last, and its kind and commit. */
  scan_id: string;
  scan_kind: ScanKind;
  commit_sha: string | null;
  /** Git's name for the content of the file, as it was scanned. */
  blob_id: string | null;
  first_scan_id: string;
  rule_id: string;
  vuln_class: string;
  category: Category;
  /** ` CWE-89 CWE-564 `: a space before and after each. */
  cwes: string;
  severity: Severity;
  score: number;
  confidence: number;
  status: IssueStatus;
  validation: Generated<ValidationVerdict>;
  language: string;
  title: string;
  description: string;
  file: string;
  start_line: number;
  start_column: number;
  end_line: number;
  end_column: number;
  snippet: string;
  /** JSON: the first flow's source and number of steps; null without a flow. */
  flow: string | null;
  /** JSON of all code flows. */
  code_flows: string;
  /** JSON: where the first flow's data comes from, and by which route; null where neither is known. */
  exposure: string | null;
  /** Title, description, file and class in lower case, for the words of a search. */
  search_text: string;
  note: string | null;
  triage_disposition: TriageDisposition | null;
  triage_reason: string | null;
  triage_by: string | null;
  triage_at: string | null;
  triage_until: string | null;
  /** A person's; `severity` and `score` follow it until they take it back. */
  set_severity: Generated<Severity | null>;
  /** The engine's score, 0–100. */
  found_score: Generated<number>;
  /** JSON of the linked issue of a tracker. */
  tracker: Generated<string | null>;
  /** JSON of the patch's state, for lists; in full in `patches`. */
  patch: Generated<string | null>;
  /** JSON: whether rules know a fix, and why not; null where that was not looked for. */
  fixable: Generated<string | null>;
  /** JSON of the investigation's state, for lists; in full in `investigations`. */
  investigation: Generated<string | null>;
  created_at: string;
  updated_at: string;
  first_seen_at: string;
  last_seen_at: string;
}

export interface TriageHistoryTable {
  id: string;
  issue_id: string;
  /** Null where the system did it: a scan, or the end of a suppression. */
  user_id: string | null;
  at: string;
  from_status: IssueStatus;
  to_status: IssueStatus;
  from_severity: Generated<Severity | null>;
  to_severity: Generated<Severity | null>;
  disposition: TriageDisposition | null;
  reason: string | null;
}

/** One of an issue: the latest. */
export interface InvestigationTable {
  issue_id: string;
  id: string;
  status: InvestigationStatus;
  stage: string | null;
  context: string | null;
  verdict: Verdict | null;
  /** JSON of what was found out; null until then. */
  content: string | null;
  error_message: string | null;
  /** How often it was begun, interruptions included. */
  attempts: number;
  created_at: string;
  updated_at: string;
}

/** One of an issue: the latest. */
export interface PatchTable {
  issue_id: string;
  id: string;
  organization_id: string;
  status: PatchStatus;
  stage: string | null;
  validation: PatchValidation;
  forced: number;
  /** How often it was begun, interruptions included. */
  attempts: number;
  error_message: string | null;
  /** JSON: the change with its explanation; null until there is one. */
  content: string | null;
  /** JSON: what was checked and what it said. */
  evidence: string | null;
  /** JSON: which language model was asked, and what that took; null where none was. */
  trace: Generated<string | null>;
  /** JSON of the row as it was before it is made anew, to go back to when that is cancelled. */
  before: string | null;
  approved_at: string | null;
  approved_by: string | null;
  created_at: string;
  updated_at: string;
}

/** The AI components of one repository and application, as its latest scan knows them. */
export interface AiInventoryTable {
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  /** The part of a monorepo; '' for the repository as a whole. */
  application: string;
  scan_type: AiScanType;
  scan_id: string;
  finished_at: string;
}

export interface AiComponentTable {
  inventory_seq: number;
  position: number;
  id: string;
  kind: AiComponentKind;
  usage: AiUsage;
  tier: AiTier;
  detection_source: AiDetectionSource;
  /** In lower case, '' for none. */
  provider_key: string;
  /** Name, provider, manifest path and file path in lower case, a line each. */
  search_text: string;
  /** JSON of the component. */
  content: string;
}

/** How many components of an inventory have this combination. */
export interface AiFacetTable {
  kind: AiComponentKind;
  usage: AiUsage;
  tier: AiTier;
  detection_source: AiDetectionSource;
  provider_key: string;
  inventory_seq: number;
  count: number;
}

/** That an inventory has components of a provider. */
export interface AiProviderTable {
  organization_id: string;
  provider_key: string;
  inventory_seq: number;
}

/** A text, in lower case, by which components are searched for. */
export interface AiTermTable {
  id: Generated<number>;
  organization_id: string;
  text: string;
}

export interface AiTermUseTable {
  term_id: number;
  inventory_seq: number;
}

export interface ScheduleTable {
  id: string;
  organization_id: string;
  repository_id: string;
  scan_branch: string | null;
  crontab: string;
  next_run_at: string;
  created_at: string;
  updated_at: string;
}

export interface CodeScanTable {
  id: string;
  organization_id: string;
  repository_id: string | null;
  name: string | null;
  type: 'files' | 'diff' | 'snippet';
  status: CodeScanStatus;
  /** JSON of what was submitted; null once the scan has ended. */
  submission: string | null;
  /** JSON of the latest progress, while it runs. */
  progress: string | null;
  coverage: string | null;
  error_message: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string;
}

export interface CodeScanIssueTable {
  code_scan_id: string;
  position: number;
  severity: Severity;
  /** JSON of the issue as it is answered. */
  issue: string;
}

export interface IdempotencyKeyTable {
  user_id: string;
  key: string;
  request_hash: string;
  /** Null while the first request is still being answered. */
  status: number | null;
  body: string | null;
  created_at: string;
}

export type JobKind = 'scan' | 'code-scan' | 'patch' | 'investigation' | 'agent';

export interface JobTable {
  id: string;
  kind: JobKind;
  /** The scan or on-demand scan to run, or the issue to patch. */
  subject_id: string;
  status: 'queued' | 'running';
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
}
