import type { AccessMode } from '../../../api/contract/organizations/permissions.ts';

/** Teams, who is in them and what they grant (migration 0025). Part of `Schema`. */
export interface TeamSchema {
  teams: TeamTable;
  team_members: TeamMemberTable;
  team_contributors: TeamContributorTable;
  team_repositories: TeamRepositoryTable;
  team_tags: TeamTagTable;
  permission_templates: PermissionTemplateTable;
}

/** What a team grants, and what a template has it grant. Truth values are 0 and 1; implied permissions are written out. */
export interface GrantColumns {
  agent_access: 'none' | 'view' | 'run';
  manages_teams: number;
  access_mode: AccessMode;
  can_view: number;
  can_scan: number;
  can_triage: number;
  can_manage: number;
}

export interface TeamTable extends GrantColumns {
  id: string;
  organization_id: string;
  name: string;
  /** The name in lower case: no two teams of an organization share it. */
  name_key: string;
  description: string;
  /** 1 for the one team that new members join. */
  is_default: number;
  created_at: string;
  updated_at: string;
}

export interface TeamMemberTable {
  team_id: string;
  member_id: string;
  created_at: string;
}

/** People without an account, who are listed with a team and may nothing. */
export interface TeamContributorTable {
  id: string;
  team_id: string;
  name: string;
  email: string | null;
  /** The address, or without one the name, in lower case: nobody is in a team twice. */
  identity: string;
  created_at: string;
}

/** Of a team with selected access: repositories, and tags that stand for all repositories that have them. */
export interface TeamRepositoryTable {
  team_id: string;
  repository_id: string;
}

export interface TeamTagTable {
  team_id: string;
  tag_id: string;
}

export interface PermissionTemplateTable extends GrantColumns {
  id: string;
  organization_id: string;
  name: string;
  name_key: string;
  description: string;
  created_at: string;
  updated_at: string;
}
