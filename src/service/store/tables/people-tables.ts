/** A one-time link: for joining an organization, or for signing in. Only the hash of its secret is here. */
export interface LinkTable {
  /** SHA-256 of the 256-bit random secret, in hexadecimal. */
  secret_hash: string;
  kind: 'invitation' | 'sign-in';
  /** Of an invitation's link. */
  invitation_id: string | null;
  /** Of a sign-in's link. */
  user_id: string | null;
  /** What a session that begins with the link opens; null for all of the person's organizations. */
  organization_id: string | null;
  created_at: string;
  expires_at: string;
}

/** A browser that a person has signed in with. */
export interface SessionTable {
  id: string;
  user_id: string;
  /** The one organization that vouches for the person; null where they have shown that the address is theirs. */
  organization_id: string | null;
  secret_hash: string;
  method: 'link' | 'openid';
  /** What the browser calls itself. */
  client: string;
  created_at: string;
  used_at: string;
  /** The latest end, however much it is used. */
  expires_at: string;
}

/** Organizations that a session of one organization created and may therefore also work in. */
export interface SessionOrganizationTable {
  session_id: string;
  organization_id: string;
}

/** Whom an OpenID Connect provider means. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: string;
}

/** A mail to be sent, or what became of it. Secrets are made when it is sent, so none is here. */
export interface MailTable {
  id: string;
  organization_id: string | null;
  kind: 'invitation' | 'sign-in' | 'token-expiry';
  recipient: string;
  /** The invitation, the user or the token that it is about. */
  subject_id: string;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: string;
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

/** What an identity provider says of a member; the member's id is the resource's. */
export interface ScimUserTable {
  member_id: string;
  organization_id: string;
  /** In lower case; unique in the organization. */
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  updated_at: string;
  /** Deleted resources are not there for the provider; the member stays, deprovisioned. */
  deleted_at: string | null;
}

/** A team that an identity provider knows under an id of its own. */
export interface ScimGroupTable {
  team_id: string;
  external_id: string | null;
}

export interface ScimTokenTable {
  id: string;
  organization_id: string;
  name: string | null;
  secret_hash: string;
  created_by: string;
  created_at: string;
  /** The day; null before the first use. */
  last_used_on: string | null;
}

export interface PeopleSchema {
  links: LinkTable;
  sessions: SessionTable;
  session_organizations: SessionOrganizationTable;
  identities: IdentityTable;
  mails: MailTable;
  scim_users: ScimUserTable;
  scim_groups: ScimGroupTable;
  scim_tokens: ScimTokenTable;
}
