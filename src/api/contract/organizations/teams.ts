import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { Email, Member } from './organizations.ts';
import { AccessMode, OrganizationPermission, RepositoryPermission } from './permissions.ts';

/** Teams: who is in them, and what they grant their members. */

/** Teams that an organization may have. */
export const maximumTeams = 1_000;
/** People without an account that a team may list. */
export const maximumContributors = 500;
export const maximumGrantedRepositories = 1_000;
export const maximumGrantedTags = 100;

export const Team = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  description: z.string(),
  /** Whether new members of the organization join it. One team of each organization is. */
  isDefault: z.boolean(),
  memberCount: Count,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Team = z.output<typeof Team>;
tolerance.add(Team, {
  missing: {
    description: '',
    isDefault: false,
    memberCount: 0,
    createdAt: unknownInstant,
    updatedAt: unknownInstant,
  },
});

/** Somebody without an account, who is listed with a team and may nothing. */
export const ExternalContributor = z.object({ id: Id, name: z.string(), email: z.string().optional() });
export type ExternalContributor = z.output<typeof ExternalContributor>;

/** What a team grants for repositories. */
export const RepositoryAccess = z.object({
  accessMode: AccessMode,
  /** With what others imply. */
  effectivePermissions: z.array(RepositoryPermission),
  /** Of selected access, those named by themselves; tags stand for all repositories that have them. */
  repositoryIds: z.array(Id),
  tagIds: z.array(Id),
});
export type RepositoryAccess = z.output<typeof RepositoryAccess>;

export const TeamPermissions = z.object({
  teamId: Id,
  /** For the organization as a whole, with what others imply. */
  permissions: z.array(OrganizationPermission),
  repoAccess: RepositoryAccess,
});
export type TeamPermissions = z.output<typeof TeamPermissions>;

export const GroupName = z.string().trim().min(1).max(100);
export const GroupDescription = z.string().trim().max(1_000);
export const organizationPermissions = z.array(OrganizationPermission).max(3);
export const repositoryPermissions = z.array(RepositoryPermission).max(4);
const teamScope = { ...organizationScope, teamId: Id };

export const listTeams = endpoint({
  id: 'teams.list',
  method: 'POST',
  path: '/api/v2/teams/list',
  summary: 'Teams by name: all for who manages teams, their own for others',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, searchQuery: z.string().max(200).optional(), ...page }),
  response: z.object({ teams: z.array(Team), ...pageEnd }),
});

export const createTeam = endpoint({
  id: 'teams.create',
  method: 'POST',
  path: '/api/v2/teams/create',
  summary: 'Add a team, which grants nothing, or what a permission template says',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    name: GroupName,
    description: GroupDescription.optional(),
    templateId: Id.optional().describe('Of the permission template that it begins with.'),
  }),
  response: z.object({ team: Team }),
});

export const deleteTeam = endpoint({
  id: 'teams.delete',
  method: 'POST',
  path: '/api/v2/teams/delete',
  summary: 'Delete a team with what it grants; the default team cannot be',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z.strictObject(teamScope),
  response: z.object({ deleted: z.literal(true) }),
});

export const getTeamMembers = endpoint({
  id: 'teams.getMembers',
  method: 'POST',
  path: '/api/v2/teams/getMembers',
  summary: 'Members of a team, and external contributors, in the order in which they joined',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...teamScope, ...page }),
  response: z.object({
    members: z.array(Member),
    externalContributors: z.array(ExternalContributor),
    ...pageEnd,
  }),
});

const named = {
  memberIds: z.array(Id).max(100).default([]),
  emails: z.array(Email).max(100).default([]).describe('Of members.'),
};

export const addTeamMembers = endpoint({
  id: 'teams.addMembers',
  method: 'POST',
  path: '/api/v2/teams/addMembers',
  summary: 'Add members, all or none, and external contributors; who is in the team stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...teamScope,
      ...named,
      externalContributors: z
        .array(z.strictObject({ name: z.string().trim().min(1).max(200), email: Email.optional() }))
        .max(100)
        .default([]),
    })
    .refine(
      ({ memberIds, emails, externalContributors }) =>
        memberIds.length + emails.length + externalContributors.length > 0,
      { error: 'Give memberIds, emails or externalContributors.' },
    ),
  response: z.object({ team: Team, addedCount: Count }),
});

export const removeTeamMembers = endpoint({
  id: 'teams.removeMembers',
  method: 'POST',
  path: '/api/v2/teams/removeMembers',
  summary: 'Take members and external contributors out of a team; who is not in it is passed over',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...teamScope,
      ...named,
      externalContributorIds: z.array(Id).max(100).default([]),
    })
    .refine(
      ({ memberIds, emails, externalContributorIds }) =>
        memberIds.length + emails.length + externalContributorIds.length > 0,
      { error: 'Give memberIds, emails or externalContributorIds.' },
    ),
  response: z.object({ team: Team, removedCount: Count }),
});

export const setTeamPermissions = endpoint({
  id: 'teams.setPermissions',
  method: 'POST',
  path: '/api/v2/teams/setPermissions',
  summary: 'Set what a team grants; what is omitted stays',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...teamScope,
      permissions: organizationPermissions.optional(),
      repoAccess: z
        .strictObject({
          accessMode: AccessMode,
          permissions: repositoryPermissions,
          repositoryIds: z.array(Id).max(maximumGrantedRepositories).default([]),
          tagIds: z.array(Id).max(maximumGrantedTags).default([]),
        })
        .refine(
          ({ accessMode, repositoryIds, tagIds }) =>
            accessMode === 'selected' || repositoryIds.length + tagIds.length === 0,
          { error: 'Universal access is for every repository: leave repositoryIds and tagIds out.' },
        )
        .optional(),
    })
    .refine(({ permissions, repoAccess }) => permissions !== undefined || repoAccess !== undefined, {
      error: 'Give permissions or repoAccess.',
    }),
  response: TeamPermissions,
});

export const getTeamPermissions = endpoint({
  id: 'teams.getPermissions',
  method: 'POST',
  path: '/api/v2/teams/getPermissions',
  summary: 'What a team grants',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(teamScope),
  response: TeamPermissions,
});

export const setDefaultTeam = endpoint({
  id: 'teams.setDefault',
  method: 'POST',
  path: '/api/v2/teams/setDefault',
  summary: 'Make a team the one that new members join, in the place of the one before',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(teamScope),
  response: z.object({ team: Team }),
});
