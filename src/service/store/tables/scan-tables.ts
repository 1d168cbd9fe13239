import type { Generated } from 'kysely';
import type {
  CodeScanStatus,
  ReleaseTrack,
  ScanDepth,
  ScanKind,
  ScanStatus,
  Severity,
  SkipReason,
} from '../../../api/contract/vocabulary.ts';

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
  pull_request_id: Generated<string | null>;
  /** Of a pull request, the head that somebody asked to scan; null where it was not said. */
  head_sha: Generated<string | null>;
  /** The commit that the head of a pull request was compared with. */
  base_sha: Generated<string | null>;
  release_track: ReleaseTrack;
  /** Null is standard. */
  depth: ScanDepth | null;
  /** Names of those that are switched on, with commas between; null where the usual ones are. */
  threat_models: string | null;
  /** 1 where hints are told, too; null before there were any. */
  hints: number | null;
  /** Where packages are looked up over the network, with commas between; null for nowhere. */
  online_sources: string | null;
  /** JSON of the policy of licences; null where none holds. */
  license_policy: string | null;
  /** JSON of the scanner settings that held when it was started; null where they were the usual ones. */
  settings: Generated<string | null>;
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
