import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { maximumTeams } from '../../api/contract/organizations/teams.ts';
import { membershipOf, organizationOf } from '../core/access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict, impossible, notFound } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { nameBefore, type Paged, takePage } from '../core/paging.ts';
import type { Queries } from '../store/dialect.ts';
import type { GrantColumns, TeamTable } from '../store/tables/team-tables.ts';
import {
  authorityOf,
  managedOrganization,
  managedTeam,
  namedByTeam,
  refuseMoreThanOwn,
} from './authority.ts';
import { nothingGranted } from './grants.ts';
import { named, nameTaken, presentTeam, teamRows, toTeam } from './team-rows.ts';

type Operations = typeof contract.teams;

export async function listTeams(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listTeams']>,
): Promise<ResponseOf<Operations['listTeams']>> {
  const { searchQuery, cursor, limit } = request;
  const organizationId = await organizationOf(core, caller, request.organizationId);
  const scope = { operation: 'teams.list', filters: { organizationId, searchQuery } };
  let query = teamRows(core.db)
    .where('teams.organization_id', '=', organizationId)
    .where('name_key', '>', nameBefore(core, scope, cursor))
    .orderBy('name_key')
    .limit(limit + 1);
  if ((await authorityOf(core.db, caller, organizationId)) === 'none') {
    const { id } = await membershipOf(core, caller, organizationId);
    query = query.where('teams.id', 'in', (eb) =>
      eb.selectFrom('team_members').select('team_members.team_id').where('member_id', '=', id),
    );
  }
  if (searchQuery !== undefined && searchQuery !== '')
    query = query.where((eb) => containsLower(eb.ref('name_key'), searchQuery));
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.name_key]);
  return { teams: items.map(toTeam), ...end };
}

export async function createTeam(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createTeam']>,
): Promise<ResponseOf<Operations['createTeam']>> {
  const { organizationId } = await managedOrganization(core, caller, request.organizationId, 'add teams');
  return core.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('teams')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumTeams)
      throw impossible('name', `The organization has ${count} teams, as many as it may.`);
    const at = instant(core);
    const grant = await granted(transaction, organizationId, request.templateId);
    const row: TeamTable = {
      ...grant,
      id: newId(),
      organization_id: organizationId,
      ...named(request.name),
      description: request.description ?? '',
      is_default: 0,
      created_at: at,
      updated_at: at,
    };
    await refuseMoreThanOwn(transaction, caller, organizationId, grant, namedByTeam(row.id));
    await transaction.insertInto('teams').values(row).execute().catch(nameTaken('team'));
    return { team: await presentTeam(transaction, row.id) };
  });
}

/** @throws Refusal 422 for a template that is not there */
async function granted(
  db: Queries,
  organizationId: string,
  templateId: string | undefined,
): Promise<GrantColumns> {
  if (templateId === undefined) return nothingGranted;
  const template = await db
    .selectFrom('permission_templates')
    .select([
      'agent_access',
      'manages_teams',
      'access_mode',
      'can_view',
      'can_scan',
      'can_triage',
      'can_manage',
    ])
    .where('id', '=', templateId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!template) throw impossible('templateId', 'There is no such permission template.');
  return template;
}

export async function deleteTeam(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteTeam']>,
): Promise<ResponseOf<Operations['deleteTeam']>> {
  const { team } = await managedTeam(core, caller, request, 'delete teams');
  // In one statement with the question whether it is the default: another one may become it at the same moment.
  const { numDeletedRows } = await core.db
    .deleteFrom('teams')
    .where('id', '=', team.id)
    .where('is_default', '=', 0)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw conflict('This is the default team, which new members join. Make another one the default first.');
  return { deleted: true };
}

export async function setDefaultTeam(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['setDefaultTeam']>,
): Promise<ResponseOf<Operations['setDefaultTeam']>> {
  const { team } = await managedTeam(core, caller, request, 'choose the default team');
  return core.db.transaction().execute(async (transaction) => {
    // Who joins next has what it grants.
    await refuseMoreThanOwn(transaction, caller, team.organization_id, team, namedByTeam(team.id));
    await transaction
      .updateTable('teams')
      .set({ is_default: 0 })
      .where('organization_id', '=', team.organization_id)
      .where('is_default', '=', 1)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('teams')
      .set({ is_default: 1, updated_at: instant(core) })
      .where('id', '=', team.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('team');
    return { team: await presentTeam(transaction, team.id) };
  });
}
