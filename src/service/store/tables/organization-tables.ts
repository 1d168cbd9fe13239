import type { Generated } from 'kysely';
import type { MemberRole, RepositoryType } from '../../../api/contract/vocabulary.ts';

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
  /** The day of its last use. */
  last_used_on: string | null;
  /** How many days before its end the last warning was sent. */
  expiry_warned: number | null;
}

/** Organizations that a token created and may therefore also work in, beside its own. */
export interface TokenOrganizationTable {
  token_id: string;
  organization_id: string;
}

/** Repositories that are being deleted. */
export interface RepositoryDeletionTable {
  repository_id: string;
  requested_at: string;
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
  /** The connected code host whose credentials it is reached with; null for one that anybody can fetch. */
  installation_id: string | null;
  created_at: string;
  updated_at: string;
}
