import type { Generated } from 'kysely';
import type { AuditActor } from '../../../api/contract/organizations/audit-log.ts';

/** That somebody changed something. No body, secret or text of a person is here, but names. */
export interface AuditEntryTable {
  seq: Generated<number>;
  id: string;
  organization_id: string;
  at: string;
  /** Id of the operation of the contract, or one of `auditedOutside`. */
  operation: string;
  actor_kind: AuditActor['kind'];
  /** As they were at the time. */
  actor_email: string | null;
  actor_name: string | null;
  /** E-mail address and name in lower case, to be searched. */
  actor_key: string;
  /** JSON: `AuditSubject[]`, the first of them. */
  subjects: string;
  subject_count: number;
  /** JSON: what was chosen of the contract's own words. */
  choices: string;
}

export interface AuditSchema {
  audit_entries: AuditEntryTable;
}
