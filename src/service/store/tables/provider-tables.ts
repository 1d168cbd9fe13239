import type { Generated } from 'kysely';
import type { HostedType } from '../../../api/contract/repositories/installations.ts';

/** A connected code host: credentials of an organization, and what verifies its webhooks. */
export interface InstallationTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  type: HostedType;
  name: string;
  /** Of the pages for people, without a slash at the end. */
  base_url: string;
  /** Whom the credentials belong to, as the host says. */
  account: string;
  credential_kind: 'token' | 'githubApp';
  /** Sealed JSON. */
  credential: string;
  /** Sealed. */
  webhook_secret: string;
  /** Why it was refused the last time, as a sentence; null where it works. */
  error_message: string | null;
  last_delivery_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A webhook that was accepted: for a week, so that no second one of its id is worked on. */
export interface WebhookDeliveryTable {
  id: string;
  installation_id: string;
  /** The host's own. */
  delivery_id: string;
  /** JSON of the event, as `WebhookEvent`. */
  event: string;
  status: 'QUEUED' | 'DONE' | 'FAILED';
  /** What came of it, as a sentence. */
  note: string | null;
  attempts: number;
  received_at: string;
}

/** Pull requests whose check and comments are to be brought to what the latest scan says. */
export interface PullRequestReportTable {
  /** Of the scan. */
  scan_id: string;
  status: 'QUEUED' | 'DONE' | 'FAILED';
  note: string | null;
  attempts: number;
  created_at: string;
}

/** A pull request that was opened with a patch. */
export interface PatchPullRequestTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  repository_id: string;
  issue_id: string;
  patch_id: string;
  number: number;
  title: string;
  url: string;
  branch: string;
  base_branch: string;
  state: 'OPEN' | 'MERGED' | 'CLOSED';
  /** The job of the agent that opened it; null where a person did. */
  job_id: string | null;
  created_by: string;
  created_at: string;
  /** When its state was asked for last. */
  checked_at: string;
}
