export interface MetaTable {
  key: string;
  value: string;
}

export interface IdempotencyKeyTable {
  user_id: string;
  key: string;
  request_hash: string;
  /** Null while the first request is still being answered. */
  status: number | null;
  body: string | null;
  /** Of what the user might do when the body was made. */
  access_hash: string | null;
  created_at: string;
}

export type JobKind =
  | 'scan'
  | 'pull-request-scan'
  | 'code-scan'
  | 'patch'
  | 'investigation'
  | 'agent'
  | 'webhook'
  | 'tracker-state'
  | 'pull-request-report'
  | 'report'
  | 'cloud-posture';

export interface JobTable {
  id: string;
  kind: JobKind;
  /** What it is about: a scan, an issue to patch, a delivery of a webhook, a linked issue of a tracker, a report, an integration. */
  subject_id: string;
  status: 'queued' | 'running';
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
}
