import { contract } from '../../api/contract/index.ts';
import {
  createPermissionTemplate,
  deletePermissionTemplate,
  listPermissionTemplates,
  updatePermissionTemplate,
} from '../teams/permission-templates.ts';
import { addTeamMembers, getTeamMembers, removeTeamMembers } from '../teams/team-people.ts';
import { getTeamPermissions, setTeamPermissions } from '../teams/team-permissions.ts';
import { createTeam, deleteTeam, listTeams, setDefaultTeam } from '../teams/teams.ts';
import { type Binding, bind } from './bind.ts';

const { teams, permissionTemplates } = contract;

/** Operations on teams and on what they may begin with. */
export const teamBindings: readonly Binding[] = [
  bind(teams.listTeams, listTeams),
  bind(teams.createTeam, createTeam),
  bind(teams.deleteTeam, deleteTeam),
  bind(teams.getTeamMembers, getTeamMembers),
  bind(teams.addTeamMembers, addTeamMembers),
  bind(teams.removeTeamMembers, removeTeamMembers),
  bind(teams.setTeamPermissions, setTeamPermissions),
  bind(teams.getTeamPermissions, getTeamPermissions),
  bind(teams.setDefaultTeam, setDefaultTeam),
  bind(permissionTemplates.listPermissionTemplates, listPermissionTemplates),
  bind(permissionTemplates.createPermissionTemplate, createPermissionTemplate),
  bind(permissionTemplates.updatePermissionTemplate, updatePermissionTemplate),
  bind(permissionTemplates.deletePermissionTemplate, deletePermissionTemplate),
];
