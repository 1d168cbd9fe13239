import type { Generated } from 'kysely';
import type {
  Category,
  InvestigationStatus,
  IssueStatus,
  PatchStatus,
  PatchValidation,
  ScanKind,
  Severity,
  TriageDisposition,
  ValidationVerdict,
  Verdict,
} from '../../../api/contract/vocabulary.ts';
import type { DependencyScope, ReachabilityLevel } from '../../../api/contract/vulnerable-dependency.ts';

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
  /** JSON: what the code is for, and what shows it; null in the product. */
  code_role: Generated<string | null>;
  /** JSON of the custom rules, sources, sinks and templates that it hangs on, as coverage calls them; null for built-in rules. */
  definitions: Generated<string | null>;
  /** JSON: fingerprints of the other sinks of the same cause; null where there is one sink. */
  other_sinks: Generated<string | null>;
  /** JSON: the package, its advisory, and whether it is reached; null in every category but SCA, like those below. */
  dependency: Generated<string | null>;
  /** Ecosystem and name, `npm lodash`. */
  package_key: Generated<string | null>;
  /** Those of its versions that are affected, written like the advisories. */
  package_versions: Generated<string | null>;
  /** ` CVE-2021-23337 GHSA-35jh-r3h4-6jhm `: a space before and after each. */
  advisory_ids: Generated<string | null>;
  reachability: Generated<ReachabilityLevel | null>;
  package_scope: Generated<DependencyScope | null>;
  /** The smallest version that ends it; null also where none is known. */
  fixed_version: Generated<string | null>;
  /** The application of a monorepo that its file is a part of. */
  application_id: Generated<string | null>;
  /** 1 where its confidence is below the threshold of the settings, so that no list shows it. */
  hidden: Generated<number>;
  /** Title, description, file and class in lower case, for the words of a search. */
  search_text: string;
  /** Its words, for a search by meaning (`search/search-terms.ts`). */
  search_terms: Generated<string>;
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
  /** Of `tracker_issues`, where a connected tracker has it. */
  tracker_issue_id: Generated<string | null>;
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
  /** JSON: how a vulnerable package is to be upgraded; null where nobody said. */
  upgrade: Generated<string | null>;
  /** JSON of the row as it was before it is made anew, to go back to when that is cancelled. */
  before: string | null;
  approved_at: string | null;
  approved_by: string | null;
  created_at: string;
  updated_at: string;
}
