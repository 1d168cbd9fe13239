import type {
  OrganizationPermission,
  RepositoryPermission,
} from '../../api/contract/organizations/permissions.ts';
import type { GrantColumns } from '../store/tables/team-tables.ts';

/** Permissions as teams and templates keep them, and as they are shown. */

export const nothingGranted: GrantColumns = {
  agent_access: 'none',
  manages_teams: 0,
  access_mode: 'selected',
  can_view: 0,
  can_scan: 0,
  can_triage: 0,
  can_manage: 0,
};

type OfOrganization = Pick<GrantColumns, 'agent_access' | 'manages_teams'>;
type OfRepositories = Pick<GrantColumns, 'can_view' | 'can_scan' | 'can_triage' | 'can_manage'>;

export function organizationColumns(permissions: readonly OrganizationPermission[]): OfOrganization {
  const views = permissions.includes('AGENT_VIEW') ? 'view' : 'none';
  return {
    agent_access: permissions.includes('AGENT_RUN') ? 'run' : views,
    manages_teams: Number(permissions.includes('TEAM_MANAGE')),
  };
}

/** Each of the others implies the view of the repository. */
export function repositoryColumns(permissions: readonly RepositoryPermission[]): OfRepositories {
  return {
    can_view: Number(permissions.length > 0),
    can_scan: Number(permissions.includes('REPOSITORY_SCAN')),
    can_triage: Number(permissions.includes('ISSUE_TRIAGE')),
    can_manage: Number(permissions.includes('REPOSITORY_MANAGE')),
  };
}

export function organizationPermissionsOf({
  agent_access,
  manages_teams,
}: OfOrganization): OrganizationPermission[] {
  return [
    ...(agent_access === 'none' ? [] : (['AGENT_VIEW'] as const)),
    ...(agent_access === 'run' ? (['AGENT_RUN'] as const) : []),
    ...(manages_teams === 1 ? (['TEAM_MANAGE'] as const) : []),
  ];
}

export function repositoryPermissionsOf(columns: OfRepositories): RepositoryPermission[] {
  return [
    ...(columns.can_view === 1 ? (['REPOSITORY_VIEW'] as const) : []),
    ...(columns.can_scan === 1 ? (['REPOSITORY_SCAN'] as const) : []),
    ...(columns.can_triage === 1 ? (['ISSUE_TRIAGE'] as const) : []),
    ...(columns.can_manage === 1 ? (['REPOSITORY_MANAGE'] as const) : []),
  ];
}
