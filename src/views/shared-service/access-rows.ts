import * as l10n from '@vscode/l10n';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { TeamAccess, TeamPeople } from '../../connection/repository/access-api.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { FactNode, ServiceNode, TeamNode } from './nodes.ts';

/** Teams that grant something for the repository; administrators see everything anyway. */
export function accessRows(folder: SessionFolder, teams: readonly TeamAccess[]): ServiceNode[] {
  const rows = teams.map((access): TeamNode => {
    return { kind: 'team', id: `${folder.uri} team ${access.team.id}`, folder, access };
  });
  return [
    ...rows,
    {
      kind: 'fact',
      id: `${folder.uri} access administrators`,
      icon: 'shield',
      label: l10n.t('Administrators'),
      description: l10n.t('of the organization: everything'),
    },
  ];
}

/** What a team grants, by whom and for what. */
export function teamDescription({ team, permissions, by }: TeamAccess): string {
  const people = team.memberCount === 1 ? l10n.t('1 member') : l10n.t('{0} members', team.memberCount);
  return [permissionText(permissions), people, reachText(by)].join(' · ');
}

function reachText(by: TeamAccess['by']): string {
  switch (by) {
    case 'everything':
      return l10n.t('all repositories');
    case 'repository':
      return l10n.t('this repository');
    case 'tag':
      return l10n.t('by a tag');
  }
}

/** The most that is granted says the rest. */
function permissionText(permissions: readonly RepositoryPermission[]): string {
  const texts = [
    ...(permissions.includes('REPOSITORY_SCAN') ? [l10n.t('scans')] : []),
    ...(permissions.includes('ISSUE_TRIAGE') ? [l10n.t('triages')] : []),
    ...(permissions.includes('REPOSITORY_MANAGE') ? [l10n.t('manages')] : []),
  ];
  return texts.length > 0 ? texts.join(', ') : l10n.t('views');
}

/** The people of a team; those without an account see nothing. */
export function peopleRows(team: TeamNode, { members, externalContributors, isCut }: TeamPeople): FactNode[] {
  const rows: FactNode[] = [
    ...members.map(({ id, email, name, role }): FactNode => {
      return {
        kind: 'fact',
        id: `${team.id} ${id}`,
        icon: 'account',
        label: name ?? email,
        description: [name === undefined ? '' : email, role === 'ADMIN' ? l10n.t('administrator') : '']
          .filter((part) => part !== '')
          .join(' · '),
      };
    }),
    ...externalContributors.map(({ id, name, email = '' }): FactNode => {
      return {
        kind: 'fact',
        id: `${team.id} ${id}`,
        icon: 'person',
        label: name,
        description: [email, l10n.t('without an account')].filter((part) => part !== '').join(' · '),
      };
    }),
  ];
  if (isCut)
    rows.push({
      kind: 'fact',
      id: `${team.id} more`,
      icon: 'ellipsis',
      label: l10n.t('The first {0} are listed', rows.length),
    });
  return rows.length > 0
    ? rows
    : [{ kind: 'fact', id: `${team.id} none`, icon: 'info', label: l10n.t('Nobody is in this team') }];
}
