import type { Generated } from 'kysely';
import type { TrackerType } from '../../../api/contract/integrations/trackers.ts';

/** A connected issue tracker. */
export interface TrackerTable {
  id: string;
  seq: Generated<number>;
  organization_id: string;
  type: TrackerType;
  name: string;
  /** Of the pages for people, without a slash at the end. */
  base_url: string;
  /** Whom the credentials belong to, as the tracker says. */
  account: string;
  /** Sealed JSON. */
  credential: string;
  /** JSON of `TrackerSettings`. */
  settings: string;
  /** Why it was refused the last time, as a sentence; null where it works. */
  error_message: string | null;
  /** Sealed; null until an administrator has one made. */
  webhook_secret: string | null;
  last_delivery_at: string | null;
  /** When it was last tried, or asked how linked issues stand. */
  checked_at: string | null;
  created_at: string;
  updated_at: string;
}

/** An issue of a tracker that issues are linked with. */
export interface TrackerIssueTable {
  id: string;
  tracker_id: string;
  /** As the tracker names it: `ABC-12`, `owner/name#7`. */
  key: string;
  is_closed: number;
  checked_at: string;
}

/** An issue that is being created in a tracker: what a killed service finds it by, so that it is not created twice. */
export interface TrackerClaimTable {
  issue_id: string;
  tracker_id: string;
  /** Where it is looked up, whatever the settings say since. */
  project: string;
  /** Stands in the text of the tracker's issue. */
  marker: string;
  begun_at: string;
  /** When somebody tried last: within a minute of it nobody else does. */
  tried_at: string;
}

/** A webhook that was accepted: for a week, so that the same one is not accepted again. */
export interface TrackerDeliveryTable {
  tracker_id: string;
  /** SHA-256 of its body. */
  digest: string;
  received_at: string;
}

export interface IntegrationSchema {
  trackers: TrackerTable;
  tracker_issues: TrackerIssueTable;
  tracker_claims: TrackerClaimTable;
  tracker_deliveries: TrackerDeliveryTable;
}
